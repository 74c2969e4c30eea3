"""`honeyguide topic show`: the words of a topic with their weights, and the pictures of an ontology."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from honeyguide import atomic
from honeyguide.cli import completion
from honeyguide.cli.ontology import Weights, shares_of
from honeyguide.cli.options import Json
from honeyguide.cli.tables import table
from honeyguide.cli.terminal import print_json, say, stdout, styled
from honeyguide.errors import BadInput

if TYPE_CHECKING:
    from honeyguide.model import Topic
    from honeyguide.topics.ontology.ontology import Ontology
    from honeyguide.topics.ontology.semantics import Factors
    from honeyguide.topics.ontology.semantics import Weights as Shares

_PICTURES = (".svg", ".html", ".htm")


def show(
    topic: Annotated[
        str,
        typer.Argument(
            metavar="TOPIC|OWL|DIR",
            help="A topic, an OWL file, or the folder of topic ontology.",
            autocompletion=completion.topics,
        ),
    ],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the ontology: .svg, or .html with lattice and table.")
    ] = None,
    word: Annotated[
        str, typer.Option(metavar="WORD", help="The topic word, where an OWL file does not say which it is.")
    ] = "",
    weights: Weights = "0.2,0.2,0.2,0.2,0.2",
    force: Annotated[bool, typer.Option("--force", help="Replace the FILE that is there.")] = False,
    json: Json = False,
) -> None:
    """Show the words of a topic with their weights; of an ontology with the five factors, and as a picture.

    Example: honeyguide topic show rainstorm-disaster-ontology --out ontology.html
    """
    from honeyguide.ontologies import read_ontology  # noqa: PLC0415
    from honeyguide.topics.files import load_topic  # noqa: PLC0415
    from honeyguide.topics.ontology.folder import OWL, TOPIC, owl_of  # noqa: PLC0415
    from honeyguide.topics.ontology.semantics import Similarity  # noqa: PLC0415

    shares = shares_of(weights)
    if out and out.suffix.lower() not in _PICTURES:
        raise BadInput(f"{out}: a picture is written as .svg or .html; name it {out.stem}.html")
    if out and out.exists() and not force:
        raise BadInput(f"{out}: is there already; name another file, or replace it with --force")
    owl = owl_of(topic)
    if owl is None:
        if os.path.isdir(topic) and not (Path(topic) / TOPIC).exists():
            raise BadInput(
                f"{topic}: holds neither {OWL} nor {TOPIC}; give the folder of 'honeyguide topic ontology'"
            )
        wanted = load_topic(str(Path(topic) / TOPIC) if os.path.isdir(topic) else topic)
        if out:
            raise BadInput(f"{topic}: is a topic without an ontology; there is nothing to draw")
        _show_topic(wanted, json)
        return
    ontology = read_ontology(owl, word, say)
    words = Similarity(ontology, shares).weights_of_words()
    _show_ontology(ontology, words, json)
    if out:
        _draw(ontology, words, shares, out, Path(topic))


def _show_topic(topic: Topic, json: bool) -> None:
    if json:
        print_json(topic)
        return
    shown = table("word", right=("weight",), wide="also")
    for word, weight in sorted(topic.keywords.items(), key=lambda item: -item[1]):
        shown.add_row(styled(word), f"{weight:.4g}", styled(", ".join(topic.synonyms.get(word, ()))))
    stdout().print(styled(f"{topic.name}: {topic.description}" if topic.description else topic.name, "bold"))
    trained = f", trained on {topic.model.trained_on}" if topic.model and topic.model.trained_on else ""
    stdout().print(styled(f"relevance {topic.relevance}{trained}; anchors by {topic.anchors}"))
    stdout().print(shown)
    for url, said in topic.examples.items():
        stdout().print("made of", styled(url, "cyan"), styled(said), soft_wrap=True)


def _show_ontology(ontology: Ontology, words: dict[str, Factors], json: bool) -> None:
    from honeyguide.topics.ontology.drawing import FACTORS  # noqa: PLC0415
    from honeyguide.topics.ontology.ontology import tree  # noqa: PLC0415

    depth = tree(ontology).depth
    if json:
        print_json(_as_json(ontology, words, depth))
        return
    shown = table("word", right=("weight", *(name for name, _ in FACTORS.values()), "level"), wide="also")
    for word, factors in words.items():
        cells = [f"{getattr(factors, key):.3f}" for key in FACTORS]
        also = ", ".join(form for form in ontology.concepts[word].forms if form != word)
        shown.add_row(styled(word), f"{factors.sem:.4f}", *cells, str(depth[word]), styled(also))
    stdout().print(styled(f"{ontology.root}: {len(words):,} concepts on {max(depth.values())} levels", "bold"))
    stdout().print(shown)


def _as_json(ontology: Ontology, words: dict[str, Factors], depth: dict[str, int]) -> dict[str, Any]:
    concepts = [
        {
            "word": word,
            "weight": factors.sem,
            "factors": {key: getattr(factors, key) for key in ("dis", "den", "dep", "coi", "rel")},
            "level": depth[word],
            "labels": ontology.concepts[word].labels,
            "synonyms": ontology.concepts[word].synonyms,
        }
        for word, factors in words.items()
    ]
    return {"root": ontology.root, "concepts": concepts, "relations": ontology.relations}


def _draw(ontology: Ontology, words: dict[str, Factors], shares: Shares, out: Path, folder: Path) -> None:
    from honeyguide.topics.ontology.drawing import ontology_page, ontology_svg  # noqa: PLC0415
    from honeyguide.topics.ontology.folder import OntologyFolder  # noqa: PLC0415

    if out.suffix.lower() == ".svg":
        content = ontology_svg(ontology, words)
    else:
        content = ontology_page(ontology, words, shares, OntologyFolder(folder).lattice())
    atomic.write(out, content)
    say(f"drawn: {out}", "bold")
