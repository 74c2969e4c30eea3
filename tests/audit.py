"""`make audit`: asks for known advisories against locked requirements, and fails on those that there are.

What could not be asked for is said, and is no failure: a machine without a network can still run everything else.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any


def asked(tool: str, lock: str) -> Mapping[str, Any] | None:
    """What pip-audit found out about a lock file; None when it could not ask."""
    command = [tool, "--requirement", lock, "--disable-pip", "--format", "json", "--progress-spinner", "off"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        report: dict[str, Any] = json.loads(ran.stdout)
    except ValueError:
        return None
    return report


def findings(report: Mapping[str, Any]) -> list[str]:
    """A line for each advisory."""
    return [
        f"{each['name']} {each['version']}: {advisory['id']}"
        + (f", mended in {', '.join(advisory['fix_versions'])}" if advisory["fix_versions"] else ", not mended yet")
        for each in report["dependencies"]
        for advisory in each.get("vulns", ())
    ]


def audit(tool: str, locks: Sequence[str]) -> int:
    found: set[str] = set()
    for lock in locks:
        report = asked(tool, lock)
        every = report["dependencies"] if report else []
        left_out = sum("skip_reason" in each for each in every)
        if report is None or left_out == len(every):
            print(f"{lock}: not checked, since the list of advisories cannot be reached from here.")
            continue
        here = findings(report)
        unknown = f" The list did not answer for {left_out} more." if left_out else ""
        print(f"{lock}: {len(here) or 'no'} known advisories for {len(every) - left_out} packages.{unknown}")
        found.update(here)
    print("".join(f"{line}\n" for line in sorted(found)), end="")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(audit(sys.argv[1], sys.argv[2:]))
