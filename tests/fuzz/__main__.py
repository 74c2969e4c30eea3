"""`make fuzz`: every target, or those that are named, for some seconds each; counts executions and keeps what failed.

With atheris (libFuzzer, guided by coverage) where it is installed, else with Hypothesis. What failed is kept under
`fuzz-out/`, and this command with `--again FILE` shows it.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from time import monotonic

OUT = Path("fuzz-out")
LONGEST = 4096
"""Bytes of an input that atheris tries; the seeds of workbooks are larger and are taken as they are."""
HANGS = 20
"""Seconds after which an input counts as a failure."""
COVERED = ["honeyguide", "protego", "tomllib", "openpyxl", "htmldate", "pypdf"]


def guided(name: str, seconds: int) -> tuple[int, bool]:
    """Executions, and whether none failed: libFuzzer ends its process, so it gets one."""
    command = [sys.executable, "-m", "tests.fuzz", name, "--seconds", str(seconds), "--inside"]
    ran = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False
    )
    done = re.search(r"stat::number_of_executed_units:\s*(\d+)", ran.stdout)
    if ran.returncode:
        print(
            "\n".join(
                line for line in ran.stdout.splitlines() if not line.startswith(("INFO:", "WARNING:", "stat::"))
            )
        )
    return int(done[1]) if done else 0, ran.returncode == 0


def inside(name: str, seconds: int) -> None:
    import atheris

    with atheris.instrument_imports(include=COVERED):
        from tests.fuzz.targets import TARGETS
    target = next(target for target in TARGETS if target.name == name)
    corpus = OUT / "seeds" / name
    corpus.mkdir(parents=True, exist_ok=True)
    seeds = target.seeds()
    for number, seed in enumerate(seeds):
        (corpus / str(number)).write_bytes(seed)
    target.run(seeds[0])  # what is made once is not part of an execution
    longest = max(LONGEST, 2 * max(map(len, seeds)))
    arguments = [f"-max_total_time={seconds}", f"-max_len={longest}", f"-timeout={HANGS}", "-rss_limit_mb=4096"]
    arguments += ["-print_final_stats=1", "-verbosity=0", f"-artifact_prefix={OUT / name}-"]
    atheris.Setup([sys.argv[0], *arguments, str(corpus)], target.run)
    atheris.Fuzz()


def generated(name: str, seconds: int) -> tuple[int, bool]:
    from hypothesis import HealthCheck, Phase, given, settings
    from tests.fuzz.mutations import inputs
    from tests.fuzz.targets import TARGETS

    target = next(target for target in TARGETS if target.name == name)
    executions = 0
    last = b""

    @settings(
        max_examples=1000,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(inputs(target.seeds()))
    def attempt(data: bytes) -> None:
        nonlocal executions, last
        if monotonic() < end:
            executions, last = executions + 1, data
            target.run(data)

    end = monotonic() + seconds
    while monotonic() < end:
        try:
            attempt()
        except Exception as failure:  # noqa: BLE001 - that is what we look for
            kept = OUT / f"{name}-crash"
            kept.write_bytes(last)
            print(f"{name}: {type(failure).__name__}: {failure}; the input is in {kept}")
            return executions, False
    return executions, True


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("names", nargs="*", help="targets; all of them unless some are named")
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("--again", type=Path, help="only read this file")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    OUT.mkdir(exist_ok=True)
    if given.inside:
        inside(given.names[0], given.seconds)
    from tests.fuzz.targets import TARGETS

    known = [target.name for target in TARGETS]
    if unknown := [name for name in given.names if name not in known]:
        parser.error(f"there is no target '{unknown[0]}'; there is {', '.join(known)}")
    if given.again:
        for target in TARGETS:
            if target.name in given.names:
                target.run(given.again.read_bytes())
        return 0
    fuzz = guided if find_spec("atheris") else generated
    if fuzz is generated:
        print("atheris is not installed here: inputs come from Hypothesis, which does not see what they reach.")
    failed = []
    total = 0
    for name in given.names or known:
        executions, fine = fuzz(name, given.seconds)
        total += executions
        print(f"{name:15}{executions:>12,} executions{'' if fine else '  FAILED'}", flush=True)
        if not fine:
            failed.append(name)
    print(f"{'all':15}{total:>12,} executions, {len(failed)} targets failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
