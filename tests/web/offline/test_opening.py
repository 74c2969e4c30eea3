"""What a person can write for a web, and the synthetic web under that name."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from honeyguide.errors import BadInput, CannotRun
from honeyguide.model import Link, Outcome
from honeyguide.parsing.html import parse
from honeyguide.web.offline import SimulatedWeb, cache_folder, open_web
from honeyguide.web.response import Answer


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("synthetik:seed=1", "did you mean 'synthetic'"),
        ("pages.warc.gz", "write it like synthetic:"),
        ("https://example.org/", "is no web"),
        ("warc:", "names no file"),
        ("folder: ", "names no folder"),
        ("synthetic:sed=1", "did you mean 'seed'"),
        ("synthetic:pages=many", "must be a whole number"),
        ("warc:absent-*.warc", "no WARC files"),
    ],
)
def test_what_is_no_web_is_refused_in_one_sentence(spec: str, why: str) -> None:
    with pytest.raises(BadInput, match=why) as refused:
        open_web(spec)
    assert "\n" not in str(refused.value)


def test_a_synthetic_web_is_opened_again_from_its_spec() -> None:
    web = open_web("synthetic: seed=3, pages=600 ,hosts=20,share=0.1")
    again = open_web(web.spec)
    assert web.spec == again.spec == "synthetic:seed=3,pages=600,hosts=20,share=0.1"
    assert web.identity == again.identity
    assert web.identity != open_web("synthetic:seed=4,pages=600,hosts=20,share=0.1").identity
    assert list(web.urls()) == list(again.urls())
    assert len(web) == len(set(web.urls())) == 600


def test_a_synthetic_web_knows_what_a_crawler_follows() -> None:
    web = open_web("synthetic:seed=3,pages=400,hosts=12,redirects=0,words=60")
    for url in list(web.urls())[::9]:
        page = parse(web.answer(url).body.decode("utf-8", "replace"), url, max_links=1000)
        spelled = {link.url for link in page.links if not link.nofollow}
        known = web.links(url)
        assert known is not None
        assert set(known) == {link for link in spelled if "/gone/" not in link and "/private/" not in link}
    assert web.links("http://nowhere.example/") is None


def test_the_cache_is_where_the_desktop_standard_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "x"))
    assert cache_folder() == tmp_path / "x/honeyguide"
    assert cache_folder().is_dir()
    monkeypatch.setenv("HOME", str(tmp_path))
    for not_usable in ("", "relative"):
        monkeypatch.setenv("XDG_CACHE_HOME", not_usable)
        assert cache_folder() == tmp_path / ".cache/honeyguide"
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with pytest.raises(CannotRun, match="XDG_CACHE_HOME"):
        cache_folder()


class Strict:
    """A web that keeps crawlers out, in a gzipped robots.txt of an odd type."""

    def answer(self, url: str) -> Answer:
        if url.endswith("/robots.txt"):
            import gzip

            rules = gzip.compress(b"User-agent: *\nDisallow: /no")
            return Answer(200, (("Content-Type", "application/x-rules"), ("Content-Encoding", "gzip")), rules)
        return Answer(206, (("Content-Type", "text/html"),), b"<p>yes")

    def latency(self, host: str) -> float:
        return 2.0


def test_the_source_keeps_to_rules_whatever_their_type_and_takes_virtual_time() -> None:
    async def crawl() -> None:
        source = SimulatedWeb(Strict(), start=0.0)
        page = await source.fetch(Link(0, "https://one.example/yes", 0))
        assert (page.outcome, page.status, page.body) == (Outcome.PAGE, 206, b"<p>yes")
        assert 5.0 < source.now() < 5.1  # the host rests for a second after robots.txt
        assert (await source.fetch(Link(1, "https://one.example/no", 0))).outcome is Outcome.ROBOTS
        await source.close()

    asyncio.run(crawl())
