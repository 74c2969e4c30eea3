"""Text as people keep it in files: read within bounds, in UTF-8 unless it says otherwise, and made a document."""

from __future__ import annotations

import codecs
import sys

from turbohtml.detect import detect

from honeyguide.errors import BadInput
from honeyguide.model import Document
from honeyguide.parsing.decoding import BOMS, looks_binary
from honeyguide.parsing.language import language_of
from honeyguide.parsing.tokens import content_words

TEXT = frozenset((".txt", ".text", ".md", ""))
HTML = frozenset((".html", ".htm", ".xhtml"))
LARGEST = 16_000_000
"""Bytes of one document."""
_SAMPLE = 65_536
_WIDER = {"GBK": "GB18030", "GB2312": "GB18030", "gb18030": "GB18030"}
"""Encodings that hold all that these hold, and more."""
_CHINESE = {"GB18030": ("gb2312", "gbk", "gb18030"), "Big5": ("big5", "big5hkscs", "cp950")}
"""Python's names of the two families."""
_CERTAIN = 0.95
"""GB18030 and latin-1 read nearly any bytes as some characters: so sure, we do not believe the user [ours]."""
_LENIENT = {"windows-1252": "whatwg-windows-1252", "cp1252": "whatwg-windows-1252"}
"""Python refuses five bytes of them that browsers, and those who write such text, do not."""


def document(name: str, text: str, label: str = "", language: str = "") -> Document:
    language = language or language_of(text, "")
    words = tuple(map(sys.intern, content_words(text, language)))  # one string a word, not one an occurrence
    return Document(_printable(name), words, _printable(label), text, language)


def check_encoding(name: str) -> None:
    try:
        b"a".decode(name or "utf-8", "replace")
    except (LookupError, ValueError):
        raise BadInput(f"'{name[:60]}' is no text encoding; name one such as GB18030, Big5 or latin-1") from None


def plain_text(content: bytes, where: str, encoding: str = "") -> str | None:
    """What a file says, by its byte order mark, in UTF-8, or in the encoding that the user names; None: no text."""
    for mark, name in BOMS:
        if content.startswith(mark):
            return _decoded(content[len(mark) :], where, name)
    wide = encoding.lower().replace("_", "-").startswith(("utf-16", "utf-32"))
    if not wide and looks_binary(content):
        return None
    if not wide and not (encoding and content.isascii()):  # some encodings are ASCII that means something else
        try:
            return content.decode("utf-8").replace("\0", "")
        except UnicodeDecodeError:
            pass
    if encoding:
        return _decoded(content, where, encoding)
    likely, _ = _detected(content)
    raise BadInput(
        f"{where}: is not UTF-8 text; it looks like {likely}: give --encoding {likely}, or save it as UTF-8"
    )


def _detected(content: bytes) -> tuple[str, float]:
    """The encoding that the bytes look most like, and how sure that is."""
    start = next((at for at, byte in enumerate(content) if byte > 127), 0)
    match = detect(content[max(0, start - 1000) : start + _SAMPLE])
    found = match.encoding or "windows-1252"
    return _WIDER.get(found, found), match.confidence


def _decoded(content: bytes, where: str, encoding: str) -> str:
    likely, sure = _detected(content)
    try:
        text = content.decode(_LENIENT.get(encoding.lower(), encoding)).replace("\0", "")
    except UnicodeError:
        hint = f"; it looks like {likely}" if likely.lower() != encoding.lower() else ""
        raise BadInput(f"{where}: is not text in {encoding}{hint}") from None
    named = codecs.lookup(encoding).name
    if sure >= _CERTAIN and named not in _CHINESE.get(likely, (named,)) and not named.startswith("utf"):
        raise BadInput(f"{where}: is not text in {encoding}; it looks like {likely}")
    return text


def _printable(name: str) -> str:
    """Names of files may hold bytes that are no characters."""
    return name.encode("utf-8", "replace").decode()
