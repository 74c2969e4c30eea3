"""`honeyguide topic ontology` and `honeyguide topic show`: from documents to a topic and back from an editor."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from tests.cli.conftest import Command

FILES = [
    "lattice.svg",
    "made",
    "ontology.owl",
    "ontology.svg",
    "report.html",
    "terms.tsv",
    "topic.toml",
    "written.json",
]
CORPUS = {
    "a": "A rainstorm brought a flash flood. The flash flood was a flood. Rescue came.",
    "b": "The rainstorm caused a flood, and a flood warning was given. Rescue teams came.",
    "c": "A rainstorm and a flash flood: the flood closed roads.",
    "d": "The rainstorm passed without a flood. 暴雨之后没有洪水。",
    "e": "Rainstorm and flood. 暴雨带来洪水。",
    "f": "A rainstorm, no more. 暴雨。",
}


@pytest.fixture
def run(here: Command) -> Command:
    (here.folder / "corpus").mkdir()
    for name, text in CORPUS.items():
        (here.folder / "corpus" / f"{name}.txt").write_text(text, "utf-8")
    (here.folder / "data").mkdir()
    return here


def build(run: Command, *more: str) -> tuple[str, ...]:
    """As published; tests/cli/test_ontology_contrast.py has the default."""
    corpus = ("--corpus", "corpus", "--word", "storm disaster", "--out", "storms")
    return ("topic", "ontology", *corpus, "--method", "published", *more)


def env(run: Command) -> dict[str, str]:
    return {"XDG_DATA_HOME": str(run.folder / "data")}


def parents(run: Command, what: str = "storms") -> dict[str, set[tuple[str, str]]]:
    shown = run("topic", "show", what, "--json").json
    found: dict[str, set[tuple[str, str]]] = {}
    for each in shown["relations"]:
        found.setdefault(each["source"], set()).add((each["kind"], each["target"]))
    return found


def test_documents_become_terms_lattice_ontology_and_topic(run: Command) -> None:
    said = run(*build(run, "--json"), env=env(run))
    assert said.code == 0, said.err
    assert sorted(each.name for each in (run.folder / "storms").iterdir()) == FILES
    facts = said.json
    assert facts["root"] == "storm disaster"
    assert facts["documents"] == facts["passages"] == 6
    assert facts["lattice"]["concepts"] >= 4
    assert facts["lattice"]["support"] == 0
    assert "no English lexicon" in said.err
    assert "no Chinese lexicon" in said.err
    assert "nothing is added to the ontology: there is no lexicon" in said.err
    above = parents(run)
    assert above["rainstorm"] == {("is-a", "storm disaster")}
    assert above["flood"] == {("is-a", "rainstorm")}
    assert above["flash flood"] == {("is-a", "flood")}
    assert run("topic", "check", "storms/topic.toml").code == 0
    for picture in ("lattice.svg", "ontology.svg"):
        ElementTree.parse(run.folder / "storms" / picture)
    report = (run.folder / "storms" / "report.html").read_text("utf-8")
    assert report.count("<svg") == 2
    assert "洪水" in report


def test_the_lattice_decides_what_lies_under_what_or_by_name_a_confidence(run: Command) -> None:
    # Of five documents with rescue four (a, b, g, h) hold flood, and two (a, b) rainstorm, which then lies below it.
    for name, text in {"g": "Rescue in a flood.", "h": "Flood and rescue.", "i": "Rescue on a mountain."}.items():
        (run.folder / "corpus" / f"{name}.txt").write_text(text, "utf-8")
    assert run(*build(run, "--no-lexicon")).code == 0
    assert parents(run)["rescue"] == {("is-a", "storm disaster")}
    assert run(*build(run, "--no-lexicon", "--hierarchy", "confidence")).code == 0
    assert parents(run)["rescue"] == {("is-a", "flood")}
    assert run(*build(run, "--no-lexicon", "--hierarchy", "confidence", "--confidence", "0.4")).code == 0
    assert parents(run)["rescue"] == {("is-a", "rainstorm")}
    refused = run(*build(run, "--confidence", "0.5"))
    assert refused.code == 1
    assert "a confidence is for the hierarchy 'confidence'" in refused.sentence


def test_the_terms_are_edited_and_used(run: Command) -> None:
    assert run(*build(run), env=env(run)).code == 0
    terms = run.folder / "storms" / "terms.tsv"
    lines = [line for line in terms.read_text("utf-8").splitlines() if not line.startswith("flash flood")]
    terms.write_text("\n".join([*lines, "# rescue", "closed roads"]), "utf-8")
    said = run(*build(run), env=env(run))
    assert said.code == 0, said.err
    assert "terms are those of storms/terms.tsv" in said.err
    words = set(parents(run))
    assert "closed roads" in words
    assert "flash flood" not in words
    terms.write_text("rainstorm\ntyphoon\n", "utf-8")
    said = run(*build(run), env=env(run))
    assert (said.code, "'typhoon'" in said.err) == (1, True)


def test_an_edited_ontology_is_gone_on_from_and_never_lost(run: Command) -> None:
    assert run(*build(run, "--no-lexicon"), env=env(run)).code == 0
    owl = run.folder / "storms" / "ontology.owl"
    before = (run.folder / "storms" / "topic.toml").read_text("utf-8")
    added = '<owl:Class rdf:about="#StormSurge"><rdfs:subClassOf rdf:resource="#Flood"/></owl:Class></rdf:RDF>'
    edited = owl.read_text("utf-8").replace("</rdf:RDF>", added)
    owl.write_text(edited, "utf-8")
    said = run("topic", "ontology", "--owl", "storms/ontology.owl", "--out", "storms")
    assert said.code == 0, said.err
    assert owl.read_text("utf-8") == edited
    topic = (run.folder / "storms" / "topic.toml").read_text("utf-8")
    assert "storm surge" in topic
    assert "storm surge" not in before
    assert (run.folder / "storms" / "report.html").read_text("utf-8").count("<svg") == 2
    assert run(*build(run, "--no-lexicon", "--force"), env=env(run)).code == 0
    assert "StormSurge" not in owl.read_text("utf-8")


def test_a_lexicon_relates_and_names_the_terms(run: Command) -> None:
    (run.folder / "cilin.txt").write_text("Bd01A01= 暴雨 骤雨\nBd01A02= 洪水 山洪\n", "utf-8")
    added = run("lexicon", "add", "zh", "cilin.txt", env=env(run))
    assert added.code == 0, added.err
    said = run(*build(run, "--json"), env=env(run))
    assert said.code == 0, said.err
    assert said.json["added"]["words"] == {"暴雨": ["骤雨"], "洪水": ["山洪"]}
    shown = {each["word"]: each for each in run("topic", "show", "storms", "--json").json["concepts"]}
    assert shown["洪水"]["synonyms"] == ["山洪"]


def test_the_shipped_ontology_is_shown_with_its_factors_and_drawn(run: Command) -> None:
    name = "rainstorm-disaster-ontology"
    shown = run("topic", "show", name, "--json").json
    by_word = {each["word"]: each for each in shown["concepts"]}
    assert by_word["disaster"]["factors"]["rel"] == 1
    assert by_word["flood"]["labels"]["zh"] == "洪水"
    table = run("topic", "show", name, "--out", "o.svg")
    assert table.code == 0
    assert "Coi" in table.out
    assert "暴雨" in table.out
    ElementTree.parse(run.folder / "o.svg")
    assert run("topic", "show", name, "--out", "o.svg").code == 1
    assert run("topic", "show", name, "--out", "o.svg", "--force").code == 0
    only = run("topic", "show", name, "--json", "--weights", "0,0,0,0,1").json["concepts"]
    assert {each["word"]: each["weight"] for each in only}["disaster"] == 1
    made = run("topic", "ontology", "--owl", name, "--out", "mine", "--language", "zh", "--json")
    assert made.code == 0, made.err
    assert made.json["levels"] == 7
    assert 'languages = ["zh"]' in (run.folder / "mine" / "topic.toml").read_text("utf-8")


def test_a_plain_topic_is_shown_too(honeyguide: Command) -> None:
    said = honeyguide("topic", "show", "rainstorm-disaster")
    assert said.code == 0
    assert "heavy rain" in said.out
    assert honeyguide("topic", "show", "rainstorm-disaster", "--json").json["keywords"]["rainstorm"] == 0.8


def test_only_lexicons_of_the_languages_of_the_terms_are_missed(run: Command) -> None:
    (run.folder / "terms.tsv").write_text("rainstorm\nflood\n")
    said = run(*build(run, "--terms", "terms.tsv"), env=env(run))
    assert said.code == 0, said.err
    assert "no English lexicon" in said.err
    assert "no Chinese lexicon" not in said.err


def test_an_ontology_is_shown_from_the_word_that_the_user_names(run: Command) -> None:
    owl = "@prefix : <http://x.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
    (run.folder / "o.ttl").write_text(
        f"{owl}:Storm a owl:Class ; owl:equivalentClass :Tempest . :Tempest a owl:Class ."
    )
    assert "name the topic word with --word" in run("topic", "show", "o.ttl").sentence
    assert run("topic", "show", "o.ttl", "--word", "tempest", "--json").json["root"] == "tempest"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["ontology", "--corpus", "corpus", "--out", "x"], "an ontology needs its topic word: give it with --word"),
        (["ontology", "--corpus", "empty", "--word", "w", "--out", "x"], "holds no document"),
        (["ontology", "--corpus", "one", "--word", "w", "--out", "x"], "one document|1 document|single document"),
        (["ontology", "--corpus", "corpus", "--word", "w\x07", "--out", "x"], "--word: .* cannot be the name"),
        (["ontology", "--corpus", "corpus", "--word", "w", "--out", "x", "--weights", "1,2"], "is not five numbers"),
        (["ontology", "--corpus", "corpus", "--word", "w", "--out", "x", "--weights", "1,1,0,0,0"], "add up to 2"),
        (
            ["ontology", "--corpus", "corpus", "--word", "w", "--out", "x", "--terms", "bad.tsv"],
            "no document.*'typhoon'",
        ),
        (["ontology", "--owl", "circle.ttl", "--out", "x"], "circle.ttl: leads in a circle: '[ab]' is-a"),
        (["ontology", "--owl", "rootless.ttl", "--out", "x"], "rootless.ttl: has no root: 'a', 'b' stand at the top"),
        (["ontology", "--corpus", "corpus", "--word", "w", "--out", "bad.tsv"], "bad.tsv: is a file, not a folder"),
        (["ontology", "--owl", "none.owl", "--out", "x"], "none.owl: cannot be read: No such file"),
        (["show", "empty"], "holds neither ontology.owl nor topic.toml"),
        (
            ["show", "rainstorm-disaster", "--out", "x.svg"],
            "is a topic without an ontology; there is nothing to draw",
        ),
        (["show", "rainstorm-disaster-ontology", "--out", "x.pdf"], "a picture is written as .svg or .html"),
        (["show", "nonsense"], "neither a file nor a shipped topic"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_sentence(run: Command, arguments: list[str], says: str) -> None:
    owl = "@prefix : <http://x.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
    owl += "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n:A a owl:Class . :B a owl:Class .\n"
    (run.folder / "circle.ttl").write_text(f"{owl}:A rdfs:subClassOf :B . :B rdfs:subClassOf :A .\n")
    (run.folder / "rootless.ttl").write_text(owl)
    (run.folder / "bad.tsv").write_text("rainstorm\t6\t6\ntyphoon\n")
    for folder in ("empty", "one"):
        (run.folder / folder).mkdir()
    (run.folder / "one" / "a.txt").write_text(CORPUS["a"])
    said = run("topic", *arguments, env=env(run))
    assert said.code == 1, said.err
    (line,) = [line for line in said.err.splitlines() if line.startswith("honeyguide: ")]
    assert re.search(says, line)
    assert "Traceback" not in said.err
    assert not (run.folder / "x" / "topic.toml").exists()


def test_wrong_usage_is_told_apart(run: Command) -> None:
    assert run("topic", "ontology", "--out", "x").code == 2
    assert run("topic", "ontology", "--owl", "a.owl", "--corpus", "b", "--out", "x").code == 2
    assert run("topic", "ontology", "--corpus", "b").code == 2
    for command in ("ontology", "show"):
        said = run("topic", command, "--help", env={"COLUMNS": "200"})
        assert f"Example: honeyguide topic {command}" in said.out
