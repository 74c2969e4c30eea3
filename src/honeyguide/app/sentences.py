"""What the source itself says, to who looks: meanings of settings and parameters, what is wrong with a value, why a
page or a crawl is judged as it is.

They stand where the command line has them, in English; `meanings/LANGUAGE.toml` has them in other languages. What is
not there is shown as it is.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from honeyguide.app.texts import language


class _Known(NamedTuple):
    sentences: dict[str, str]
    patterns: list[tuple[re.Pattern[str], str]]


def said(sentence: str) -> str:
    """A sentence of the source in the language of who looks."""
    return said_in(language(), sentence)


def said_in(of: str, sentence: str) -> str:
    """The same in a language that is named."""
    known = _known(of)
    if sentence in known.sentences:
        return _plain(known.sentences[sentence])
    for pattern, words in known.patterns:
        if found := pattern.fullmatch(sentence):
            return words.format(*(_Group(of, group) for group in found.groups()))
    return _plain(sentence)


def said_term(term: str) -> str:
    """A term of a page as it is; in brackets stands what a judge says beside terms, such as `(meaning)`."""
    return said(term) if term.startswith("(") else term


def _plain(sentence: str) -> str:
    """Without what speaks to readers of the source: code marks, and that something is in no paper."""
    return sentence.replace("`", "").replace(" [ours]", "")


class _Group:
    """A piece of a sentence: `{}` says it in the language too, `{:raw}` leaves it, as names of people are left."""

    def __init__(self, of: str, text: str) -> None:
        self._of, self._text = of, text

    def __format__(self, how: str) -> str:
        return self._text if how == "raw" else said_in(self._of, self._text)


@cache
def _known(of: str) -> _Known:
    file = files("honeyguide.app") / "meanings" / f"{of}.toml"
    if not file.is_file():
        return _Known({}, [])
    read = tomllib.loads(file.read_text("utf-8"))
    patterns = [(re.compile(each["english"], re.DOTALL), each["words"]) for each in read["patterns"]]
    return _Known(read["sentences"], patterns)
