"""Webs replayed from WARC files, as fastwarc and warcio write them, whole and damaged."""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from honeyguide.errors import BadInput
from honeyguide.model import Fetched, Outcome
from honeyguide.storage.warc import info_record, response_record
from honeyguide.web.offline import PageSource, cache_folder, fetched, open_web


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


Response = tuple[str, str, list[tuple[str, str]], bytes]
HTML = [("Content-Type", "text/html; charset=gbk")]


def page(at: int, body: bytes = b"") -> Response:
    return f"http://one.example/p{at}.html", "200 OK", HTML, body or f"<title>page {at}</title>".encode() * 40


def archive(path: Path, responses: list[Response], *, packed: bool = True) -> list[int]:
    """Write a WARC file; gives where its records begin."""
    starts = []
    with path.open("wb") as file:
        writer = WARCWriter(file, gzip=packed)
        for url, status, headers, body in responses:
            starts.append(file.tell())
            head = StatusAndHeaders(status, headers, protocol="HTTP/1.1")
            writer.write_record(
                writer.create_warc_record(url, "response", payload=io.BytesIO(body), http_headers=head)
            )
    return starts


def opened(path: Path) -> PageSource:
    return open_web(f"warc:{path}")


@pytest.mark.parametrize("packed", [True, False])
def test_what_was_stored_is_answered_and_everything_else_is_not_found(tmp_path: Path, packed: bool) -> None:
    path = tmp_path / ("a.warc.gz" if packed else "a.warc")
    chinese = "<title>暴雨</title>".encode("gbk")
    moved: Response = ("http://one.example/old", "301 Moved", [("Location", "/p1.html")], b"")
    gone: Response = ("http://one.example/gone", "410 Gone", HTML, b"no")
    image: Response = ("http://one.example/a.png", "200 OK", [("Content-Type", "image/png")], b"\x89PNG")
    rules: Response = ("http://one.example/robots.txt", "200 OK", [("Content-Type", "text/plain")], b"User-agent: *")
    archive(path, [page(1, chinese), moved, gone, image, rules, page(2)], packed=packed)
    web = opened(path)
    assert list(web.urls()) == ["http://one.example/p1.html", "http://one.example/p2.html"]
    assert (len(web), web.broken, web.labels, web.links(page(1)[0])) == (2, 0, None, None)
    assert web.answer("http://ONE.example/p1.html#top").body == chinese
    assert web.answer(page(1)[0]).headers == tuple(HTML)
    redirect = fetched(moved[0], web.answer(moved[0]))
    assert (redirect.outcome, redirect.location) == (Outcome.REDIRECT, page(1)[0])
    assert web.answer(gone[0]).status == 410
    assert fetched(image[0], web.answer(image[0])).outcome is Outcome.NOT_HTML
    assert web.answer(rules[0]).body == rules[3]
    assert web.answer("http://one.example/").status == web.answer("http://two.example/robots.txt").status == 404
    assert web.answer("nonsense").status == 404


def test_an_archive_of_a_crawl_gives_back_compressed_bodies_as_they_came(tmp_path: Path) -> None:
    headers = (("Content-Type", "text/html"), ("Content-Encoding", "gzip"), ("Transfer-Encoding", "chunked"))
    body = gzip.compress(b"<title>rain</title>")
    stored = Fetched("https://one.example/", Outcome.PAGE, 200, "OK", headers, body)
    (tmp_path / "00001.warc.gz").write_bytes(info_record("test", 0.0) + response_record(stored))
    answer = open_web(f"warc:{tmp_path}").answer("https://one.example/")
    assert (answer.body, answer.headers) == (body, headers[:2])


def test_chunks_are_put_together_unless_the_archive_has_done_so_already(tmp_path: Path) -> None:
    chunked = [*HTML, ("Transfer-Encoding", "chunked")]
    one: Response = ("http://one.example/1", "200 OK", chunked, b"5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n")
    two: Response = ("http://one.example/2", "200 OK", chunked, b"<p>hello world</p>")
    archive(tmp_path / "a.warc.gz", [one, two])
    web = opened(tmp_path / "a.warc.gz")
    assert web.answer(one[0]).body == b"hello world"
    assert web.answer(two[0]).body == two[3]


