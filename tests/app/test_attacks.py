"""The application under attack: what browsers never send, folders of strangers, text that wants to run."""

from __future__ import annotations

import json
import os
import shutil
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Dialog, expect
from starlette.responses import HTMLResponse
from tests.app.browser import App, enter, running_app

pytestmark = pytest.mark.slow

HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(2)>" :onclick="alert(3)" {{constructor.constructor("alert(4)")()}} `${alert(5)}`'  # fmt: skip  # noqa: E501


@pytest.fixture(scope="module")
def strangers(crawl_of_sixty: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Crawls whose folders somebody else made."""
    folder = tmp_path_factory.mktemp("strangers") / "crawls"
    folder.mkdir()
    odd = os.fsdecode(b"odd\xff\xfebytes")
    for name in (odd, HOSTILE.replace("/", "∕"), "topic", "pipe", "coded", "endless", "proxied"):
        shutil.copytree(crawl_of_sixty, folder / name)
    for name, topic in (("topic", HOSTILE), ("endless", "A" * 3_000_000)):
        with closing(sqlite3.connect(folder / name / "crawl.db", isolation_level=None)) as database:
            (kept,) = database.execute("SELECT value FROM meta WHERE key = 'topic'").fetchone()
            changed = json.dumps({**json.loads(kept), "name": topic})
            database.execute("UPDATE meta SET value = ? WHERE key = 'topic'", (changed,))
    (folder / "pipe" / "crawl.log").unlink()
    os.mkfifo(folder / "pipe" / "crawl.log")
    ran = folder.parent / "ran"
    (folder / "coded" / "given").mkdir(exist_ok=True)
    code = folder / "coded" / "given" / "evil.py"
    code.write_text(f"open({str(ran)!r}, 'w')\n")
    settings = folder / "coded" / "settings.toml"
    settings.write_text(settings.read_text().replace("plugins = []", f"plugins = ['{code}']"))
    assert "evil.py" in settings.read_text()
    settings = folder / "proxied" / "settings.toml"
    settings.write_text(settings.read_text().replace('proxy = ""', 'proxy = "http://127.0.0.1:9"'))
    return folder


@pytest.fixture(scope="module")
def attacked(strangers: Path) -> Iterator[App]:
    with running_app(strangers) as running:
        yield running


@pytest.fixture(scope="module")
def api(attacked: App) -> Iterator[httpx.Client]:
    key = {"Authorization": f"Bearer {attacked.token}"}
    with httpx.Client(base_url=f"{attacked.address}api", headers=key, timeout=60) as client:
        yield client


def raw(app: App, *lines: str, body: bytes = b"") -> bytes:
    """What comes back for a request that no library would send."""
    name, _, port = app.host.partition(":")
    with socket.create_connection((name, int(port)), timeout=20) as connection:
        connection.sendall("\r\n".join([*lines, "Connection: close", "", ""]).encode("latin-1") + body)
        got = b""
        while piece := connection.recv(65_536):
            got += piece
    return got


def path_of(api: httpx.Client, name: str) -> str:
    (crawl,) = [each["id"] for each in api.get("/crawls").json() if each["name"] == name]
    return f"/crawls/{crawl}"


def test_two_host_headers_are_refused(attacked: App) -> None:
    for hosts in ((attacked.host, "evil.example"), ("evil.example", attacked.host), (attacked.host, attacked.host)):
        said = [f"Host: {host}" for host in hosts]
        got = raw(attacked, "GET /api/crawls HTTP/1.1", *said, f"Authorization: Bearer {attacked.token}")
        assert got.split()[1] in {b"400", b"421"}


def test_a_cookie_of_another_application_does_not_lock_out(attacked: App) -> None:
    ((name, value),) = httpx.get(attacked.first_visit).cookies.items()
    for other in ('a={"x": 1}', "a key=1", 'x="unclosed', "=v", "x=\xe9", ";;", "x"):
        for sent, status in ((value, 200), (value[:-1], 401)):
            said = {b"Cookie": f"{other}; {name}={sent}".encode("latin-1")}
            assert httpx.get(f"{attacked.address}api/crawls", headers=said).status_code == status, other


def test_a_body_that_does_not_say_its_length_has_the_same_limit(attacked: App, api: httpx.Client) -> None:
    answer = api.post("/crawls", content=(b" " * 1_000_000 for _ in range(3)))
    assert answer.status_code == 413
    assert "at most 2,000,000 bytes" in answer.json()["detail"]


def test_a_body_is_refused_by_the_length_that_it_says_before_it_is_read(attacked: App) -> None:
    key = (f"Host: {attacked.host}", f"Authorization: Bearer {attacked.token}")
    for path, limit in (("_nicegui/client/1/upload/2", 64_000_000), ("api/crawls", 2_000_000)):
        got = raw(attacked, f"POST /{path} HTTP/1.1", *key, f"Content-Length: {limit + 1}")
        assert got.split()[1] == b"413"
        assert f"at most {limit:,} bytes".encode() in got


def test_nobody_writes_lines_of_their_own_into_the_log_and_nothing_after_the_path_is_in_it(attacked: App) -> None:
    httpx.get(f"{attacked.address}%1b[2J%0aGET%20/forged%20200")
    key = {"Authorization": f"Bearer {attacked.token}"}
    for method in ("GET", "HEAD", "POST"):
        httpx.request(method, f"{attacked.address}nowhere?x=secret-query", headers=key)
    httpx.head(f"{attacked.address}nowhere?token={attacked.token}", headers=key)
    said = attacked.log.read_text()
    assert "GET /%1B%5B2J%0AGET%20/forged%20200 401" in said
    assert "\x1b" not in said
    assert "secret-query" not in said
    assert attacked.token not in said
    assert "HEAD /nowhere 404" in said


def test_a_script_that_gets_into_a_page_has_no_nonce() -> None:
    """Only those of the template have one."""
    from starlette.testclient import TestClient

    from honeyguide.app.security import Access, Guard

    async def page(scope, receive, send):  # type: ignore[no-untyped-def]
        await HTMLResponse("<p>found: <script>alert(1)</script>")(scope, receive, send)

    guarded = Guard(page, Access("a-token-for-tests"), frozenset({"localhost"}), loopback=True)
    client = TestClient(guarded, base_url="http://localhost", headers={"Authorization": "Bearer a-token-for-tests"})
    assert client.get("/").text == "<p>found: <script>alert(1)</script>"


def test_folders_of_strangers_are_listed_whatever_they_are_called(api: httpx.Client) -> None:
    listed = {each["name"]: each for each in api.get("/crawls").json()}
    assert len(listed) == 7
    assert "is not UTF-8" in listed["odd��bytes"]["problem"]
    assert listed["topic"]["state"] == "finished"
    assert len(listed["endless"]["topic"]) <= 200


def test_code_that_a_folder_of_strangers_names_is_not_run_at_a_click(api: httpx.Client, strangers: Path) -> None:
    coded = path_of(api, "coded")
    for way, body in (("resume", {}), ("resume", {"settings": {"pages": 70}}), ("duplicate", {"name": "copy"})):
        answer = api.post(f"{coded}/{way}", json=body)
        assert answer.status_code == 400
        assert "plug-in" in answer.json()["detail"]
    assert not (strangers.parent / "ran").exists()
    assert not (strangers / "copy").exists()


def test_a_proxy_that_a_folder_of_strangers_names_is_used_only_when_a_person_says_so(
    attacked: App, api: httpx.Client, strangers: Path, browser: Browser
) -> None:
    answer = api.post(f"{path_of(api, 'proxied')}/duplicate", json={"name": "copy"})
    assert answer.status_code == 400
    assert "proxy = http://127.0.0.1:9" in answer.json()["detail"]
    changes = strangers / "proxied" / "given" / "changes.toml"
    context = browser.new_context(locale="en-GB")
    page = enter(context.new_page(), attacked)
    for choice in ("Cancel", "I trust them: go on"):
        page.locator("[data-crawl^=proxied-]").get_by_label("Resume").click()
        page.get_by_role("dialog").get_by_role("button", name="Resume").click()  # it has the pages that it may have
        expect(page.get_by_text("proxy = http://127.0.0.1:9")).to_be_visible()
        assert not changes.exists()
        page.get_by_role("button", name=choice).click()
        expect(page.get_by_text("proxy = http://127.0.0.1:9")).to_have_count(0)
    expect(page.locator("[data-crawl^=proxied-]")).to_contain_text("120 / 120", timeout=60_000)
    context.close()


def test_a_pipe_in_a_folder_of_strangers_hangs_nobody(api: httpx.Client) -> None:
    pipe = path_of(api, "pipe")
    for way, body in (("resume", {}), ("duplicate", {"name": "copy"})):
        answer = api.post(f"{pipe}/{way}", json=body)
        assert answer.status_code == 400
        assert "neither a file nor a folder" in answer.json()["detail"]


@pytest.mark.parametrize(
    "settings",
    [
        {"access": "/etc/passwd"},
        {"raw": "file:///tmp/elsewhere"},
        {"web": "folder:/etc"},
        {"web": " warc:/etc/passwd"},
        {"encoder": "folder:path=/etc"},
        {"plugins": ["os"]},
    ],
)
def test_files_of_the_machine_are_not_named_through_the_api(
    api: httpx.Client, strangers: Path, settings: dict[str, object]
) -> None:
    new = {"name": "new", "topic": "rainstorm-disaster", "seeds": ["http://a.example/"], "settings": settings}
    for answer in (
        api.post("/crawls", json=new),
        api.post(f"{path_of(api, 'topic')}/resume", json={"settings": settings}),
    ):
        assert answer.status_code == 400
        assert "command line" in answer.json()["detail"]
    assert not (strangers / "new").exists()


def test_what_is_no_text_is_refused_in_a_sentence(api: httpx.Client) -> None:
    """JSON can write what UTF-8 cannot."""
    body = r'{"settings": {"\ud800": "\ud800"}}'
    answer = api.post(f"{path_of(api, 'topic')}/resume", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert "is not a setting" in answer.json()["detail"]


def test_nothing_of_a_folder_of_strangers_runs_in_the_browser(attacked: App, browser: Browser) -> None:
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    ran: list[str] = []

    def told(dialog: Dialog) -> None:
        ran.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", told)
    page.on("console", lambda said: ran.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda wrong: ran.append(str(wrong)))
    enter(page, attacked)
    expect(page.locator("[data-crawl]")).to_have_count(7)
    card = page.locator("[data-crawl]").filter(has_text=HOSTILE.replace("/", "∕"))
    expect(card).to_have_count(1)
    expect(page.get_by_text(HOSTILE[:100])).to_have_count(1)  # the topic
    card.get_by_label("Delete").click()
    expect(page.get_by_text("alert(1)").last).to_be_visible()
    page.keyboard.press("Escape")
    assert page.locator("img[src=x]").count() == 0
    assert ran == []
    context.close()
