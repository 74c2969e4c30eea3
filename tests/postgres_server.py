"""A private PostgreSQL server: on a socket in a temporary folder, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
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


@contextmanager
def server(*, durable: bool = False) -> Iterator[str]:
    """Yields the address of a database whose owner `reader` must give the password; it may wait for its disk."""
    bin_folder = programs_or_install()
    run_as = account()
    with tempfile.TemporaryDirectory(prefix="hg-pg-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "password").write_text(PASSWORD)
        if run_as:
            for path in (folder, folder / "password"):
                os.chown(path, run_as["user"], run_as["group"])
        environment = {"PATH": str(bin_folder), "LC_ALL": "C", "TZ": "UTC", "HOME": name}
        initialise = f"--pgdata={folder / 'data'} --pwfile={folder / 'password'} --username=reader --no-sync"
        made = subprocess.run(
            [bin_folder / "initdb", *initialise.split(), "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C"],
            check=False,
            env=environment,
            cwd=name,
            capture_output=True,
            text=True,
            timeout=120,
            **run_as,
        )
        if made.returncode:
            raise Unavailable(f"initdb failed: {made.stderr.strip()}")
        options = ["-c", "listen_addresses=", "-c", f"fsync={'on' if durable else 'off'}"]
        running = subprocess.Popen(
            [bin_folder / "postgres", "-D", folder / "data", "-k", name, *options],
            env=environment,
            cwd=name,
            stderr=subprocess.DEVNULL,
            **run_as,
        )
        try:
            address = f"postgresql://reader:{quote(PASSWORD, safe='')}@/postgres?host={quote(name, safe='')}"
            _wait(address, running)
            yield address
        finally:
            running.send_signal(signal.SIGINT)  # without waiting for clients
            running.wait(120)


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
