"""All lexicons there are, asked as one: how near two words are, and what a word is to others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from honeyguide.errors import BadInput
from honeyguide.lexicons import vectors
from honeyguide.lexicons.compiled import LexiconFile, array_of, concept_count, read
from honeyguide.lexicons.folder import HOW_TO_GET, LANGUAGES, compiled_files, lexicon_folder
from honeyguide.lexicons.lexicon import Concepts, Vocabulary, align
from honeyguide.lexicons.nearest import NearestByVector, NearestInLexicon
from honeyguide.lexicons.similarity import ConceptSimilarity, Sememes
from honeyguide.lexicons.texts import fold, language_of
from honeyguide.protocols import WordSense

_PAIRS = 100_000
_WORDS = 20_000
_MOST_UNKNOWN = 10_000
_MOST = 0.5
"""Share of the concepts of another language that must be in WordNet."""


class Lexicon:
    """Concepts, and the words of one or more languages for them."""

    def __init__(self, file: LexiconFile, sememes: Sememes = "mean") -> None:
        self.kind = file.kind
        self.concepts = Concepts(file)
        self.vocabularies = {file.language: Vocabulary(file)}
        self.similarity = ConceptSimilarity(self.concepts, sememes)
        self._known = lru_cache(_WORDS)(self._senses)

    def senses(self, word: str) -> tuple[int, ...]:
        return self._known(word)

    def _senses(self, word: str) -> tuple[int, ...]:
        vocabulary = self.vocabularies.get(language_of(word))
        return vocabulary.senses(word) if vocabulary else ()


class Lexicons:
    """Similarity, senses and relations of words for English and Chinese; the script of a word tells its language."""

    def __init__(
        self,
        lexicons: Sequence[Lexicon],
        word_vectors: vectors.WordVectors | None = None,
        missing: Sequence[str] = (),
    ) -> None:
        self.lexicons = lexicons
        self.word_vectors = word_vectors
        self.missing = tuple(missing)
        """What would make it know more, one sentence each."""
        self.unknown: Counter[str] = Counter()
        """Words that no lexicon has, and how many times they were looked up in vain."""
        self._pair = lru_cache(_PAIRS)(self._compare)

    def __bool__(self) -> bool:
        """Whether there is anything to ask."""
        return bool(self.lexicons) or self.word_vectors is not None

    def similarity(self, one: str, other: str) -> float | None:
        """HYB eq. 1–3 where a lexicon has both words, else by their vectors; None when neither can tell."""
        first, second = sorted((fold(one), fold(other)))
        if not first:
            return None
        return 1.0 if first == second else self._pair(first, second)

    def nearest(self, words: Sequence[str]) -> Callable[[str], float | None]:
        """How near a word is to the nearest of these: the largest `similarity`, at a fraction of its cost."""
        others = [other for other in map(fold, words) if other]
        in_lexicons = [NearestInLexicon(lexicon, others) for lexicon in self.lexicons]
        by_vector = NearestByVector(self.word_vectors, others) if self.word_vectors is not None else None
        themselves = set(others)

        def of(word: str) -> float | None:
            word = fold(word)
            if word in themselves:
                return 1.0
            self._that_know(word)
            wanted = (1 << len(others)) - 1
            found: list[float | None] = []
            for lexicon in in_lexicons:
                value, compared = lexicon.among(word, wanted)
                found.append(value)
                wanted &= ~compared
            if by_vector is not None and word:
                found.append(by_vector.among(word, wanted))
            return max((value for value in found if value is not None), default=None)

        return of

    def relations(self, word: str) -> Sequence[tuple[str, str]]:
        """The word is a …, is part of …, is an attribute of …, induces …; or `synonym`."""
        found: dict[tuple[str, str], None] = {}
        for sense in self.senses(word, reach=0):
            found.update(dict.fromkeys(("synonym", other) for other in sense.words))
            found.update(dict.fromkeys((kind, other) for kind, others in sense.related for other in others))
        word = fold(word)
        return [(kind, other) for kind, other in found if other != word]

    def senses(self, word: str, reach: int = 3) -> Sequence[WordSense]:
        """Each meaning of a word, with what it is by up to `reach` steps of is-a."""
        word = fold(word)
        language = language_of(word)
        found: list[WordSense] = []
        for lexicon in self._that_know(word):
            names = lexicon.vocabularies[language].names
            for sense in lexicon.senses(word):
                others = ((kind, tuple(names(concept))) for kind, concept in lexicon.concepts.relations(sense))
                steps = lexicon.concepts.steps_up(sense, reach)
                broader = tuple(tuple(name for concept in step for name in names(concept)) for step in steps)
                related = tuple((kind, called) for kind, called in others if called)
                found.append(WordSense(tuple(names(sense)), related, broader))
        return found

    def _compare(self, one: str, other: str) -> float | None:
        first, second = self._that_know(one), self._that_know(other)
        for lexicon in first:
            if lexicon in second:
                value = lexicon.similarity.of_words(lexicon.senses(one), lexicon.senses(other))
                if value is not None:
                    return value
        return self.word_vectors.similarity(one, other) if self.word_vectors is not None else None

    def _that_know(self, word: str) -> list[Lexicon]:
        know = [lexicon for lexicon in self.lexicons if lexicon.senses(word)]
        if not know and (word in self.unknown or len(self.unknown) < _MOST_UNKNOWN):
            self.unknown[word] += 1
        return know


def open_lexicons(*, folder: Path | None = None, with_vectors: bool = True, sememes: Sememes = "mean") -> Lexicons:
    """Whatever the user has added."""
    files: list[LexiconFile] = []
    missing: list[str] = []
    for path in compiled_files(folder or lexicon_folder()):
        try:
            files.append(read(path))
        except BadInput as damaged:
            missing.append(str(damaged))
    lexicons: list[Lexicon] = []
    for file in files:
        if not (file.kind == "open-wordnet" and _hang(file, lexicons, missing)):
            lexicons.append(Lexicon(file, sememes))
        if file.kind == "hownet" and not file.has_hierarchy:
            missing.append("HowNet was added without whole.dat: equal sememes are all that can be compared")
    there = {file.language for file in files}
    missing += [HOW_TO_GET[language] for language in LANGUAGES if language not in there]
    word_vectors = vectors.WordVectors() if with_vectors and vectors.there() else None
    if with_vectors and word_vectors is None:
        missing.append(HOW_TO_GET["vectors"])
    return Lexicons(lexicons, word_vectors, missing)


def _hang(file: LexiconFile, lexicons: Sequence[Lexicon], missing: list[str]) -> bool:
    """Give the words their place in the hierarchy of WordNet, where it is; concepts that it lacks stay without."""
    language = LANGUAGES[file.language]
    wordnet = next((each for each in lexicons if each.kind == "wordnet"), None)
    if wordnet is None:
        missing.append(
            f"the {language} lexicon takes its hierarchy from WordNet, which is not here: "
            "only its synonyms are known until 'honeyguide lexicon add en /usr/share/wordnet'"
        )
        return False
    numbers = align(array_of(file.keys, "<u8"), wordnet.concepts.keys)
    if (numbers >= 0).mean() < _MOST:
        missing.append(
            f"the {language} lexicon is made for another version of WordNet than is here: "
            "only its synonyms are known until WordNet 3.0 is added"
        )
        return False
    strays = np.arange(concept_count(file)) + len(wordnet.concepts.keys)
    if file.language not in wordnet.vocabularies:
        wordnet.vocabularies[file.language] = Vocabulary(file, np.where(numbers < 0, strays, numbers))
    return True
