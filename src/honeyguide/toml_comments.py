"""A TOML file that is written anew keeps the comments that a person wrote into it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import dropwhile

from honeyguide.toml_files import Place, Scan


def with_comments(text: str, edited: str) -> str:
    """A TOML file with a line for each key, with the comments of another one. Those about what is not in it any more
    stand at the end of their table, or of the file."""
    lines = text.splitlines()
    line_of = {place: line - 1 for place, line in Scan(text).lines.items()}
    ends = _ends(line_of)
    added: defaultdict[int, list[str]] = defaultdict(list)
    for place, above, behind in Scan(edited).comments:
        said, at = behind.partition("#")[2].strip(), line_of.get(place)
        if at is not None:
            added[at] += _lines(above)
            lines[at] += f"  # {said}" if said else ""
            continue
        end = ends.get(place[:-1], len(lines))
        added[end] += _lines(above)
        added[end] += [f"# {place[-1]}: {said}"] if said else []
    whole = [part for at, line in enumerate([*lines, ""]) for part in (*added[at], line)]
    return "\n".join(whole).rstrip("\n") + "\n"


def _lines(above: str) -> Iterable[str]:
    """Comments, and the empty lines between them and below."""
    told = [line.strip() for line in above.split("\n")]
    return dropwhile(lambda line: not line, [line for line in told[:-1] if not line or line.startswith("#")])


def _ends(line_of: Mapping[Place, int]) -> dict[Place, int]:
    """The line behind the last key of each table, and of those that are in none."""
    ends: dict[Place, int] = {}
    tables = {place[0] for place in line_of if len(place) > 1}
    for place, line in line_of.items():
        table = place[:1] if place[0] in tables else ()
        ends[table] = max(ends.get(table, 0), line + 1)
    return ends
