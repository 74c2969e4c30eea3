"""Rows that SQLite is given many at a time."""

from __future__ import annotations

import pytest

from honeyguide.storage.database import open_sqlite


@pytest.mark.parametrize("many", [0, 1, 19, 20, 21, 40, 47])
def test_any_number_of_rows_comes_back_in_order(many: int) -> None:
    database = open_sqlite(":memory:")
    database.execute("CREATE TABLE pairs (number INTEGER, word TEXT)")
    rows = [(number, f"word {number}") for number in range(many)]
    database.insert("pairs", iter(rows))
    assert database.execute("SELECT * FROM pairs ORDER BY rowid").fetchall() == rows
    database.close()
