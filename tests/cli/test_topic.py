"""`honeyguide topic`, `strategies` and `version`: what there is, and what is wrong with a topic."""

from __future__ import annotations

import pytest
from tests.cli.conftest import TOPIC, Command

from honeyguide import __version__, links, relevance, strategies


def test_every_mistake_in_a_topic_is_named_with_its_line(honeyguide: Command) -> None:
    text = 'name = "rain"\nlangauges = ["en"]\n[keywords]\nrain = "heavy"\nflood = 0.4\n'
    (honeyguide.folder / "topic.toml").write_text(text)
    said = honeyguide("topic", "check", "topic.toml")
    assert (said.code, said.out) == (1, "")
    assert "topic.toml:2: " in said.err
    assert "'languages'" in said.err
    assert "topic.toml:4: " in said.err
    problems = honeyguide("topic", "check", "topic.toml", "--json").json["problems"]
    assert [problem["line"] for problem in problems] == [2, 4]


def test_a_good_topic_is_said_to_be_good(honeyguide: Command) -> None:
    (honeyguide.folder / "topic.toml").write_text('name = "雨"\n[keywords]\n"暴雨" = 1.0\n')
    said = honeyguide("topic", "check", "topic.toml")
    assert (said.code, said.err) == (0, "")
    assert "nothing is wrong" in said.out
    assert honeyguide("topic", "check", TOPIC).code == 0
    (honeyguide.folder / "洪水.toml").write_text('name = "洪水"\n[keywords]\n"洪水" = 1.0\n')
    assert honeyguide("topic", "check", "洪水").out == "洪水: nothing is wrong; 1 keyword for '洪水'\n"


def test_shipped_topics_are_listed(honeyguide: Command) -> None:
    assert "rainstorm-disaster" in [topic["name"] for topic in honeyguide("topic", "list", "--json").json]
    assert "rainstorm-disaster" in honeyguide("topic", "list").out


def test_link_models_are_listed_with_papers_and_parameters(honeyguide: Command) -> None:
    entries = {entry["name"]: entry for entry in honeyguide("links", "--json").json}
    assert set(entries) == set(links.names()) >= {"cre", "cpe"}
    assert "WSE" in entries["cpe"]["paper"]
    parameters = {each["name"]: each for each in entries["cpe"]["parameters"]}
    assert parameters["l1"]["default"] == 0.3
    assert "λ1" in parameters["l1"]["meaning"]
    assert "cpe:l1=0.3" in honeyguide("links").out


def test_strategies_are_listed_with_papers_and_parameters(honeyguide: Command) -> None:
    entries = {entry["name"]: entry for entry in honeyguide("strategies", "--json").json}
    assert set(entries) == set(strategies.names()) >= {"bfs", "ops"}
    assert "IELP" in entries["ops"]["paper"]
    parameters = {each["name"]: each for each in entries["ops"]["parameters"]}
    assert parameters["r2"]["default"] == 0.12
    assert parameters["r2"]["meaning"]
    assert parameters["r2"]["expects"] == "a number from 0 to 1"
    shown = honeyguide("strategies").out
    assert "(a number from 0 to 1)" in shown
    assert "WSE: A novel focused crawler combining Web space evolution and domain ontology" in shown
    assert "ops:r2=0.12" in shown


def test_relevance_models_are_listed_with_papers_and_parameters(honeyguide: Command) -> None:
    entries = {entry["name"]: entry for entry in honeyguide("topic", "models", "--json").json}
    assert set(entries) == set(relevance.names()) >= {"tag-vsm", "adaptive-vsm", "centroid"}
    assert "NEWS" in entries["adaptive-vsm"]["paper"]
    parameters = {each["name"]: each for each in entries["adaptive-vsm"]["parameters"]}
    assert parameters["alpha"]["default"] == 1.05
    assert parameters["alpha"]["meaning"]
    shown = honeyguide("topic", "models").out
    assert "tag-vsm:threshold=0.62" in shown


