"""`honeyguide topic ontology` as it is by default: terms against a background, evidence for is-a, edits that stay."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.cli.conftest import Command, Said
from tests.local_web import local_web

from honeyguide.web.response import Answer

SINGERS = ("finch", "robin", "wren", "thrush", "lark", "warbler", "swift", "heron", "gull", "crow")
MENU = "<nav><ul><li><a href=/>Welcome aboard</a><li><a href=/x>Sponsored charity</a></ul></nav>"


def bird_page(name: str) -> str:
    says = f"""<p>The {name} is a small bird with soft plumage. It is known that the male and the female {name} build
    a nest.</p><p>The {name} lays eggs in its nest, and the plumage of the male {name} is bright. Every bird needs
    food, and insects are what the {name} eats.</p><p>A page of the great bird collection.</p>"""
    return (
        f"<html><head><title>{name}</title></head><body>{MENU}<article><h1>{name}</h1>{says}</article></body></html>"
    )


def other_page(number: int) -> str:
    says = f"""<p>The town number {number} is known for its harbour. The people of town {number} build ships
    and need food every day.</p><p>A railway leads from town {number} to the next one, and its market is open.</p>
    <p>{"A bird of " * (number < 3)}the sea is on the arms of town {number}.</p>"""
    return f"<html><head><title>Town {number}</title></head><body>{MENU}<article>{says}</article></body></html>"


@pytest.fixture
def run(here: Command) -> Command:
    for folder, pages in {
        "birds": {name: bird_page(name) for name in SINGERS},
        "others": {f"town{number}": other_page(number) for number in range(30)},
    }.items():
        (here.folder / folder).mkdir()
        for name, html in pages.items():
            (here.folder / folder / f"{name}.html").write_text(html, "utf-8")
    return here


def build(*more: str) -> tuple[str, ...]:
    sources = ("--corpus", "birds", "--background", "others", "--word", "bird")
    return ("topic", "ontology", *sources, "--out", "made", "--no-lexicon", *more)


def keywords(run: Command) -> dict[str, float]:
    return dict(run("topic", "show", "made/topic.toml", "--json").json["keywords"])


def test_terms_are_those_of_the_topic_with_weights_that_differ_and_no_menu(run: Command) -> None:
    said = run(*build("--json"))
    assert said.code == 0, said.err
    assert said.json["background"] == 30
    weights = keywords(run)
    assert {"bird", "plumage"} <= weights.keys()
    assert (
        not {"known", "build", "food", "sponsored charity", "welcome aboard", "great bird collection"}
        & weights.keys()
    )
    assert weights["bird"] < weights["plumage"]  # three of the others hold it, too
    topic = run("topic", "show", "made/topic.toml", "--json").json
    assert topic["relevance"] == "term-density"
    model = json.loads((run.folder / "made" / "topic.model.json").read_text("utf-8"))
    says = dict(zip(model["words"], model["weights"], strict=True))
    assert says["plumage"] > 0 > says["railway"]
    bird, town = ("birds/wren.html", "others/town3.html")
    assert run("try", bird, "--topic", "made/topic.toml", "--json").json["on_topic"]
    assert not run("try", town, "--topic", "made/topic.toml", "--json").json["on_topic"]
    (run.folder / "birdtown.html").write_text("<p>The bird of the harbour town, its market and railway.</p>", "utf-8")
    against = run("try", "birdtown.html", "--topic", "made/topic.toml", "--json").json
    assert "railway" in str(against)  # what speaks against it is told


def test_no_is_a_without_evidence(run: Command) -> None:
    assert run(*build()).code == 0
    relations = run("topic", "show", "made", "--json").json["relations"]
    kinds = {(each["source"], each["target"]): each["kind"] for each in relations}
    assert "is-a" not in {
        kind for (source, _), kind in kinds.items() if source in ("male", "female", "plumage", "nest")
    }
    assert "What speaks for the relations" in (run.folder / "made" / "report.html").read_text("utf-8")


def test_what_was_edited_survives_every_run(run: Command) -> None:
    assert run(*build()).code == 0
    topic, owl = run.folder / "made" / "topic.toml", run.folder / "made" / "ontology.owl"
    lines = topic.read_text("utf-8").splitlines()
    topic.write_text(
        "\n".join("plumage = 0.123  # rare" if line.startswith("plumage =") else line for line in lines),
        "utf-8",
    )
    added = '<owl:Class rdf:about="#Egret"><rdfs:subClassOf rdf:resource="#Bird"/></owl:Class></rdf:RDF>'
    owl.write_text(owl.read_text("utf-8").replace("</rdf:RDF>", added), "utf-8")
    for _ in range(2):
        said = run(*build())
        assert said.code == 0, said.err
        assert "what you changed in made/topic.toml is kept" in said.err
        assert keywords(run)["plumage"] == 0.123
        assert "plumage = 0.123  # rare" in topic.read_text("utf-8").splitlines()
        assert "egret" in keywords(run)
        relations = run("topic", "show", "made", "--json").json["relations"]
        assert {"kind": "is-a", "source": "egret", "target": "bird"} in relations
    assert run(*build("--force")).code == 0
    assert keywords(run)["plumage"] != 0.123
    assert "egret" not in keywords(run)


def test_fetched_pages_are_kept_and_fetched_once(run: Command) -> None:
    def answer(url: str) -> Answer:
        if url.endswith("/robots.txt"):
            return Answer(404)
        return Answer(200, (("Content-Type", "text/html"),), bird_page(url.rpartition("/")[2]).encode())

    with local_web(answer) as web:
        urls = [f"http://{web.address}/{name}" for name in SINGERS[:3]]
        (run.folder / "list.txt").write_text("\n".join(urls), "utf-8")
        sources = ("--corpus", "list.txt", "--background", "others", "--word", "bird")
        command = ("topic", "ontology", *sources, "--out", "live", "--no-lexicon", "--allow-private", "--delay", "0")
        first = run(*command)
        assert first.code == 0, first.err
        assert "pages fetched: 1 of 3" in first.err
        assert sum(web.pages_requested().values()) == 3
        again = run(*command)
        assert again.code == 0, again.err
        assert sum(web.pages_requested().values()) == 3
        assert run(*command, "--refresh").code == 0
        assert sum(web.pages_requested().values()) == 6
    kept = (run.folder / "live" / "fetched.jsonl").read_text("utf-8").split("\n")
    assert len([json.loads(line) for line in kept if line]) == 3


def test_of_a_crawl_the_pages_on_topic_are_the_corpus_and_the_others_the_background(
    here: Command, finished: tuple[Path, Said]
) -> None:
    folder, crawl = finished
    command = ("topic", "ontology", "--corpus", folder, "--word", "rainstorm", "--out", "made", "--no-lexicon")
    said = here(*command, "--json")
    assert said.code == 0, said.err
    assert said.json["documents"] + said.json["background"] == crawl.json["pages"] - crawl.json["duplicates"]
    assert 0 < said.json["documents"] <= crawl.json["on_topic"]
    assert "there is no background" not in said.err
    given = here(*command, "--background", "others", "--force", "--json")
    assert given.code == 1
    (here.folder / "others").mkdir()
    for number in range(3):
        (here.folder / "others" / f"{number}.html").write_text(other_page(number), "utf-8")
    given = here(*command, "--background", "others", "--force", "--json")
    assert (given.json["documents"], given.json["background"]) == (said.json["documents"], 3)


def test_a_term_of_ones_own_changes_no_other_weight(run: Command) -> None:
    assert run(*build()).code == 0
    before, terms = keywords(run), run.folder / "made" / "terms.tsv"
    terms.write_text(terms.read_text("utf-8") + "wren\n", "utf-8")
    assert run(*build()).code == 0
    after = keywords(run)
    assert after.pop("wren") > 0
    assert after == before


def test_the_topic_word_and_its_singular_are_one_class(run: Command) -> None:
    command = list(build())
    command[command.index("bird")] = "birds"
    assert run(*command).code == 0
    weights = keywords(run)
    assert "bird" not in weights
    assert weights["birds"] > 0.1
    assert "bird" in run("topic", "show", "made/topic.toml", "--json").json["synonyms"]["birds"]


def test_without_a_background_it_says_what_the_terms_were_contrasted_with(run: Command) -> None:
    said = run("topic", "ontology", "--corpus", "birds", "--word", "bird", "--out", "made", "--no-lexicon")
    assert said.code == 0
    assert "others" not in said.out
    assert re.search(r"against [\d,]+ everyday texts", said.out)
    assert "other pages with --background help" in " ".join(said.err.split())


def test_a_corpus_that_its_background_is_made_of_is_told_so(run: Command) -> None:
    sources = ("--corpus", "birds", "--background", "birds", "--word", "bird")
    said = run("topic", "ontology", *sources, "--out", "made", "--no-lexicon")
    assert said.code == 1
    assert "is clearly more common in the corpus than in the background" in " ".join(said.err.split())
