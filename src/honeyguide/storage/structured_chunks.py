"""Pages in pieces that follow their structure: a piece belongs to one section, and code, tables and items stay whole
where they fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from honeyguide.model import Block, Span, Spans
from honeyguide.storage.cutting import cut
from honeyguide.storage.markdown_text import Writer, code_lines, fence_of, markdown, one_line

LONGEST_HEADING = 200


class Piece(NamedTuple):
    headings: tuple[str, ...]
    """That it stands under, the outermost first."""
    text: str


def pieces(blocks: Iterable[Block], size: int) -> list[Piece]:
    """The blocks as Markdown in pieces of at most `size` characters."""
    packing = _Packing(size)
    for block in blocks:
        packing.add(block)
    packing.end()
    return packing.done


class _Packing:
    def __init__(self, size: int) -> None:
        self.size = size
        self.done: list[Piece] = []
        self._path: list[tuple[int, str]] = []
        self._begin()

    def _begin(self) -> None:
        self._writer, self._text, self._says = Writer(), "", False

    def add(self, block: Block) -> None:
        if block.kind == "heading":
            if self._says:
                self.end()
            self._path = [each for each in self._path if each[0] < block.level]
            self._path.append((block.level, one_line(block.text)[:LONGEST_HEADING]))
            self._append(block)
            return
        for part in _fitting(block, self.size):
            self._append(part)
            self._says = True

    def _append(self, block: Block) -> None:
        more = self._writer.add(block)
        if len(self._text) + len(more) > self.size:
            self.end()
            more = self._writer.add(block)
            if len(more) > self.size:  # a heading: it is told beside the piece
                self._begin()
                return
        self._text += more

    def end(self) -> None:
        """Headings that nothing follows are no piece of their own: the next piece tells them beside its text."""
        if self._says:
            self.done.append(Piece(tuple(text for _, text in self._path), self._text))
        self._begin()


def _fitting(block: Block, size: int) -> Iterable[Block]:
    """The block, in parts if it does not fit as a whole."""
    if len(markdown((block,))) <= size:
        return (block,)
    if block.kind == "code":
        return _code(block, size)
    if block.kind == "table":
        return _table(block, size)
    return _paragraph(block, size, size)


def _paragraph(block: Block, size: int, limit: int) -> Iterator[Block]:
    """Cut where a sentence, a clause or a word ends; links are given up where their addresses leave no room."""
    rest = block.spans
    for number, text in enumerate(cut(block.text.strip(), limit)):
        spans, rest = _split(rest, len(text))
        part = replace(block, spans=spans, marker="" if number else block.marker)
        if len(markdown((part,))) <= size:
            yield part
            continue
        part = replace(part, spans=tuple(Span(span.text) for span in spans))
        if len(markdown((part,))) <= size or limit < 4:
            yield part
        else:
            yield from _paragraph(part, size, limit // 2)


def _split(spans: Spans, length: int) -> tuple[Spans, Spans]:
    """The spans up to so many characters, and those after them without the space between."""
    first: list[Span] = []
    for number, span in enumerate(spans):
        if len(span.text) >= length:
            first.append(replace(span, text=span.text[:length]))
            others = (replace(span, text=span.text[length:]), *spans[number + 1 :])
            return tuple(first), _without_gap(others)
        first.append(span)
        length -= len(span.text)
    return tuple(first), ()


def _without_gap(spans: Spans) -> Spans:
    for number, span in enumerate(spans):
        if text := span.text.lstrip():
            return replace(span, text=text), *spans[number + 1 :]
    return ()


def _code(block: Block, size: int) -> Iterator[Block]:
    room = size - 2 * len(fence_of(block)) - len(block.language) - 2
    if room < size // 3:
        yield from _paragraph(Block("paragraph", (Span(one_line(block.text)),)), size, size)
        return
    lines = [line[at : at + room] for line in code_lines(block) for at in range(0, max(1, len(line)), room)]
    for group in _grouped(lines, room):
        yield replace(block, spans=(Span("\n".join(group), code=True),))


def _table(block: Block, size: int) -> Iterator[Block]:
    """Some rows at a time, each time under the header; a row that does not fit becomes a paragraph."""
    header, *rows = block.rows
    least = len(markdown((replace(block, rows=(header,)),)))
    held: list[tuple[Spans, ...]] = []
    length = least
    for row in rows:
        more = len(markdown((replace(block, rows=(header, row)),))) - least
        if held and length + more > size:
            yield replace(block, rows=(header, *held))
            held, length = [], least
        if least + more <= size:
            held.append(row)
            length += more
            continue
        said = one_line(" ".join(span.text for cell in row for span in cell))
        yield from _paragraph(Block("paragraph", (Span(said),)), size, size)
    if held:
        yield replace(block, rows=(header, *held))


def _grouped(lines: Sequence[str], room: int) -> Iterator[list[str]]:
    group: list[str] = []
    length = 0
    for line in lines:
        if group and length + len(line) + 1 > room:
            yield group
            group, length = [], 0
        group.append(line)
        length += len(line) + 1
    if group:
        yield group
