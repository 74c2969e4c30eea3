"""A crawl in shards that has ended by itself judges its pages again as any other, wherever it is kept."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

import pytest
from tests.cli.conftest import CommandHere
from tests.postgres_server import PASSWORD

from honeyguide import open_crawl
from honeyguide.storage.shard_folders import shard_folders

pytestmark = [pytest.mark.slow]
pytest.importorskip("ray", reason="Ray is not installed")

ON = {"HONEYGUIDE_REJUDGE": "true"}
SEED = "http://harbour-daily.example/"
WEB = ("--web", "synthetic:seed=7,pages=800", "--workers", "1", "--out", "rain")
TOPIC = "rainstorm-disaster"
LINE = r"judged (\d+) pages again by .* \(.*\): (\d+) joined, (\d+) left"


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    if request.param == "sqlite":
        return ()
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    address: str = request.getfixturevalue("postgres")
    return ("--store", address.replace(f":{quote(PASSWORD, safe='')}@", "@"))


def verdicts(out: Path) -> dict[str, tuple[float, bool]]:
    return {page.url: (page.relevance, page.on_topic) for page in open_crawl(out).pages()}


def events(out: Path) -> list[str]:
    return [str(event.kind) for event in open_crawl(out).events()]


def test_a_crawl_in_shards_judges_again_and_goes_on_from_there(tmp_path: Path, store: tuple[str, ...]) -> None:
    here, out = CommandHere(tmp_path), tmp_path / "rain"
    said = here("crawl", TOPIC, SEED, *WEB, *store, "--pages", "60", "--shards", "2", env=ON)
    assert said.code == 0, said.err
    (told,) = re.findall(LINE, said.err)
    assert told[0] == "60"
    assert int(told[1]) + int(told[2]) > 0
    assert "rejudge" not in said.err.partition("what to try next")[2]
    shown = re.search(r"on topic +(\d+) by", said.err)
    assert shown
    first = verdicts(out)
    assert int(shown[1]) == sum(on_topic for _, on_topic in first.values())
    assert here("rejudge", "rain", "--dry-run", "--json").json["changes"] == []
    again = here("resume", "rain", "--json", "--quiet", env=ON)
    assert (again.code, again.json["pages"]) == (0, 60)
    assert verdicts(out) == first, "a run that finds nothing new changes no verdict"
    more = here("resume", "rain", "--pages", "90", "--json", "--quiet", env=ON)
    assert (more.code, more.json["pages"]) == (0, 90), more.err
    assert len(verdicts(out)) == 90
    assert len(shard_folders(out)) == 2
    assert events(out).count("rejudged") == 2
    assert here("rejudge", "rain", "--dry-run", "--json").json["changes"] == []


def test_it_does_not_where_nobody_wants_it(tmp_path: Path) -> None:
    here, out = CommandHere(tmp_path), tmp_path / "rain"
    said = here("crawl", TOPIC, SEED, *WEB, "--pages", "60", "--shards", "2", "--no-rejudge", env=ON)
    assert said.code == 0, said.err
    assert "rejudged" not in events(out)
    assert re.search(r"rejudge rain +# .*: about \d+ would leave, \d+ join", said.err)
