"""What is typed into the form of a new crawl: checked as the command line checks it, saved as files that it takes."""

from __future__ import annotations

import io
import sqlite3
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("nicegui")

from tests.cli.conftest import CommandHere
from tests.local_web import small_synthetic

from honeyguide import (
    BadInput,
    CrawlFolder,
    Settings,
    Workspace,
    config,
    links,
    load_topic,
    relevance,
    strategies,
)
from honeyguide.app.form.draft import GROUPS, Draft, Keyword, part_of
from honeyguide.app.form.imports import (
    LARGEST,
    SHIPPED_ONTOLOGY,
    FileGiven,
    ontology_built,
    ontology_named,
    ontology_of_file,
    seeds_of_database,
    seeds_of_file,
    topic_of_file,
)
from honeyguide.app.sentences import _known, said_in
from honeyguide.app.texts import texts
from honeyguide.config import DEFAULTS, describe
from honeyguide.reach import Reach
from honeyguide.validation import expected, field_types

OTHERWISE = {"strategy", "links", "languages", "plugins", "store", "raw", "cluster"}
"""Settings that are not fields of their own."""


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    (tmp_path / "crawls").mkdir()
    return Workspace(tmp_path / "crawls")


@pytest.fixture
def draft() -> Draft:
    """Of a crawl that could begin."""
    made = Draft()
    made.name = "floods"
    made.seeds = "http://a.example/\tA news site\nb.example"
    made.keywords = [Keyword("rainstorm", "0.8", "暴雨, heavy rain"), Keyword("灾害", "0.5")]
    return made


def test_what_goes_beyond_the_reach_is_said_beside_its_field_and_nothing_is_fetched_by_it(
    draft: Draft, workspace: Workspace
) -> None:
    draft.settings |= {"connect_to": "127.0.0.1:9", "access": "/etc/passwd"}
    assert draft.problems(workspace) == {}
    draft.reach = Reach.WEB
    assert draft.problems(workspace).keys() == {"connect_to", "access"}
    for act in (draft.make, draft.files, lambda: draft.preview("http://a.example/")):
        with pytest.raises(BadInput, match="command line"):
            act()


def test_every_setting_is_in_the_form_once_with_a_name_in_both_languages() -> None:
    names = [name for group in GROUPS.values() for name in group]
    assert sorted([*names, *OTHERWISE]) == sorted(Settings.__struct_fields__)
    for language in ("en", "zh"):
        assert {name for name in names if f"settings.{name}" not in texts(language)} == set()


def test_what_the_source_says_is_said_in_chinese_too() -> None:
    said = {describe()[name] for name in Settings.__struct_fields__ if name not in {"plugins"}}
    for entries in (strategies.catalogue(), links.catalogue(), relevance.catalogue()):
        for entry in entries:
            said |= {entry.says, *(each.meaning for each in entry.parameters)}
            ranges = {each.expects for each in entry.parameters}
            assert {each for each in ranges if said_in("zh", each) == each} == set()
    assert {each for each in said if said_in("zh", each) == each.replace("`", "")} == set()
    kinds = field_types(Settings)
    shown = {expected(kinds[name]) for group in GROUPS.values() for name in group}
    assert {each for each in shown if said_in("zh", each) == each} == set()
    source = "\n".join(path.read_text() for path in Path(config.__file__).parent.rglob("*.py"))
    own = {
        each
        for each in _known("zh").sentences
        if each not in said | shown and not each.startswith(("a ", "like", "text", "true"))
    }
    assert {each for each in own if each not in source} == set(), "translations of sentences that are gone"


def test_what_was_typed_becomes_a_topic_seeds_and_settings(draft: Draft, workspace: Workspace) -> None:
    draft.languages = "en，zh"
    draft.threshold = "0.3"
    draft.parts["strategy"] = part_of("strategy", "ops")
    draft.parts["strategy"].values |= {"r2": "0.2", "reserve": False}
    draft.settings |= {"pages": "70", "allow_hosts": "a.example, b.example", "robots": False}
    assert draft.problems(workspace) == {}
    made = draft.make()
    assert made.seeds == {"http://a.example/": "A news site", "http://b.example/": ""}
    assert made.topic.name == "floods"
    assert made.topic.keywords == {"rainstorm": 0.8, "灾害": 0.5}
    assert made.topic.synonyms == {"rainstorm": ("暴雨", "heavy rain")}
    assert (made.topic.languages, made.topic.thresholds.page) == (("en", "zh"), 0.3)
    assert made.settings.strategy == "ops:r2=0.2,reserve=false"
    assert (made.settings.pages, made.settings.robots) == (70, False)
    assert made.settings.allow_hosts == ("a.example", "b.example")


