"""The HTTP API, over real HTTP: its document, its answers, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.app.browser import App, running_app
from tests.test_documents import ROOT, blocks

from honeyguide import open_crawl

pytestmark = pytest.mark.slow

TOKEN = "choose-a-long-one"
SQL = "' OR 1=1; DROP TABLE pages; --"


@pytest.fixture(scope="module")
def served(workspace: Path) -> Iterator[App]:
    with running_app(workspace, env={"HONEYGUIDE_APP_TOKEN": TOKEN}) as app:
        assert app.token == TOKEN
        yield app


@pytest.fixture(scope="module")
def api(served: App) -> Iterator[httpx.Client]:
    with httpx.Client(
        base_url=f"{served.address}api", headers={"Authorization": f"Bearer {TOKEN}"}, timeout=60
    ) as client:
        yield client


@pytest.fixture(scope="module")
def rain(api: httpx.Client) -> str:
    """The path of the crawl that is there."""
    (crawl,) = [each for each in api.get("/crawls").json() if each["name"] == "rain"]
    return f"/crawls/{crawl['id']}"


def refused(answer: httpx.Response, status: int) -> str:
    """Why: one sentence."""
    assert answer.status_code == status, answer.text
    said = answer.json()
    assert list(said) == ["detail"]
    assert isinstance(said["detail"], str)
    assert "\n" not in said["detail"]
    assert "Traceback" not in said["detail"]
    return str(said["detail"])


def test_the_examples_of_the_document_work_one_after_the_other(tmp_path: Path) -> None:
    if shutil.which("curl") is None:
        pytest.skip("there is no curl here")
    (tmp_path / "crawls").mkdir()
    with running_app(tmp_path / "crawls", env={"HONEYGUIDE_APP_TOKEN": TOKEN}) as app:
        first, *rest = blocks("docs/api.md", "sh")
        assert "8765" in first
        script = "\n".join([first.replace("127.0.0.1:8765", app.host), *(f"echo '== next'\n{each}" for each in rest)])
        ran = subprocess.run(
            ["sh", "-eu", "-c", script], check=False, cwd=tmp_path, capture_output=True, text=True, timeout=120
        )
        assert ran.returncode == 0, ran.stderr
        begun, status, events, listed, read, _ = ran.stdout.split("== next\n")[1:]
        assert json.loads(begun)["state"] == "running"
        assert json.loads(status)["pages"] == 80
        assert [each["id"] for each in json.loads(events)] == [11, 12, 13, 14, 15]
        best = json.loads(listed)
        assert best["total"] > 3
        scores = [each["relevance"] for each in best["pages"]]
        assert len(scores) == 3
        assert scores == sorted(scores, reverse=True)
        assert '"snippet":' in read
        assert (tmp_path / "storm.csv").read_text("utf-8-sig").startswith("title,url,relevance")
        assert list((tmp_path / "crawls").iterdir()) == []


def test_every_path_is_in_the_document(api: httpx.Client) -> None:
    told = (ROOT / "docs/api.md").read_text("utf-8")
    described = api.get("/openapi.json").json()
    assert len(described["paths"]) >= 12
    for path in described["paths"]:
        short = path.removeprefix("/api").replace("{crawl}", "{id}")
        assert short.rsplit("/", 1)[-1] in told, path
    assert described["info"]["title"] == "Honeyguide"


def test_pages_are_sorted_filtered_and_paged_through_as_the_store_has_them(
    api: httpx.Client, rain: str, workspace: Path
) -> None:
    stored = list(open_crawl(workspace / "rain").pages())
    everything = api.get(f"{rain}/pages", params={"limit": 1000}).json()
    assert [each["url"] for each in everything["pages"]] == [page.url for page in stored]
    assert everything["total"] == 60
    some = [api.get(f"{rain}/pages", params={"limit": 25, "offset": at}).json()["pages"] for at in (0, 25, 50, 75)]
    assert list(chain.from_iterable(some)) == everything["pages"]
    for column in everything["pages"][0]:
        for descending in (False, True):
            asked = {"sort": column, "descending": descending, "limit": 1000}
            rows = api.get(f"{rain}/pages", params=asked).json()["pages"]
            values = [row[column] for row in rows]
            if column not in {"mark", "fetched_at"}:  # the order in which they came is not that of the second
                assert values == sorted(values, reverse=descending), column
    host = stored[7].host
    kept = {
        ("on_topic", "true"): [page.url for page in stored if page.on_topic],
        ("duplicates", "false"): [page.url for page in stored if not page.duplicate_of],
        ("host", host): [page.url for page in stored if page.host == host],
        ("min_relevance", "0.5"): [page.url for page in stored if page.relevance >= 0.5],
        ("contains", stored[3].title[:9].upper()): [
            page.url
            for page in stored
            if stored[3].title[:9].lower() in page.title.lower() or stored[3].title[:9].lower() in page.url
        ],
        ("contains", "%"): [page.url for page in stored if "%" in page.url + page.title],
        ("language", "xx"): [],
        ("mark", "any"): [],
    }
    for (name, value), urls in kept.items():
        found = api.get(f"{rain}/pages", params={name: value, "limit": 1000}).json()
        assert [each["url"] for each in found["pages"]] == urls, name
        assert found["total"] == len(urls)


def test_a_page_is_read_explained_and_found(api: httpx.Client, rain: str, workspace: Path) -> None:
    (row,) = api.get(f"{rain}/pages", params={"sort": "relevance", "descending": True, "limit": 1}).json()["pages"]
    page = api.get(f"{rain}/pages/{row['number']}").json()
    assert (page["url"], page["title"]) == (row["url"], row["title"])
    assert len(page["content"]) > 100
    explained = api.get(f"{rain}/pages/{row['number']}/explanation").json()
    assert explained["relevance"] == pytest.approx(row["relevance"], abs=1e-3)
    assert explained["terms"]
    word = next(word for word in re.findall(r"[a-z]{5,}", page["title"].lower()))
    hits = api.get(f"{rain}/search", params={"query": word, "top": 60}).json()
    assert row["url"] in [hit["url"] for hit in hits["pages"]]


@pytest.mark.parametrize("to", ["jsonl", "csv", "markdown", "chunks", "xlsx", "parquet", "warc"])
def test_an_export_is_what_the_command_writes(
    api: httpx.Client, rain: str, workspace: Path, tmp_path: Path, to: str
) -> None:
    came = api.get(f"{rain}/export", params={"to": to, "relevant": True})
    assert came.status_code == 200
    assert came.headers["content-disposition"].startswith('attachment; filename="rain')
    if to in {"jsonl", "csv", "chunks"}:
        open_crawl(workspace / "rain").export(to, tmp_path / "file", relevant=True)
        assert came.content == (tmp_path / "file").read_bytes()
    starts = {"xlsx": b"PK", "parquet": b"PAR1", "warc": b"\x1f\x8b", "markdown": b"---\n"}
    assert came.content.startswith(starts.get(to, b""))
    if to == "csv":
        rows = list(csv.DictReader(io.StringIO(came.content.decode("utf-8-sig"))))
        assert len(rows) == open_crawl(workspace / "rain").status().on_topic


def test_events_go_on_where_one_left_off(api: httpx.Client, rain: str) -> None:
    first = api.get(f"{rain}/events", params={"limit": 10}).json()
    rest = api.get(f"{rain}/events", params={"since": first[-1]["id"]}).json()
    assert [each["id"] for each in first + rest] == list(range(1, len(first + rest) + 1))
    assert rest[-1]["kind"] == "stop"


def test_a_crawl_is_started_stopped_resumed_copied_and_deleted(api: httpx.Client, workspace: Path) -> None:
    new = {
        "name": "storm",
        "topic": "rainstorm-disaster",
        "seeds": ["http://harbour-daily.example/"],
        "settings": {"pages": 20, "workers": 0, "web": "synthetic:seed=7,pages=400", "strategy": "bfs"},
    }
    begun = api.post("/crawls", json=new)
    assert begun.status_code == 201, begun.text
    path = f"/crawls/{begun.json()['id']}"
    assert "is there already" in refused(api.post("/crawls", json=new), 409)
    _until_it_is(api, path, "finished")
    assert "does not run" in refused(api.post(f"{path}/stop"), 409)
    assert "does not run" in refused(api.post(f"{path}/pause"), 409)
    assert api.post(f"{path}/resume", json={"settings": {"pages": 30}}).status_code == 200
    _until_it_is(api, path, "finished")
    assert api.get(path).json()["pages"] == 30
    copy = api.post(f"{path}/duplicate", json={"name": "storm-2", "settings": {"pages": 10}})
    assert copy.status_code == 201, copy.text
    second = f"/crawls/{copy.json()['id']}"
    _until_it_is(api, second, "finished")
    assert api.get(f"{second}/status").json()["pages"] == 10
    assert "confirm must be its name" in refused(api.delete(path, params={"confirm": "rain"}), 400)
    for each, name in ((path, "storm"), (second, "storm-2")):
        assert api.delete(each, params={"confirm": name}).status_code == 204
        assert "there is no crawl" in refused(api.get(each), 404)
    assert [each.name for each in workspace.iterdir()] == ["rain"]


def _until_it_is(api: httpx.Client, path: str, state: str) -> None:
    for _ in range(1500):
        if api.get(path).json()["state"] == state:
            return
        time.sleep(0.1)
    raise AssertionError(api.get(path).json())


@pytest.mark.parametrize(
    ("given", "status", "why"),
    [
        ({"name": "../../etc"}, 400, "is no name for a folder"),
        ({"name": "a/b"}, 400, "is no name for a folder"),
        ({"name": 7}, 422, "body.name"),
        ({"name": "x" * 5000}, 422, "body.name"),
        ({"topic": "/etc/passwd"}, 400, "is no shipped topic"),
        ({"topic": "../rain.toml"}, 400, "is no shipped topic"),
        ({"topic": {"name": "x", "keywords": {}}}, 400, "keyword"),
        ({"topic": {"name": "x", "keywords": {"a": "heavy"}}}, 422, "body.topic"),
        ({"seeds": []}, 422, "body.seeds"),
        ({"seeds": "http://a.example/"}, 422, "body.seeds"),
        ({"seeds": ["/etc/passwd"]}, 400, "/etc/passwd"),
        ({"seeds": ["postgresql://u:secret@host/db"]}, 400, "postgresql"),
        ({"settings": {"plugins": ["os"]}}, 400, "command line"),
        ({"settings": {"store": "postgresql://elsewhere/"}}, 400, "command line"),
        ({"settings": {"pages": "many"}}, 400, "pages"),
        ({"settings": {"pagse": 1}}, 400, "did you mean"),
        ({"settings": {"strategy": SQL}}, 400, "strategy"),
        ({"extra": 1}, 422, "body.extra"),
    ],
)
def test_a_crawl_that_cannot_be_started_is_refused_in_a_sentence_and_leaves_nothing(
    api: httpx.Client, workspace: Path, given: dict[str, Any], status: int, why: str
) -> None:
    new = {"name": "no", "topic": "rainstorm-disaster", "seeds": ["http://a.example/"], "settings": {}} | given
    said = refused(api.post("/crawls", json=new), status)
    assert why in said
    assert "secret" not in said
    assert [each.name for each in workspace.iterdir()] == ["rain"]


def test_no_id_leads_out_of_the_workspace(api: httpx.Client, served: App, rain: str) -> None:
    name = rain.removeprefix("/crawls/")
    for wrong in (
        "..",
        "../rain",
        "%2e%2e",
        "%2e%2e%2f",
        "rain",
        "/etc",
        name.upper(),
        f"{name}%00",
        f"{name}%2f..",
        SQL,
    ):
        answer = httpx.request(
            "DELETE",
            f"{served.address}api/crawls/{wrong}?confirm=rain",
            headers={"Authorization": f"Bearer {TOKEN}"},
        )
        assert answer.status_code in {404, 405, 422}, wrong
    assert api.get(rain).status_code == 200


def test_sql_in_any_field_is_text(api: httpx.Client, rain: str) -> None:
    for name in ("sort", "contains", "host", "language", "mark"):
        for given in (SQL, "x" * 39, "'", '"', "\\", "%27", "暴雨'", "\x00"):
            answer = api.get(f"{rain}/pages", params={name: given})
            assert answer.status_code in {200, 400, 422}, answer.text
            assert "sqlite" not in answer.text.lower()
            assert "syntax" not in answer.text.lower()
    for given in (SQL, '"', "((", "*", "title:", "\x00", "a" * 1000):
        assert api.get(f"{rain}/search", params={"query": given}).status_code in {200, 400}
    assert "is no export format" in refused(api.get(f"{rain}/export", params={"to": SQL[:20]}), 400)
    assert "is no column" in refused(api.get(f"{rain}/export", params={"to": "csv", "columns": SQL}), 400)
    assert api.get(f"{rain}/pages").json()["total"] == 60


def test_what_is_out_of_range_is_refused(api: httpx.Client, rain: str) -> None:
    for wrong in ({"limit": 0}, {"limit": 1001}, {"offset": -1}, {"offset": 2**64}, {"min_relevance": 2}):
        assert "query." in refused(api.get(f"{rain}/pages", params=wrong), 422)
    refused(api.get(f"{rain}/pages/{2**63}"), 422)
    assert "is not the number of a page" in refused(api.get(f"{rain}/pages/99999999"), 404)
    refused(api.get("/nothing/here"), 404)
    assert refused(api.put("/crawls", json={}), 405).startswith("PUT is not allowed here")


def test_a_body_that_is_too_large_is_refused_with_and_without_a_length(api: httpx.Client) -> None:
    assert "too large" in refused(api.post("/crawls", content=b"x" * 2_000_001), 413)
    endless = (b"x" * 100_000 for _ in range(100))
    with suppress(httpx.HTTPError):  # the connection is cut
        assert api.post("/crawls", content=endless).status_code in {400, 413, 422}
    assert api.get("/crawls").status_code == 200


@pytest.mark.timeout(200)
def test_schemathesis_finds_nothing(served: App, tmp_path: Path) -> None:
    """A few examples for each operation: what comes back is what the description says. That all it allows makes sense
    cannot be described: text may be no date."""
    ran = subprocess.run(
        [
            Path(sys.executable).with_name("schemathesis"), "run", f"{served.address}api/openapi.json",
            "--header", f"Authorization: Bearer {TOKEN}", "--checks", "all", "--exclude-checks",
            "ignored_auth,positive_data_acceptance", "--max-examples", "8", "--seed", "1", "--phases", "fuzzing",
            "--generation-database", "none", "--no-color",
        ],
        check=False, cwd=tmp_path, capture_output=True, text=True,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-6000:] + ran.stderr[-2000:]
