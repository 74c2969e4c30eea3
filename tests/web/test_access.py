"""Logins, headers and cookies reach the origin that they are for, and nobody else; shown on real local servers."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.web.test_live import Server, answer, fetch_one, link, running, settings

from honeyguide.config import Settings, to_toml
from honeyguide.errors import BadFile, BadSetting
from honeyguide.model import Fetched, Outcome
from honeyguide.web.access import load_access
from honeyguide.web.live import LiveWeb

SECRET = "s3cret-word"
BASIC = f"Basic {b64encode(f'reader:{SECRET}'.encode()).decode()}"
EVERYTHING = f"""
basic = "reader:{SECRET}"
headers = {{ "X-Api-Key" = "key-{SECRET}" }}
cookies = {{ session = "cookie-{SECRET}", theme = "dark" }}
"""


def logins(folder: Path, *tables: str) -> str:
    file = folder / "logins.toml"
    file.write_text("\n".join(tables), "utf-8")
    return str(file)


def visit(
    folder: Path, servers: dict[str, dict[str, bytes]], table: Callable[[dict[str, int]], str], *paths: str
) -> tuple[list[Fetched], dict[str, Server]]:
    """Fetch from the first of some servers and follow redirects; `table` makes the logins when ports are known."""

    async def go() -> tuple[list[Fetched], dict[str, Server]]:
        async with AsyncExitStack() as held:
            up = {name: await held.enter_async_context(running(answers)) for name, answers in servers.items()}
            ports = {name: each.port for name, each in up.items()}
            first, last = next(iter(ports.values())), list(ports.values())[-1]
            for path, reply in up[next(iter(up))].answers.items():
                assert isinstance(reply, bytes)
                up[next(iter(up))].answers[path] = reply.replace(b"PORT", str(last).encode())
            web = LiveWeb(settings(access=logins(folder, table(ports))))
            held.push_async_callback(web.close)
            came = []
            for path in paths:
                came.append(await web.fetch(link(f"http://127.0.0.1:{first}{path}")))
                if came[-1].outcome is Outcome.REDIRECT:
                    came.append(await web.fetch(link(came[-1].location)))
            return came, up

    return asyncio.run(go())


def said_to(server: Server) -> list[str]:
    """What of the secrets came to a server, in any header of any request."""
    return [
        f"{path} {name}" for path, headers in server.requests for name, value in headers.items() if _secret(value)
    ]


def _secret(value: str) -> bool:
    return SECRET in value or value == BASIC or "dark" in value


def test_a_host_gets_its_login_headers_and_cookies_with_every_request_and_robots_txt(tmp_path: Path) -> None:
    (page,), up = visit(
        tmp_path, {"a": {"/p": answer()}}, lambda ports: f'[access."http://127.0.0.1:{ports["a"]}"]{EVERYTHING}', "/p"
    )
    assert page.outcome is Outcome.PAGE
    assert up["a"].paths == ["/robots.txt", "/p"]
    for _, headers in up["a"].requests:
        assert headers["Authorization"] == BASIC
        assert headers["X-Api-Key"] == f"key-{SECRET}"
        assert headers["Cookie"] == f"session=cookie-{SECRET}; theme=dark"


def test_a_bearer_login_may_come_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_TOKEN", SECRET)
    _, up = visit(
        tmp_path,
        {"a": {"/p": answer()}},
        lambda ports: f'[access."http://127.0.0.1:{ports["a"]}"]\nbearer = "${{MY_TOKEN}}"',
        "/p",
    )
    assert up["a"].requests[-1][1]["Authorization"] == f"Bearer {SECRET}"


def test_a_redirect_to_another_host_takes_nothing_along(tmp_path: Path) -> None:
    redirect = answer("302 Found", b"", Location="http://127.0.0.1:PORT/there")
    came, up = visit(
        tmp_path,
        {"a": {"/p": redirect}, "b": {"/there": answer()}},
        lambda ports: f'[access."http://127.0.0.1:{ports["a"]}"]{EVERYTHING}',
        "/p",
    )
    assert [each.outcome for each in came] == [Outcome.REDIRECT, Outcome.PAGE]
    assert said_to(up["a"])
    assert up["b"].paths == ["/robots.txt", "/there"]
    assert said_to(up["b"]) == []


def test_a_redirect_of_robots_txt_takes_nothing_along_either(tmp_path: Path) -> None:
    redirect = answer("302 Found", b"", Location="http://127.0.0.1:PORT/rules")
    (page,), up = visit(
        tmp_path,
        {
            "a": {"/robots.txt": redirect, "/p": answer()},
            "b": {"/rules": answer(body=b"", Content_Type="text/plain")},
        },
        lambda ports: f'[access."http://127.0.0.1:{ports["a"]}"]{EVERYTHING}',
        "/p",
    )
    assert page.outcome is Outcome.PAGE
    assert up["b"].paths == ["/rules"]
    assert said_to(up["b"]) == []


@pytest.mark.parametrize("given", ["127.0.0.1:{}", "https://127.0.0.1:{}"])
def test_what_is_given_for_https_is_not_said_over_plain_http(tmp_path: Path, given: str) -> None:
    (page,), up = visit(
        tmp_path, {"a": {"/p": answer()}}, lambda ports: f'[access."{given.format(ports["a"])}"]{EVERYTHING}', "/p"
    )
    assert page.outcome is Outcome.PAGE
    assert said_to(up["a"]) == []


def test_origins_are_compared_as_urls_are(tmp_path: Path) -> None:
    access = load_access(logins(tmp_path, '[access."Example.ORG:443"]\nbearer = "x"'), {})
    assert access.headers("https://example.org/a?b") == {"Authorization": "Bearer x"}
    for other in (
        "http://example.org/",
        "https://www.example.org/",
        "https://example.org:444/",
        "https://example.com/",
    ):
        assert access.headers(other) == {}


@pytest.mark.parametrize("known", [True, False])
def test_a_host_that_wants_a_login_is_told_of_in_a_sentence(tmp_path: Path, known: bool) -> None:
    (page,), up = visit(
        tmp_path,
        {"a": {"/p": answer("401 Unauthorized", WWW_Authenticate="Basic")}},
        lambda ports: f'[access."http://127.0.0.1:{ports["a"] if known else 1}"]{EVERYTHING}',
        "/p",
    )
    origin = f"http://127.0.0.1:{up['a'].port}"
    expected = f"the login for {origin} is refused" if known else f"no login for {origin} is given (setting access)"
    assert (page.outcome, page.detail) == (Outcome.HTTP_ERROR, f"401 Unauthorized; {expected}")
    assert SECRET not in page.detail


@pytest.mark.parametrize("known", [True, False])
def test_the_session_that_a_login_opens_is_not_kept(tmp_path: Path, known: bool) -> None:
    (page,), _ = visit(
        tmp_path,
        {"a": {"/p": answer(Set_Cookie=f"session={SECRET}", X_Other="kept")}},
        lambda ports: f'[access."http://127.0.0.1:{ports["a"] if known else 1}"]\nbearer = "x"',
        "/p",
    )
    assert ("X-Other", "kept") in page.headers
    assert any(name == "Set-Cookie" for name, _ in page.headers) is not known


@pytest.mark.parametrize(
    ("tables", "problem"),
    [
        ("pages = 3\n", "there is no table of a login"),
        (f'[access]\nbasic = "reader:{SECRET}"', "'basic' is no table of an origin"),
        (f'[access."https://a.example/path"]\nbearer = "{SECRET}"', "is no table of an origin"),
        (f'[access."ftp://a.example"]\nbearer = "{SECRET}"', "is no table of an origin"),
        (f'[access."a.example"]\nbaerer = "{SECRET}"', "'baerer' is not a way to log in; did you mean 'bearer'?"),
        (f'[access."a.example"]\nbasic = "{SECRET}"', "is not of the form name:password"),
        (f'[access."a.example"]\nbasic = ["{SECRET}"]', "is no text"),
        (f'[access."a.example"]\nbearer = "{SECRET} {SECRET}"', "is no token"),
        (f'[access."a.example"]\nbearer = "{SECRET}\\r\\nX: y"', "is no token"),
        (f'[access."a.example"]\nbearer = "${{NOT_SET}}{SECRET}"', "the environment variable NOT_SET"),
        (f'[access."a.example"]\nbearer = "x"\nbasic = "a:{SECRET}"', "not both"),
        (f'[access."a.example"]\nheaders = "{SECRET}"', "is no table of names and values"),
        (f'[access."a.example".headers]\nX = "{SECRET}\\nHost: b"', "the value of X is not one line"),
        (f'[access."a.example".headers]\n"X y" = "{SECRET}"', "'X y' is no name that can be sent"),
        (f'[access."a.example".headers]\nAuthorization = "{SECRET}"', "it is set by basic or bearer"),
        (f'[access."a.example".headers]\nhost = "{SECRET}"', "host cannot be given"),
        (f'[access."a.example".cookies]\nsession = "{SECRET}; other=1"', "characters that no cookie may have"),
        (f'[access."a.example"]\nbearer = "x"\n[access."https://A.example"]\nbearer = "{SECRET}"', "is there twice"),
    ],
)
def test_what_cannot_be_used_is_one_sentence_without_the_secret(tmp_path: Path, tables: str, problem: str) -> None:
    with pytest.raises(BadFile) as caught:
        load_access(logins(tmp_path, tables), {})
    assert problem in str(caught.value)
    assert SECRET not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_of_logins_that_is_gone_is_named(tmp_path: Path) -> None:
    with pytest.raises(
        BadFile, match=r"gone\.toml: cannot be read: .*; the setting access says that logins stand there"
    ):
        LiveWeb(Settings(access=str(tmp_path / "gone.toml")))


def test_what_is_known_shows_itself_by_name_alone(tmp_path: Path) -> None:
    file = logins(tmp_path, f'[access."a.example"]{EVERYTHING}')
    assert repr(load_access(file, {})) == "Access(https://a.example)"
    kept = to_toml(Settings(access=file))
    assert f'access = "{file}"' in kept
    assert SECRET not in kept


def test_a_password_in_the_address_of_a_proxy_is_refused_and_not_shown() -> None:
    with pytest.raises(BadSetting, match=r"not 'http://\*\*\*@proxy\.example:3128'") as caught:
        Settings(proxy=f"http://joe:{SECRET}@proxy.example:3128")
    assert SECRET not in str(caught.value)


def test_an_unreachable_server_says_no_secret(tmp_path: Path) -> None:
    file = logins(tmp_path, f'[access."http://127.0.0.1:9"]{EVERYTHING}')
    page = fetch_one("http://127.0.0.1:9/", settings(access=file, robots=False))
    assert page.outcome in {Outcome.REFUSED, Outcome.ADDRESS}
    assert SECRET not in page.detail
