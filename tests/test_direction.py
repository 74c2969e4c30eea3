"""Which way imports point, beyond what import-linter's contracts say."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import grimp
import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("honeyguide", cache_dir=None)


def contracts() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"][
        "contracts"
    ]
    return found


def test_nothing_imports_the_command_line(graph: grimp.ImportGraph) -> None:
    inside = {"honeyguide.cli", *graph.find_descendants("honeyguide.cli")}
    importers = {each for module in inside for each in graph.find_modules_that_directly_import(module)}
    assert importers - inside == {"honeyguide.__main__"}


def test_every_module_of_the_package_has_its_layer(graph: grimp.ImportGraph) -> None:
    layers = {module.strip() for layer in contracts()[0]["layers"] for module in layer.split("|")}
    assert graph.find_children("honeyguide") - layers == {"honeyguide.__main__"}


def test_what_the_command_line_may_not_import_is_there(graph: grimp.ImportGraph) -> None:
    forbidden = next(each for each in contracts() if each["type"] == "forbidden")
    assert set(forbidden["forbidden_modules"]) <= graph.modules
