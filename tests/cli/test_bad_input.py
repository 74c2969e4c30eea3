"""What bad input gets: one clear sentence, exit code 1, nothing left behind and nothing lost."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from tests.cli.conftest import TOPIC, Command

SEED = "http://a.example/"


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def refused(honeyguide: Command, *arguments: str | Path, env: dict[str, str] | None = None, stdin: str = "") -> str:
    """The sentence that it is refused with; the folder is as it was."""
    before = files(honeyguide.folder)
    said = honeyguide("crawl", *arguments, "--out", "crawl", env=env, stdin=stdin)
    assert said.code == 1, said.err
    assert said.out == ""
    assert files(honeyguide.folder) == before
    assert not (honeyguide.folder / "crawl").exists()
    return said.sentence


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([TOPIC], "there are no seeds"),
        ([TOPIC, "not a url"], "'not a url' is neither a URL nor a file"),
        ([TOPIC, "ftp://a.example/"], "neither http, https nor postgresql"),
        ([TOPIC, "-"], "standard input holds no URLs"),
        ([TOPIC, SEED, "--strategy", "obs"], "did you mean 'ops'?"),
        ([TOPIC, SEED, "--strategy", "ops:r3=1"], "has no parameter 'r3'; there is r2"),
        ([TOPIC, SEED, "--strategy", "ops:r2=much"], "ops"),
        (["rainstorm-disastre", SEED], "did you mean 'rainstorm-disaster'?"),
        (["missing.toml", SEED], "missing.toml"),
        ([TOPIC, SEED, "--pages", "many"], "'pages' must be a whole number"),
        ([TOPIC, SEED, "--delay", "-1"], "'delay' must be a number"),
        ([TOPIC, SEED, "--time", "soon"], "'soon' is not a time"),
        ([TOPIC, SEED, "--language", "english"], "two-letter codes"),
        ([TOPIC, SEED, "--connect-to", "nowhere"], "127.0.0.1:8080"),
        ([TOPIC, SEED, "--deny-host", "a.example"], "the scope excludes every seed"),
        ([TOPIC, SEED, "--include", "*/news/*"], "the scope excludes every seed"),
        ([TOPIC, SEED, "--config", "missing.toml"], "missing.toml"),
        ([TOPIC, SEED, "--column", "url"], "column 'url'"),
    ],
)
def test_what_cannot_be_used_is_refused(honeyguide: Command, arguments: list[str], why: str) -> None:
    assert why in refused(honeyguide, *arguments)


def test_an_empty_name_for_the_folder_is_not_the_folder_that_we_are_in(here: Command) -> None:
    said = here("crawl", TOPIC, SEED, "--out", "")
    assert (said.code, "names no folder" in said.err) == (2, True)
    assert files(here.folder) == {}


def test_a_folder_whose_name_is_no_text_is_refused_before_it_is_made(here: Command) -> None:
    for arguments in (("crawl", TOPIC, SEED, "--out", "m\udce9w"), ("status", "m\udce9w"), ("resume", "m\udce9w")):
        said = here(*arguments)
        assert (said.code, said.sentence) == (
            1,
            "m?w: the name of this folder is not UTF-8; a crawl needs one that is",
        )
    assert files(here.folder) == {}
    assert not any(here.folder.iterdir())


def test_a_folder_of_crawls_may_have_any_name(here: Command) -> None:
    here.folder /= "m\udce9w"
    here.folder.mkdir()
    web = ("--web", "synthetic:seed=7,pages=300", "--encoder", "none", "--workers", "0")
    said = here("crawl", TOPIC, "http://harbour-daily.example/", "--out", "rain", "--pages", "3", *web)
    assert said.code == 0, said.err
    assert here("status", "rain", "--json").json["pages"] == 3
    assert here("search", "rain", "flood").code == 0
    assert here("results", "rain", "--top", "1").code == 0


def test_an_unknown_setting_is_refused_with_the_nearest_name(honeyguide: Command) -> None:
    assert "did you mean 'pages'?" in refused(honeyguide, TOPIC, SEED, env={"HONEYGUIDE_PAGSE": "3"})
    (honeyguide.folder / "honeyguide.toml").write_text("pages = 3\ndepht = 2\n")
    sentence = refused(honeyguide, TOPIC, SEED)
    assert "honeyguide.toml:2" in sentence
    assert "did you mean 'depth'?" in sentence


@pytest.mark.parametrize(
    ("topic", "why"),
    [
        (b"", "empty"),
        (b'name = "x"\n', "keywords"),
        (b'name = "x"\n[keywords]\n', "keywords"),
        (b'name = "x"\n[keywords]\nrain = "heavy"\n', "topic.toml:3"),
        (b'name = "x"\n[keywords]\nrain = nan\n', "topic.toml:3"),
        (b'name = "x"\n[keywrods]\nrain = 1.0\n', "did you mean 'keywords'?"),
        ('name = "暴雨"\n'.encode("gbk"), "UTF-8"),
        (b'name = "x"\nkeywords\n', "topic.toml:2"),
    ],
)
def test_an_unusable_topic_is_refused(honeyguide: Command, topic: bytes, why: str) -> None:
    (honeyguide.folder / "topic.toml").write_bytes(topic)
    assert why in refused(honeyguide, "topic.toml", SEED)


def test_unusable_files_of_seeds_are_refused(honeyguide: Command) -> None:
    def write(name: str, content: bytes) -> Path:
        path = honeyguide.folder / name
        path.write_bytes(content)
        return path

    empty = write("empty.txt", b"")
    assert "is empty" in refused(honeyguide, TOPIC, empty)
    assert "is a folder" in refused(honeyguide, TOPIC, "--seeds", honeyguide.folder)
    wrong = write("wrong.txt", "http://暴雨.example/\n".encode("utf-16-le")[:-1] + b"\xff\xfe\xd8")
    assert "wrong.txt" in refused(honeyguide, TOPIC, "--seeds", wrong)
    table = write("table.csv", b"name,address\nx,http://a.example/\n")
    assert "addres" in refused(honeyguide, TOPIC, "--seeds", table, "--column", "addres")
    lines = write("lines.txt", b"http://a.example/\nhttp://\n")
    assert "line 2" in refused(honeyguide, TOPIC, lines).replace(":2", " line 2")


def test_a_missing_table_sheet_or_column_is_refused(honeyguide: Command) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    database = sqlite3.connect(honeyguide.folder / "pages.db")
    database.execute("CREATE TABLE sites (url TEXT)")
    database.execute("INSERT INTO sites VALUES ('http://a.example/')")
    database.commit()
    database.close()
    assert "sites" in refused(honeyguide, TOPIC, "pages.db", "--table", "sitse", "--column", "url")
    assert "url" in refused(honeyguide, TOPIC, "pages.db", "--table", "sites", "--column", "ulr")
    book = openpyxl.Workbook()
    book.active.title = "sites"
    book.active.append(["url"])
    book.active.append([SEED])
    book.save(honeyguide.folder / "pages.xlsx")
    assert "sites" in refused(honeyguide, TOPIC, "pages.xlsx", "--table", "sitse", "--column", "url")


def test_a_folder_with_other_things_in_it_is_refused_and_left_alone(honeyguide: Command) -> None:
    out = honeyguide.folder / "photos"
    out.mkdir()
    (out / "cat.txt").write_text("a cat")
    said = honeyguide("crawl", TOPIC, SEED, "--out", out)
    assert said.code == 1
    assert "holds other files" in said.sentence
    assert files(honeyguide.folder) == {"photos/cat.txt": b"a cat"}
    said = honeyguide("crawl", TOPIC, SEED, "--out", out / "cat.txt")
    assert said.code == 1
    assert "is a file, not a folder" in said.sentence


def test_a_crawl_of_another_topic_is_not_gone_on_with(honeyguide: Command, crawled: Path) -> None:
    (honeyguide.folder / "snow.toml").write_text('name = "snow"\n[keywords]\nsnow = 1.0\n')
    before = files(crawled)["settings.toml"]
    said = honeyguide("crawl", "snow.toml", SEED, "--out", crawled)
    assert said.code == 1
    assert "another topic" in said.sentence
    assert files(crawled)["settings.toml"] == before


@pytest.mark.parametrize("force", [(), ("--force",)], ids=["", "force"])
@pytest.mark.parametrize("command", ["export", "results"])
def test_no_file_is_written_where_a_folder_is(
    here: Command, crawled: Path, command: str, force: tuple[str, ...]
) -> None:
    (here.folder / "mine").mkdir()
    said = here(command, crawled, "--to", "csv", "--output", "mine", *force)
    assert (said.code, said.sentence) == (1, "mine: is a folder; name a file with --output")
    assert list((here.folder / "mine").iterdir()) == []


def test_a_folder_without_raw_responses_is_not_recovered_and_stays_as_it_is(here: Command) -> None:
    (here.folder / "mine").mkdir()
    said = here("recover", "mine")
    assert (said.code, said.sentence) == (1, "mine: there are no raw responses in warc/ to recover a crawl from")
    assert list((here.folder / "mine").iterdir()) == []


def test_an_application_for_a_file_is_refused(here: Command) -> None:
    (here.folder / "mine.txt").write_text("")
    said = here("app", "mine.txt")
    assert said.code == 1
    assert said.sentence.endswith("mine.txt: is a file, not a folder")
