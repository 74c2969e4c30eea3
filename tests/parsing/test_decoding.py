"""Bodies come compressed, in any character encoding, broken, and with bad intent."""

from __future__ import annotations

import gzip
import tracemalloc
import zlib

import brotli
import pytest
import zstandard

from honeyguide.parsing.decoding import Broken, TooLarge, decode, decompress, looks_binary

PAGE = b"".join(b"<p>Line %d: the river rose by %d centimetres.</p>\n" % (n, n * n % 97) for n in range(900))
LIMIT = 1_000_000


def raw_deflate(data: bytes) -> bytes:
    stream = zlib.compressobj(6, zlib.DEFLATED, -15)
    return stream.compress(data) + stream.flush()


ENCODED = [
    ("gzip", gzip.compress(PAGE, mtime=0)),
    ("x-gzip", gzip.compress(PAGE, mtime=0)),
    ("GZIP", gzip.compress(PAGE, mtime=0)),
    ("deflate", zlib.compress(PAGE)),
    ("deflate", raw_deflate(PAGE)),
    ("br", brotli.compress(PAGE)),
    ("zstd", zstandard.compress(PAGE)),
    ("gzip, br", brotli.compress(gzip.compress(PAGE, mtime=0))),
    ("identity", PAGE),
    ("", PAGE),
]


@pytest.mark.parametrize(("header", "body"), ENCODED)
def test_undoes_every_content_encoding(header: str, body: bytes) -> None:
    assert decompress(body, header, LIMIT) == PAGE


@pytest.mark.parametrize(("header", "body"), ENCODED[:7])
def test_ignores_what_follows_the_end_of_the_stream(header: str, body: bytes) -> None:
    assert decompress(body + b"trailing garbage", header, LIMIT) == PAGE


