"""A crawl that goes on does so as it was: with the settings of its folder, and what changes is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.cli.conftest import TOPIC, Command

from honeyguide import Crawl, open_crawl, settings
from honeyguide.web.offline import lasting

WEB = "synthetic:seed=7,pages=300"
SEED = "http://harbour-daily.example/"
SCOPE = ("--allow-host", "harbour-daily.example", "--contact", "us@example.org", "--delay", "0.25")


@pytest.fixture
def begun(here: Command) -> Path:
    """A crawl of one host."""
    out = here.folder / "crawl"
    given = ("--out", out, "--pages", "5", "--web", WEB, "--strategy", "bfs", "--encoder", "none", "--workers", "0")
    said = here("crawl", TOPIC, SEED, *given, *SCOPE, "--quiet")
    assert said.code == 0, said.err
    return out


def hosts(out: Path) -> set[str]:
    return {page.host for page in open_crawl(out).pages()}


@pytest.mark.parametrize(
    "arguments", [("resume", "crawl"), ("crawl", "--out", "crawl"), ("crawl", TOPIC, "--out", "crawl")]
)
def test_a_crawl_goes_on_as_it_was_wherever_it_is_called(
    here: Command, begun: Path, arguments: tuple[str, ...]
) -> None:
    before = open_crawl(begun).settings
    (here.folder / "honeyguide.toml").write_text('delay = 9.0\ncontact = "them@example.org"\n')
    foreign = {"HONEYGUIDE_ALLOW_HOSTS": "", "HONEYGUIDE_STRATEGY": "ops", "HONEYGUIDE_ENCODER": "none"}
    said = here(*arguments, "--pages", "9", env=foreign)
    assert said.code == 0, said.err
    now = open_crawl(begun)
    assert (now.settings.allow_hosts, now.settings.contact, now.settings.delay, now.settings.strategy) == (
        ("harbour-daily.example",),
        "us@example.org",
        0.25,
        "bfs",
    )
    assert (now.status().pages, now.settings) == (9, replace(before, pages=9))
    assert hosts(begun) == {"harbour-daily.example"}
    changed = [line for line in said.err.splitlines() if line.startswith("changed setting:")]
    assert changed == ["changed setting: pages = 9, was 5"]
    assert "delay of honeyguide.toml" in said.err
    assert "allow_hosts of environment HONEYGUIDE_ALLOW_HOSTS" in said.err


def test_each_setting_that_a_flag_or_a_named_file_changes_is_said_and_noted(here: Command, begun: Path) -> None:
    (here.folder / "mine.toml").write_text("retries = 1\n")
    given = ("--delay", "0", "--encoder", "use", "--config", "mine.toml", "--pages", "6")
    said = here("resume", begun, *given)
    assert said.code == 0, said.err
    assert "changed setting: delay = 0.0, was 0.25" in said.err
    assert "changed setting: retries = 1, was 3" in said.err
    assert 'changed setting: encoder = "use", was "none"' in said.err
    noted = [event.detail for event in open_crawl(begun).events() if event.kind == "settings"]
    assert {"delay = 0.0, was 0.25", "retries = 1, was 3", "pages = 6, was 5"} <= set(noted)
    assert (open_crawl(begun).settings.delay, open_crawl(begun).settings.retries) == (0.0, 1)


def test_a_crawl_whose_settings_are_gone_says_so_before_it_goes_elsewhere(here: Command, begun: Path) -> None:
    (begun / "settings.toml").unlink()
    given = ("--web", WEB, "--strategy", "bfs", "--encoder", "none", "--workers", "0", "--pages", "6")
    for arguments in (("resume", begun), ("crawl", "--out", begun)):
        said = here(*arguments, *given)
        assert said.code == 0, said.err
        assert ("its settings.toml is gone: scope, delay and all else" in said.err) == (arguments[0] == "resume")


def test_a_crawl_that_its_time_ended_says_how_it_goes_on(here: Command) -> None:
    given = ("--web", WEB, "--strategy", "bfs", "--encoder", "none", "--workers", "0", "--pages", "0")
    said = here("crawl", TOPIC, SEED, "--out", "c", "--time", "20", *given)
    assert said.code == 0, said.err
    assert "honeyguide resume c # goes on, for another 20 s" in said.err


def test_a_limit_that_is_reached_already_says_what_it_means(here: Command, begun: Path) -> None:
    said = here("resume", begun, "--pages", "3", "--json")
    assert said.code == 0, said.err
    meaning = (
        "5 pages were stored before this run, and the limit of 3 counts them: to go on, ask for more than 5 pages"
    )
    assert meaning in said.err
    assert meaning in open_crawl(begun).status().last_event


def test_resume_wants_a_crawl_and_a_new_crawl_wants_a_topic(here: Command) -> None:
    said = here("resume", "nowhere")
    assert (said.code, said.sentence) == (1, "nowhere: there is no such folder")
    said = here("crawl", "--out", "nowhere")
    assert said.code == 2
    assert "name a topic" in said.err


def test_python_goes_on_as_it_was_too(begun: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HONEYGUIDE_DELAY", "7")
    crawl = open_crawl(begun).resume(pages=8)
    assert crawl.changed_settings == {"pages": "8, was 5"}
    crawl.finish()
    assert (crawl.pages, hosts(begun), open_crawl(begun).settings.delay) == (8, {"harbour-daily.example"}, 0.25)
    assert Crawl(open_crawl(begun).topic, [], begun).settings == open_crawl(begun).settings
    other = Crawl(open_crawl(begun).topic, [], begun, settings(strategy="bfs", web=WEB))
    assert other.changed_settings["delay"] == "7.0, was 0.25"


STRATEGY = """
from honeyguide import strategies
from honeyguide.strategies.prioritized import Prioritized

