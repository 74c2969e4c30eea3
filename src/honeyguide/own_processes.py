"""Commands of ours as processes of their own, which go on when this one ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from honeyguide import known_places
from honeyguide.config import PREFIX
from honeyguide.plugins import PLUGINS


def begin(log: Path, *arguments: str | Path) -> subprocess.Popen[bytes]:
    """`honeyguide` with these arguments, in a session of its own; what it says goes to the end of a file.

    Settings of our environment are not passed on, but for plug-ins; places that were named are.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    if PLUGINS in os.environ:
        environment[PLUGINS] = os.environ[PLUGINS]
    if places := known_places.for_children():
        environment[known_places.VARIABLE] = places
    with log.open("ab") as said:
        return subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "honeyguide", *map(str, arguments)],
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            env=environment,
            start_new_session=True,
        )


def command_of(process: int) -> list[str]:
    """The command line of a process; empty where it cannot be seen."""
    try:
        return Path(f"/proc/{process}/cmdline").read_text("utf-8", errors="replace").split("\0")
    except OSError:
        pass
    shown = subprocess.run(  # noqa: S603
        ["/bin/ps", "-ww", "-o", "args=", "-p", str(process)], check=False, capture_output=True, text=True
    )
    return shown.stdout.split()


def last_words(log: Path, before: int = 0) -> str:
    """What a process said last of what went wrong, after so many bytes of its log."""
    with log.open("rb") as file:
        file.seek(before)
        lines = file.read(100_000).decode("utf-8", "replace").splitlines()
    said = [line.removeprefix("honeyguide: ") for line in lines if line.startswith("honeyguide: ")]
    return said[-1] if said else ""
