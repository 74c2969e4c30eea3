"""What the documents say is run, and everything that a user can set is described in them."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import asdict
from tests.warm_process import WarmProcess

from honeyguide import links, relevance, strategies
from honeyguide.config import Settings, describe, load
from honeyguide.insight.search import Hit
from honeyguide.model import Coverage, Outcome, StoredPage, Topic
from honeyguide.storage.failures import Failures
from honeyguide.storage.offloading import Offloaded
from honeyguide.storage.results import HostCount, Status
from honeyguide.storage.running import RestingHost, Retrying
from honeyguide.toml_files import toml_value
from honeyguide.topics.files import check
from honeyguide.web.synthetic import SyntheticParameters

ROOT = Path(__file__).parent.parent


def blocks(document: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (ROOT / document).read_text("utf-8"), re.DOTALL)


def run_python(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a document's code as it stands, as somebody does who pastes it."""
    given = {name: value for name, value in os.environ.items() if not name.startswith("HONEYGUIDE_")}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, check=False, cwd=folder, env=given, capture_output=True, text=True, timeout=150)


@pytest.mark.slow
def test_the_seven_lines_of_the_readme_work_as_they_stand(tmp_path: Path) -> None:
    (code,) = blocks("README.md", "python")
    assert len([line for line in code.splitlines() if line.strip()]) == 7
    done = run_python(code, tmp_path)
    assert done.returncode == 0, done.stderr
    scores = [float(line.split("  ")[0]) for line in done.stdout.splitlines()]
    assert len(scores) == 100
    assert sum(score > 0.5 for score in scores) > 20
    assert done.stderr == ""
    assert (tmp_path / "floods" / "crawl.db").exists()
    again = run_python(code, tmp_path)
    assert (again.returncode, again.stdout) == (0, "")
    assert "ask for more than 100 pages in all" in again.stderr


def test_the_topic_of_the_readme_is_one() -> None:
    (example,) = blocks("README.md", "toml")
    topic = msgspec.convert(tomllib.loads(example), Topic)
    assert topic.keywords["rainstorm"] == 0.8


def test_the_table_of_settings_is_what_the_program_says() -> None:
    told = (ROOT / "docs/settings.md").read_text("utf-8").splitlines()
    rows = [f"| `{name}` | `{toml_value(getattr(Settings(), name))}` | {says} |" for name, says in describe().items()]
    assert [line for line in told if line.startswith("| `")] == rows


def test_everything_that_json_says_of_a_crawl_is_described() -> None:
    told = (ROOT / "docs/json.md").read_text("utf-8")
    for kind in (Status, HostCount, RestingHost, Retrying, Failures, Coverage):
        assert not [name for name in kind.__struct_fields__ if f"`{name}`" not in told]
    assert not [outcome for outcome in Outcome if f"`{outcome}`" not in told]


def test_everything_that_json_says_of_pages_is_described(json_of_pages: dict[str, Any]) -> None:
    told = (ROOT / "docs/json.md").read_text("utf-8")
    for asked, said in json_of_pages.items():
        objects = said if isinstance(said, list) else [said]
        assert objects, asked
        names = {name for each in objects for name in each}
        assert not [name for name in names if f"`{name}`" not in told], asked
    (evidence,) = {frozenset(each) for page in json_of_pages["results"] for each in page["evidence"]}
    assert not [name for name in evidence if f"`{name}`" not in told]
    assert set(json_of_pages["results"][0]) >= {
        *StoredPage.__struct_fields__,
        "evidence",
        "score",
        "reasons",
        "roles",
    }
    assert set(json_of_pages["search"][0]) == set(Hit.__struct_fields__)


def documented(command: str) -> set[str]:
    """The names in the row of a command of docs/json.md."""
    (row,) = re.findall(rf"^\| `honeyguide {command}` \| (.*) \|$", (ROOT / "docs/json.md").read_text("utf-8"), re.M)
    return set(re.findall(r"`([a-z_]+)`", row)) - {"rejudge"}


def names_of(said: Any) -> set[str]:
    """Of an object, or of the objects in a list, with those of the objects in their lists."""
    if isinstance(said, list):
        return set().union(*map(names_of, said))
    if not isinstance(said, dict):
        return set()
    lists = [each for each in said.values() if isinstance(each, list)]
    return set(said).union(*map(names_of, lists))


def test_what_commands_say_of_their_work_on_a_folder_is_described_name_by_name(tmp_path: Path) -> None:
    def say(*arguments: str) -> Any:
        process = WarmProcess(*arguments, "--json", cwd=tmp_path, stdin=b"")
        assert process.wait() == 0, process.err.decode()
        return json.loads(process.out.decode())

    seed = "http://harbour-daily.example/"
    given = ["--web", "synthetic:seed=7,pages=300", "--pages", "25", "--quiet", "--workers", "0", "--no-rejudge"]
    say("crawl", "rainstorm-disaster", seed, "--out", "rain", *given)
    said = {
        "ask": say("ask", "rain"),
        "mark": say("mark", "rain", seed, "--off"),
        "rejudge": say("rejudge", "rain"),
        "index": say("index", "rain"),
        "prune": say("prune", "rain", "--raw", "--dry-run"),
        "recover": say("recover", "rain", "--force"),
    }
    assert said["rejudge"]["changes"]
    for command, names in said.items():
        assert names_of(names) == documented(command), command
    assert set(Offloaded.__struct_fields__) == documented("offload")
    assert set(say("copy", "rain", "copied")) == set(Status.__struct_fields__)