@pytest.mark.parametrize(("header", "body"), ENCODED[:6])
def test_a_stream_that_breaks_off_gives_what_came(header: str, body: bytes) -> None:
    came = decompress(body[: len(body) * 3 // 4], header, LIMIT)
    assert len(came) > 1000
    assert PAGE.startswith(came)


def test_a_zstd_stream_that_breaks_off_gives_its_whole_blocks() -> None:
    noise = bytes(n * n * 7919 % 251 for n in range(600_000))
    body = zstandard.ZstdCompressor(level=1).compress(noise)
    came = decompress(body[:-10], "zstd", LIMIT)
    assert len(came) >= 100_000
    assert noise.startswith(came)


def test_a_damaged_gzip_stream_gives_what_came_before_the_damage() -> None:
    body = bytearray(gzip.compress(PAGE, 1))
    body[len(body) // 2 :] = b"\xff" * (len(body) - len(body) // 2)
    came = decompress(bytes(body), "gzip", LIMIT)
    assert came[:2000] == PAGE[:2000]


def test_several_gzip_members_are_one_body() -> None:
    assert decompress(gzip.compress(PAGE[:5000]) + gzip.compress(PAGE[5000:]), "gzip", LIMIT) == PAGE


def test_ten_thousand_gzip_members_do_not_stall() -> None:
    assert len(decompress(gzip.compress(b"x") * 10_000, "gzip", LIMIT)) < 10_000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("header", "compress"),
    [("gzip", gzip.compress), ("deflate", raw_deflate), ("br", brotli.compress), ("zstd", zstandard.compress)],
)
def test_a_bomb_stops_at_the_limit_without_taking_the_memory(header: str, compress) -> None:  # type: ignore[no-untyped-def]
    bomb = compress(bytes(20_000_000))
    assert len(bomb) < 100_000
    tracemalloc.start()
    with pytest.raises(TooLarge):
        decompress(bomb, header, 4_000_000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 12_000_000


def test_a_bomb_inside_a_bomb_stops_too() -> None:
    with pytest.raises(TooLarge):
        decompress(gzip.compress(gzip.compress(bytes(20_000_000))), "gzip, gzip", LIMIT)


def test_an_uncompressed_body_has_the_same_limit() -> None:
    assert decompress(b"x" * 10, "", 10) == b"x" * 10
    with pytest.raises(TooLarge):
        decompress(b"x" * 11, "", 10)


@pytest.mark.parametrize(
    ("header", "body"),
    [("gzip", b"\x00\x01\x02 no gzip"), ("br", b"\xff\xff\xff\xff"), ("zstd", b"no zstd at all, really")],
)
def test_what_is_not_so_encoded_is_broken(header: str, body: bytes) -> None:
    with pytest.raises(Broken):
        decompress(body, header, LIMIT)


@pytest.mark.parametrize("header", ["compress", "gzip, gzip, gzip", "gzip, sdch", "x" * 10_000])
def test_unknown_or_too_many_encodings_are_broken(header: str) -> None:
    with pytest.raises(Broken):
        decompress(gzip.compress(PAGE, mtime=0), header, LIMIT)


@pytest.mark.parametrize("header", ["gzip", "deflate", "br", "zstd", "gzip, gzip"])
def test_a_page_that_is_not_compressed_after_all_is_read_as_it_is(header: str) -> None:
    assert decompress(b"\n<!DOCTYPE html><p>hello", header, LIMIT) == b"\n<!DOCTYPE html><p>hello"


def test_nothing_compressed_is_nothing() -> None:
    for header, body in [
        ("gzip", gzip.compress(b"")),
        ("br", brotli.compress(b"")),
        ("zstd", zstandard.compress(b"")),
    ]:
        assert decompress(body, header, LIMIT) == b""
    assert decompress(b"", "gzip", LIMIT) == b""


SIMPLIFIED = "<title>暴雨</title><p>今天北京发布暴雨红色预警信号，多地出现内涝，请市民注意防范，尽量减少外出。</p>"
TRADITIONAL = "<p>今天臺北發布暴雨警報，多處道路淹水，請民眾注意安全並減少外出。氣象局預計雨勢將持續到週末。</p>"
JAPANESE = "<p>今日は大雨の警報が出ています。川の氾濫に注意してください。東京では電車が止まりました。</p>"
FRENCH = "<p>Les inondations ont été très sévères à cause de la pluie, déjà près de la forêt où l’été était sec.</p>"
RUSSIAN = "<p>Сильный дождь вызвал наводнение в городе, люди эвакуированы из домов.</p>"


@pytest.mark.parametrize(
    ("text", "encoding", "content_type"),
    [
        (SIMPLIFIED, "utf-8", "text/html"),
        (SIMPLIFIED, "gb18030", "text/html; charset=GB2312"),
        (SIMPLIFIED, "gbk", "text/html"),
        (SIMPLIFIED, "gbk", "text/html; charset=utf-8"),
        (SIMPLIFIED, "utf-8", "text/html; charset=iso-8859-1"),
        (TRADITIONAL, "big5", 'text/html; charset="Big5"'),
        (TRADITIONAL, "big5", ""),
        (JAPANESE, "shift_jis", "text/html;charset=Shift_JIS"),
        (JAPANESE, "euc-jp", ""),
        (JAPANESE, "iso-2022-jp", "text/html; charset=iso-2022-jp"),
        (JAPANESE, "iso-2022-jp", ""),
        (FRENCH, "cp1252", ""),
        (FRENCH, "cp1252", "text/html; charset=utf-8"),
        (FRENCH, "cp1252", "text/html; charset=klingon"),
        (FRENCH, "cp1252", "text/html; charset=zip"),
        (RUSSIAN, "cp1251", "text/html"),
        (RUSSIAN, "koi8-r", "text/html; charset=KOI8-R"),
        (RUSSIAN, "utf-16", "text/html"),
        (FRENCH, "utf-16-le", "text/html; charset=utf-16le"),
        (FRENCH, "utf-16-be", "text/html"),
        (SIMPLIFIED, "utf-8-sig", "text/html; charset=gbk"),
    ],
)
def test_finds_the_character_encoding(text: str, encoding: str, content_type: str) -> None:
    body = text.encode(encoding)
    assert not looks_binary(body)
    assert decode(body, content_type) == text


def test_the_meta_tag_decides_when_the_header_is_silent() -> None:
    page = f'<meta http-equiv="Content-Type" content="text/html; charset=gbk">{SIMPLIFIED}'
    assert decode(page.encode("gbk"), "text/html") == page


def test_a_meta_tag_that_lies_is_not_believed() -> None:
    page = f"<meta charset=utf-8>{SIMPLIFIED}"
    assert decode(page.encode("gbk"), "text/html") == page


def test_one_bad_byte_does_not_change_the_encoding() -> None:
    body = (SIMPLIFIED * 5).encode() + b"\xff" + SIMPLIFIED.encode()
    assert decode(body, "text/html; charset=utf-8") == SIMPLIFIED * 5 + "�" + SIMPLIFIED
    assert decode(SIMPLIFIED.encode()[:-5], "text/html").startswith(SIMPLIFIED[:-6])


def test_removes_nul_bytes() -> None:
    assert decode(b"a\0b\0\0c", "text/html") == "abc"
    assert decode(b"", "text/html") == ""


@pytest.mark.parametrize(
    "content_type", ["charset=", "charset=\0", "charset=é", "x" * 100_000, "charset=replacement"]
)
def test_never_fails_on_any_bytes(content_type: str) -> None:
    noise = bytes(n * n * 7919 % 251 for n in range(30_000)) + bytes(range(256))
    for body in (noise, b"\xff\xfe\x00", b"\xfe\xff", b"\x1b$B\xff\xff", b"\xed\xa0\x80", b"<meta charset=" + noise):
        text = decode(body, content_type)
        assert "\0" not in text
        text.encode("utf-8")


@pytest.mark.parametrize(
    "body",
    [
        b"%PDF-1.7\n%\xe2\xe3",
        b"\x89PNG\r\n\x1a\n" + bytes(50),
        b"PK\x03\x04\x14\x00",
        gzip.compress(b"x", mtime=0),
        b"GIF89a\x01\x00",
        b"\xff\xd8\xff\xe0\x00\x10JFIF",
        b"\x00\x00\x00\x20ftypisom",
        bytes(range(32)) * 100,
        b"\0" * 5000,
    ],
)
def test_tells_binary_from_text(body: bytes) -> None:
    assert looks_binary(body)


def test_text_with_a_few_nul_bytes_is_text() -> None:
    assert not looks_binary(b"<html>\0<p>" + PAGE[:2000])
    assert not looks_binary(b"")
