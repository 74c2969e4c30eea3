"""Candidate terms of a corpus: its words and phrases by frequency, in a list that a person edits (WSE 3, step 1).

What is no term is left out [ours]: what always stands inside a longer term (`hong` of `hong kong`), what too few
documents hold, a single Chinese character, a word with an apostrophe or a sign such as ². A plural counts as its
singular where the corpus has both, as it does for `topics.terms`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from unicodedata import is_normalized

import numpy as np
from msgspec import Struct

from honeyguide.errors import BadInput
from honeyguide.model import Document
from honeyguide.text_files import read_text
from honeyguide.topics.ontology.phrases import Flags, Phrases, Tokenize, WordStream, frequent_phrases
from honeyguide.topics.ontology.plurals import singulars
from honeyguide.topics.terms import fold

LONGEST_PHRASE = 4
LONGEST_TERM = 100
MOST_TERMS = 2_000
REPEATED = 5
"""A longer row of words in so many documents is a set passage, such as a licence: parts of it are no terms [ours]."""
PLURALS = 5
"""A plural with more occurrences for one of the singular is a term of its own: `united states` [ours]."""

HEADING = """\
# Terms of the corpus, one a line: the term, how often it occurs, how many documents hold it (and of the background).
# Strike a term out: delete its line, or put a # before it. A term of your own needs no numbers.
"""


class Candidate(Struct, frozen=True):
    term: str
    count: int
    """Occurrences in the corpus."""
    documents: int
    """Documents that hold it."""
    outside: int | None = None
    """Documents of the background that do, where there is one."""


class _Found(Struct, frozen=True):
    term: str
    count: int
    phrases: Phrases
    numbers: list[int]
    """Of the term and of its plural."""


def candidates(
    documents: Sequence[Document], tokenize: Tokenize, *, limit: int = 200, support: int = 2
) -> list[Candidate]:
    """The terms that `support` documents or more hold, the most frequent first, `limit` at most.

    `tokenize` gives the words of a text in a language: all of them, in order, in small letters. A word that is in no
    document's `words` is a stop word: no term begins or ends with one. An occurrence counts for each of its words in
    the order, or else phrases would never be among the first [ours].
    """
    require_corpus(len(documents))
    stream = WordStream(documents, tokenize)
    carry_meaning: set[str] = set().union(*(document.words for document in documents))
    edge = np.array([word in carry_meaning for word in stream.words], np.bool_)
    odd = np.array(["'" in word or not is_normalized("NFKC", word) for word in stream.words], np.bool_)
    levels = frequent_phrases(stream, LONGEST_PHRASE + 1, support)
    above = levels.pop() if len(levels) > LONGEST_PHRASE else None
    fragment = above.held_by >= REPEATED if above else np.zeros(0, np.bool_)
    taken = np.zeros(len(fragment), np.bool_)
    found: list[_Found] = []
    for phrases in reversed(levels):
        words = np.array([stream.numbers[phrases.starts + place] for place in range(phrases.length)])
        terms = edge[words[0]] & edge[words[-1]] & ~odd[words].any(axis=0)
        nothing = np.zeros(phrases.size, np.bool_)
        inside = phrases.within(above, taken) if above else nothing
        fragment = phrases.within(above, fragment) if above and phrases.length > 1 else nothing
        found += _with_plurals(stream, phrases, terms, inside | fragment, support)
        taken = (terms & ~fragment) | inside
        above = phrases
    found.sort(key=lambda each: (-each.count * each.phrases.length, each.term))
    return [Candidate(each.term, each.count, each.phrases.holders(each.numbers)) for each in found[:limit]]


def require_corpus(documents: int) -> None:
    if documents == 0:
        raise BadInput("the corpus holds no document; terms and their hierarchy need two documents or more")
    if documents == 1:
        raise BadInput("the corpus holds only one document; terms and their hierarchy need two or more")


def _with_plurals(
    stream: WordStream, phrases: Phrases, terms: Flags, dropped: Flags, support: int
) -> Iterator[_Found]:
    chosen = np.flatnonzero(terms).tolist()
    spelled = {stream.spelled(phrases.starts[number], phrases.length): number for number in chosen}
    forms: dict[str, list[int]] = {}
    for term, number in sorted(spelled.items(), key=lambda each: len(each[0])):
        single = next((each for each in singulars(term) if each in forms), "")
        if single and phrases.counts[number] <= PLURALS * phrases.counts[spelled[single]]:
            forms[single].append(number)
        else:
            forms[term] = [number]
    for term, numbers in forms.items():
        if len(term) > 1 and not dropped[numbers].all() and phrases.holders(numbers) >= support:
            yield _Found(term, int(phrases.counts[numbers].sum()), phrases, numbers)


def list_of(terms: Sequence[Candidate]) -> str:
    """A list for a person to edit."""
    return HEADING + "".join(
        "\t".join(str(cell) for cell in (each.term, each.count, each.documents, each.outside) if cell is not None)
        + "\n"
        for each in terms
    )


def read_terms(path: Path) -> list[str]:
    """The terms of a list that are not struck out, in its order."""
    lines: dict[str, int] = {}
    terms = []
    for number, line in enumerate(read_text(path, "a list of terms").split("\n"), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        term, *numbers = (cell.strip() for cell in line.split("\t"))
        where = f"{path}:{number}:"
        if not fold(term):
            raise BadInput(f"{where} there is no term before the first tab; delete the line")
        if len(term) > LONGEST_TERM:
            raise BadInput(
                f"{where} a term of {len(term)} characters; there must be one term a line, {LONGEST_TERM} at most"
            )
        if len(numbers) > 3 or not all(cell.isdecimal() or not cell for cell in numbers):
            raise BadInput(
                f"{where} '{line.strip()[:60]}' is not 'term, tab, count, tab, documents', nor a term alone"
            )
        if fold(term) in lines:
            raise BadInput(f"{where} '{term}' is on line {lines[fold(term)]} already; delete one of the two")
        lines[fold(term)] = number
        terms.append(term)
    if not terms:
        raise BadInput(f"{path}: every term is struck out; leave two or more")
    if len(terms) > MOST_TERMS:
        raise BadInput(f"{path}: {len(terms):,} terms are too many; keep the {MOST_TERMS:,} most important at most")
    return terms
