"""Encoders that are optional: which packages they need, and whether these are installed."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from honeyguide.errors import CannotRun


def missing(part: Any) -> tuple[str, ...]:
    """The modules that an encoder's class names as `needs` and that are not there; nothing is imported."""
    return tuple(name for name in getattr(part, "needs", ()) if find_spec(name) is None)


def require(part: Any, name: str, extra: str) -> None:
    if without := missing(part):
        raise CannotRun(f"the encoder '{name}' needs {' and '.join(without)}: pip install '{extra}'")


def folder_of(module: str) -> Path | None:
    """Where a package lies, which is not imported; None where it is not installed."""
    spec = find_spec(module)
    return Path(spec.submodule_search_locations[0]) if spec and spec.submodule_search_locations else None