def test_what_is_wrong_is_told_by_field(draft: Draft, workspace: Workspace) -> None:
    (workspace.folders[0] / "taken").mkdir()
    draft.name = "taken"
    draft.seeds = "http://a.example/\nno url at all"
    draft.examples = "ftp://a.example/"
    draft.negative = "<script>"
    draft.languages = "english"
    draft.threshold = "2"
    draft.topic = "x" * 200
    draft.keywords = [Keyword("rain", "none"), Keyword("rain", "1"), Keyword("!!", "1"), Keyword("", "1", "shower")]
    draft.parts["strategy"] = part_of("strategy", "wse")
    draft.parts["strategy"].values |= {"tau": "1", "picker": "dice"}
    draft.parts["relevance"] = part_of("relevance", "tag-vsm")
    draft.parts["relevance"].values["threshold"] = "much"
    told = draft.problems(workspace)
    assert "is there already" in told["name"]
    assert told["seeds"] == "line 2: 'no url at all' is not a URL"
    assert "not a URL" in told["examples"]
    assert "not a URL" in told["negative"]
    assert told["threshold"] == "must be a number from 0 to 1, not '2'"
    assert told["keyword.0.weight"] == "must be a number above 0 such as 0.8, not 'none'"
    assert told["keyword.1.word"] == "'rain' is there twice; keep one"
    assert told["keyword.3.word"] == "give the weight a word"
    assert told["strategy.tau"].startswith("must be a number of at least 0 and below 1, not '1'")
    assert told["strategy.picker"].startswith("must be 'cdc' or 'nfcs', not 'dice'")
    assert told["relevance.threshold"].startswith("must be a number from 0 to 1, not 'much'")
    draft.keywords, draft.threshold = [Keyword("!!", "1")], ""
    told = draft.problems(workspace)
    assert "neither a letter nor a digit" in told["keyword.0.word"]
    assert told["languages"].startswith("'english' is no language")
    assert "too long" in told["topic"]
    draft.keywords, draft.examples, draft.seeds, draft.name = [], "", "", "../up"
    told = draft.problems(workspace)
    assert told["keywords"] == "give at least one keyword, or example pages"
    assert told["seeds"] == "give at least one page to begin with"
    assert "is no name for a folder" in told["name"]


@pytest.mark.parametrize(
    "name", [name for group in GROUPS.values() for name in group if not isinstance(getattr(DEFAULTS, name), bool)]
)
def test_nonsense_in_a_setting_is_told_beside_it(draft: Draft, workspace: Workspace, name: str) -> None:
    draft.settings[name] = "no\x00thing; DROP TABLE pages"
    assert list(draft.problems(workspace)) == [name]


def test_example_pages_train_the_model_once(draft: Draft, workspace: Workspace) -> None:
    web = "synthetic:seed=7,pages=400"
    first, *others = small_synthetic(seed=7, hosts=60, words=220).seeds(4)
    draft.settings |= {"web": web, "encoder": "none", "robots": False}
    draft.parts["relevance"] = part_of("relevance", "rocchio")
    with pytest.raises(BadInput, match="is trained on examples"):
        draft.make()
    draft.examples = "\n".join(others)
    draft.imported_examples["more.csv"] = {first: "A front page"}
    assert draft.problems(workspace) == {}
    made = draft.make()
    assert made.topic.model is not None
    assert draft.make().topic is made.topic
    with zipfile.ZipFile(io.BytesIO(draft.files())) as archive:
        assert "topic.model.json" in archive.namelist()