@strategies.register("shallow-first")
class ShallowFirst(Prioritized):
    def priority(self, link):
        return 1 / (1 + link.link.depth)
"""


@pytest.mark.parametrize("plugin", ["./parts_of_mine.py", "parts_of_mine"])
def test_plug_ins_and_webs_given_by_a_relative_path_are_found_from_another_folder(
    tmp_path: Path, honeyguide: Command, plugin: str
) -> None:
    started, elsewhere = tmp_path / "started", tmp_path / "elsewhere"
    elsewhere.mkdir()
    site = started / "my pages" / "h.test"
    site.mkdir(parents=True)
    (started / "parts_of_mine.py").write_text(STRATEGY)
    for number in range(6):
        (site / f"{number}.html").write_text(f"<title>Rain</title>heavy rain<a href='{number + 1}.html'>rain</a>")
    given = ("--web", "folder:my pages", "--strategy", "shallow-first", "--encoder", "none", "--workers", "0")
    first = Command(started)(
        *("--plugin", plugin, "crawl", TOPIC, "http://h.test/0.html", "--out", "rain", "--pages", "2"), *given
    )
    assert first.code == 0, first.err
    said = Command(elsewhere)("resume", started / "rain", "--pages", "5")
    assert said.code == 0, said.err
    assert open_crawl(started / "rain").status().pages == 5
    assert "changed setting: pages = 5, was 2" in said.err
    assert "changed setting: web" not in said.err
    again = Command(started)("--plugin", plugin, "crawl", TOPIC, "--out", "rain", "--pages", "6", *given)
    assert again.code == 0, again.err
    assert "changed setting: web" not in again.err
    assert "changed setting: plugins" not in again.err


def test_archives_are_found_from_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a, b.warc").write_bytes(b"")
    assert lasting("warc:a, b.warc") == f"warc:{tmp_path}/a, b.warc"
    assert lasting('warc:"c ""d"".warc",e*.warc') == f'warc:"{tmp_path}/c ""d"".warc","{tmp_path}/e*.warc"'
    assert lasting("synthetic:seed=7") == "synthetic:seed=7"
    assert lasting("") == ""


@pytest.mark.parametrize(("web", "why"), [("folder:empty", "holds no pages"), ("warc:empty.warc", "no page in it")])
@pytest.mark.parametrize("over", [False, True])
def test_a_web_without_pages_is_refused_before_anything_is_stored(
    here: Command, begun: Path, web: str, why: str, over: bool
) -> None:
    (here.folder / "empty").mkdir()
    (here.folder / "empty.warc").touch()
    before = (begun / "settings.toml").read_bytes()
    said = here("resume", begun, "--web", web, "--pages", "5" if over else "9")
    assert (said.code, why in said.sentence) == (1, True)
    assert (begun / "settings.toml").read_bytes() == before
    assert here("resume", begun, "--pages", "7", "--quiet").code == 0


def test_what_a_refused_change_would_have_changed_is_not_said(here: Command, begun: Path) -> None:
    said = here("resume", begun, "--strategy", "ops", "--pages", "9")
    assert (said.code, "holds a crawl with another strategy" in said.sentence) == (1, True)
