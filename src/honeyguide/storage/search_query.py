"""What a person asks for in a line of text.

flood warning           both words, in any order (their stems: floods, flooding)
"heavy rain" 「暴雨」    a phrase: these words side by side, Chinese character by character
flood OR 洪水           one of them; OR joins the terms beside it
-drill -"river bank"    not that
title:storm             in the title
rainst*                 words that begin so
"""

from __future__ import annotations

import re

from msgspec import Struct

from honeyguide.errors import BadInput
from honeyguide.storage.search_schema import Searchable, analyzer

LONGEST = 500
"""Characters of a query."""
_MOST_TERMS = 50
_MOST_WORDS = 200
_SHORTEST_PREFIX = 3

_CLOSING = {'"': '"“”＂', "“": '"”＂', "”": '"”＂', "＂": '"”＂', "「": "」", "『": "』"}
_OPENING = re.escape("".join(_CLOSING))
_TERM = re.compile(
    rf"\s*(?P<minus>[-－−](?=[^\s]))?(?P<title>(?:title|标题|標題)\s*[:：])?"
    rf"(?:(?P<quote>[{_OPENING}])|(?P<chunk>[^\s{_OPENING}]+))?",
    re.IGNORECASE,
)
_STARS = "*＊"


class Term(Struct, frozen=True):
    """One thing that is asked for."""

    words: tuple[str, ...]
    """As the index has them: stems; Chinese words."""
    by_character: tuple[str, ...] = ()
    """The same with Chinese character by character; empty when there is no Chinese."""
    quoted: bool = False
    title: bool = False
    prefix: str = ""
    """How the last of the words begins."""


class Asked(Struct, frozen=True):
    groups: tuple[tuple[Term, ...], ...]
    """Of each group one term must occur …"""
    without: tuple[Term, ...]
    """… and none of these."""


def parse(text: str, searchable: Searchable) -> Asked:
    """What a line asks for; refuses what nobody can mean, and says where."""
    if len(text) > LONGEST:
        raise BadInput(f"the query has {len(text):,} characters; {LONGEST} are the most")
    groups: list[tuple[Term, ...]] = []
    without: list[Term] = []
    joins = ""
    """The OR or AND that stands before the term that comes next."""
    place = 0
    while text[place:].strip():
        term, minus, place, at = _next(text, place, searchable)
        if isinstance(term, str):
            if joins or not groups:
                raise BadInput(f"{_at(at)}: {term} stands between two terms, and there is none before it")
            joins = term
        elif term is None:
            continue
        elif minus:
            if joins:
                raise BadInput(f"{_at(at)}: what is excluded cannot come after {joins}")
            without.append(term)
        elif joins == "OR":
            groups[-1] += (term,)
            joins = ""
        else:
            groups.append((term,))
            joins = ""
    if joins:
        raise BadInput(f"the query ends with {joins}, which stands between two terms")
    _bounded(groups, without)
    return Asked(tuple(groups), tuple(without))


def _bounded(groups: list[tuple[Term, ...]], without: list[Term]) -> None:
    if not groups:
        raise BadInput(
            "the query only says what is not wanted; name something to look for"
            if without
            else 'the query holds no word; write what you look for: flood "heavy rain" -drill'
        )
    terms = [*(term for group in groups for term in group), *without]
    if len(terms) > _MOST_TERMS or sum(len(term.words) + len(term.by_character) for term in terms) > _MOST_WORDS:
        raise BadInput(
            f"the query asks for too much at once; {_MOST_TERMS} terms and {_MOST_WORDS} words are the most"
        )


def _next(text: str, place: int, searchable: Searchable) -> tuple[Term | str | None, bool, int, int]:
    """The next term, whether it is excluded, and where it ends and begins; or OR, AND; or None for punctuation."""
    found = _TERM.match(text, place)
    assert found is not None
    at = found.start("minus") if found["minus"] else found.start("title") if found["title"] else found.end()
    minus, title, end = bool(found["minus"]), bool(found["title"]), found.end()
    if found["quote"]:
        at = min(at, found.start("quote"))
        closing = re.compile(f"[{re.escape(_CLOSING[found['quote']])}]").search(text, end)
        if closing is None:
            raise BadInput(f"{_at(found.start('quote'))}: the quote {found['quote']} is never closed")
        term = _term(text[end : closing.start()], searchable, quoted=True, title=title)
        if term is None:
            raise BadInput(f"{_at(at)}: there is no word in the quotes")
        return term, minus, closing.end(), at
    chunk = found["chunk"] or ""
    if chunk:
        at = min(at, found.start("chunk"))
    if chunk[:1] in {"(", "（"} and " OR " in text:
        raise BadInput(f"{_at(at)}: parentheses do not group; OR joins the two terms beside it")
    if chunk in {"OR", "AND"} and not minus and not title:
        return chunk, False, end, at
    if not chunk and title:
        raise BadInput(f"{_at(at)}: {found['title']} wants a word after it")
    term = _term(_without_star(chunk, at), searchable, title=title, prefix=chunk.endswith(tuple(_STARS)), at=at)
    if term is None and (minus or title):
        raise BadInput(f"{_at(at)}: there is no word after {(found['minus'] or '') + (found['title'] or '')}")
    return term, minus, end, at


def _without_star(chunk: str, at: int) -> str:
    bare = chunk.rstrip(_STARS)
    if bare and any(star in bare for star in _STARS):
        raise BadInput(f"{_at(at)}: '{chunk[:40]}': * stands at the end of a word, for all that begin so")
    return bare


def _term(
    text: str, searchable: Searchable, *, quoted: bool = False, title: bool = False, prefix: bool = False, at: int = 0
) -> Term | None:
    """None when there is no word in the text."""
    cut, _, by_character, _ = searchable(text, "", "")
    words = tuple(analyzer().analyze(cut))
    if not words:
        return None
    characters = tuple(analyzer().analyze(by_character))
    begins = analyzer(stems=False).analyze(cut)[-1] if prefix else ""
    if characters and len(characters[-1]) == 1 and not characters[-1].isascii():
        begins = ""  # a Chinese word is found wherever it stands: what comes after it does not matter
    if begins and len(begins) < _SHORTEST_PREFIX:
        raise BadInput(f"{_at(at)}: '{begins}*' is too short; {_SHORTEST_PREFIX} letters are the least before a *")
    return Term(words, characters, quoted, title, begins)


def _at(place: int) -> str:
    return f"query, character {place + 1}"
