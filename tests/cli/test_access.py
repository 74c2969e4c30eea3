"""A crawl behind a login, with the command: it is let in, and its secrets are nowhere but where they were written."""

from __future__ import annotations

import gzip
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import TOPIC, Command, Said
from tests.guarded_web import GuardedWeb, guarded_web
from tests.test_running import next_commands
from tests.web.local_proxy import LocalProxy, local_proxy

from honeyguide import open_crawl

PASSWORD, KEY = "pass-w0rd-of-ours", "k3y-of-ours"
LOGIN = b64encode(f"reader:{PASSWORD}".encode()).decode()
SECRETS = (PASSWORD, KEY, LOGIN, "opened-for-you")
WANTED = {"Authorization": f"Basic {LOGIN}", "Cookie": f"key={KEY}"}
GIVEN = ("--delay", "0", "--workers", "0", "--allow-private", "--encoder", "none", "--log-level", "debug")


@pytest.fixture
def site() -> Iterator[GuardedWeb]:
    with guarded_web(WANTED) as web:
        yield web


def write(file: Path, site: GuardedWeb, basic: str = f"reader:{PASSWORD}") -> None:
    file.write_text(f'delay = 0\n[access."{site.origin}"]\nbasic = "{basic}"\ncookies = {{ key = "{KEY}" }}\n')


def crawl(here: Command, site: GuardedWeb, *more: str, env: dict[str, str] | None = None) -> Said:
    return here("crawl", TOPIC, f"{site.origin}/", "--out", "crawl", "--pages", "4", "--json", *GIVEN, *more, env=env)


def kept_in(folder: Path) -> bytes:
    """All bytes below a folder, unpacked."""
    found = []
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            data = file.read_bytes()
            found.append(gzip.decompress(data) if file.suffix == ".gz" else data)
    return b"\n".join(found)


def holds_no_secret(text: str | bytes) -> None:
    data = text.encode() if isinstance(text, str) else text
    assert data
    assert [secret for secret in SECRETS if secret.encode() in data] == []


@pytest.mark.parametrize("way", ["honeyguide.toml", "--access", "environment"])
def test_a_site_behind_a_login_is_crawled_and_no_secret_is_kept_or_shown(
    here: Command, site: GuardedWeb, way: str
) -> None:
    more: tuple[str, ...] = ()
    env = {}
    file = here.folder / ("honeyguide.toml" if way == "honeyguide.toml" else "logins.toml")
    write(file, site, "reader:${SITE_PASSWORD}" if way == "environment" else f"reader:{PASSWORD}")
    if way == "--access":
        more = ("--access", "logins.toml")
    elif way == "environment":
        env = {"SITE_PASSWORD": PASSWORD, "HONEYGUIDE_ACCESS": "logins.toml"}
    said = crawl(here, site, *more, env=env)
    assert said.code == 0, said.err
    assert said.json["pages"] == 4
    out = here.folder / "crawl"
    assert f'access = "{file}"' in (out / "settings.toml").read_text()
    shown = [here("status", out, "--json"), here("errors", out), here("crawl", "--show-config", "--out", out, *more)]
    shown += [
        here("crawl", "--show-config", "--json", *more, env=env),
        here("export", out, "--to", "jsonl", "-o", "-"),
    ]
    for each in (said, *shown):
        holds_no_secret(each.out + each.err)
    holds_no_secret(kept_in(out))
    holds_no_secret(repr(open_crawl(out).settings))


def test_on_resume_the_login_is_read_again_wherever_that_is_called(here: Command, site: GuardedWeb) -> None:
    write(here.folder / "logins.toml", site)
    assert crawl(here, site, "--access", "logins.toml").code == 0
    elsewhere = here.folder / "elsewhere"
    elsewhere.mkdir()
    before = len(site.requests)
    said = type(here)(elsewhere)("resume", "../crawl", "--pages", "8", "--json")
    assert (said.code, said.json["pages"]) == (0, 8), said.err
    assert len(site.requests) > before
    assert all(headers["Authorization"] == WANTED["Authorization"] for _, headers in site.requests)


def test_a_login_that_is_missing_on_resume_is_one_sentence(here: Command, site: GuardedWeb) -> None:
    write(here.folder / "logins.toml", site, "reader:${SITE_PASSWORD}")
    assert crawl(here, site, "--access", "logins.toml", env={"SITE_PASSWORD": PASSWORD}).code == 0
    said = here("resume", "crawl", "--pages", "8")
    assert said.code == 1
    assert said.sentence == (
        f"{here.folder / 'logins.toml'}:3: basic of {site.origin}: the environment variable SITE_PASSWORD, which it "
        "needs, is not set"
    )
    (here.folder / "logins.toml").unlink()
    said = here("resume", "crawl", "--pages", "8")
    assert said.code == 1
    assert said.sentence.endswith("the setting access says that logins stand there")


def test_a_site_that_wants_a_login_which_is_not_given_is_named(here: Command, site: GuardedWeb) -> None:
    said = crawl(here, site)
    assert said.code == 4
    assert f"401 Unauthorized; no login for {site.origin} is given (setting access)" in said.err


