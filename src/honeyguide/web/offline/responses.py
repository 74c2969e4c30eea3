"""From the block of a WARC record to an answer: status, headers and body of a stored HTTP response."""

from __future__ import annotations

import re
import string
from urllib.parse import quote

from honeyguide.web.offline.warc_reader import Damage, Record
from honeyguide.web.response import REDIRECTS, Answer

_STATUS = re.compile(rb"HTTP/\d(?:\.\d)?[ \t]+(\d{3})\b")
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+").fullmatch
_UNSAFE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_LONGEST_HEAD = 256_000
_OF_THE_CONNECTION = frozenset(
    ("connection", "content-length", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade")
)


def answer_of(record: Record) -> Answer:
    """Headers of the connection are left out: the body is whole."""
    if not record.content_type.lower().startswith("application/http"):
        return Answer(200, (("Content-Type", _UNSAFE.sub(" ", record.content_type)),), record.block)
    block = record.block
    split = _HEAD_END.search(block, 0, _LONGEST_HEAD)
    head, body = (block[: split.start()], block[split.end() :]) if split else (block, b"")
    status = _STATUS.match(head)
    if not status or len(head) >= _LONGEST_HEAD:
        raise Damage(begun=True)
    headers: list[tuple[str, str]] = []
    chunked, location = False, ""
    for line in head.split(b"\n")[1:]:
        name, colon, value = (part.strip() for part in line.decode("latin-1").partition(":"))
        low = name.lower()
        if not colon or not _NAME(name):
            continue
        if low == "transfer-encoding":
            chunked = "chunked" in value.lower()
        elif low == "location" and not location:
            location = value
        if low not in _OF_THE_CONNECTION:
            headers.append((name, _UNSAFE.sub(" ", value)))
    code = int(status[1])
    return Answer(
        code,
        tuple(headers),
        whole(body) if chunked else body,
        quote(location.encode("latin-1"), safe=string.printable) if code in REDIRECTS else "",
    )


def whole(body: bytes) -> bytes:
    """A body without its chunks; as it is when it has none, since some archives store it so and keep the header."""
    parts: list[bytes] = []
    at = 0
    while at < len(body):
        line = body.find(b"\r\n", at, at + 1_000)
        size = body[at:line].partition(b";")[0].strip() if line >= 0 else b""
        if not size or len(size) > 8 or size.strip(b"0123456789abcdefABCDEF"):
            return b"".join(parts) if parts else body
        length = int(size, 16)
        if not length:
            break
        parts.append(body[line + 2 : line + 2 + length])
        at = line + 4 + length
    return b"".join(parts)
