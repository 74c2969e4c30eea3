"""What do the guide and the judge cost a page as links come to wait, and how much do they keep in memory?

    OPENBLAS_NUM_THREADS=1 python bench/guide.py [--waiting 1000 10000 100000 1000000] [--encoder use]

Pages are made: 250 different words each from a vocabulary of falling frequency, ten subjects of which one is the
topic, and 50 links of which half are new, in five blocks, with anchors and a text around them. Encoding is a look-
up in a table, so that it does not count. Everything that a crawl does with a page between its features and the next
link is done: the decision judges it and judges all anew when that is due, the link model scores its links and those
that are due, the frontier takes them and names the next. CPU time of one core, a mean over the pages that come
while the waiting links grow from half of a number to that number, so that whatever is done from time to time is in
it. To reach: less than 2 ms with 100,000 waiting links, and no more with a million than the logarithm grows.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from array import array
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_intdigest

from honeyguide import encoders
from honeyguide.links.guide import Guide as LinkModel
from honeyguide.links.guide import Parameters
from honeyguide.model import Link, Outcome, OutLink, Page, Relevance, Topic, Visit
from honeyguide.parsing.tokens import content_words
from honeyguide.protocols import CrawlView
from honeyguide.relevance.everyday import everyday_texts
from honeyguide.relevance.judging import Judging
from honeyguide.relevance.page_features import counted, examples_of, features_of, pack
from honeyguide.strategies.guide import Guide
from honeyguide.strategies.guide import Parameters as Choices

VOCABULARY, SUBJECTS, OWN, WORDS, LINKS, BLOCKS, HOSTS = 200_000, 10, 400, 400, 50, 5, 1_000
PHRASES, CONTEXTS = 100_000, 20_000
_SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "en", "or")]
NAMES = [
    "".join(_SYLLABLES[number // len(_SYLLABLES) ** place % len(_SYLLABLES)] for place in range(3))
    for number in range(VOCABULARY)
]
PARTS = ("decision", "link model", "frontier")


class Table:
    """An encoder that knows every text already: a text about a subject lies near that subject."""

    name, dimensions = "table", 512

    def __init__(self) -> None:
        rng = np.random.default_rng(1)
        self._any = rng.standard_normal((8_192, self.dimensions)).astype(np.float32)
        self._subjects = rng.standard_normal((SUBJECTS, self.dimensions)).astype(np.float32)
        self._rows = np.concatenate([_unit(self._any + subject) for subject in self._subjects])
        self.texts = 0

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.texts += len(texts)
        rows: NDArray[np.float32] = self._rows[
            [_subject(text) * 8_192 + xxh3_64_intdigest(text.encode()) % 8_192 for text in texts]
        ]
        return rows


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths: NDArray[np.float32] = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / lengths


def _subject(text: str) -> int:
    """Made texts begin with a word that says what they are about."""
    return (ord(text[0]) - ord("a")) % SUBJECTS if text else 0


class Made:
    """A web that goes on for ever."""

    def __init__(self) -> None:
        self.rng, self.plain = np.random.default_rng(2), Random(2)
        frequent = 1.0 / (np.arange(VOCABULARY) + 20.0)
        self._all = np.cumsum(frequent) / frequent.sum()
        self._drawn = np.zeros(0, np.int64)
        self._at = 0
        self.phrases = [self._text(number % SUBJECTS, 3) for number in range(PHRASES)]
        self.contexts = [
            self._text(number % SUBJECTS, 12, "the of and", "is not to", "with a") for number in range(CONTEXTS)
        ]
        self.subject = array("b", [0])
        """Of each link's page."""

    def words(self, subject: int, many: int) -> list[str]:
        """A quarter of them the subject's own."""
        if self._at + many > len(self._drawn):
            self._drawn, self._at = np.searchsorted(self._all, self.rng.random(1_000_000)), 0
        drawn = self._drawn[self._at : self._at + many].copy()
        self._at += many
        drawn[::4] = 1_000 + subject * OWN + drawn[::4] % OWN
        return [NAMES[number] for number in drawn.tolist()]

    def _text(self, subject: int, many: int, *between: str) -> str:
        words = self.words(subject, many)
        for place, stop_words in enumerate(between, 1):
            words[4 * place : 4 * place] = stop_words.split()
        return f"{chr(ord('a') + subject)}n {' '.join(words)}"

    def page(self, number: int, encoder: Table) -> tuple[Page, Relevance, list[Link]]:
        subject = self.subject[number]
        words = counted(self.words(subject, WORDS))
        title = self._text(subject, 4)
        packed = pack(features_of(title, title, words, encoder, 0.2))
        known, rng = len(self.subject), self.plain
        targets = [known + n for n in range(LINKS // 2)]
        targets += [rng.randrange(max(0, known - 20_000), known) for _ in range(LINKS - len(targets))]
        self.subject.extend(
            subject if rng.random() < 0.4 else int(rng.random() * SUBJECTS) for _ in range(LINKS // 2)
        )
        found = []
        for place, target in enumerate(targets):
            about = self.subject[target]
            anchor = self.phrases[SUBJECTS * rng.randrange(PHRASES // SUBJECTS) + about]
            near = self.contexts[SUBJECTS * rng.randrange(CONTEXTS // SUBJECTS) + about]
            found.append(OutLink("", "", anchor, near, path=f"body/div[{place % BLOCKS}]/a"))
        links = [Link(target, "", target % HOSTS, 1) for target in targets]
        return Page("", title, "", (), tuple(found)), Relevance(0.0, False, features=packed), links


class Crawl:
    def __init__(self) -> None:
        self.encoder, self.web = Table(), Made()
        topic = Topic("made", {f"an {name}": 1.0 for name in NAMES[1_000:1_012]})
        usual = [features_of(text, text, counted(content_words(text)), self.encoder) for text in everyday_texts()]
        self.decision = Judging(usual, examples_of(topic, self.encoder))
        self.links = LinkModel(Parameters(), topic, self.encoder)
        self.strategy = Guide(Choices())
        self.links.set_prior(0)
        nobody: CrawlView = None  # type: ignore[assignment]
        self.strategy.start([Link(0, "", 0)], Random(0), nobody)
        self.judged: list[int] = []
        self.seconds = dict.fromkeys(PARTS, 0.0)
        self.longest = 0.0
        self.next = self.strategy.ask(1)[0]

    def step(self) -> None:
        """One page, as `core.crawl_core` and `core.answers` do it."""
        number, links, strategy = self.next, self.links, self.strategy
        page, relevance, targets = self.web.page(number, self.encoder)
        source = Link(number, "", number % HOSTS)
        began = time.process_time()
        judged = self.decision.judge(relevance, 0.0)
        self.judged.append(number)
        revised = self.decision.revise()
        decided = time.process_time()
        if revised is not None:
            links.revise(self.judged, revised)
        links.learn(source, judged)
        scored = links.score(page, judged, source, targets)
        scores = links.refresh()
        moved = links.moved() if scores is None else None
        modelled = time.process_time()
        strategy.tell(Visit(source, Outcome.PAGE, judged.score, tuple(scored.links), on_topic=judged.on_topic))
        if scores is not None:
            strategy.rescore(scores)
        elif moved:
            strategy.move(*moved)
        self.next = strategy.ask(1)[0]
        ended = time.process_time()
        for part, took in zip(PARTS, (decided - began, modelled - decided, ended - modelled), strict=True):
            self.seconds[part] += took
        self.longest = max(self.longest, ended - began)


def size_of(part: Any, seen: set[int]) -> int:
    """Bytes of an object and all that it holds and nothing else does."""
    if id(part) in seen or isinstance(part, type | Table):
        return 0
    seen.add(id(part))
    if isinstance(part, np.ndarray):
        return int(part.nbytes)
    own = sys.getsizeof(part)
    if isinstance(part, str | bytes | bytearray | array | int | float) or part is None:
        return own
    if isinstance(part, dict):
        return own + sum(size_of(key, seen) + size_of(value, seen) for key, value in part.items())
    if isinstance(part, list | tuple | set):
        return own + sum(size_of(each, seen) for each in part)
    if isinstance(part, msgspec.Struct):
        return own + sum(size_of(getattr(part, name), seen) for name in part.__struct_fields__)
    return own + size_of(getattr(part, "__dict__", ()), seen)


def cost_of_encoding(name: str) -> None:
    encoder = encoders.make(name)
    assert encoder is not None
    web = Made()
    anchors, leads = web.phrases[:1_000], [" ".join(web.words(0, 90)) for _ in range(100)]
    encoder.encode(anchors[:10])
    for what, texts in (("anchors of four words", anchors), ("beginnings of 600 characters", leads)):
        began = time.process_time()
        encoder.encode(texts)
        print(f"{name}, {what}: {(time.process_time() - began) / len(texts) * 1e3:.2f} ms each")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--waiting", type=int, nargs="+", default=[1_000, 10_000, 100_000, 1_000_000])
    parser.add_argument("--encoder", default="", help="measure this one by itself as well")
    given = parser.parse_args()
    crawl = Crawl()
    print(
        "| waiting links | pages | ms a page | decision | link model | frontier | longest page, ms | MB | peak MB |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for goal in given.waiting:
        while crawl.strategy.waiting < goal // 2:
            crawl.step()
        crawl.seconds, crawl.longest, first = dict.fromkeys(PARTS, 0.0), 0.0, len(crawl.judged)
        while crawl.strategy.waiting < goal:
            crawl.step()
        pages = len(crawl.judged) - first
        parts = [crawl.seconds[part] / pages * 1e3 for part in PARTS]
        seen: set[int] = set()
        sizes = [size_of(part, seen) for part in (crawl.decision, crawl.links, crawl.strategy)]
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"| {goal:,} | {len(crawl.judged):,} | {sum(parts):.2f} | "
            + " | ".join(f"{each:.2f}" for each in parts)
            + f" | {crawl.longest * 1e3:.0f} | {' + '.join(f'{size / 1e6:.1f}' for size in sizes)} | {peak:.0f} |",
            flush=True,
        )
    if given.encoder:
        cost_of_encoding(given.encoder)


if __name__ == "__main__":
    main()
