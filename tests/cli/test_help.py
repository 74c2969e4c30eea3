"""What `--help` shows, and what the shell offers after Tab."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Command

from honeyguide import encoders, links, relevance, strategies
from honeyguide.cli.app import command
from honeyguide.exports import FORMATS

COLOURED = re.compile(r"\x1b\[([\d;]+)m")
FAINT = {"2", "33", "37", "93", "97"}
"""Dim, and colours that a light terminal swallows: yellow and white."""


def commands(of: object = None, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    for name, each in getattr(of or command, "commands", {}).items():
        yield from commands(each, (*path, name))


@pytest.mark.parametrize("path", list(commands()), ids=" ".join)
def test_a_flag_is_shown_as_one(here: Command, path: tuple[str, ...]) -> None:
    said = here(*path, "--help", env={"COLUMNS": "200"})
    assert said.code == 0
    assert "--help" in said.out
    assert "bool" not in said.out.lower()


@pytest.mark.parametrize("path", [("crawl",), ("try",), ("topic", "new"), ("lab", "run")], ids=" ".join)
def test_no_name_of_a_flag_is_cut_off_in_80_columns(here: Command, path: tuple[str, ...]) -> None:
    said = here(*path, "--help", env={"COLUMNS": "80"})
    assert not re.findall(r"--[\w-]+…", said.out)
    names = {
        name
        for param in command_at(path).params
        for name in (*param.opts, *param.secondary_opts)
        if name.startswith("--")
    }
    assert names <= set(re.findall(r"--[\w-]+", said.out))


def command_at(path: tuple[str, ...]) -> Any:
    found: Any = command
    for name in path:
        found = found.commands[name]
    return found


@pytest.mark.parametrize("path", list(commands()), ids=" ".join)
def test_help_is_legible_in_light_and_in_dark_terminals(here: Command, path: tuple[str, ...]) -> None:
    said = here(*path, "--help", env={"FORCE_COLOR": "1", "COLUMNS": "120"})
    codes = {code for found in COLOURED.findall(said.out) for code in found.split(";")}
    assert "1" in codes
    assert not codes & FAINT


def test_errors_are_legible_in_light_and_in_dark_terminals(here: Command) -> None:
    for asked in (["insight", "events"], ["results"], ["zzz"]):
        said = here(*asked, env={"FORCE_COLOR": "1", "COLUMNS": "120"})
        assert said.code == 2
        assert not {code for found in COLOURED.findall(said.err) for code in found.split(";")} & FAINT


@pytest.mark.parametrize(
    "asked", [["results"], ["search", "rain"], ["ask"], ["insight", "trust"]], ids=lambda asked: asked[0]
)
def test_titles_of_pages_are_legible_in_light_and_in_dark_terminals(
    honeyguide: Command, crawled: Path, asked: list[str]
) -> None:
    name, *rest = asked
    folder: list[str | Path] = [rest[0], crawled] if name == "insight" else [crawled, *rest]
    said = honeyguide(name, *folder, env={**os.environ, "FORCE_COLOR": "1"})
    heads = re.findall(r"^\x1b\[2m +1\x1b\[0m.*", said.out, re.MULTILINE)
    assert heads, said.out
    codes = COLOURED.findall(heads[0])
    assert (codes[0], codes[-2]) == ("2", "1")
    assert not {code for found in COLOURED.findall(said.out) for code in found.split(";")} & (FAINT - {"2"})


def test_paragraphs_break_where_the_terminal_ends_and_bounds_that_nobody_reaches_are_not_told(here: Command) -> None:
    said = here("topic", "train", "--help", env={"COLUMNS": "80"}).out
    assert re.search(r"--background, or +\n +from the rest of a crawl whose pages on topic", said)
    demo = here("demo", "--help", env={"COLUMNS": "80"}).out
    assert "4611686018427387904" not in demo
    assert "int range" not in demo


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("crawl --strategy ", strategies.names()),
        ("crawl --links ", links.names()),
        ("crawl --encoder ", encoders.names()),
        ("topic new floods --relevance ", relevance.names()),
        ("export rain --to ", FORMATS),
        ("crawl rainstorm-disaster-", ["rainstorm-disaster-ontology"]),
        ("crawl mine/", ["mine/floods.toml"]),
        ("crawl flo", ["floods.toml"]),
        ("try http://a.example/ --topic flo", ["floods.toml"]),
        ("results rain --by tr", ["trust"]),
        ("lab papers --only ielp", ["ielp-synthetic", "ielp-r2-synthetic"]),
        ("crawl --log-level ", ["debug", "info", "warning", "error"]),
        ("results rain --columns url,ti", ["url,title", "url,title_words"]),
        ("export rain --columns host,hos", []),
        ("lab relevance --web w", ["warc:"]),
        ("crawl --web s", ["synthetic:"]),
    ],
    ids=str,
)
def test_the_shell_completes_values(tmp_path: Path, line: str, offered: list[str]) -> None:
    (tmp_path / "mine").mkdir()
    for file in ("floods.toml", "mine/floods.toml", "mine/notes.txt"):
        (tmp_path / file).touch()
    words = f"honeyguide {line}"
    asked = {"_HONEYGUIDE_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    ran = subprocess.run(
        [sys.executable, "-c", "import sys; sys.argv = ['honeyguide']; from honeyguide.cli import main; main()"],
        check=False,
        cwd=tmp_path,
        env={**os.environ, **asked},
        capture_output=True,
        text=True,
    )
    assert ran.stdout.split() == list(offered), ran.stderr


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("insight events", "Did you mean 'honeyguide insight hot', 'honeyguide insight evolution'?"),
        ("insight evolutoin", "Did you mean 'evolution'?"),
        ("insight history", "There are 'trust', 'currency', 'hot', 'evolution', 'report'."),
        ("insight errors", "Did you mean 'honeyguide errors'?"),
        ("run", "Did you mean 'honeyguide lab run'?"),
        ("marks", "Did you mean 'honeyguide mark'?"),
        ("zzz", "No such command 'zzz'."),
    ],
)
def test_a_command_that_there_is_not_is_answered_with_the_one_that_may_be_meant(
    here: Command, asked: str, told: str
) -> None:
    said = here(*asked.split(), env={"COLUMNS": "200"})
    assert said.code == 2
    assert told in said.err