@pytest.mark.parametrize(
    ("wants", "says"),
    [
        ("tag-vms", "'tag-vms' is not a relevance model; did you mean 'tag-vsm'?"),
        ("tag-vsm:titel=2", "has no parameter 'titel'; did you mean 'title'?"),
        ("tag-vsm:title=much", "title must be a number from 0 to 100, not 'much'; by default it is 2.0"),
        ("centroid", "'centroid' must be trained on examples, and the topic 'rain' has no model"),
        ("svm", "needs a model of the kind 'classifier', and that of the topic 'rain' is of the kind 'centroid'"),
    ],
)
def test_a_relevance_model_that_does_not_fit_is_named_with_its_line(
    honeyguide: Command, wants: str, says: str
) -> None:
    model = 'model = "m.json"\n' if wants == "svm" else ""
    (honeyguide.folder / "m.json").write_text('{"kind": "centroid", "words": ["rain"], "weights": [1.0]}')
    text = f'name = "rain"\nrelevance = "{wants}"\n{model}[keywords]\nrain = 1.0\n'
    (honeyguide.folder / "topic.toml").write_text(text)
    said = honeyguide("topic", "check", "topic.toml")
    assert (said.code, said.out) == (1, "")
    assert said.sentence.startswith("topic.toml:2: ")
    assert says in said.sentence
    (problem,) = honeyguide("topic", "check", "topic.toml", "--json").json["problems"]
    assert problem["line"] == 2


def test_the_version_can_be_asked_for_in_both_ways(honeyguide: Command) -> None:
    expected = f"honeyguide {__version__}\n"
    assert honeyguide("version").out == honeyguide("--version").out == expected


@pytest.mark.slow
def test_every_command_has_a_sentence_and_an_example(honeyguide: Command) -> None:
    commands = ["demo", "crawl", "try", "status", "results", "export", "strategies", "version"]
    for command in [[name] for name in commands] + [
        ["topic", "check"],
        ["topic", "list"],
        ["topic", "models"],
        ["web", "serve"],
        ["web", "stats"],
    ]:
        said = honeyguide(*command, "--help", env={"COLUMNS": "200"})
        assert said.code == 0
        assert f"Example: honeyguide {' '.join(command)}" in said.out


def test_help_loads_nothing_heavy(honeyguide: Command) -> None:
    import subprocess
    import sys

    code = "import sys; from honeyguide.cli.app import app; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout.split()
    assert not {"numpy", "scipy", "aiohttp", "pyarrow", "turbohtml", "openpyxl"} & set(loaded)


def test_wrong_usage_ends_with_code_two(honeyguide: Command) -> None:
    said = honeyguide("crawl", "--pagse", "3")
    assert said.code == 2
    assert "--pages" in said.err
    assert honeyguide("crawl", TOPIC).code == 2
    assert honeyguide("crawl", "--out", "x").code == 2
    assert honeyguide("nonsense").code == 2
    assert list(honeyguide.folder.iterdir()) == []


def test_a_threshold_of_nothing_takes_every_page_as_for_documentation(here: Command) -> None:
    site = here.folder / "pages" / "docs.example"
    site.mkdir(parents=True)
    for name in ("boots", "hats", "football", "rain"):
        text = f"Everything that can be said of {name}, in a sentence that stands here again and again. "
        (site / f"{name}.html").write_text(f"<title>{name}</title><h1>{name}</h1><p>{text * 5}")
    seeds = [f"http://docs.example/{name}.html" for name in ("boots", "hats", "football", "rain")]
    here("topic", "new", "manual", "--keywords", "rain=1", "--relevance", "judge:threshold=0")
    said = here(
        "crawl", "manual", *seeds, "--out", "c", "--web", "folder:pages", "--workers", "0", "--json", "--quiet"
    )
    assert (said.json["pages"], said.json["on_topic"]) == (4, 4), said.err
    assert here("export", "c", "--to", "markdown", "--json").json["count"] == 4
