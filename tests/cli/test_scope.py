"""Scope as people say it: `--stay`, `--site`, limits for sites; and what a crawl says of where it goes."""

from __future__ import annotations

import pytest
from tests.cli.conftest import TOPIC, Command

from honeyguide import open_crawl

WEB = ("--web", "synthetic:seed=7,pages=300", "--strategy", "bfs", "--encoder", "none", "--workers", "0")
SEED = "http://harbour-daily.example/"
ANYWHERE = "follows links to any host; --stay keeps to the hosts of the seeds"


def hosts(here: Command) -> set[str]:
    return {page.host for page in open_crawl(here.folder / "c").pages()}


def test_a_crawl_says_where_it_goes_and_how_far_it_went(here: Command) -> None:
    said = here("crawl", TOPIC, SEED, "--out", "c", "--pages", "40", *WEB)
    assert said.code == 0, said.err
    assert said.err.splitlines().count(ANYWHERE) == 1
    beyond = len(hosts(here) - {"harbour-daily.example"})
    assert beyond > 1
    told = f"{beyond + 1}, {beyond} of them beyond the hosts of the seeds"
    assert told in said.err
    assert told in here("status", "c").out
    assert here("status", "c", "--json").json["hosts_beyond_seeds"] == beyond
    assert ANYWHERE not in here("resume", "c", "--pages", "45", "--quiet").err


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (("--stay",), "follows links to the hosts of the seeds"),
        (("--site", "harbour-daily.example"), "follows links to harbour-daily.example with its subdomains"),
    ],
)
def test_it_stays_where_it_is_told_to_also_when_it_goes_on(here: Command, flags: tuple[str, ...], told: str) -> None:
    said = here("crawl", TOPIC, SEED, "--out", "c", "--pages", "3", *WEB, *flags)
    assert (said.code, said.err.splitlines().count(told)) == (0, 1), said.err
    assert "beyond the hosts of the seeds" not in said.err
    said = here("resume", "c", "--pages", "12")
    assert (said.code, said.err.splitlines().count(told)) == (0, 1), said.err
    assert hosts(here) == {"harbour-daily.example"}
    assert open_crawl(here.folder / "c").status().pages > 3


def test_sites_may_be_named_several_times_and_in_files(here: Command) -> None:
    (here.folder / "honeyguide.toml").write_text('sites = ["a.example"]\n')
    assert here("crawl", "--show-config", "--json").json["allow_hosts"]["value"] == ["a.example"]
    two = here("crawl", "--show-config", "--json", "--site", "a.example", "--site", "洪水.中国")
    assert two.json["allow_hosts"]["value"] == ["a.example", "洪水.中国"]
    wrong = here("crawl", TOPIC, SEED, "--out", "c", "--site", "https://a.example/")
    assert (wrong.code, wrong.sentence) == (
        1,
        "flag --site: 'site' must be a list of host names such as example.org, not ['https://a.example/']",
    )
    both = here("crawl", "--show-config", "--json", "--site", "a.example", "--allow-host", "b.example")
    assert both.json["allow_hosts"]["value"] == ["b.example", "a.example"]


def test_the_time_of_a_site_may_be_written_as_people_do(here: Command) -> None:
    shown = here(
        "crawl", "--show-config", "--json", "--per-site-time", "1m30s", "--time", "2h", "--per-site", "5"
    ).json
    assert [shown[name]["value"] for name in ("per_site_time", "time", "per_site")] == [90.0, 7200.0, 5]
    wrong = here("crawl", TOPIC, SEED, "--out", "c", "--per-site-time", "long")
    assert wrong.sentence == "flag --per-site-time: 'long' is not a time; write seconds, or 90s, 10m, 2h, 30d"
