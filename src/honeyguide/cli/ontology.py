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
    owl: Annotated[
        str, typer.Option(metavar="FILE", help="Go on from this OWL file (RDF/XML or Turtle), or a shipped ontology.")
    ] = "",
    word: Annotated[str, typer.Option(metavar="WORD", help="The topic word: what the ontology is about.")] = "",
    terms: Annotated[
        Path | None, typer.Option(metavar="FILE", help="List of terms; else DIR/terms.tsv where you edited it.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=2_000, help="The most terms taken from the corpus.")] = 70,
    passage: Annotated[
        int, typer.Option(min=0, help="Words of a passage: longer documents are cut; 0 to leave them whole.")
    ] = 100,
    hierarchy: Annotated[
        Literal["lattice", "confidence"],
        typer.Option(help="A term's passages must all hold a broader term, as in the lattice, or most of them."),
    ] = "lattice",
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
    weights: Weights = "0.2,0.2,0.2,0.2,0.2",
    language: Languages = None,
    force: Annotated[bool, typer.Option("--force", help="Replace files that were edited since.")] = False,
    encoding: Encoding = "",
    config_file: ConfigFile = None,
    json: Json = False,
    **flags: Any,
) -> None:
    """Build a domain ontology from documents, and the topic whose weights follow from it.

    DIR then holds terms.tsv, lattice.svg, ontology.owl, ontology.svg, topic.toml and report.html. Strike terms out of
    terms.tsv and run it again; edit ontology.owl in Protégé and go on with --owl.

    Example: honeyguide topic ontology --corpus papers/ --word "rainstorm disaster" --out rainstorm
    """
    from honeyguide.ontologies import build_ontology  # noqa: PLC0415

    if bool(corpus) == bool(owl):
        raise typer.BadParameter("name documents with --corpus, or an ontology with --owl")
    with Bar("building the ontology", lines=False) as bar:
        built = build_ontology(
            out,
            corpus=_documents(corpus, Material(encoding, flags, config_file), bar) if corpus else None,
            owl=owl,
            word=word,
            terms=terms,
            limit=limit,
            passage=passage,
            hierarchy=hierarchy,
            confidence=confidence,
            support=support,
            lexicon=lexicon,
            neighbours=neighbours,
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
        out.print(f"{facts['documents']:,} documents in {facts['passages']:,} passages, {facts['terms']:,} terms")
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
    say(f"edit {folder / OWL} in Protégé, then {again}")
    say(f"crawl with it: {command('crawl', folder / TOPIC, 'URL', '--out', 'FOLDER')}")
