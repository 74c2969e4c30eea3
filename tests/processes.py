"""The worker processes of a crawl: of the test's own process, or of another."""

import os
from contextlib import suppress
from pathlib import Path


def workers(of: int | None = None) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                command = (entry / "cmdline").read_text().split("\0")
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except (OSError, ValueError):
                continue
            if parent == (of or os.getpid()) and "honeyguide.analysis" in command:
                found.append(int(entry.name))
    return found


def below(process: int) -> dict[int, str]:
    """All processes that this one started, and those that they did, with what they are called."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError, ValueError):
                parents[int(entry.name)] = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
    found = {process}
    while more := {each for each, parent in parents.items() if parent in found} - found:
        found |= more
    names: dict[int, str] = {}
    for each in found - {process}:
        with suppress(OSError):
            names[each] = Path(f"/proc/{each}/cmdline").read_text().replace("\0", " ").strip()
    return names