def test_a_page_counts_before_an_error_and_a_later_page_before_an_earlier_one(tmp_path: Path) -> None:
    busy: Response = (page(1)[0], "503 Busy", HTML, b"later")
    archive(tmp_path / "a.warc.gz", [busy, page(1, b"first"), page(2)])
    archive(tmp_path / "b.warc.gz", [page(1, b"second"), busy])
    web = open_web("warc:a.warc.gz,b.warc.gz", base=tmp_path)
    assert web.answer(page(1)[0]).body == b"second"
    assert len(web) == 2


def test_a_broken_record_is_counted_and_skipped(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    starts = archive(path, [page(at) for at in range(6)])
    data = bytearray(path.read_bytes())
    middle = (starts[2] + starts[3]) // 2
    data[middle : middle + 20] = bytes(byte ^ 0x55 for byte in data[middle : middle + 20])
    data[starts[4]] = 0
    path.write_bytes(bytes(data[:-20]))
    web = opened(path)
    assert list(web.urls()) == [page(at)[0] for at in (0, 1, 3)]
    assert web.broken == 3


def test_a_broken_record_of_a_plain_file_is_counted_and_skipped(tmp_path: Path) -> None:
    path = tmp_path / "a.warc"
    starts = archive(path, [page(at) for at in range(6)], packed=False)
    data = bytearray(path.read_bytes())
    length = data.index(b"Content-Length: ", starts[1]) + 16
    data[length : length + 3] = b"999"  # swallows the next record
    data[starts[3] : starts[3] + 4] = b"XXXX"
    status = data.index(b"HTTP/1.1 200", starts[4])
    data[status : status + 4] = b"JUNK"
    path.write_bytes(bytes(data[:-30]))
    web = opened(path)
    assert list(web.urls()) == [page(at)[0] for at in (0, 2)]
    assert web.broken == 4


def test_the_index_is_made_once_and_again_when_the_file_changes(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    archive(path, [page(1)])
    first = opened(path)
    assert len(first) == 1
    (kept,) = cache_folder().glob("*.index")
    made = kept.stat().st_mtime_ns
    assert len(opened(path)) == 1
    assert kept.stat().st_mtime_ns == made
    archive(path, [page(1), page(2)])
    again = opened(path)
    assert len(again) == 2
    assert again.identity != first.identity


def test_a_damaged_index_is_made_again(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    archive(path, [page(1)])
    assert len(opened(path)) == 1
    (kept,) = cache_folder().glob("*.index")
    kept.write_bytes(b"\xc1 nothing")
    assert len(opened(path)) == 1


def bad_archives(folder: Path) -> Iterator[tuple[Path, str]]:
    (folder / "page.warc").write_bytes(b"<html>")
    yield folder / "page.warc", "is no WARC file"
    (folder / "empty.warc.gz").write_bytes(b"")
    yield folder / "empty.warc.gz", "no page in it"
    archive(folder / "plain.warc", [page(1), page(2)], packed=False)
    (folder / "whole.warc.gz").write_bytes(gzip.compress((folder / "plain.warc").read_bytes()))
    yield folder / "whole.warc.gz", "is compressed as a whole"
    yield folder / "absent.warc.gz", "there is no such file"
    (folder / "none").mkdir()
    yield folder / "none", "no WARC files"


def test_what_is_no_archive_is_refused_in_one_sentence(tmp_path: Path) -> None:
    for path, why in bad_archives(tmp_path):
        with pytest.raises(BadInput, match=why) as refused:
            len(opened(path))
        assert str(path) in str(refused.value)


def test_the_same_web_can_be_opened_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a folder").mkdir()
    archive(tmp_path / "a folder" / "a,b.warc.gz", [page(1)])
    web = open_web("warc:a folder/a,b.warc.gz", base=tmp_path)
    monkeypatch.chdir("/")
    assert list(open_web(web.spec).urls()) == list(web.urls()) == [page(1)[0]]
    assert open_web(web.spec).identity == web.identity


def test_a_host_of_a_replayed_web_always_takes_the_same_time(tmp_path: Path) -> None:
    archive(tmp_path / "a.warc.gz", [page(1)])
    web = opened(tmp_path / "a.warc.gz")
    times = sorted(web.latency(f"host-{at}.example") for at in range(400))
    assert times == sorted(opened(tmp_path / "a.warc.gz").latency(f"host-{at}.example") for at in range(400))
    assert 0.13 < times[200] < 0.17
    assert 0.01 < times[0] < times[-1] < 2.0