@pytest.fixture(scope="module")
def json_of_pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What commands print of a small crawl, by their name."""
    folder = tmp_path_factory.mktemp("json")
    given = ["--web", "synthetic:seed=7,pages=300", "--pages", "25", "--quiet", "--workers", "0"]
    seed = "http://harbour-daily.example/"

    def say(*arguments: str) -> str:
        process = WarmProcess(*arguments, cwd=folder, stdin=b"")
        assert process.wait() == 0, process.err.decode()
        return process.out.decode()

    say("crawl", "rainstorm-disaster", seed, "--out", "rain", *given)
    written = say("export", "rain", "--to", "chunks", "--relevant", "--json")
    lines = (folder / "rain-chunks.jsonl").read_text("utf-8").splitlines()
    return {
        "results": json.loads(say("results", "rain", "--words", "--json")),
        "search": json.loads(say("search", "rain", "rain", "--json")),
        "export": json.loads(written),
        "chunks": [json.loads(line) for line in lines],
        "results to a file": json.loads(say("results", "rain", "--to", "jsonl", "--by", "trust", "--json")),
        "lines": [json.loads(line) for line in (folder / "rain-top.jsonl").read_text("utf-8").splitlines()],
    }


def test_the_config_file_of_the_documents_is_accepted(tmp_path: Path) -> None:
    (example,) = blocks("docs/settings.md", "toml")
    (tmp_path / "honeyguide.toml").write_text(example)
    assert load({}, file=tmp_path / "honeyguide.toml", environ={}).settings.delay == 2.0


def test_the_code_on_extraction_finds_the_author(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = blocks("docs/extraction.md", "python")
    exec(code, {})
    assert capsys.readouterr().out == "Ann Example\n"


def test_the_topic_of_the_guide_is_without_fault(tmp_path: Path) -> None:
    (example,) = blocks("docs/using.md", "toml")
    (tmp_path / "topic.toml").write_text(example, "utf-8")
    assert check(str(tmp_path / "topic.toml")) == []


@pytest.mark.slow
def test_the_python_of_the_guide_works_as_it_stands(tmp_path: Path) -> None:
    (code,) = blocks("docs/using.md", "python")
    done = run_python(code, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout
    assert done.stderr == ""


def test_every_strategy_and_parameter_is_in_the_documents() -> None:
    guide = (ROOT / "docs/using.md").read_text("utf-8")
    index = (ROOT / "docs/strategies/README.md").read_text("utf-8")
    for entry in strategies.catalogue():
        assert f"`{entry.name}`" in guide
        assert f"[`{entry.name}`]({entry.name}.md)" in index
        described = (ROOT / f"docs/strategies/{entry.name}.md").read_text("utf-8")
        assert not [p.name for p in entry.parameters if not re.search(rf"`{p.name}\b", described)], entry.name


def test_every_link_model_and_parameter_is_in_the_documents() -> None:
    described = (ROOT / "docs/links.md").read_text("utf-8")
    for entry in links.catalogue():
        assert f"| `{entry.name}` |" in described
        plain = {parameter.name for parameter in entry.parameters} - {"l2", "l3"}
        assert not [name for name in plain if f"`{name}`" not in described]
    table = described[described.index("| strategy |") :].partition("\n\n")[0]
    for name in strategies.names():
        strategy = strategies.make(name)
        (row,) = (line for line in table.splitlines() if f"`{name}`" in line.split("|")[1])
        _, _, model, needs, _, _ = (cell.strip() for cell in row.split("|"))
        assert (model, needs) == (f"`{strategy.link_model}`", ", ".join(sorted(strategy.needs))), name


def test_every_relevance_model_and_parameter_is_in_the_documents() -> None:
    described = (ROOT / "docs/using.md").read_text("utf-8")
    for entry in relevance.catalogue():
        assert f"`{entry.name}`" in described
        assert all(f"`{parameter.name}`" in described for parameter in entry.parameters)
    assert "honeyguide topic models" in described
    assert all(f"{key} = " in described for key in ("relevance", "anchors", "model"))


def test_every_parameter_of_the_synthetic_web_is_in_the_documents() -> None:
    described = (ROOT / "docs/webs.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| (\S+) \| .+ \|$", described, re.MULTILINE))
    assert rows == {name: str(value) for name, value in asdict(SyntheticParameters()).items()}


def test_every_command_is_in_the_documents() -> None:
    help_text = subprocess.run(
        [sys.executable, "-m", "honeyguide", "--help"], check=True, capture_output=True, text=True
    ).stdout
    commands = re.findall(r"^[│|] (\w+) ", help_text, re.MULTILINE)
    described = (ROOT / "docs/using.md").read_text("utf-8")
    assert len(commands) >= 8
    assert not [command for command in commands if f"honeyguide {command}" not in described]


DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("**/*.md"))]


def headings(document: Path) -> set[str]:
    """What a link to a heading ends in, as readers of Markdown on the web make it."""
    text = re.sub(r"^```.*?^```", "", document.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    plain = (re.sub(r"[^\w\- ]", "", line.lower()) for line in re.findall(r"^#+ (.+)$", text, re.MULTILINE))
    return {line.replace(" ", "-") for line in plain}


def test_every_link_between_documents_leads_somewhere() -> None:
    for document in DOCUMENTS:
        for target, heading in re.findall(r"\]\(([^)#:]*)#?([^)#:]*)\)", document.read_text("utf-8")):
            there = document.parent / target if target else document
            assert there.exists(), f"{document.name}: {target}"
            assert not heading or heading in headings(there), f"{document.name}: {target}#{heading}"


def test_every_page_of_the_documents_is_in_their_list() -> None:
    """In that of its folder, and the folder's in that of all."""
    root = ROOT / "docs" / "README.md"
    for page in set(root.parent.glob("**/*.md")) - {root}:
        told = root if page.name == "README.md" else page.parent / "README.md"
        assert f"({page.relative_to(told.parent)})" in told.read_text("utf-8"), page
