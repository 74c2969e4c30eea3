"""The commands of the documents, run as they stand, one after the other; all are understood at least.

Their addresses are answered by a local server that speaks TLS, whose certificate the environment makes valid.
"""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.local_web import local_web
from tests.warm_process import WarmProcess
from tests.web.local_proxy import local_proxy

from honeyguide import open_crawl
from honeyguide.cli.app import command
from honeyguide.web.response import Answer

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
HOSTS = ("news.example", "weather.example", "shop.example", "example.org")
SETS_UP = ("make ", "python3 -m venv ", ". ", "pip install ", "honeyguide demo")
"""What is tested with the wheel, the Makefile and the demo."""
NEEDS_DATA = ("honeyguide lexicon add ", "honeyguide topic eval ", "honeyguide lab ", "honeyguide insight evolution ")
"""Lexicons, labelled webs, corpora and a crawl with events, which is more than a handful of pages."""

RAIN = "Heavy rain fell for three days and the river rose. A rainstorm disaster: {} streets stand under water."
PAGES = {
    "/": ("Front page", "News of today. " * 10),
    "/flood": ("Flood in the valley", f"A flood after heavy rain, and a red alert. {RAIN} " * 4),
    "/story.html": (
        "Rainstorm over the harbour",
        f"The rainstorm brought a flood. {RAIN} 今晨发布暴雨红色预警。 " * 4,
    ),
    "/today": ("Rainfall today", f"Rainfall and a rainstorm disaster at the coast. {RAIN} " * 4),
    "/football.html": ("Football", "The football match ended without a goal before many people in the stadium. " * 6),
    "/boots": ("Boots", "Boots of leather, in all sizes and colours, and what they cost in our shop. " * 6),
}


def page(title: str, text: str, links: str = "") -> str:
    feed = '<link rel="alternate" type="application/rss+xml" href="/feed.xml">'
    date = feed + '<meta property="article:published_time" content="2026-07-01T08:00:00+02:00">'
    return f"<html lang=en><title>{title}</title>{date}<article><h1>{title}</h1><p>{text}</p></article>{links}</html>"


SITEMAP = "<urlset><url><loc>https://news.example/flood</loc></url></urlset>"
FEED = "<rss><channel><item><title>Rainfall</title><link>https://news.example/today</link></item></channel></rss>"
LISTS = {
    "/sitemap.xml": ("application/xml", SITEMAP),
    "/feed.xml": ("application/rss+xml", FEED),
    "/robots.txt": ("text/plain", "Sitemap: https://news.example/sitemap.xml\n"),
}


def site(url: str) -> Answer:
    path = "/" + url.split("/", 3)[3]
    if path in LISTS:
        kind, listed = LISTS[path]
        return Answer(200, (("Content-Type", kind),), listed.encode())
    links = "".join(
        f"<a href='https://{host}{other}'>{name[0]}</a> " for host in HOSTS[:3] for other, name in PAGES.items()
    )
    title, text = PAGES.get(path, ("", ""))
    body = page(title, text.replace("{}", str(len(path))), links if path == "/" else "").encode()
    return Answer(200 if title else 404, (("Content-Type", "text/html; charset=utf-8"),), body)


