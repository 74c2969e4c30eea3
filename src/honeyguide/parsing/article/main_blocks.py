"""Which blocks of a page are its main text? Those that the text which was kept of it says, and what belongs to them.

The text was found when the page was read, by means that are not linear and ran within bounds; here it is looked up.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence

from honeyguide.model import Block
from honeyguide.parsing.article.body import ENDINGS
from honeyguide.parsing.article.dates import moment
from honeyguide.parsing.structure import PageStructure, PlacedBlock

GRAM, STEP = 12, 4
"""Letters that are looked up at once, and from one to the next."""
LEAST_COVERED = 0.5
"""Share of the kept text that the blocks must say; else it stands elsewhere in the page, and has none."""
LONG = 20
"""Letters of a block that may begin or end the main text: shorter ones stand in menus, too, and headings anywhere."""
MOSTLY_LINKS = 0.5
LITTLE_ELSE = 0.2
"""Share of an element that may say what was not kept, if all of it is to be the main text."""
SENTENCE_ENDS = (".", "!", "?", ":", "。", "！", "？", "：")
BYLINE = re.compile(
    r"(?:written|posted|published|updated|edited|reviewed|by)\s|(?:作者|来源|來源|记者|記者|编辑|編輯|责编|发布|發布|发表|更新)|"
    r".*\b\d{1,3}[\s-]min(?:ute)?s?\s(?:read|ago)\b|.*阅读[量数]?\s*[\d:：]",
    re.IGNORECASE,
)
"""The beginning of a line below a title that tells who wrote the text and when …"""
LONGEST_BYLINE = 120
"""Characters of such a line."""
COUNT = re.compile(r"[\W\d_]*(?:[km]|shares?|likes?|comments?)?\W*", re.IGNORECASE)
"""… and a line of how many like it, or of the button beside that."""
NUMBER = re.compile(r"[\d.]+\s")
"""Before a heading that a table of contents names."""
_NO_LETTERS = re.compile(r"[\W_]+")


def main_blocks(page: PageStructure, text: str) -> tuple[Block, ...]:
    """The blocks of the main text, which was kept as `text`; none when they cannot be told."""
    placed = page.blocks
    kept = _letters(text)
    lines = set(map(_letters, text.splitlines()))
    grams = {kept[at : at + GRAM]: at for at in reversed(range(len(kept) - GRAM + 1))}
    said = [_letters(each.block.text) for each in placed]
    headings = {_letters(each.block.text) for each in placed if each.block.kind == "heading" and not each.beside}
    behind = _right_behind(kept, grams, said, placed)
    told = [
        (number in behind or _told(letters, grams, lines, may_be_part=not each.beside or len(letters) >= LONG))
        and not _is_of_contents(each, headings)
        for number, (each, letters) in enumerate(zip(placed, said, strict=True))
    ]
    covered = sum(len(each) for each, is_told in zip(said, told, strict=True) if is_told)
    long_ones = (number for number, is_told in enumerate(told) if is_told and len(said[number]) >= LONG)
    sure = [number for number in long_ones if placed[number].block.kind != "heading"]
    sure = sure or [number for number, is_told in enumerate(told) if is_told]
    if not sure or covered < LEAST_COVERED * len(kept):
        return ()
    first, last = next((number for number in sure if not _is_byline(placed[number].block)), sure[0]), sure[-1]
    held = _holder(page, first, last, said, told)
    long = first = _from_headings(first, placed)
    if held:
        first, last = _from_code(held[0], first, placed), _to_ending(last, held[-1], placed)
    first = min(_from_headings(first, placed), _title(held, long, placed))
    while last + 1 < len(placed) and _goes_on(placed[last + 1]):
        last += 1
    wanted = [
        placed[number].block
        for number in range(first, last + 1)
        if (
            _leads_in(placed[number], told=told[number] and said[number] != "")
            if number < long
            else told[number] or (number in held and not placed[number].beside) or _belongs(placed, number)
        )
    ]
    return tuple(_without_empty_sections(wanted))


def _holder(page: PageStructure, first: int, last: int, said: list[str], told: list[bool]) -> range:
    """The blocks of the smallest element that holds the main text, if it holds little else; or of none."""
    holding = [each for each in page.ranges if first in each and last in each]
    smallest = min(holding, key=len, default=range(0))
    own = [number for number in smallest if not page.blocks[number].beside]
    kept = sum(len(said[number]) for number in own if told[number])
    return smallest if kept >= (1 - LITTLE_ELSE) * sum(len(said[number]) for number in own) else range(0)


def _from_code(begin: int, first: int, placed: Sequence[PlacedBlock]) -> int:
    """The first piece of code or table before the first long text, where one stands in the same element."""
    leading = [number for number in range(begin, first) if placed[number].block.kind in ("code", "table")]
    return min(leading, default=first)


def _from_headings(first: int, placed: Sequence[PlacedBlock]) -> int:
    """The first of the headings that stand right above a block; the block where there is none."""
    while first and placed[first - 1].block.kind == "heading" and not placed[first - 1].beside:
        first -= 1
    return first


def _title(held: range, first: int, placed: Sequence[PlacedBlock]) -> int:
    """The title above the first long text: the first one in the element that holds the text, else the last one."""
    every = [number for number, each in enumerate(placed[:first]) if each.block.level == 1]
    titles = [number for number in every if not placed[number].beside] or every  # that of a page's header
    within = [number for number in titles if number in held]
    return (within or titles[-1:] or [first])[0]


def _leads_in(placed: PlacedBlock, *, told: bool) -> bool:
    """Whether a block between the title and the first long text is part of it: the line of author and date is not."""
    block = placed.block
    if block.kind == "heading" and told:
        return True
    if placed.beside or block.kind in ("code", "table") or block.level == 1:
        return not placed.beside
    said = block.text
    if not (told or placed.note or placed.row) or (_linked(block) >= MOSTLY_LINKS and not said.endswith((":", "："))):
        return False
    return not _is_byline(block) and (said.endswith(SENTENCE_ENDS) or not COUNT.fullmatch(said))


def _is_byline(block: Block) -> bool:
    """Whether it tells who wrote the text, and when, and nothing else."""
    said = block.text
    short = len(said) <= LONGEST_BYLINE and not said.endswith(SENTENCE_ENDS)
    return short and bool(BYLINE.match(said) or moment(said))


def _to_ending(last: int, end: int, placed: Sequence[PlacedBlock]) -> int:
    """The last block before a heading such as "Related posts"."""
    endings = (number - 1 for number in range(last + 1, end + 1) if ENDINGS.fullmatch(placed[number].block.text))
    return next(endings, end)


def _letters(text: str) -> str:
    return _NO_LETTERS.sub("", text)


def _told(said: str, grams: Container[str], lines: set[str], *, may_be_part: bool) -> bool:
    """Whether a block is a line of the text that was kept, or part of one: what is short stands in menus, too."""
    if said in lines or not may_be_part:
        return said in lines
    pieces = [said[at : at + GRAM] for at in range(0, len(said) - GRAM + 1, STEP)]
    return bool(pieces) and sum(piece in grams for piece in pieces) >= len(pieces) / 2


def _right_behind(
    kept: str, grams: Mapping[str, int], said: Sequence[str], placed: Sequence[PlacedBlock]
) -> set[int]:
    """The short blocks that the text says right behind the block before them, as where it was kept in one line."""
    found: set[int] = set()
    end = -1
    for number, letters in enumerate(said):
        if len(letters) >= LONG:
            start = grams.get(letters[:GRAM], -1)
            end = start + len(letters) if start >= 0 and kept.startswith(letters, start) else end
        elif letters and end >= 0 and kept.startswith(letters, end) and not placed[number].beside:
            found.add(number)
            end += len(letters)
    return found


def _is_of_contents(placed: PlacedBlock, headings: set[str]) -> bool:
    """Whether it is a line of a table of contents."""
    text = placed.block.text
    said = (_letters(text), _letters(NUMBER.sub("", text, count=1)))
    return placed.beside and placed.block.depth > 0 and (placed.leads or not headings.isdisjoint(said))


def _belongs(placed: Sequence[PlacedBlock], number: int) -> bool:
    """Whether a block between those of the main text is part of it, though it was not kept with them."""
    block, beside = placed[number].block, placed[number].beside
    if beside:
        return False
    if block.kind != "paragraph":
        return True
    if placed[number].note or placed[number].row:
        return True
    if _linked(block) >= MOSTLY_LINKS:
        return False
    following = placed[number + 1].block if number + 1 < len(placed) else None
    leads = following is not None and (following.kind in ("code", "table") or following.depth > block.depth)
    return bool(block.depth) or leads or block.text.endswith((":", "："))


def _goes_on(placed: PlacedBlock) -> bool:
    block = placed.block
    if placed.beside or ENDINGS.fullmatch(block.text):
        return False
    return (
        placed.note
        or block.kind in ("code", "table", "heading")
        or (bool(block.depth) and _linked(block) < MOSTLY_LINKS)
    )


def _linked(block: Block) -> float:
    linked = sum(len(span.text) for span in block.spans if span.link)
    return linked / max(1, sum(len(span.text) for span in block.spans))


def _without_empty_sections(blocks: Sequence[Block]) -> list[Block]:
    kept: list[Block] = []
    under = 0
    """Level of the last heading that has something below it, seen from the end; 7 after a text."""
    for block in reversed(blocks):
        if block.kind != "heading":
            under = 7
        elif block.level >= under:
            continue
        else:
            under = block.level
        kept.append(block)
    return kept[::-1]
