"""How well do topics judge that were made from documents by `topic ontology`, without editing?

    python bench/ontology.py wikispeedia.warc.gz wikispeedia.labels.tsv --half held-out --out made

Of every label with `--least` pages or more, `--examples` pages are drawn at random and written as HTML files, and so
are `--background` pages of any kind; `topic ontology` makes a topic of them, and `topic eval` judges all other pages.
Labels by size are taken in turn for development and held out: constants were set on the former alone.

A page of a sub-subject is one of its subject, too: `African_Geography.African_Countries` is African geography.
`--alone` counts only pages with the very label: then countries are wrong, and lakes and capitals are right.
`--relevance judge` has the same examples and background judged by the judge, beside the terms of the ontology.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random

from msgspec.structs import replace

from honeyguide.analysis import PageAnalyzer
from honeyguide.config import Settings
from honeyguide.corpus import read_documents
from honeyguide.lab.evaluation import evaluate
from honeyguide.model import NO_TOPIC, Thresholds, TrainingData
from honeyguide.ontologies import build_ontology
from honeyguide.relevance.judge import Judge
from honeyguide.topics.files import load_topic
from honeyguide.web.offline import Labels, open_web, read_labels
from honeyguide.web.offline.simulated import fetched

INDEX = "*/index/*"
"""Pages that name the subjects outright."""


def subjects(truth: Labels, asked: argparse.Namespace) -> tuple[list[str], dict[str, list[str]]]:
    """The labels that are asked for, and the pages of every label."""
    own = {name: sorted(truth.require(name)) for name in truth.names()}
    sized = sorted(
        (name for name in own if asked.least <= len(own[name]) <= asked.most), key=lambda n: (-len(own[n]), n)
    )
    half = sized[::2] if asked.half == "development" else sized[1::2]
    chosen = [name for name in half if name.endswith(asked.only)]
    if asked.alone:
        return chosen, own
    below = {name: [each for each in own if f"{each}.".startswith(f"{name}.")] for name in own}
    return chosen, {name: sorted({url for each in below[name] for url in own[each]}) for name in own}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("warc", type=Path)
    parser.add_argument("labels", type=Path)
    parser.add_argument("--half", choices=("development", "held-out"), default="held-out")
    parser.add_argument("--least", type=int, default=80)
    parser.add_argument("--most", type=int, default=1_000_000)
    parser.add_argument("--examples", type=int, default=40)
    parser.add_argument("--background", type=int, default=400)
    parser.add_argument("--method", choices=("contrast", "published"), default="contrast")
    parser.add_argument("--relevance", choices=("made", "judge"), default="made")
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--only", default="", help="one label, by the end of its name")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    spec = f"warc:{asked.warc.absolute()}"
    web = open_web(spec, base=Path())
    chosen, pages = subjects(read_labels(asked.labels, web), asked)
    asked.out.mkdir(parents=True, exist_ok=True)
    labels = asked.out / "labels.tsv"
    labels.write_text("".join(f"{url}\t{name}\n" for name in pages for url in pages[name]), "utf-8")
    reader = PageAnalyzer(NO_TOPIC, Settings())

    def written(urls: list[str], folder: Path) -> list[str]:
        folder.mkdir(parents=True, exist_ok=True)
        for number, url in enumerate(urls):
            html = reader.html(fetched(url, web.answer(url)))
            assert isinstance(html, str), f"{url}: is no page"
            (folder / f"{number:03}.html").write_text(html, "utf-8")
        return [str(folder)]

    articles = sorted(url for url in web.urls() if "/index/" not in url)
    print(
        "| label | precision | recall | F1 | R-precision | found | missed | mistaken |",
        f"|{'---|' * 8}",
        sep="\n",
    )
    for label in chosen:
        rng = Random(f"{label}:{asked.seed}")
        folder = asked.out / label
        examples = rng.sample([url for url in pages[label] if url in set(articles)], asked.examples)
        others = rng.sample([url for url in articles if url not in set(examples)], asked.background)
        read = {"main_text": asked.method == "contrast"}
        corpus = read_documents(written(examples, folder / "examples"), **read)
        background = read_documents(written(others, folder / "others"), **read) if others else []
        word = label.rpartition(".")[2].replace("_", " ").lower()
        made = folder / f"ontology-{asked.method}"
        build_ontology(
            made, corpus=corpus, background=background, word=word, method=asked.method, lexicon=False, force=True
        )
        topic = load_topic(str(made / "topic.toml"))
        if asked.relevance == "judge":
            model = Judge.train(TrainingData(topic, corpus, background))
            topic = replace(topic, relevance="judge", model=model, thresholds=Thresholds())
        exclude = (INDEX, *examples, *others)
        found = evaluate(topic, spec, labels=labels, relevant=label, exclude=exclude, jobs=1).judgement
        figures = f"{found.precision:.3f} | {found.recall:.3f} | {found.f1:.3f} | {found.r_precision:.3f}"
        print(f"| {label} | {figures} | {found.found} | {found.missed} | {found.mistaken} |", flush=True)


if __name__ == "__main__":
    main()
