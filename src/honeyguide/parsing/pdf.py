"""A PDF as plain HTML: its title, the paragraphs of its pages and the links that they hold, read by pypdf.

Everything is bounded by what the document holds and not by the clock, so that the same bytes always give the same
text.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from html import escape
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING, Any

from honeyguide.parsing.decoding import Broken
from honeyguide.parsing.html import TEXT

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader

_Place = tuple[float, float, float, float]
"""Left, bottom, right and top."""
PAGES = 500
"""Pages that are read, the first ones."""
ENTRIES = 20_000
"""Entries of the page tree, of an array and of a dictionary: a document with more is broken."""
DRAWN = 3_000_000
"""Bytes of drawing commands of all pages that are read: about what takes three seconds."""
LINKS = 2_000
"""Of one page."""
_LONGEST_TITLE = 120
_NARROW = 0.7
"""A line that is shorter than this share of the widest one of its page ends a paragraph, when it ends a sentence."""
_ENDS = tuple('.!?:;。！？：；…"”’)）')
_WORD_PROCESSOR = re.compile(
    r"^Microsoft (?:Word|PowerPoint|Excel) - |\.(?:docx?|indd|pptx?|xlsx?|qxd|tex|rtf|odt)$", re.I
)
_NO_TITLE = re.compile(r"(?:untitled|title|document|slide|presentation|未命名|无标题)?\s*\d*", re.IGNORECASE)
_PAGE_NUMBER = re.compile(r"[\s\W]*(?:page|第)?\s*\d{1,4}\s*(?:页|(?:of|/)\s*\d{1,4})?[\s\W]*", re.IGNORECASE)
_HAN = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]")
_SURROGATE = re.compile(r"[\ud800-\udfff\x00]")


class NoText(Exception):
    """A document without a letter: its pages are pictures, as those of a scan."""


def html_of(body: bytes, largest: int) -> str:
    """`largest`: bytes that a stream of the document may unpack to. What cannot be read is `Broken`."""
    from pypdf import Configuration, PdfReader, apply_configuration  # noqa: PLC0415

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    bounds = Configuration(
        maximum_declared_stream_length=largest,
        array_based_stream_maximum_output_length=largest,
        lzw_maximum_output_length=largest,
        run_length_maximum_output_length=largest,
        zlib_maximum_output_length=largest,
        brotli_maximum_output_length=largest,
        image_maximum_buffer_size=largest,
        jbig2_maximum_output_length=largest,
        stream_decoding_work_maximum_length=4 * largest,
        stream_filters_maximum_length=4,
        array_maximum_element_count=5 * ENTRIES,
        dictionary_maximum_element_count=ENTRIES,
        page_tree_maximum_entries=ENTRIES,
        xform_maximum_invocations_per_extraction=500,
        jbig2dec_binary=None,
        disable_legacy_handling=True,
    )
    with apply_configuration(bounds):
        try:
            return _document(PdfReader(BytesIO(body)))
        except (MemoryError, RecursionError, Broken, NoText):
            raise
        except Exception as wrong:  # noqa: BLE001  # what a broken document makes pypdf raise may be anything
            said = " ".join(str(wrong).split())[:100] or type(wrong).__name__
            raise Broken(f"the PDF cannot be read: {said}") from None


def _document(reader: PdfReader) -> str:
    if reader.is_encrypted and not reader.decrypt(""):
        raise Broken("the PDF is encrypted")
    parts: list[str] = []
    size, first = 0, ""
    for page in _pages(reader):
        line, part = _page(page)
        first = first or line
        parts.append(part)
        size += len(part)
        if size > TEXT:
            break
    if not any(parts):
        raise NoText("it holds no text that could be read, as scans do not")
    about = _about(reader)
    body = "\n".join(parts)
    title = about.pop("title", "") or first
    meta = "".join(f'<meta name="{name}" content="{escape(value)}">' for name, value in about.items() if value)
    return f"<html><head><title>{escape(title)}</title>{meta}</head><body><article>{body}</article></body></html>"


def _pages(reader: PdfReader) -> Iterator[PageObject]:
    drawn = 0
    for page in islice(reader.pages, PAGES):
        contents = page.get_contents()
        drawn += len(contents.get_data()) if contents is not None else 0
        if drawn > DRAWN:
            return
        yield page


def _about(reader: PdfReader) -> dict[str, str]:
    """What the document says of itself."""
    try:
        told = reader.metadata
        if told is None:
            return {}
        title = _line(told.title)
        created = told.creation_date
    except Exception:  # noqa: BLE001  # a document may be sound but for this
        return {}
    if _WORD_PROCESSOR.search(title) or _NO_TITLE.fullmatch(title):
        title = ""
    return {
        "title": title,
        "author": _line(told.author),
        "description": _line(told.subject),
        "keywords": _line(told.get("/Keywords")),
        "dcterms.created": created.isoformat() if created else "",
    }


def _line(value: object) -> str:
    return " ".join(_SURROGATE.sub("", str(value or ""))[:2_000].split())


def _page(page: PageObject) -> tuple[str, str]:
    """Its first line, and all of it as HTML."""
    links = _links(page)
    pieces: list[tuple[float, float, str]] = []

    def note(text: str, cm: list[float], tm: list[float], *_: object) -> None:
        if text.strip():
            x, y = tm[4], tm[5]
            pieces.append((x * cm[0] + y * cm[2] + cm[4], x * cm[1] + y * cm[3] + cm[5], text))

    text = _SURROGATE.sub("", page.extract_text(visitor_text=note) if links else page.extract_text())
    made = [f"<p>{escape(paragraph)}</p>" for paragraph in _paragraphs(text)]
    unplaced = []
    for place, url in links:
        anchor = escape(_anchor(place, pieces))
        at = next((number for number, each in enumerate(made) if anchor and anchor in each), -1)
        if at >= 0:
            made[at] = made[at].replace(anchor, f'<a href="{escape(url)}">{anchor}</a>', 1)
        else:
            unplaced.append(f'<a href="{escape(url)}"></a>')
    return _line(text.strip().partition("\n")[0])[:_LONGEST_TITLE], "\n".join([*made, *unplaced])


def _anchor(place: _Place, pieces: list[tuple[float, float, str]]) -> str:
    """The text that a link stands over."""
    left, bottom, right, top = place
    over = [text for x, y, text in pieces if left - 2 <= x <= right and bottom - 2 <= y <= top]
    return " ".join("".join(over).split())[:200]


def _links(page: PageObject) -> list[tuple[_Place, str]]:
    """Where each one stands on the page, and where it leads."""
    found = []
    annotations: Any = page.get("/Annots")
    for each in islice((annotations.get_object() if annotations is not None else None) or (), LINKS):
        note: Any = each.get_object()
        action = note.get("/A") if hasattr(note, "get") else None
        url = action.get_object().get("/URI") if action is not None and note.get("/Subtype") == "/Link" else None
        place = note.get("/Rect") if url is not None else None
        if url is None or place is None:
            continue
        corners = [float(number) for number in place.get_object()]
        if len(corners) == 4:
            (x, u), (y, v) = sorted(corners[::2]), sorted(corners[1::2])
            found.append(((x, y, u, v), _line(url.get_object())))
    return found


def _paragraphs(text: str) -> list[str]:
    """Lines joined, without what only numbers the page."""
    lines = [" ".join(line.split()) for line in text.splitlines()]
    widest = max(map(len, lines), default=0)
    if lines and _PAGE_NUMBER.fullmatch(lines[-1]):
        lines.pop()
    if lines and _PAGE_NUMBER.fullmatch(lines[0]):
        lines.pop(0)
    made = [""]
    for line in lines:
        if not line:
            made.append("")
            continue
        made[-1] = _joined(made[-1], line)
        if len(line) < _NARROW * widest and (line.endswith(_ENDS) or len(line) < _NARROW * widest / 2):
            made.append("")
    return [paragraph for paragraph in made if paragraph]


def _joined(before: str, line: str) -> str:
    if before.endswith("-") and line[:1].islower():
        return before[:-1] + line
    close = not before or (_HAN.match(before[-1]) and _HAN.match(line))
    return before + line if close else f"{before} {line}"