def test_the_saved_files_are_what_the_command_line_takes(
    draft: Draft, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft.seeds = "http://harbour-daily.example/"
    draft.parts["strategy"] = part_of("strategy", "ops:r2=0.2")
    draft.settings |= {"web": "synthetic:seed=7,pages=400", "pages": "30", "workers": "0", "encoder": "none"}
    with zipfile.ZipFile(io.BytesIO(draft.files())) as archive:
        assert sorted(archive.namelist()) == ["honeyguide.toml", "seeds.csv", "topic.toml"]
        archive.extractall(tmp_path)
    made = draft.make()
    monkeypatch.delenv("HONEYGUIDE_STRATEGY", raising=False)  # it wins over a file
    assert load_topic(str(tmp_path / "topic.toml")) == made.topic
    assert config.load({}, file=tmp_path / "honeyguide.toml", environ={}).settings == made.settings
    said = CommandHere(tmp_path)("crawl", "topic.toml", "--seeds", "seeds.csv", "--out", "out", "--quiet", "--json")
    assert said.code == 0, said.err
    assert said.json["pages"] == 30
    assert CrawlFolder(tmp_path / "out").settings == made.settings


def test_seeds_come_from_files_by_what_they_are() -> None:
    table = b"name,address\nHarbour,http://harbour.example/\n"
    assert seeds_of_file(FileGiven("s.txt", b"http://a.example/\tA\n"), "", "") == {"http://a.example/": "A"}
    assert seeds_of_file(FileGiven("s.csv", table), "address", "") == {"http://harbour.example/": "Harbour"}
    with pytest.raises(BadInput, match=r"^s\.csv has no column 'site'"):
        seeds_of_file(FileGiven("../../etc/s.csv", table), "site", "")
    with pytest.raises(BadInput, match=r"^s\.csv: is larger than 16,000,000 bytes"):
        seeds_of_file(FileGiven("s.csv", b"x" * (LARGEST + 1)), "", "")
    with pytest.raises(BadInput, match="workbook"):
        seeds_of_file(FileGiven("s.xlsx", b"no workbook"), "", "")


def test_a_database_is_read_by_table_and_column_and_no_other_file_is(tmp_path: Path) -> None:
    path = tmp_path / "sites.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE sites (address TEXT, note TEXT)")
        database.execute("CREATE TABLE other (x TEXT)")
        database.execute("INSERT INTO sites VALUES ('http://a.example/', 'A')")
    before = path.read_bytes()
    assert list(seeds_of_database(str(path), "address", "sites")) == ["http://a.example/"]
    with pytest.raises(BadInput, match="has no table"):
        seeds_of_database(str(path), "address", "sites; DROP TABLE sites")
    assert path.read_bytes() == before
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret word\n")
    with pytest.raises(BadInput, match="give a database as postgresql"):
        seeds_of_database(str(secret), "", "")
    with pytest.raises(BadInput, match="hand over a file instead"):
        seeds_of_database(str(path), "address", "sites", Reach.NETWORK)


def test_a_topic_file_fills_the_form(draft: Draft, workspace: Workspace) -> None:
    draft.begin_with(
        topic_of_file(FileGiven("t.toml", b'name = "rain"\nrelevance = "tag-vsm"\n[keywords]\nrain = 0.7\n'))
    )
    assert draft.problems(workspace) == {}
    assert draft.make().topic == load_topic("rainstorm-disaster").__class__(
        "rain", {"rain": 0.7}, relevance="tag-vsm"
    )
    with pytest.raises(BadInput, match=r"^t\.toml:1: 'nmae' is not a setting; did you mean 'name'"):
        topic_of_file(FileGiven("t.toml", b'nmae = "rain"\n[keywords]\nrain = 0.7\n'))


def test_an_ontology_gives_keywords_and_weights(draft: Draft, workspace: Workspace) -> None:
    shipped = ontology_named(SHIPPED_ONTOLOGY)
    assert shipped.concepts > 10
    assert ontology_of_file(FileGiven("mine.owl", shipped.owl), "").topic.keywords == shipped.topic.keywords
    draft.begin_with(shipped.topic)
    assert draft.problems(workspace) == {}
    with pytest.raises(BadInput, match=r"an ontology is a file that ends in \.owl"):
        ontology_of_file(FileGiven("mine.exe", b""), "")
    with pytest.raises(BadInput, match=r"mine\.owl"):
        ontology_of_file(FileGiven("mine.owl", b"<not xml"), "")


def test_an_ontology_is_built_of_documents() -> None:
    texts_given = [
        FileGiven(
            f"{number}.txt", f"The rainstorm brought heavy rain and a flood to the valley, day {number}.".encode()
        )
        for number in range(4)
    ]
    made = ontology_built("rainstorm", [], texts_given, Settings(encoder="none"))
    assert made.topic.keywords["rainstorm"] == 1.0
    assert made.concepts == len(made.topic.keywords) > 2
    with pytest.raises(BadInput, match="give example pages, or files"):
        ontology_built("rainstorm", [], [], Settings())


def test_a_preview_is_of_the_web_and_no_file_or_private_address(draft: Draft, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<title>rainstorm</title>")
    draft.settings |= {"encoder": "none", "robots": False}
    for address in (str(page), f"file://{page}", "-"):
        with pytest.raises(BadInput, match="is not a URL"):
            draft.preview(address)
    assert draft.preview("http://127.0.0.1:9/").outcome == "address"
    draft.settings["web"] = "synthetic:seed=7,pages=400"
    seen = draft.preview("http://harbour-daily.example/")
    assert (seen.outcome, seen.model) == ("page", "judge")
    assert seen.title