@contextmanager
def over_tls(address: str, certificate: Path) -> Iterator[str]:
    """The address where a server that speaks plain HTTP is reached over TLS."""
    host, port = address.split(":")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    ready, loop, told = threading.Event(), asyncio.new_event_loop(), [""]
    done = asyncio.Event()

    async def pass_on(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65536):
                target.write(data)
                await target.drain()
        except (ConnectionError, ssl.SSLError):
            pass
        finally:
            target.close()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, questions = await asyncio.open_connection(host, int(port))
        await asyncio.gather(pass_on(reader, questions), pass_on(answers, writer))

    async def serve() -> None:
        server = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=context)
        told[0] = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        ready.set()
        await done.wait()
        server.close()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    ready.wait()
    try:
        yield told[0]
    finally:
        loop.call_soon_threadsafe(done.set)
        thread.join()
        loop.close()


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment in which the addresses of the documents are answered."""
    certificate, names = tmp_path / "ours.pem", ",".join(f"DNS:{host}" for host in HOSTS)
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=documents"]
    subprocess.run(
        [*made, "-addext", f"subjectAltName={names}", "-keyout", certificate, "-out", tmp_path / "public.pem"],
        check=True,
        capture_output=True,
    )
    public = (tmp_path / "public.pem").read_text()
    certificate.write_text(certificate.read_text() + public)
    with local_web(site) as plain, over_tls(plain.address, certificate) as address:
        (tmp_path / ".curlrc").write_text(f'connect-to = "::{address}"\ncacert = "{tmp_path / "public.pem"}"\n')
        yield {
            **os.environ,
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
            "SSL_CERT_FILE": str(tmp_path / "public.pem"),
            "CURL_HOME": str(tmp_path),
            "XDG_DATA_HOME": str(tmp_path / "data"),
            "HONEYGUIDE_CONNECT_TO": address,
            "HONEYGUIDE_DELAY": "0",
            "HONEYGUIDE_WORKERS": "0",
        }


def lines(document: Path) -> list[str]:
    """Every line that is shown as one for a shell, but those of fenced blocks."""
    text = re.sub(r"^```.*?^```", "", document.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    return [line[4:] for line in re.findall(r"(?<=\n)    \S.*", text) if re.match(r"    (\S+ \| )?[a-z.]+ ", line)]


def texts(folder: Path, count: int, says: str) -> None:
    folder.mkdir(parents=True)
    for number in range(count):
        (folder / f"{number}.txt").write_text(says.replace("{}", str(number)), "utf-8")


def run_in_order(
    document: str, folder: Path, environment: dict[str, str], skipped: tuple[str, ...] = ()
) -> list[str]:
    ran = []
    for line in lines(ROOT / document):
        if line.startswith((*SETS_UP, *skipped)):
            continue
        code, out, err = run(line, folder, environment)
        assert code == 0, f"{line}\n{out[-1000:]}\n{err[-2000:]}"
        ran.append(line)
    return ran


def run(line: str, folder: Path, environment: dict[str, str]) -> tuple[int, str, str]:
    """By a shell, unless it is our command alone with words in which a shell would change nothing but quotes."""
    if line.startswith("honeyguide ") and not re.search(r"[|&;<>()$`\\*?\[\]#~{}!]", line):
        process = WarmProcess(*shlex.split(line)[1:], cwd=folder, env=environment)
        return process.wait(200), process.out.decode(), process.err.decode()
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line],
        check=False, cwd=folder, env=environment, capture_output=True, text=True, timeout=200,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@pytest.mark.slow
def test_the_commands_of_the_readme_work_one_after_the_other(tmp_path: Path, shell: dict[str, str]) -> None:
    folder = tmp_path / "here"
    for name in ("saved-pages", "good-pages", "abstracts"):
        texts(folder / name, 6, f"A flood after heavy rain, number {{}}. {RAIN}")
    texts(folder / "other-pages", 6, "A football match, number {}, in the stadium before many people.")
    ran = run_in_order("README.md", folder, shell)
    assert len(ran) >= 15
    assert (folder / "rain" / "crawl.db").exists()
    assert (folder / "floods" / "crawl.db").exists()
    assert (folder / "rain-insight.html").exists()


@pytest.mark.slow
def test_the_commands_of_the_package_work_one_after_the_other(tmp_path: Path, shell: dict[str, str]) -> None:
    (tmp_path / "here").mkdir()
    assert len(run_in_order("docs/package.md", tmp_path / "here", shell)) == 4


@pytest.mark.slow
def test_the_commands_on_scope_work_one_after_the_other(tmp_path: Path, shell: dict[str, str]) -> None:
    (tmp_path / "here").mkdir()
    assert len(run_in_order("docs/scope.md", tmp_path / "here", shell)) == 7
    found = {name: open_crawl(tmp_path / "here" / name) for name in ("mapped", "fed", "listed")}
    assert {page.url for page in found["mapped"].pages(relevant=True)} == {"https://news.example/flood"}
    assert {page.url for page in found["fed"].pages(relevant=True)} == {"https://news.example/today"}
    assert {f"https://news.example/{name}.xml" for name in ("sitemap", "feed")} <= {
        page.url for page in found["listed"].pages()
    }


def understood(words: list[str]) -> None:
    """That the command line takes these words; nothing is run."""
    part: Any = command
    words = list(words)
    context = part.make_context("honeyguide", words)
    while hasattr(part, "resolve_command"):
        rest = [*context._protected_args, *context.args]
        name, part, rest = part.resolve_command(context, rest)
        context = part.make_context(name, rest, parent=context)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_command_of_the_documents_is_understood(document: Path) -> None:
    for line in lines(document):
        for part in re.split(r" \| |; ", line.replace("[", "").replace("]", "")):
            words = shlex.split(part, comments=True)
            if words[0] == "honeyguide":
                words = words[1 : words.index(">")] if ">" in words else words[1:]
                try:
                    understood(words)
                except Exception as wrong:
                    raise AssertionError(f"{document.name}: {line}: {wrong!r}") from wrong


@pytest.mark.slow
def test_the_commands_of_the_guide_work_one_after_the_other(tmp_path: Path, shell: dict[str, str]) -> None:
    folder = tmp_path / "here"
    for name, says in (
        ("news/weather", RAIN),
        ("news/sport", "A football match, number {}."),
        ("pages", "News no. {}."),
    ):
        texts(folder / name, 30 if name == "pages" else 6, says)
    texts(folder / "good", 6, RAIN)
    texts(folder / "papers", 6, f"A rainstorm disaster, number {{}}. {RAIN}")
    texts(folder / "bad", 6, "A football match, number {}, in the stadium before many people.")
    (folder / "good-urls.txt").write_text("https://news.example/flood\nhttps://news.example/story.html\n")
    (folder / "gardens.toml").write_text(
        'name = "gardens"\nrelevance = "tag-vsm:threshold=0.2"\n[keywords]\nflood = 1\n"heavy rain" = 1\n'
    )
    saved = page(*PAGES["/story.html"])
    (folder / "saved.html").write_text(saved, "utf-8")
    (folder / "folder-of-pages").mkdir()
    (folder / "folder-of-pages" / "one.html").write_text(saved, "utf-8")
    ran = run_in_order("docs/using.md", folder, shell, NEEDS_DATA)
    assert len(ran) >= 30


@pytest.mark.slow
def test_the_commands_about_access_work_one_after_the_other(tmp_path: Path, shell: dict[str, str]) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    text = (ROOT / "docs/access.md").read_text("utf-8")
    (folder / "logins.toml").write_text(text.split("```toml\n")[1].split("```")[0], "utf-8")
    secrets = {name: f"secret-{name}" for name in ("NEWS_PASSWORD", "WEATHER_TOKEN", "WEATHER_KEY")}
    (with_proxy,) = [line for line in lines(ROOT / "docs/access.md") if "--proxy" in line]
    assert len(run_in_order("docs/access.md", folder, shell | secrets, (with_proxy,))) == 3
    host, port = shell["HONEYGUIDE_CONNECT_TO"].split(":")
    with local_proxy((host, int(port))) as proxy:
        direct = {name: value for name, value in shell.items() if name != "HONEYGUIDE_CONNECT_TO"}
        line = with_proxy.replace("http://proxy.example:3128", proxy.url)
        done = subprocess.run(
            ["bash", "-c", line], check=False, cwd=folder, env=direct, capture_output=True, text=True
        )
    assert done.returncode == 0, done.stderr
    assert "CONNECT news.example:443" in proxy.asked


WORK = sorted(ROOT.glob("docs/work/*.md"))
COMMANDS = {
    "crawler-research": 4, "documentation": 6, "library": 10, "machine-learning": 6, "newsroom": 9, "operations": 12,
}  # fmt: skip
"""Of each page of `docs/work/`, how many there are: a page whose lines are not found runs none."""


@pytest.mark.slow
@pytest.mark.parametrize("work", COMMANDS)
def test_the_commands_for_each_kind_of_work_run_as_they_stand(work: str, tmp_path: Path) -> None:
    document = ROOT / f"docs/work/{work}.md"
    for name, text in re.findall(r"```toml\n# (\S+)\n(.*?)```", document.read_text("utf-8"), re.DOTALL):
        (tmp_path / name).write_text(text)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "XDG_DATA_HOME": str(tmp_path), "HONEYGUIDE_WORKERS": "0"}
    assert len(run_in_order(f"docs/work/{work}.md", tmp_path, environment)) == COMMANDS[work]


def test_every_kind_of_work_has_a_page_of_one_screen_that_the_readme_names() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert {page.stem for page in WORK} == {"README", *COMMANDS}
    for work in COMMANDS:
        assert f"(docs/work/{work}.md)" in readme
        assert f"({work}.md)" in (ROOT / "docs/work/README.md").read_text("utf-8")
        assert len((ROOT / f"docs/work/{work}.md").read_text("utf-8").splitlines()) <= 50