def test_what_to_try_after_a_refused_login_takes_the_login_along(here: Command, site: GuardedWeb) -> None:
    write(here.folder / "logins.toml", site, "reader:wrong")
    said = crawl(here, site, "--access", "logins.toml")
    assert said.code == 4
    (offered,) = (words for words in next_commands(said.err) if words[0] == "try")
    write(here.folder / "logins.toml", site)
    page = here(*offered)
    assert page.code == 0, page.err
    holds_no_secret(page.out + page.err)


def test_one_page_is_fetched_with_the_login_too(here: Command, site: GuardedWeb) -> None:
    write(here.folder / "logins.toml", site)
    said = here("try", f"{site.origin}/3", "--topic", TOPIC, "--allow-private", "--access", "logins.toml")
    assert said.code == 0, said.err
    assert "Rainstorm 3" in said.out
    holds_no_secret(said.out + said.err)


def test_a_login_that_is_refused_in_the_middle_costs_no_links(here: Command, site: GuardedWeb) -> None:
    write(here.folder / "logins.toml", site)
    before = crawl(here, site, "--access", "logins.toml").json
    site.wants = {"Authorization": "Basic another"}
    asked = len(site.requests)
    said = here("resume", "crawl", "--pages", "8", "--time", "1", "--json")
    assert said.code == 4
    assert "the login for" in said.err
    assert said.json["waiting"] == before["waiting"] > 1
    assert said.json["errors"][0]["given_up"] == 0
    assert [each["why"].partition(";")[0] for each in said.json["resting"]] == ["401 Unauthorized"]
    assert len([path for path, _ in site.requests[asked:] if path != "/robots.txt"]) == 1
    site.wants = WANTED
    said = here("resume", "crawl", "--time", "0", "--json", "--quiet")
    assert (said.code, said.json["pages"]) == (0, 8), said.err


def test_a_seed_whose_login_was_wrong_is_tried_again_by_the_next_run(here: Command, site: GuardedWeb) -> None:
    write(here.folder / "logins.toml", site, "reader:wrong")
    with guarded_web({}) as open_site:
        seeds = (f"{site.origin}/", f"{open_site.origin}/")
        given = ("--access", "logins.toml", *GIVEN)
        assert here("crawl", TOPIC, *seeds, "--out", "crawl", "--pages", "20", "--quiet", *given).code == 0
        assert open_crawl(here.folder / "crawl").status().pages == 12
        write(here.folder / "logins.toml", site)
        assert here("resume", "crawl", "--quiet").code == 0
    assert open_crawl(here.folder / "crawl").status().pages == 20


@pytest.fixture
def proxy() -> Iterator[LocalProxy]:
    with guarded_web({}) as web:
        port = int(web.origin.rpartition(":")[2])
        with local_proxy(("127.0.0.1", port), f"Basic {LOGIN}") as proxy:
            yield proxy


def behind(here: Command, proxy: LocalProxy, *more: str, basic: str = f"reader:{PASSWORD}") -> Said:
    """A crawl of two sites, one request at a time."""
    file = here.folder / "logins.toml"
    file.write_text(f'[access."{proxy.url}"]\nbasic = "{basic}"\n')
    given = ("--proxy", proxy.url, "--access", "logins.toml", "--delay", "0", "--workers", "0", "--encoder", "none")
    seeds = ("http://a.example/", "http://b.example/")
    return here("crawl", TOPIC, *seeds, "--out", "crawl", "--concurrency", "1", "--json", *given, *more)


def test_a_proxy_that_refuses_the_login_in_the_middle_costs_no_links(here: Command, proxy: LocalProxy) -> None:
    before = behind(here, proxy, "--pages", "4", "--retries", "0").json
    assert (before["pages"], before["waiting"] > 2) == (4, True)
    proxy.login, asked = "Basic another", len(proxy.requests)
    said = here("resume", "crawl", "--pages", "24", "--json")
    assert said.code == 4
    refused = f"the proxy answers 407 Proxy Authentication Required; the login for {proxy.url} is refused"
    assert refused in said.err
    assert said.json["why_stopped"] == refused
    assert said.json["waiting"] == before["waiting"]
    assert [(each["status"], each["given_up"]) for each in said.json["errors"]] == [(407, 0)]
    assert len(proxy.requests) - asked <= 3
    holds_no_secret(said.out + said.err)
    assert here("status", "crawl", "--json").json["why_stopped"] == refused
    proxy.login = f"Basic {LOGIN}"
    said = here("resume", "crawl", "--json", "--quiet")
    assert (said.code, said.json["pages"]) == (0, 24), said.err


def test_a_crawl_whose_proxy_never_took_the_login_ends_at_once_and_begins_once_it_does(
    here: Command, proxy: LocalProxy
) -> None:
    said = behind(here, proxy, "--pages", "24", basic="reader:wrong")
    assert said.code == 4
    assert f"the login for {proxy.url} is refused" in said.err
    said = behind(here, proxy, "--pages", "24")
    assert (said.code, said.json["pages"]) == (0, 24), said.err
