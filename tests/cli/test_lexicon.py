"""`honeyguide lexicon`, and a crawl whose anchors are compared by meaning."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import WEB, Command
from tests.lexicons import tiny

TOPIC = """
name = "rain"
anchors = "semantic"
[keywords]
rainstorm = 0.8
disaster = 0.5
flood = 0.4
"""


@pytest.fixture
def home(here: Command) -> dict[str, str]:
    return {"XDG_DATA_HOME": str(here.folder / "data")}


def test_a_lexicon_is_added_and_listed(here: Command, home: dict[str, str]) -> None:
    tiny.wordnet(here.folder / "wn")
    said = here("lexicon", "add", "en", "wn", env=home)
    assert (said.code, said.err) == (0, "")
    assert said.out == "English: WordNet with 13 words of 11 concepts\n"
    (entry,) = here("lexicon", "list", "--json", env=home).json["lexicons"]
    assert (entry["language"], entry["kind"], entry["words"], entry["concepts"]) == ("en", "wordnet", 13, 11)
    assert entry["source"] == str(here.folder / "wn")
    listed = here("lexicon", "list", env=home)
    assert "English   WordNet" in listed.out
    assert "no English lexicon" not in listed.err
    assert "no Chinese lexicon: 'honeyguide lexicon add zh PATH'" in listed.err


def test_what_a_lexicon_lacks_is_said_when_it_is_added(here: Command, home: dict[str, str]) -> None:
    tiny.tab(here.folder / "wn-data-cmn.tab", ("00004000-n", "暴雨"))
    said = here("lexicon", "add", "zh", "wn-data-cmn.tab", "--json", env=home)
    assert said.json["words"] == 1
    said = here("lexicon", "add", "zh", "wn-data-cmn.tab", env=home)
    assert said.code == 0
    assert "takes its hierarchy from WordNet" in said.err


def test_without_any_lexicon_the_list_says_how_to_get_them(here: Command, home: dict[str, str]) -> None:
    said = here("lexicon", "list", "--json", env=home)
    assert said.json["lexicons"] == []
    assert said.json["folder"] == str(here.folder / "data/honeyguide/lexicons")
    assert any("wordnet-base" in sentence for sentence in said.json["missing"])


def test_a_format_that_is_not_known_is_refused(here: Command, home: dict[str, str]) -> None:
    (here.folder / "words.txt").write_text("rain\n")
    said = here("lexicon", "add", "en", "words.txt", env=home)
    assert (said.code, said.out) == (1, "")
    assert "words.txt: is no lexicon of a format that is known" in said.sentence
    assert "no such file" in here("lexicon", "add", "en", "nowhere", env=home).sentence
    assert here("lexicon", "add", "fr", "words.txt", env=home).code == 2


def test_try_shows_what_an_anchor_means(here: Command, home: dict[str, str]) -> None:
    (here.folder / "topic.toml").write_text(TOPIC)
    page = "<title>News</title><p>A storm.</p><a href=/1>Hurricane</a><a href=/2>Piano</a>"
    said = here("try", "-", "--topic", "topic.toml", "--json", stdin=page, env=home)
    assert said.code == 0
    assert "no English lexicon" in said.err
    assert "no Chinese lexicon" not in said.err
    tiny.wordnet(here.folder / "wn")
    assert here("lexicon", "add", "en", "wn", env=home).code == 0
    said = here("try", "-", "--topic", "topic.toml", "--json", stdin=page, env=home)
    assert "no English lexicon" not in said.err
    links = {link["anchor"]: link["parts"]["anchor"] for link in said.json["links"]}
    assert links["Hurricane"] > 0.7 * 0.3
    assert links["Hurricane"] > links["Piano"]


@pytest.mark.slow
def test_a_crawl_by_meaning_goes_on_where_it_stopped(
    honeyguide: Command, here: Command, home: dict[str, str], polite: list[str]
) -> None:
    (honeyguide.folder / "topic.toml").write_text(TOPIC)
    tiny.wordnet(honeyguide.folder / "wn")
    here("lexicon", "add", "en", "wn", env=home)
    crawl = ["crawl", "topic.toml", *WEB.seeds(2), "--out", "rain", "--json", *polite]
    assert honeyguide(*crawl, "--pages", "20", env=home).json["pages"] == 20
    assert honeyguide(*crawl, "--pages", "40", env=home).json["pages"] == 40


@pytest.mark.parametrize("command", ["add", "list"])
def test_every_command_has_a_sentence_and_an_example(here: Command, command: str) -> None:
    said = here("lexicon", command, "--help", env={"COLUMNS": "200"})
    assert f"Example: honeyguide lexicon {command}" in said.out


def test_help_loads_no_lexicon(here: Command, tmp_path: Path) -> None:
    import subprocess
    import sys

    code = "import sys; from honeyguide.cli.app import app; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout.split()
    assert not {"numpy", "wordllama", "honeyguide.lexicons"} & set(loaded)
