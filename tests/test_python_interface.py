"""The Python interface: every example of its reference runs, and the reference names all of it and nothing else."""

from __future__ import annotations

import asyncio
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.local_web import local_web
from tests.plain_choices import RAIN
from tests.test_documents import blocks

import honeyguide
from honeyguide import Crawl, CrawlFolder, EditedOntology, Experiments, Insight, Ontologies, Workspace
from honeyguide.web.response import Answer

ROOT = Path(__file__).parent.parent
REFERENCE = "docs/python.md"
EXAMPLES = blocks(REFERENCE, "python")
RUNNER = """
import sys
for number, code in enumerate(sys.stdin.read().split("\\0")):
    print(f"== {number}", flush=True)
    exec(compile(code, f"example {number}", "exec"), {"__name__": "__main__"})
print("== done")
"""


def news(url: str) -> Answer:
    """A front page on topic."""
    body = "<title>Rainstorm disaster</title><h1>Rainstorm disaster</h1><p>Heavy rain, rainfall, disaster.</p>" * 9
    status = 404 if url.endswith("/robots.txt") else 200
    return Answer(status, (("Content-Type", "text/html; charset=utf-8"),), body.encode())


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[int, str]:
    """What each example prints, all run in one folder from top to bottom."""
    ran = subprocess.run(
        [sys.executable, "-c", RUNNER],
        input="\0".join(EXAMPLES),
        check=False,
        cwd=tmp_path_factory.mktemp("python"),
        env={**os.environ, "HONEYGUIDE_WORKERS": "0"},
        capture_output=True,
        text=True,
        timeout=500,
    )
    assert ran.returncode == 0, f"{ran.stdout[-500:]}\n{ran.stderr}"
    pieces = re.split(r"^== (?:\d+|done)\n", ran.stdout, flags=re.MULTILINE)[1:]
    return dict(enumerate(pieces))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_every_example_of_the_reference_runs_and_prints(printed: dict[int, str], number: int) -> None:
    assert printed[number].strip(), EXAMPLES[number]


@pytest.mark.slow
def test_the_examples_find_something(printed: dict[int, str]) -> None:
    said = {example: printed[number] for number, example in enumerate(EXAMPLES)}
    (crawled,) = (out for code, out in said.items() if "on_topic <= 5" in code)
    assert "150 pages" in crawled
    (hits,) = (out for code, out in said.items() if ".search(" in code)
    assert int(hits.split()[0]) > 3
    (events,) = (out for code, out in said.items() if ".insight()" in code)
    assert events.strip().endswith("rain.html")


def test_a_page_is_explained_where_an_event_loop_runs_as_in_a_notebook() -> None:
    async def cell(address: str) -> honeyguide.Explanation:
        given = honeyguide.Settings(connect_to=address)
        return honeyguide.explain("http://news.example/", RAIN, given)

    with local_web(news) as web:
        assert asyncio.run(cell(web.address)).on_topic


def _public(kind: type) -> set[str]:
    named = {name for name in vars(kind) if not name.startswith("_")}
    return {f"{kind.__name__}.{name}" for name in named}


KINDS = (Crawl, CrawlFolder, EditedOntology, Experiments, Insight, Ontologies, Workspace)
METHODS = set().union(*map(_public, KINDS))


def test_everything_public_is_in_the_reference() -> None:
    text = (ROOT / REFERENCE).read_text("utf-8")
    assert not [name for name in honeyguide.__all__ if not re.search(rf"`{name}\b", text)]
    assert not [name for name in METHODS if not re.search(rf"`{re.escape(name)}\b", text)]
    functions = {name for name in honeyguide.__all__ if inspect.isfunction(getattr(honeyguide, name))}
    assert functions - {"settings", "extract_folder"} <= _signatures().keys()


def test_the_reference_names_nothing_that_is_not_there() -> None:
    text = (ROOT / REFERENCE).read_text("utf-8")
    kinds = "|".join(kind.__name__ for kind in KINDS)
    named = set(re.findall(rf"`((?:{kinds})\.\w+)", text))
    assert named <= METHODS | {"Insight.analysis"}
    imported = {
        name.strip()
        for names in re.findall(r"^from honeyguide import (.+)$", "\n".join(EXAMPLES), re.MULTILINE)
        for name in names.split(",")
    }
    assert imported <= set(honeyguide.__all__)


WATCHING = {"self", "progress", "note"}
"""Parameters that stand in many calls and are described once."""


def _signatures() -> dict[str, set[str]]:
    """Of every call that the reference shows, the parameters that it names; but for those shown in part."""
    found: dict[str, set[str]] = {}
    for name, given in re.findall(r"`((?:\w+\.)?\w+)\(([^`]*)\)`", (ROOT / REFERENCE).read_text("utf-8")):
        owner, _, method = name.rpartition(".")
        if (owner or method) in honeyguide.__all__ and not given.startswith("**") and ", …" not in given:
            found.setdefault(name, set()).update(re.findall(r"(?:^|, |,\n)(\w+)", given))
    return found


@pytest.mark.parametrize(("name", "given"), _signatures().items())
def test_the_reference_gives_every_call_the_parameters_that_it_has(name: str, given: set[str]) -> None:
    owner, _, method = name.rpartition(".")
    called = getattr(getattr(honeyguide, owner) if owner else honeyguide, method)
    assert given == set(inspect.signature(called).parameters) - WATCHING


def test_every_public_name_can_be_imported_and_says_what_it_does() -> None:
    assert not [name for name in honeyguide.__all__ if not inspect.getdoc(getattr(honeyguide, name))]
    for kind in (CrawlFolder, Experiments, Insight, Ontologies):
        public = {name: each for name, each in vars(kind).items() if not name.startswith("_")}
        assert not [name for name, each in public.items() if not inspect.getdoc(each)]


def test_a_name_that_is_not_public_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = honeyguide.nonsense
