"""The command in a process of its own, forked from one that has loaded it: real signals and codes, no start-up."""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.connection import wait
from pathlib import Path
from threading import Lock

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["tests.everything_loaded"])
_LOOKING = Lock()
"""Who starts a process looks how all others ended. Of two threads that look at once, one reads the code, which can be
read but once, and the other takes 255 for it."""


class WarmProcess:
    """Begins at once. `out` and `err` are what it has said so far; -9 is the code of one that was killed."""

    def __init__(
        self,
        *arguments: str | Path,
        cwd: Path | None = None,
        stdin: bytes = b"",
        env: Mapping[str, str] | None = None,
        err: Path | None = None,
    ) -> None:
        self._folder = tempfile.TemporaryDirectory()
        streams = [Path(self._folder.name, name) for name in ("in", "out", "err")]
        streams[2] = err or streams[2]
        streams[0].write_bytes(stdin)
        _, self._out, self._err = streams
        for stream in streams[1:]:
            stream.touch()  # one that is killed at once has said nothing
        told = ([*map(str, arguments)], str(cwd or Path.cwd()), {**os.environ, **(env or {})}, streams)
        self._process = _FORKS.Process(target=_command, args=told)
        with _LOOKING:
            self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def out(self) -> bytes:
        return self._out.read_bytes()

    @property
    def err(self) -> bytes:
        return self._err.read_bytes()

    def poll(self) -> int | None:
        with _LOOKING:
            return self._process.exitcode

    def wait(self, seconds: float = 550) -> int:
        wait([self._process.sentinel], seconds)
        code = self.poll()
        if code is None:
            self.kill()
            raise AssertionError(f"the command has not ended after {seconds:g} seconds:\n{self.err.decode()}")
        return code

    def kill_when(self, ready: Callable[[], bool]) -> None:
        """With SIGKILL as soon as that is so; nothing is left to kill when it has ended by itself."""
        while self.poll() is None and not ready():
            time.sleep(0.003)
        self.kill()

    def kill(self) -> None:
        self._process.kill()
        wait([self._process.sentinel])


def _command(arguments: Sequence[str], cwd: str, env: Mapping[str, str], streams: Sequence[Path]) -> None:
    import aiohttp

    import honeyguide
    from honeyguide.cli import main

    for at, file in enumerate(streams):
        opened = os.open(file, os.O_WRONLY | os.O_CREAT if at else os.O_RDONLY)
        os.dup2(opened, at)
        os.close(opened)
    opened_as = (open(at, "w" if at else "r", encoding="utf-8", closefd=False) for at in range(3))  # noqa: SIM115
    sys.stdin, sys.stdout, sys.stderr = opened_as
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    if "SSL_CERT_FILE" in env:  # which aiohttp reads when it is imported
        aiohttp.connector._SSL_CONTEXT_VERIFIED.load_verify_locations(env["SSL_CERT_FILE"])
    sys.argv = [str(Path(honeyguide.__file__).with_name("__main__.py")), *arguments]
    sys.modules["__main__"].__package__ = "honeyguide"  # as `python -m honeyguide` has it
    main()
