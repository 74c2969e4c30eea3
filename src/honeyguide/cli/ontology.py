"""`honeyguide topic ontology`: from a corpus, or an OWL file that a person edited, to a topic weighed by meaning."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from honeyguide.cli.bar import Bar
from honeyguide.cli.documents import Material
from honeyguide.cli.flags import FETCHING, with_settings
from honeyguide.cli.options import SOURCES, ConfigFile, Encoding, Json, Languages
from honeyguide.cli.terminal import command, print_json, say, stdout, styled
from honeyguide.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honeyguide.model import Document
    from honeyguide.ontologies import BuiltOntology
    from honeyguide.topics.ontology.semantics import Weights as Shares

Weights = Annotated[
    str,
    typer.Option(metavar="α,β,γ,δ,ε", help="Shares of distance, density, depth, coincidence, relation: together 1."),
]


@with_settings("delay", "allow_hosts", *FETCHING)
def ontology(
    *,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for all that is made.")],
    corpus: Annotated[
        list[str] | None, typer.Option(metavar="SOURCE", help=f"Documents on the topic: {SOURCES}; several times.")
    ] = None,
    background: Annotated[
        list[str] | None,
        typer.Option(metavar="SOURCE", help="Other documents, that show what is common everywhere; several times."),
    ] = None,
    owl: Annotated[
        str, typer.Option(metavar="FILE", help="Go on from this OWL file (RDF/XML or Turtle), or a shipped ontology.")
    ] = "",
    word: Annotated[str, typer.Option(metavar="WORD", help="The topic word: what the ontology is about.")] = "",
    terms: Annotated[
        Path | None, typer.Option(metavar="FILE", help="List of terms; else DIR/terms.tsv where you edited it.")
    ] = None,
    method: Annotated[
        Literal["contrast", "published"],
        typer.Option(help="Terms and weights against a background, or by frequency and similarity (WSE)."),
    ] = "contrast",
    limit: Annotated[
        int | None, typer.Option(min=1, max=2_000, help="The most terms taken: 300, or 70 as published.")
    ] = None,
    passage: Annotated[
        int, typer.Option(min=0, help="Words of a passage: longer documents are cut; 0 to leave them whole.")
    ] = 100,
    hierarchy: Annotated[
        Literal["evidence", "lattice", "confidence"] | None,
        typer.Option(help="What puts a term below another: a word or sentence; all passages (published); most."),
    ] = None,
    confidence: Annotated[
        float | None, typer.Option(min=0.01, max=1, help="How many, with --hierarchy confidence: 0.8 by default.")
    ] = None,
    support: Annotated[
        int, typer.Option(min=0, help="Passages that a concept of the lattice needs; 0: what can be built soon.")
    ] = 0,
    lexicon: Annotated[
        bool | None,
        typer.Option("--lexicon/--no-lexicon", help="Add what lexicons know; by default to a corpus only."),
    ] = None,
    neighbours: Annotated[int, typer.Option(min=0, max=1_000, help="The most new concepts from lexicons.")] = 0,
    drawn: Annotated[int, typer.Option(min=1, max=300, help="The most concepts in the picture of the lattice.")] = 50,
    weights: Weights = "0.2,0.2,0.2,0.2,0.2",
    language: Languages = None,
    refresh: Annotated[bool, typer.Option("--refresh", help="Fetch again what was fetched before.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace files that were edited since.")] = False,
    encoding: Encoding = "",
    config_file: ConfigFile = None,
    json: Json = False,
    **flags: Any,
) -> None:
    """Build a domain ontology from documents, and the topic whose weights follow from it.

    DIR then holds terms.tsv, lattice.svg, ontology.owl, ontology.svg, topic.toml and report.html. Strike terms out of
    terms.tsv, change weights in topic.toml or relations in ontology.owl, and run it again: what you changed stays.

    Example: honeyguide topic ontology --corpus papers/ --background others/ --word rainstorm --out rainstorm
    """
    from honeyguide.ontologies import build_ontology  # noqa: PLC0415
    from honeyguide.topics.ontology.folder import FETCHED  # noqa: PLC0415

    if bool(corpus) == bool(owl):
        raise typer.BadParameter("name documents with --corpus, or an ontology with --owl")
    if background and not corpus:
        raise typer.BadParameter("--background is what --corpus is contrasted with; name documents with --corpus")
    kept = out / FETCHED
    if refresh:
        kept.unlink(missing_ok=True)
    material = Material(encoding, flags, config_file, main_text=method == "contrast", fetched=kept)
    with Bar("building the ontology") as bar:
        built = build_ontology(
            out,
            corpus=_documents(corpus, material, bar) if corpus else None,
            background=_documents(background or [], material, bar),
            owl=owl,
            word=word,
            terms=terms,
            method=method,
            limit=limit or 0,
            passage=passage,
            hierarchy=hierarchy,
            confidence=confidence,
            support=support,
            lexicon=lexicon,
            neighbours=neighbours,
            drawn=drawn,
            weights=shares_of(weights),
            languages=language or (),
            force=force,
            note=say,
            progress=bar,
        )
    _show(built, out, json)


def _documents(sources: list[str], material: Material, bar: Bar) -> Iterator[Document]:
    """Read when the first is asked for."""
    yield from material.read(sources, bar)


def shares_of(text: str) -> Shares:
    """The weights of the five factors."""
    from honeyguide.topics.ontology.semantics import Weights  # noqa: PLC0415

    try:
        values = [float(part) for part in text.split(",")]
    except ValueError:
        values = []
    if len(values) != 5:
        raise BadInput(f"--weights: '{text[:60]}' is not five numbers; give them as 0.2,0.2,0.2,0.2,0.2")
    return Weights(*values)


def _show(made: BuiltOntology, folder: Path, json: bool) -> None:
    from honeyguide.topics.ontology.folder import OWL, PAGE, TERMS, TOPIC  # noqa: PLC0415
    from honeyguide.topics.ontology.ontology import tree  # noqa: PLC0415

    levels = max(tree(made.ontology).depth.values())
    kinds = Counter(each.kind for each in made.ontology.relations)
    if json:
        shape = {"root": made.ontology.root, "concepts": len(made.ontology.concepts), "levels": levels}
        print_json({**shape, "relations": kinds, **made.facts, "files": list(map(str, made.files))})
        return
    out, facts = stdout(), made.facts
    if "lattice" in facts:
        few = f" of {facts['lattice']['support']:,} passages or more" if facts["lattice"]["support"] else ""
        against = f", against {facts['background']:,} others" if facts.get("background") else ""
        against = f", against {facts['everyday']:,} everyday texts" if "everyday" in facts else against
        sizes = f"{facts['documents']:,} documents in {facts['passages']:,} passages{against}"
        out.print(f"{sizes}, {facts['terms']:,} terms")
        out.print(f"lattice: {facts['lattice']['concepts']:,} concepts{few}")
    if added := facts.get("added"):
        words = sum(map(len, added["words"].values()))
        out.print(
            f"from the lexicons: {len(added['relations']):,} relations, {words:,} synonyms, "
            f"{len(added['concepts']):,} concepts; {added['unknown']:,} words are in none"
        )
    said = ", ".join(f"{count:,} {kind}" for kind, count in kinds.items()) or "no relations"
    out.print(styled(f"ontology: {len(made.ontology.concepts):,} concepts on {levels} levels; {said}"))
    say(f"the report is {folder / PAGE}", "bold")
    if "terms" in facts:
        say(f"strike terms out of {folder / TERMS}, and run this again")
    again = command("topic", "ontology", "--owl", folder / OWL, "--out", folder)
    if "terms" in facts:
        say(f"change weights in {folder / TOPIC} or relations in {folder / OWL}: they stay when you run this again")
    else:
        say(f"edit {folder / OWL} in Protégé, then {again}")
    say(f"crawl with it: {command('crawl', folder / TOPIC, 'URL', '--out', 'FOLDER')}")
