"""Who is let in, and who is not: over real sockets, as browsers and attackers ask."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect
from tests.app.browser import App, enter, running_app
from tests.local_web import local_web
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect
from websockets.typing import Origin

from honeyguide.web.response import Answer

pytestmark = pytest.mark.slow

SOCKET = "_nicegui_ws/socket.io/?EIO=4&transport=polling"
OPENED = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "MTIzNDU2Nzg5MDEyMzQ1Ng=="}  # fmt: skip  # noqa: E501


def cookie(app: App) -> dict[str, str]:
    """What a browser has after its first visit."""
    first = httpx.get(app.first_visit)
    assert first.status_code == 200
    return dict(first.cookies)


@pytest.mark.parametrize(
    "path", ["", "api/crawls", "api/openapi.json", "_nicegui/x/static/nicegui.js", SOCKET, "nothing"]
)
@pytest.mark.parametrize(
    "headers", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic eDp5"}, {"Cookie": "x=y"}]
)
def test_nothing_is_answered_without_the_token(app: App, path: str, headers: dict[str, str]) -> None:
    answer = httpx.get(app.address + path, headers=headers)
    assert answer.status_code == 401
    assert app.token not in answer.text
    if path.startswith("api"):
        assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("token", ["", "wrong", "x" * 100_00, "%00", "暴雨"])
def test_a_wrong_token_is_no_token(app: App, token: str) -> None:
    answer = httpx.get(app.address, params={"token": token})
    assert answer.status_code == 401
    assert not answer.cookies


def test_the_first_visit_changes_the_token_for_a_cookie_that_scripts_cannot_read(app: App) -> None:
    first = httpx.get(f"{app.address}crawls/x?a=1&token={app.token}&b=%22%3E%3Cscript%3E")
    (given,) = first.headers.get_list("set-cookie")
    assert {"httponly", "samesite=strict", "path=/"} <= {part.strip().lower() for part in given.split(";")}
    assert app.token not in given
    assert app.token not in first.text
    assert 'url=/crawls/x?a=1&amp;b=%22%3E%3Cscript%3E"' in first.text
    assert first.headers["referrer-policy"] == "no-referrer"
    assert httpx.get(app.address, cookies=dict(first.cookies)).status_code == 200
    away = httpx.get(f"{app.address}/evil.example/?token={app.token}")
    assert "url=/?" in away.text or 'url=/"' in away.text  # not //evil.example


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil.example", "192.0.2.1", "", "[::1", "a@127.0.0.1:x"])  # fmt: skip  # noqa: E501
def test_a_name_that_is_rebound_to_this_server_is_refused(app: App, host: str) -> None:
    for headers in (
        {"Authorization": f"Bearer {app.token}"},
        {"Cookie": "; ".join(f"{k}={v}" for k, v in cookie(app).items())},
    ):
        answer = httpx.get(f"{app.address}api/crawls", headers={**headers, "Host": host})
        assert answer.status_code in {400, 421}


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
def test_the_servers_own_names_are_known(app: App, name: str) -> None:
    port = app.host.rsplit(":", 1)[1]
    headers = {"Authorization": f"Bearer {app.token}", "Host": f"{name}:{port}"}
    assert httpx.get(f"{app.address}api/crawls", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "said",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"},
    ],
)
def test_requests_of_other_pages_are_refused_whatever_they_carry(app: App, said: dict[str, str]) -> None:
    for headers, cookies in (({"Authorization": f"Bearer {app.token}"}, {}), ({}, cookie(app))):
        for method, path in (
            ("GET", "api/crawls"),
            ("POST", "api/crawls"),
            ("DELETE", "api/crawls/x"),
            ("GET", SOCKET),
        ):
            answer = httpx.request(method, app.address + path, headers={**headers, **said}, cookies=cookies)
            assert answer.status_code == 403, (method, path)


def test_a_cookie_alone_changes_nothing_and_opens_no_websocket(app: App) -> None:
    assert httpx.post(f"{app.address}api/crawls", json={}, cookies=cookie(app)).status_code == 403
    same = {"Origin": app.address.rstrip("/")}
    assert httpx.post(f"{app.address}api/crawls", json={}, cookies=cookie(app), headers=same).status_code == 422
    socket = f"{app.address}_nicegui_ws/socket.io/?EIO=4&transport=websocket"
    for origin in ({}, {"Origin": "http://evil.example"}):
        answer = httpx.get(socket, headers={**OPENED, **origin}, cookies=cookie(app))
        assert answer.status_code == 403
    with httpx.stream("GET", socket, headers={**OPENED, **same}, cookies=cookie(app)) as answer:
        assert answer.status_code == 101


def test_every_answer_forbids_framing_sniffing_and_foreign_scripts(app: App) -> None:
    for path, status in (("", 200), ("api/crawls", 200), ("api/nothing", 404), ("nothing", 404)):
        answer = httpx.get(app.address + path, headers={"Authorization": f"Bearer {app.token}"})
        assert answer.status_code == status
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["x-content-type-options"] == "nosniff"
        policy = answer.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in policy
        assert "default-src 'none'" in policy
        script = next(part for part in policy.split(";") if part.strip().startswith("script-src"))
        assert re.fullmatch(r" script-src 'self' 'nonce-[\w-]{16,}' 'unsafe-eval'", script)


def test_scripts_carry_the_nonce_of_their_answer_and_no_other_inline_script_runs(browser: Browser, app: App) -> None:
    nonces = set()
    for _ in range(2):
        answer = httpx.get(app.address, headers={"Authorization": f"Bearer {app.token}"})
        (nonce,) = re.findall(r"'nonce-([\w-]{16,})'", answer.headers["content-security-policy"])
        scripts = re.findall(r"<script\b[^>]*>", answer.text)
        assert len(scripts) > 3
        assert all(f'nonce="{nonce}"' in script for script in scripts)
        nonces.add(nonce)
    assert len(nonces) == 2
    added = """() => new Promise(done => {
        document.addEventListener('securitypolicyviolation', event => done(event.effectiveDirective), {once: true})
        const script = document.createElement('script')
        script.textContent = 'window.ran = true'
        document.head.append(script)
        if (window.ran) done('it ran')
    })"""
    context = browser.new_context()
    assert enter(context.new_page(), app).evaluate(added) == "script-src-elem"
    context.close()


def test_a_message_of_a_page_that_is_too_large_ends_its_connection(app: App) -> None:
    origin = {"Cookie": "; ".join(f"{k}={v}" for k, v in cookie(app).items())}
    address = f"ws://{app.host}/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
    with connect(address, origin=Origin(app.address.rstrip("/")), additional_headers=origin) as opened:
        opened.recv(timeout=20)
        opened.send("4" + "x" * 4_000_000)
        with pytest.raises(ConnectionClosedError, match="1009"):
            opened.recv(timeout=20)


def test_the_token_is_in_no_log(app: App) -> None:
    for answer in (httpx.get(app.first_visit), httpx.get(f"{app.address}nothing?token={app.token}&x=secret-query")):
        assert answer.status_code == 200
    httpx.get(f"{app.address}nowhere?x=secret-query", cookies=cookie(app))
    httpx.get(f"{app.address}?token=not-{app.token}")
    said = app.log.read_text()
    assert "GET /nothing 200" in said
    assert "GET / 401" in said
    assert app.token not in said


def test_no_other_site_can_frame_it_or_read_it_and_nothing_is_loaded_from_elsewhere(
    app: App, browser: Browser
) -> None:
    """As a page of another site tries it, in a browser that is let in."""
    html = (
        f"<iframe src='{app.address}'></iframe><script>fetch('{app.address}api/crawls', {{credentials: 'include'}})"
        ".then(() => document.title = 'read', () => document.title = 'refused')</script>"
    )
    with local_web(lambda url: Answer(200, (("Content-Type", "text/html"),), html.encode())) as other:
        context = browser.new_context(locale="en")
        asked: list[str] = []
        context.on("request", lambda request: asked.append(request.url))
        page = context.new_page()
        page.goto(app.first_visit)
        page.wait_for_url(app.address)
        expect(page.locator("[data-crawl]").first).to_be_visible()
        assert not [url for url in asked if not url.startswith((app.address, "data:", "blob:"))]
        assert app.token not in page.evaluate("document.cookie + location.href + document.documentElement.outerHTML")
        page.goto(f"http://{other.address}/")
        expect(page).to_have_title("refused")
        assert page.frames[1].evaluate("document.body.innerText.includes('rain')") is False
        context.close()


def test_to_other_machines_the_public_web_alone_is_open(browser: Browser, workspace: Path) -> None:
    new = {"name": "new", "topic": "rainstorm-disaster", "seeds": ["http://a.example/"]}
    with running_app(workspace, options=("--host", "0.0.0.0")) as served:
        key = {"Authorization": f"Bearer {served.token}"}
        for settings in ({"allow_private": True}, {"proxy": "http://127.0.0.1:9"}, {"web": "folder:/etc"}):
            answer = httpx.post(f"{served.address}api/crawls", headers=key, json={**new, "settings": settings})
            assert answer.status_code == 400
            assert "command line" in answer.json()["detail"]
        context = browser.new_context(locale="en")
        page = enter(context.new_page(), served)
        page.goto(f"{served.address}new")
        page.get_by_text("Where requests go").click()
        page.get_by_label("Proxy").fill("http://127.0.0.1:9")
        page.get_by_label("Proxy").blur()
        expect(page.get_by_text("can only be set on the command line")).to_be_visible()
        context.close()
    assert not (workspace / "new").exists()
    with running_app(workspace, options=("--host", "0.0.0.0", "--trusted")) as served:
        key = {"Authorization": f"Bearer {served.token}"}
        settings = {"proxy": "http://127.0.0.1:9", "strategy": "no such one"}
        answer = httpx.post(f"{served.address}api/crawls", headers=key, json={**new, "settings": settings})
        assert "no such one" in answer.json()["detail"]  # the proxy is no matter


def test_a_ticket_lets_one_browser_in_once() -> None:
    pytest.importorskip("nicegui")
    from honeyguide.app.security import Access

    access = Access("long")
    ticket = access.ticket()
    assert access.admits(ticket)
    assert not access.admits(ticket)
    assert access.admits("long")
    assert access.admits("long")
    assert Access().token != Access().token


def test_a_folder_that_is_not_there_and_a_port_that_is_taken_are_refused_in_a_sentence(
    app: App, tmp_path: Path
) -> None:
    from tests.cli.conftest import Command

    assert Command(tmp_path)("app", "nowhere", "--no-open").sentence.endswith("there is no such folder")
    said = Command(tmp_path)("app", "--no-open", "--port", app.host.rsplit(":", 1)[1])
    assert said.code == 3
    assert "cannot be served" in said.sentence
