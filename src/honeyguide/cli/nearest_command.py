"""A command that there is not: which one a person may have looked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

MOST = 3
"""Commands that are offered."""
FEW = 12
"""Commands of a group that are all named, where none comes near."""


def instead_of(name: str, group: Any, path: str, root: Any) -> str:
    """What to say to someone who asked `group`, which is called `path`, for this command: where else there is one of
    this name, which ones are spelled alike, which ones are about it, or what there is."""
    near = list(_leaves(group, path))
    everywhere = [*near, *(each for each in _leaves(root, path.partition(" ")[0]) if each not in near)]
    same = [spelled for spelled, _ in everywhere if _stem(spelled.rpartition(" ")[2]) == _stem(name)]
    alike = get_close_matches(name, group.commands)
    about = [spelled for spelled, told in everywhere if _speaks_of(name, told)]
    if found := (same or alike or about)[:MOST]:
        return f"Did you mean {', '.join(map(repr, found))}?"
    here: Mapping[str, Any] = group.commands
    return f"There are {', '.join(map(repr, here))}." if len(here) <= FEW else ""


def _leaves(group: Any, path: str) -> Iterator[tuple[str, str]]:
    """Every command below, as it is written, with what its help says first."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from _leaves(command, f"{path} {name}")
        else:
            yield f"{path} {name}", (command.help or "").strip().partition("\n\n")[0]


def _speaks_of(name: str, told: str) -> bool:
    """As a word, not as part of one."""
    return len(name) > 2 and re.search(rf"\b{re.escape(_stem(name))}s?\b", told.lower()) is not None


def _stem(name: str) -> str:
    """Whether in the singular or in the plural."""
    return name.lower().removesuffix("s")
