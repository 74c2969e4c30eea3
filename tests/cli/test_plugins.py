"""`--plugin`: parts from a module in this folder, and what a bad one gets."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.cli.conftest import Command

from honeyguide.web.synthetic import SyntheticParameters, SyntheticWeb

WEB = "synthetic:seed=5,pages=300,hosts=12,words=80,slow=0"
SEED = SyntheticWeb(SyntheticParameters(seed=5, pages=300, hosts=12, words=80, slow=0.0)).url(0)
TOPIC = 'name = "rain"\nrelevance = "titled"\n[keywords]\nrain = 1.0\n'
MODULE = '''
import os

from honeyguide import links, relevance, strategies
from honeyguide.links.best_score import BestScore
from honeyguide.strategies.prioritized import Prioritized


@strategies.register("by-address")
class ByAddress(Prioritized):
    """Addresses in the order of the alphabet."""

    link_model = "short-anchors"

    def priority(self, link):
        return 1 / sum(map(ord, link.link.url))


@links.register("short-anchors")
class ShortAnchors(BestScore):
    def score_link(self, link, page, relevance):
        return 1 / (1 + len(link.anchor))


@relevance.register("titled")
def titled(page):
    """Where it is judged: 0.75 in another process than the one that this test began."""
    return 0.25 if os.getpid() == int(os.environ["BEGAN"]) else 0.75


os.environ.setdefault("BEGAN", str(os.getpid()))
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(MODULE)
    (tmp_path / "rain.toml").write_text(TOPIC)
    return tmp_path


def rows(out: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(out / "crawl.db")) as database:
        return database.execute(query).fetchall()


@pytest.mark.parametrize("plugin", ["./mine.py", "mine"])
def test_a_module_in_this_folder_brings_parts(honeyguide: Command, folder: Path, plugin: str) -> None:
    said = honeyguide("--plugin", plugin, "strategies", "--json")
    (mine,) = (entry for entry in said.json if entry["name"] == "by-address")
    assert mine["says"] == "Addresses in the order of the alphabet."


@pytest.mark.parametrize("plugin", ["./mine.py", "mine"])
@pytest.mark.parametrize(("workers", "score"), [("0", 0.25), ("1", 0.75)])
def test_its_parts_crawl_and_judge_in_workers(
    honeyguide: Command, folder: Path, plugin: str, workers: str, score: float
) -> None:
    crawl = ["crawl", "rain.toml", SEED, "--web", WEB, "--strategy", "by-address", "--pages", "8", "--out", "crawl"]
    said = honeyguide("--plugin", plugin, *crawl, "--workers", workers, "--delay", "0", "--quiet")
    assert said.code == 0, said.err
    assert rows(folder / "crawl", "SELECT DISTINCT relevance FROM pages") == [(score,)]
    assert len(rows(folder / "crawl", "SELECT 1 FROM pages")) == 8


def test_a_settings_file_names_plug_ins_too(honeyguide: Command, folder: Path) -> None:
    (folder / "honeyguide.toml").write_text(
        'plugins = ["./mine.py"]\nstrategy = "by-address"\nworkers = 1\ndelay = 0.0\n'
    )
    said = honeyguide("crawl", "rain.toml", SEED, "--web", WEB, "--pages", "4", "--out", "crawl", "--quiet")
    assert said.code == 0, said.err
    assert rows(folder / "crawl", "SELECT DISTINCT relevance FROM pages") == [(0.75,)]


def test_a_package_in_this_folder_is_one_as_well(honeyguide: Command, folder: Path) -> None:
    (folder / "package").mkdir()
    (folder / "package" / "__init__.py").write_text("from package.parts import ByAddress\n")
    (folder / "mine.py").rename(folder / "package" / "parts.py")
    said = honeyguide("--plugin", "package", "strategies", "--json")
    assert "by-address" in {entry["name"] for entry in said.json}


HALF = """
from honeyguide import strategies

@strategies.register("half")
class Half:
    def ask(self, n, *, busy=frozenset()):
        return []
"""
NO_CLASS = 'from honeyguide import strategies\nstrategies.register("half")(len)\n'
TAKEN = 'from honeyguide import strategies\n@strategies.register("ops")\nclass Ops: pass\n'


@pytest.mark.parametrize(
    ("plugin", "text", "says"),
    [
        ("absent", None, "plug-in 'absent': there is no such module, and no file absent.py"),
        ("./absent.py", None, "plug-in './absent.py': there is no file absent.py"),
        ("./bad.py", "def (", "plug-in './bad.py': "),
        ("./bad.py", "def (", "bad.py, line 1: invalid syntax"),
        ("./bad.py", "import absent_module", "ModuleNotFoundError: No module named 'absent_module'"),
        ("./bad.py", "1 / 0", "plug-in './bad.py' cannot be loaded: ZeroDivisionError: division by zero"),
        (
            "./bad.py",
            TAKEN,
            "plug-in './bad.py': there is a strategy 'ops' already; register yours under",
        ),
        ("./json.py", "", "plug-in './json.py': a module 'json' is loaded already; give the file another name"),
        ("./bad.py", HALF, "bad.Half is no strategy: it has no start and no tell and no remove …"),
        ("./bad.py", NO_CLASS, "builtins.len is no strategy: it has no start and no ask and no tell …"),
    ],
)
def test_a_bad_plug_in_is_refused_in_one_sentence(
    honeyguide: Command, tmp_path: Path, plugin: str, text: str | None, says: str
) -> None:
    if text is not None:
        (tmp_path / plugin).write_text(text)
    crawl = ["crawl", "rainstorm-disaster", SEED, "--web", WEB, "--strategy", "half", "--out", "crawl"]
    said = honeyguide("--plugin", plugin, *crawl)
    assert said.code == 1, said.err
    assert says in said.sentence
    assert not (tmp_path / "crawl").exists()
