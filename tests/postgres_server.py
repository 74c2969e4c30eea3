"""A private PostgreSQL server: on a socket in a temporary folder, gone afterwards."""

from __future__ import annotations

import os
import pwd
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any
from urllib.parse import quote

import psycopg

PASSWORD = "c0rrect/h@rse:battery"


class Unavailable(Exception):
    """Why there is no server."""


def programs() -> Path:
    """The folder that holds initdb and postgres."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if found := shutil.which("initdb"):
        folders.insert(0, Path(found).resolve().parent)
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise Unavailable("initdb and postgres are neither on the PATH nor in /usr/lib/postgresql")


def programs_or_install() -> Path:
    try:
        return programs()
    except Unavailable:
        if os.getuid() != 0 or not shutil.which("apt-get"):
            raise
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", "postgresql"]):
        try:
            subprocess.run(
                ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=60", *command],
                env=environment,
                check=True,
                capture_output=True,
                timeout=75,
            )
        except (subprocess.SubprocessError, OSError) as error:
            raise Unavailable(f"apt-get {command[0]} failed: {error}") from None
    return programs()


def account() -> dict[str, Any]:
    """Whom to run as: postgres refuses to be root."""
    if os.getuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    raise Unavailable("postgres refuses to run as root, and there is no user postgres or nobody")


class Server:
    """One that can be stopped and started again."""

    def __init__(self, folder: Path, programs: Path, *, durable: bool) -> None:
        self.address = f"postgresql://reader:{quote(PASSWORD, safe='')}@/postgres?host={quote(str(folder), safe='')}"
        self._folder = folder
        self._programs = programs
        self._run_as = account()
        self._environment = {"PATH": str(programs), "LC_ALL": "C", "TZ": "UTC", "HOME": str(folder)}
        self._options = ["-c", "listen_addresses=", "-c", f"fsync={'on' if durable else 'off'}"]
        self._initialise()
        self.start()

    def _initialise(self) -> None:
        folder = self._folder
        (folder / "password").write_text(PASSWORD)
        if self._run_as:
            for path in (folder, folder / "password"):
                os.chown(path, self._run_as["user"], self._run_as["group"])
        given = f"--pgdata={folder / 'data'} --pwfile={folder / 'password'} --username=reader --no-sync"
        made = subprocess.run(
            [self._programs / "initdb", *given.split(), "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C"],
            check=False,
            env=self._environment,
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=120,
            **self._run_as,
        )
        if made.returncode:
            raise Unavailable(f"initdb failed: {made.stderr.strip()}")

    def start(self) -> None:
        self._running = subprocess.Popen(
            [self._programs / "postgres", "-D", self._folder / "data", "-k", self._folder, *self._options],
            env=self._environment,
            cwd=self._folder,
            stderr=subprocess.DEVNULL,
            **self._run_as,
        )
        try:
            _wait(self.address, self._running)
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Without waiting for clients."""
        self._running.send_signal(signal.SIGINT)
        self._running.wait(120)


@contextmanager
def server(*, durable: bool = False) -> Iterator[str]:
    """Yields the address of a database whose owner `reader` must give the password; it may wait for its disk."""
    with restartable(durable=durable) as running:
        yield running.address


@contextmanager
def own_database(address: str) -> Iterator[str]:
    """Yields the address of an empty one on that server, gone afterwards."""
    name = f"own_{token_hex(4)}"
    with psycopg.connect(address, autocommit=True) as running:
        running.execute(f"CREATE DATABASE {name}")
    try:
        yield re.sub(r"/\w+\?", f"/{name}?", address)
    finally:
        with psycopg.connect(address, autocommit=True) as running:
            running.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def restartable(*, durable: bool = False) -> Iterator[Server]:
    found = programs_or_install()
    with tempfile.TemporaryDirectory(prefix="hg-pg-", ignore_cleanup_errors=True) as name:
        running = Server(Path(name), found, durable=durable)
        try:
            yield running
        finally:
            running.stop()


def _wait(address: str, running: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        try:
            psycopg.connect(address, connect_timeout=5).close()
        except psycopg.OperationalError:
            if running.poll() is not None:
                break
            time.sleep(0.1)
        else:
            return
    raise Unavailable("postgres did not come up")
