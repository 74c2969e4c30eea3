import gzip
import io
from pathlib import Path
from uuid import UUID

from fastwarc import ArchiveIterator
from warcio.archiveiterator import ArchiveIterator as WarcioIterator

from honeyguide.model import Fetched, Outcome
from honeyguide.storage.raw_responses import read_raw
from honeyguide.storage.warc import WarcWriter, info_record, response_record

BODY = "<p>暴雨 warning</p>".encode()


def fetched(url: str = "http://a.example/x", body: bytes = BODY) -> Fetched:
    headers = (("Content-Type", "text/html; charset=utf-8"), ("Transfer-Encoding", "chunked"))
    return Fetched(url, Outcome.PAGE, 200, "OK", headers, body, at=1_700_000_000.25)


def test_warcio_reads_the_response_back() -> None:
    stream = io.BytesIO(info_record("honeyguide/test", 1_700_000_000.0) + response_record(fetched()))
    info, response = [
        (r.rec_type, r.rec_headers, r.http_headers, r.content_stream().read()) for r in WarcioIterator(stream)
    ]
    assert info[0] == "warcinfo"
    assert b"honeyguide/test" in info[3]
    kind, headers, http, body = response
    assert kind == "response"
    assert headers.get_header("WARC-Target-URI") == "http://a.example/x"
    assert headers.get_header("WARC-Date") == "2023-11-14T22:13:20.250000Z"
    assert UUID(headers.get_header("WARC-Record-ID")[1:-1]).version == 4
    assert headers.protocol == "WARC/1.1"
    assert http.get_statuscode() == "200"
    assert http.get_header("Transfer-Encoding") is None
    assert body == BODY


def test_fastwarc_reads_the_response_back() -> None:
    stream = io.BytesIO(response_record(fetched()))
    read = [
        (record.headers["WARC-Target-URI"], record.http_headers.status_code, record.reader.read())
        for record in ArchiveIterator(stream, parse_http=True)
    ]
    assert read == [("http://a.example/x", 200, BODY)]


def test_a_hostile_header_cannot_forge_another_record() -> None:
    evil = Fetched(
        "http://a.example/",
        Outcome.PAGE,
        200,
        "OK\r\nX: y",
        (("X-Evil", "1\r\n\r\nWARC/1.1\r\nWARC-Type: response"),),
        BODY,
    )
    (record,) = list(WarcioIterator(io.BytesIO(response_record(evil))))
    assert record.http_headers.get_header("X-Evil") == "1    WARC/1.1  WARC-Type: response"


def test_writes_where_it_says_and_reads_back_from_there(tmp_path: Path) -> None:
    writer = WarcWriter(tmp_path, None, "honeyguide/test", 0.0, tmp_path / "aside")
    records = [response_record(fetched(f"http://a.example/{n}", BODY * n)) for n in range(1, 5)]
    places = [*writer.write(records[:1]), *writer.write(records[1:])]
    writer.close()
    assert list(read_raw(tmp_path, iter(places[::-1]))) == records[::-1]


def test_what_was_never_committed_is_set_aside(tmp_path: Path) -> None:
    warc, aside = tmp_path / "warc", tmp_path / "aside"
    writer = WarcWriter(warc, None, "honeyguide/test", 0.0, aside)
    (kept,) = writer.write([response_record(fetched())])
    (beyond,) = writer.write([response_record(fetched("http://a.example/never"))])
    writer.close()
    (warc / "00002.warc.gz").write_bytes(b"a file that was begun and never committed to")

    writer = WarcWriter(warc, (kept.file, kept.offset + kept.length), "honeyguide/test", 0.0, aside)
    writer.write([response_record(fetched("http://a.example/later"))])
    writer.close()
    assert [path.name for path in warc.iterdir()] == ["00001.warc.gz"]
    with gzip.open(warc / "00001.warc.gz") as file:
        uris = [line for line in file.read().splitlines() if line.startswith(b"WARC-Target-URI")]
    assert uris == [b"WARC-Target-URI: http://a.example/x", b"WARC-Target-URI: http://a.example/later"]
    assert sorted(path.name for path in aside.iterdir()) == [f"00001-{beyond.offset}.warc.gz", "00002.warc.gz"]
    with gzip.open(aside / f"00001-{beyond.offset}.warc.gz") as file:
        assert b"http://a.example/never" in file.read()
    assert writer.set_aside == beyond.length + len(b"a file that was begun and never committed to")
