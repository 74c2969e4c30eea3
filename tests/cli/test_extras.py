"""What a plain crawl does without is asked for in a sentence when it is needed, before any work is done."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tests.cli.conftest import TOPIC, WEB, Command, Said
from tests.local_web import LocalWeb

from honeyguide.cli.demo import _next

FOR_REPORTS = "needs matplotlib: pip install 'honeyguide[reports]'"
EXPERIMENT = """
[web]
source = "synthetic:seed=7,pages=300"
[run]
strategies = ["bfs"]
pages = 50
"""
WITHOUT = """
import sys
for module in ("matplotlib", "sklearn", "rdflib", "nicegui", "mcp"):
    sys.modules[module] = None
from honeyguide.cli import main
main()
"""


class Plain(Command):
    """The command where no extra is installed."""

    def __call__(self, *arguments: str | Path, stdin: str | bytes = b"", env: dict[str, str] | None = None) -> Said:
        line = [sys.executable, "-c", WITHOUT, *map(str, arguments)]
        ran = subprocess.run(line, check=False, cwd=self.folder, capture_output=True, text=True)
        return Said(ran.returncode, ran.stdout, ran.stderr)


@pytest.fixture
def plain(tmp_path: Path) -> Plain:
    return Plain(tmp_path)


@pytest.mark.slow
def test_a_plain_crawl_and_its_results_need_none_of_them(plain: Plain, web: LocalWeb) -> None:
    local = ["--connect-to", web.address, "--delay", "0", "--workers", "0"]
    said = plain("crawl", TOPIC, *WEB.seeds(4), "--out", "rain", "--pages", "10", "--quiet", *local)
    assert said.code == 0, said.err
    for asked in (["status", "rain"], ["results", "rain"], ["search", "rain", "rain"], ["insight", "hot", "rain"]):
        assert plain(*asked).code == 0


def test_a_report_needs_matplotlib(plain: Plain, crawled: Path) -> None:
    said = plain("insight", "report", crawled, "--output", "report.html")
    assert said.code == 3
    assert said.err.splitlines()[-1].endswith(f"a report with charts {FOR_REPORTS}")


@pytest.mark.parametrize(
    "asked",
    [
        ["lab", "run", "experiment.toml"],
        ["lab", "papers", "ielp", "--quick"],
        ["lab", "features", "--corpus", "news", "--out", "there"],
        ["lab", "relevance", "--web", "synthetic:seed=7,pages=300", "--out", "there"],
    ],
    ids=" ".join,
)
def test_the_lab_asks_for_matplotlib_before_it_works(plain: Plain, asked: list[str], tmp_path: Path) -> None:
    (tmp_path / "experiment.toml").write_text(EXPERIMENT)
    said = plain(*asked)
    assert said.code == 3
    assert said.sentence.endswith(FOR_REPORTS)
    assert [file.name for file in tmp_path.iterdir()] == ["experiment.toml"]


def test_training_needs_scikit_learn(plain: Plain, tmp_path: Path) -> None:
    for kind, text in (("good", "flood water rose over the river bank"), ("bad", "football match in the stadium")):
        (tmp_path / kind).mkdir()
        for number in range(3):
            (tmp_path / kind / f"{number}.txt").write_text(f"{text} {number}")
    said = plain("topic", "train", "floods", "--positive", "good", "--negative", "bad")
    assert said.code == 3
    assert said.sentence == "training a classifier needs scikit-learn: pip install 'honeyguide[training]'"


def test_an_ontology_needs_rdflib(plain: Plain) -> None:
    said = plain("topic", "show", "rainstorm-disaster-ontology", "--out", "ontology.svg")
    assert said.code == 3
    assert said.sentence == "reading an ontology needs rdflib: pip install 'honeyguide[ontologies]'"


def test_serving_agents_needs_mcp(plain: Plain) -> None:
    said = plain("mcp")
    assert said.code == 3
    assert said.sentence == "serving agents needs mcp: pip install 'honeyguide[mcp]'"


def test_the_application_needs_nicegui(plain: Plain) -> None:
    said = plain("app")
    assert said.code == 3
    assert said.sentence == "the web application needs nicegui: pip install 'honeyguide[app]'"


def test_the_demo_offers_what_needs_more_with_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("matplotlib", "nicegui"):
        monkeypatch.setitem(sys.modules, module, None)
    offered = {line.split()[-2]: why for line, why in _next(Path("demo-crawl"), "guide")}
    assert offered["report"].endswith(FOR_REPORTS)
    assert offered["app"].endswith("needs nicegui: pip install 'honeyguide[app]'")


def test_every_extra_is_in_the_description_of_the_package() -> None:
    root = Path(__file__).parents[2]
    extras = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    told = (root / "docs" / "package.md").read_text("utf-8")
    assert [name for name in extras if f"`{name}`" not in told] == []
