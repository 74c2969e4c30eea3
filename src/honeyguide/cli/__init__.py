"""The `honeyguide` command: machine output on stdout, stderr on stderr.

Exit codes: 0 done, 1 refused input, 2 wrong usage, 3 could not run, 4 no page came, 130 interrupted.
"""

from __future__ import annotations

import io
import sys

from honeyguide.cli.terminal import INTERRUPTED, complain
from honeyguide.errors import CannotRun, HoneyguideError


def main() -> None:
    if sys.platform == "win32":
        complain("Honeyguide runs on Linux and macOS; on Windows, run it in WSL")
        sys.exit(CannotRun.exit_code)

    from honeyguide.process_limits import compute_in_one_thread  # noqa: PLC0415  # Windows has no such limits

    compute_in_one_thread()
    from honeyguide.cli.app import command  # noqa: PLC0415
    from honeyguide.storage.errors import DatabaseError  # noqa: PLC0415

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        command(prog_name="honeyguide")
    except HoneyguideError as wrong:
        complain(str(wrong))
        sys.exit(wrong.exit_code)
    except DatabaseError as wrong:
        complain(f"the database of the crawl cannot be used: {wrong}")
        sys.exit(CannotRun.exit_code)
    except OSError as wrong:
        complain(f"{wrong.filename or 'this machine'}: {wrong.strerror or wrong}")
        sys.exit(CannotRun.exit_code)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
