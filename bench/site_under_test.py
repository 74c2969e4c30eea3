"""The site that throughput is measured on: 5,000 pages of about 36 KB with 60 links each, 12 hosts, from nginx."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

PAGES = 5_000
HOSTS = [f"127.0.0.{n}" for n in range(2, 14)]
_SYLLABLES = (
    "ba be bi bo da de di do fa fe ga go ha he ka ki la le li lo ma me mi mo na ne no pa pe ra re ri ro sa se ta te"
)
_TOPIC = ("rainstorm", "disaster", "rainfall", "weather", "meteorology")
_TOPIC_SHARE = 0.004


def address(page: int, port: int) -> str:
    return f"http://{HOSTS[page % len(HOSTS)]}:{port}/p{page}.html"


def write(folder: Path, port: int, seed: int = 1) -> int:
    """Write all pages below a folder a host; returns the bytes of a page on average."""
    rng = Random(seed)
    size = 0
    for host in HOSTS:
        (folder / host).mkdir(parents=True)
    for page in range(PAGES):
        html = _page(rng, page, port)
        size += len(html)
        (folder / HOSTS[page % len(HOSTS)] / f"p{page}.html").write_text(html)
    return size // PAGES


def _page(rng: Random, page: int, port: int) -> str:
    # A link to the next page keeps every page within reach; the others prefer low numbers, as real links do.
    targets = [(page + 1) % PAGES, *(int(PAGES * rng.random() ** 2) for _ in range(59))]
    parts = [
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page {page}: {_text(rng, 6)}</title>'
        f'<meta name="description" content="{_text(rng, 15)}"></head><body><nav><ul>'
    ]
    parts += [f'<li class="menu-item"><a href="{address(t, port)}">{_text(rng, 2)}</a></li>' for t in targets[:15]]
    parts.append(f"</ul></nav><article><h1>{_text(rng, 7)}</h1>")
    for number, target in enumerate(targets[15:]):
        link = f'<a class="inline" href="{address(target, port)}" title="{_text(rng, 3)}">{_text(rng, 3)}</a>'
        if number % 9 == 0:
            parts.append(f'<h2 id="s{number}">{_text(rng, 5)}</h2>')
        parts.append(
            f'<p class="text" data-n="{number}">{_text(rng, 50)} <b>{_text(rng, 2)}</b> {link} {_text(rng, 47)}</p>'
        )
    parts.append(f"</article><footer><p>{_text(rng, 30)}</p></footer></body></html>")
    return "\n".join(parts)


def _text(rng: Random, words: int) -> str:
    return " ".join(rng.choice(_TOPIC) if rng.random() < _TOPIC_SHARE else rng.choice(_WORDS) for _ in range(words))


def _vocabulary(rng: Random, size: int) -> list[str]:
    syllables = _SYLLABLES.split()
    return ["".join(rng.choices(syllables, k=rng.choice((1, 2, 2, 3, 3, 4)))) for _ in range(size)]


_WORDS = _vocabulary(Random(0), 20_000)


@contextmanager
def nginx(folder: Path, port: int) -> Iterator[None]:
    """Serve the folder on loopback; installs Debian's nginx when it can."""
    command = shutil.which("nginx") or "/usr/sbin/nginx"
    if not Path(command).exists() and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        subprocess.run(["apt-get", "install", "-y", "-qq", "nginx-light"], check=False)
    if not Path(command).exists():
        raise SystemExit("nginx is not here and could not be installed: the comparison needs a server in C")
    servers = "\n".join(
        f"server {{ listen {host}:{port}; root {folder}/{host}; default_type text/html; }}" for host in HOSTS
    )
    configuration = folder / "nginx.conf"
    configuration.write_text(
        f"daemon off; user root; pid {folder}/nginx.pid; error_log {folder}/error.log; worker_processes 1;\n"
        "events { worker_connections 1024; }\n"
        f"http {{ access_log off; sendfile on; keepalive_requests 100000; types {{ text/html html; }}\n"
        f"{servers}\n}}\n"
    )
    server = subprocess.Popen([command, "-c", str(configuration), "-e", str(folder / "error.log")])
    try:
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex((HOSTS[-1], port)) == 0:
                    break
            time.sleep(0.05)
        yield
    finally:
        server.terminate()
        server.wait()
