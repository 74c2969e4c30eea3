"""A private S3 server, on loopback."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

KEYS = {"AWS_ACCESS_KEY_ID": "AKIAUNDERTEST", "AWS_SECRET_ACCESS_KEY": "geheim/under+test"}
"""Moto takes any; what matters is where they turn up."""


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@contextmanager
def server(port: int) -> Iterator[str]:
    """Yields its address; all that it holds is in its memory."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("AWS_")}
    running = subprocess.Popen(
        [Path(sys.executable).parent / "moto_server", "-H", "127.0.0.1", "-p", str(port)],
        env=environment | {"no_proxy": "*"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(300):
            try:
                urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"{address}/moto-api/", timeout=5)
                break
            except OSError:
                assert running.poll() is None, "moto did not come up"
                time.sleep(0.1)
        yield address
    finally:
        running.kill()
        running.wait()
