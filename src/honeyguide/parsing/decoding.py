"""From the bytes on the wire to text: content encodings within a budget, then the character encoding (WHATWG)."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator

import brotli
import zstandard
from isal import isal_zlib
from turbohtml.detect import detect

CHUNK = 65_536
PIECE = 1 << 20
MOST_ENCODINGS = 2
MOST_MEMBERS = 64
"""Parts of a gzip body: each costs a copy of what is left."""
ZSTD_WINDOW = 8 << 20
"""Largest window of zstd on the web (RFC 9659)."""
ZSTD_EMPTY = 18
"""Longest frame that holds nothing."""
NO_ENCODING = frozenset(("", "identity", "none", "binary", "8bit", "7bit", "utf-8"))
ERRORS: tuple[type[Exception], ...] = (
    isal_zlib.error,  # type: ignore[assignment]  # its stub says that this is no class
    brotli.error,
    zstandard.ZstdError,
    EOFError,
)
GZIP = b"\x1f\x8b"
PLAIN_START = (b"<!doc", b"<html")
"""What a body begins with when the server only says that it compresses."""

MAGIC = (
    b"%PDF-", b"%!PS", b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ",
    b"\x28\xb5\x2f\xfd", b"7z\xbc\xaf", b"Rar!", b"\x7fELF", b"MZ\x90", b"\xca\xfe\xba\xbe", b"\xd0\xcf\x11\xe0",
    b"{\\rtf", b"OggS", b"ID3\x03", b"ID3\x04", b"fLaC", b"RIFF", b"wOFF", b"wOF2", b"\x00\x00\x01\x00", b"\0asm",
    b"SQLite format 3", b"\x1aE\xdf\xa3",
)  # fmt: skip
NOT_CONTROL = bytes(code for code in range(256) if code >= 32 or code in b"\t\n\f\r\x1b")
BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
LABEL = r"""["']?\s*([A-Za-z][A-Za-z0-9_:.+-]{1,39})"""
HEADER_CHARSET = re.compile(r"charset\s*=\s*" + LABEL, re.IGNORECASE)
META_CHARSET = re.compile(
    rb"<(?:meta[^>]{1,400}?charset|\?xml[^>]{1,100}?encoding)\s*=\s*" + LABEL.encode(), re.IGNORECASE
)
META_REACH = 4096


class TooLarge(Exception):
    """The body is larger than its budget. A value in disguise: the reader turns it into an outcome."""


class Broken(Exception):
    """The body is not what its Content-Encoding says. A value in disguise, too."""


def decompress(body: bytes, encoding_header: str, limit: int) -> bytes:
    """The body without its content encodings, at most `limit` bytes; a stream that breaks off gives what came."""
    names = [name for part in encoding_header.lower().split(",") if (name := part.strip()) not in NO_ENCODING]
    if len(names) > MOST_ENCODINGS or not DECODERS.keys() >= set(names):
        raise Broken(f"content encoding '{encoding_header[:80]}'")
    for name in reversed(names):
        if body and body[:64].lstrip()[:5].lower() not in PLAIN_START:
            body = _expand(DECODERS[name], body, limit)
    if len(body) > limit:
        raise TooLarge(f"more than {limit} bytes")
    return body


def _expand(decoder: Callable[[bytes, int], Iterator[bytes]], body: bytes, limit: int) -> bytes:
    pieces: list[bytes] = []
    for step in (CHUNK, len(body) // CHUNK + 1):  # the second time in small steps, to lose little at the break
        room = limit
        pieces.clear()
        try:
            for piece in decoder(body, step):
                room -= len(piece)
                if room < 0:
                    raise TooLarge(f"more than {limit} bytes")
                pieces.append(piece)
            return b"".join(pieces)
        except ERRORS:
            continue
    if not any(pieces):
        raise Broken("the body cannot be decompressed")
    return b"".join(pieces)


def _inflate(body: bytes, step: int, wbits: int = 31) -> Iterator[bytes]:
    for _ in range(MOST_MEMBERS):
        stream = isal_zlib.decompressobj(wbits)
        for start in range(0, len(body), step):
            data = body[start : start + step]
            while not stream.eof:
                piece = stream.decompress(data, PIECE)
                yield piece
                data = stream.unconsumed_tail
                if len(piece) < PIECE:
                    break
            if stream.eof:
                body = stream.unused_data + body[start + step :]
                break
        if not stream.eof:
            raise EOFError
        if not body.startswith(b"\x1f\x8b"):
            return


def _inflate_bare(body: bytes, step: int) -> Iterator[bytes]:
    """`deflate` is zlib's format by the standard, and often the bare stream in practice."""
    zlib_header = len(body) > 1 and body[0] & 15 == 8 and (body[0] << 8 | body[1]) % 31 == 0
    return _inflate(body, step, 15 if zlib_header else -15)


def _unbrotli(body: bytes, step: int) -> Iterator[bytes]:
    stream = brotli.Decompressor()
    for start in range(0, len(body), step):
        yield stream.process(body[start : start + step], output_buffer_limit=PIECE)
        while not stream.can_accept_more_data():
            yield stream.process(b"", output_buffer_limit=PIECE)
        if stream.is_finished():
            return
    raise EOFError


def _unzstd(body: bytes, step: int) -> Iterator[bytes]:
    stream = zstandard.ZstdDecompressor(max_window_size=ZSTD_WINDOW).stream_reader(body, read_size=step)
    came = False
    while piece := stream.read(PIECE if step == CHUNK else CHUNK):
        came = True
        yield piece
    if not came and len(body) > ZSTD_EMPTY:
        raise EOFError


DECODERS: dict[str, Callable[[bytes, int], Iterator[bytes]]] = {
    "gzip": _inflate,
    "x-gzip": _inflate,
    "deflate": _inflate_bare,
    "br": _unbrotli,
    "zstd": _unzstd,
}


def looks_binary(body: bytes) -> bool:
    """Whether this is no text at all, whatever its Content-Type says."""
    if body.startswith(tuple(bom for bom, _ in BOMS)):
        return False
    head = body[:4096]
    if body.startswith(MAGIC) or body[4:8] == b"ftyp":
        return True
    return not _wide(head) and 10 * len(head.translate(None, NOT_CONTROL)) > len(head)


def decode(body: bytes, content_type: str) -> str:
    """The text of a body: by byte-order mark, header, meta, then detection; never fails, holds no NUL."""
    text = _decoded(body, content_type)
    return text.replace("\0", "") if "\0" in text else text


def _decoded(body: bytes, content_type: str) -> str:
    for bom, name in BOMS:
        if body.startswith(bom):
            return body[len(bom) :].decode(name, "replace")
    if b"\x1b" not in body and b"\0" not in body[:META_REACH]:
        try:
            return body.decode("utf-8")
        except UnicodeDecodeError:
            pass
    header = HEADER_CHARSET.search(content_type)
    meta = META_CHARSET.search(body, 0, META_REACH)
    for label in (header and header[1], meta and meta[1].decode(), _guess(body)):
        text = _read_as(label, body) if label else None
        if text is not None and _mostly_right(text):
            return text
    silent = re.sub(rb"(?i)charset|encoding", b"", body[:META_REACH]) + body[META_REACH:CHUNK]
    return body.decode(detect(silent).codec or "whatwg-windows-1252", "replace")


def _read_as(label: str, body: bytes) -> str | None:
    try:
        return body.decode(f"whatwg-{label}", "replace")
    except LookupError:
        return None


def _guess(body: bytes) -> str:
    return _wide(body[:META_REACH]) or ("iso-2022-jp" if b"\x1b$" in body else "utf-8")


def _mostly_right(text: str) -> bool:
    wrong = text.count("\ufffd", 0, -1)  # the last may be cut
    return not wrong or 10 * wrong < len(text) - len(text.encode("ascii", "ignore"))


def _wide(head: bytes) -> str:
    """The name of UTF-16 where every other byte is zero."""
    if 0 not in head:
        return ""
    half = len(head) // 2
    for name, offset in (("utf-16le", 1), ("utf-16be", 0)):
        if half and head[offset::2].count(0) > 0.7 * half and head[1 - offset :: 2].count(0) < 0.1 * half:
            return name
    return ""
