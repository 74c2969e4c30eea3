"""A crawl whose server or proxy is gone, with the command: it ends, says so, and goes on when that is back."""

from __future__ import annotations

import asyncio

from tests.cli.conftest import Command
from tests.local_web import local_web

from honeyguide import demo
from honeyguide.web.response import Answer
from honeyguide.web.server import serving

HTML = (("Content-Type", "text/html; charset=utf-8"),)
BODY = "".join(f"<a href='/{name}'>rain</a> " for name in range(12)).encode()
SEEDS = ["http://a.example/", "http://b.example/"]


def answer(url: str) -> Answer:
    return Answer(404) if url.endswith("robots.txt") else Answer(200, HTML, BODY)


def test_a_crawl_goes_on_without_a_loss_when_its_server_is_back(honeyguide: Command) -> None:
    flags = ("--workers", "0", "--encoder", "none", "--delay", "0", "--quiet", "--json")
    with local_web(answer) as web:
        given = ("--connect-to", web.address, "--pages", "5", *flags)
        first = honeyguide("crawl", "rainstorm-disaster", *SEEDS, "--out", "c", *given)
    assert (first.code, first.json["pages"]) == (0, 5), first.err
    gone = honeyguide("resume", "c", "--pages", "26", *flags)
    assert gone.code == 4
    says = f"nobody listens at {web.address}"
    assert f"{says} (setting connect_to)" in gone.err
    assert (gone.json["why_stopped"], gone.json["waiting"]) == (says, first.json["waiting"])
    assert gone.json["seconds"] < 5

    async def resumed() -> int:
        async with serving(answer, int(web.address.rpartition(":")[2])):
            said = await asyncio.to_thread(honeyguide, "resume", "c", *flags)
        return int(said.json["pages"])

    assert asyncio.run(resumed()) == 26


def test_a_proxy_that_is_not_there_costs_no_link(honeyguide: Command) -> None:
    with local_web(answer) as web:
        proxy = f"http://{web.address}"
    given = ("--proxy", proxy, "--out", "c", "--workers", "0", "--quiet", "--json")
    said = honeyguide("crawl", "rainstorm-disaster", "http://a.example/", *given)
    assert said.code == 4
    assert f"the proxy {web.address} cannot be reached: connection refused" in said.err
    assert (said.json["why_stopped"], said.json["waiting"]) == (f"nobody listens at {proxy}", 1)


def test_a_demo_that_was_killed_is_sent_to_the_command_that_serves_its_web(honeyguide: Command) -> None:
    out = honeyguide.folder / "d"
    with demo.serving(3) as server:
        crawling = demo.crawl(server.address, out, pages=8, seed=3, strategy="ops", workers=0)
        demo.mark(out, 3)
        crawling.finish()
    said = honeyguide("resume", "d", "--pages", "12")
    assert said.code == 4
    (line,) = [line for line in said.err.splitlines() if "demo --keep d --seed 3" in line]
    assert "goes on" in line
    done = honeyguide("demo", "--keep", "d", "--seed", "3", "--strategy", "ops", "--pages", "12", "--json")
    assert (done.code, done.json["pages"]) == (0, 12), done.err
