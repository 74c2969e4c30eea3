"""The `honeyguide` command: machine output on stdout, commentary on stderr.

Exit codes: 0 done, 1 refused input, 2 wrong usage, 3 could not run.
"""

from __future__ import annotations

import io
import sys

from honeyguide.errors import HoneyguideError


def main() -> None:
    from honeyguide.cli.app import app  # noqa: PLC0415

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        app()
    except HoneyguideError as wrong:
        from honeyguide.cli.terminal import complain  # noqa: PLC0415

        complain(str(wrong))
        sys.exit(wrong.exit_code)
    except KeyboardInterrupt:
        sys.exit(130)
