"""SQL stands in `storage/` alone; the reader of other people's databases and two caches have their own, and
`known_places` has psycopg read addresses."""

from __future__ import annotations

import ast
from pathlib import Path

import honeyguide

ROOT = Path(honeyguide.__file__).parent
MAY = ("storage/", "seeds/", "lab/pages.py", "encoders/vectors.py", "known_places.py")
RUNS = {"execute", "executemany", "executescript"}


def uses_sql(source: str) -> bool:
    for node in ast.walk(ast.parse(source)):
        imported = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        imported += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        if any(name.partition(".")[0] in {"sqlite3", "psycopg"} for name in imported):
            return True
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in RUNS:
            return True
    return False


def test_only_storage_speaks_sql() -> None:
    files = {path.relative_to(ROOT).as_posix(): path for path in ROOT.rglob("*.py")}
    speak = {name for name, path in files.items() if uses_sql(path.read_text("utf-8"))}
    assert "storage/store.py" in speak
    assert {name for name in speak if not name.startswith(MAY)} == set()
