"""Concept lattices: all of 150 documents × 70 terms beside the `concepts` library, and icebergs of 10,000 × 200.

    python bench/lattice.py [--corpus ../shared/data/textclass/20ng-bydate.tar.xz]

Made contexts: the terms of a corpus are not equally frequent, the i-th is in a share of the documents that falls with
√i. The corpus, where it is there, gives real ones: the most frequent candidate terms that less than half of the posts
hold, as a person would leave them.
"""

from __future__ import annotations

import argparse
import tarfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypeVar

import concepts
from rich.console import Console
from rich.table import Table

from honeyguide.errors import BadInput
from honeyguide.model import Document
from honeyguide.parsing.decoding import decode
from honeyguide.parsing.tokens import content_words, tokens
from honeyguide.topics.ontology.candidates import candidates
from honeyguide.topics.ontology.lattice import Context, lattice

Result = TypeVar("Result")
PEER_CAN = 6_000
"""Concepts up to which the other library is asked: it needs minutes for more."""


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    started = time.process_time()
    return work(), time.process_time() - started


def made(documents: int, terms: int, density: float) -> Context:
    rng = Random(1)
    falling = [1 / (place + 3) ** 0.5 for place in range(terms)]
    shares = [min(0.95, share * density * terms / sum(falling)) for share in falling]
    rows = tuple(sum((rng.random() < share) << term for term, share in enumerate(shares)) for _ in range(documents))
    return Context(tuple(f"d{n}" for n in range(documents)), tuple(f"t{n}" for n in range(terms)), rows)


def density(context: Context) -> float:
    return sum(row.bit_count() for row in context.rows) / len(context.rows) / len(context.terms)


def posts(archive: Path, many: int) -> list[Document]:
    texts: dict[str, str] = {}
    with tarfile.open(archive) as files:
        for entry in files:
            file = files.extractfile(entry) if entry.isfile() else None
            if file is not None and len(texts) < many:
                texts[entry.name] = decode(file.read(), "").partition("\n\n")[2]
    return [
        Document(name, tuple(content_words(text, "en")), text=text, language="en") for name, text in texts.items()
    ]


def real(documents: list[Document], many: int) -> Context:
    found = candidates(documents, tokens, limit=2 * many)
    return Context.of(documents, [each.term for each in found if 2 * each.documents < len(documents)][:many])


def whole(contexts: dict[str, Context]) -> Table:
    table = Table(
        "150 × 70", "density", "concepts", "seconds", "concepts library", title="All concepts and covers, CPU"
    )
    for name, context in contexts.items():
        try:
            found, seconds = timed(lambda context=context: lattice(context))  # type: ignore[misc]
        except BadInput as refused:
            table.add_row(name, f"{density(context):.2f}", str(refused))
            continue
        peer = ""
        if len(found.concepts) <= PEER_CAN:
            rows = [[bool(row >> term & 1) for term in range(len(context.terms))] for row in context.rows]
            theirs, slower = timed(
                lambda context=context, rows=rows: concepts.Context(context.documents, context.terms, rows).lattice  # type: ignore[misc]
            )
            assert len(theirs) == len(found.concepts)
            peer = f"{slower:.2f} s, {slower / seconds:.0f} times"
        table.add_row(name, f"{density(context):.2f}", f"{len(found.concepts):,}", f"{seconds:.2f}", peer)
    return table


def icebergs(contexts: dict[str, Context]) -> Table:
    table = Table("10,000 × 200", "density", "documents a concept", "concepts", "seconds", title="Icebergs, CPU")
    for name, context in contexts.items():
        for share in (5, 2, 1):
            minimum = len(context.documents) * share // 100
            try:
                found, seconds = timed(lambda context=context, minimum=minimum: lattice(context, minimum))  # type: ignore[misc]
                ours = f"{len(found.concepts):,}", f"{seconds:.2f}"
            except BadInput as refused:
                ours = str(refused), ""
            table.add_row(name, f"{density(context):.3f}", f"{minimum:,} ({share} %)", *ours)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, default=Path("../shared/data/textclass/20ng-bydate.tar.xz"))
    corpus = parser.parse_args().corpus
    small = {f"made {share:.2f}": made(150, 70, share) for share in (0.05, 0.1, 0.15, 0.2, 0.25, 0.3)}
    large = {f"made {share:.2f}": made(10_000, 200, share) for share in (0.05, 0.1, 0.15)}
    if corpus.exists():
        documents = posts(corpus, 10_000)
        small["150 posts"] = real(documents[:150], 70)
        large[f"{len(documents):,} posts"], seconds = timed(lambda: real(documents, 200))
        print(f"terms and context of {len(documents):,} posts: {seconds:.1f} s of CPU")
    else:
        print(f"{corpus} is not there: made contexts only")
    for table in (whole(small), icebergs(large)):
        Console().print(table)


if __name__ == "__main__":
    main()
