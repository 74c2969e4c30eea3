"""Every phrase of a corpus that enough documents hold, counted length by length: the parts of a frequent phrase are
frequent (Agrawal and Srikant, Fast Algorithms for Mining Association Rules, VLDB 1994, for words in a row)."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from honeyguide.chinese import ANY_HAN, HAN
from honeyguide.model import Document
from honeyguide.topics.terms import LONGEST_TEXT

ALWAYS = 0.95
"""Share of a phrase's occurrences that counts as all of them: texts are not clean [ours]."""
SHORT_LINE = 30
"""A line of fewer characters is a heading or an entry of a menu: no phrase goes on across its end [ours]."""

_WORD = rf"(?!\d+(?![^\W_{HAN}]))[^\W_{HAN}]+(?:['’][^\W\d_{HAN}]+)*"
_RUN = re.compile(rf"[{HAN}]+|{_WORD}(?:(?<!['’][sS])(?:\s+|-){_WORD})*")
"""Words with nothing between them that ends a phrase: punctuation, a number, a possessive, another script."""
_SHORT_LINE = re.compile(rf"^(.{{0,{SHORT_LINE - 1}}})\n", re.MULTILINE)
_INVISIBLE = re.compile("[\xad\u200b-\u200d]")

Tokenize = Callable[[str, str], list[str]]
Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]


class WordStream:
    """All words of all documents as numbers in a row, −1 where a phrase must end."""

    def __init__(self, documents: Sequence[Document], tokenize: Tokenize) -> None:
        numbers: dict[str, int] = {}
        stream, ends = array("i"), [0]
        for document in documents:
            text = _SHORT_LINE.sub(r"\1. ", _INVISIBLE.sub("", document.text[:LONGEST_TEXT]))
            for run in _RUN.findall(text):
                stream.extend([numbers.setdefault(word, len(numbers)) for word in tokenize(run, document.language)])
                stream.append(-1)
            ends.append(len(stream))
        self.documents = len(documents)
        self.words = tuple(numbers)
        self.numbers: Numbers = np.array(stream, np.int64)
        self.holders: Numbers = np.repeat(np.arange(len(documents)), np.diff(ends))
        """Number of the document of each word."""

    def spelled(self, start: int, length: int) -> str:
        words = [self.words[word] for word in self.numbers[start : start + length]]
        return ("" if ANY_HAN.match(words[0]) else " ").join(words)


class Phrases:
    """All phrases of one length that `support` documents or more hold, by number."""

    def __init__(self, stream: WordStream, length: int, keys: Numbers, support: int) -> None:
        """`keys[i]` tells the phrases that begin at place i apart; below 0 there is none."""
        places = np.flatnonzero(keys >= 0)
        _, first, phrase = np.unique(keys[places], return_index=True, return_inverse=True)
        pairs = np.sort(phrase * stream.documents + stream.holders[places])
        pairs = pairs[np.flatnonzero(np.diff(pairs, prepend=-1))]
        holders = np.bincount(pairs // stream.documents, minlength=len(first))
        frequent = holders >= support
        self.length = length
        self.size = int(frequent.sum())
        self.starts: Numbers = places[first[frequent]]
        """Where each phrase stands for the first time."""
        self.counts: Numbers = np.bincount(phrase, minlength=len(first))[frequent]
        self.at: Numbers = np.full(len(keys) + 1, -1, np.int64)
        """Number of the phrase that begins at each place."""
        self.at[places] = np.where(frequent, np.cumsum(frequent) - 1, -1)[phrase]
        self._documents = pairs[frequent[pairs // stream.documents]] % stream.documents
        self._ends: Numbers = np.concatenate(([0], np.cumsum(holders[frequent])))

    @property
    def held_by(self) -> Numbers:
        """How many documents hold each phrase."""
        return np.diff(self._ends)

    def holders(self, numbers: Sequence[int]) -> int:
        """How many documents hold one of these phrases or more."""
        held = [self._documents[self._ends[number] : self._ends[number + 1]] for number in numbers]
        return len(held[0]) if len(held) == 1 else len(np.unique(np.concatenate(held)))

    def longer(self, stream: WordStream, support: int) -> Phrases:
        """Phrases of one word more."""
        both = (self.at[:-1] >= 0) & (self.at[1:] >= 0)
        last = np.append(stream.numbers[self.length :], np.full(self.length, -1))
        keys = np.where(both, self.at[:-1] * len(stream.words) + last, -1)
        return Phrases(stream, self.length + 1, keys, support)

    def within(self, longer: Phrases, marked: Flags) -> Flags:
        """Which of these always stand inside one and the same of the longer ones that are marked?"""
        inside = np.zeros(self.size, np.bool_)
        for part in (self.at[longer.starts], self.at[longer.starts + 1]):
            inside[part[marked & (longer.counts >= ALWAYS * self.counts[part])]] = True
        return inside


def frequent_phrases(stream: WordStream, longest: int, support: int) -> list[Phrases]:
    """All single words first, then the phrases of two words that enough documents hold, and so on."""
    levels = [Phrases(stream, 1, stream.numbers, 1)]
    while len(levels) < longest and levels[-1].size:
        levels.append(levels[-1].longer(stream, support))
    return levels
