from __future__ import annotations

import re

from honeyguide.reporting.latex import LINE, LONGEST, WIDEST, escaped, latex
from honeyguide.reporting.tables import Table

BODY = re.compile(r"\\midrule\n(.*?)\\bottomrule", re.DOTALL)


def table(columns: int = 2, rows: int = 3, width: int = 5) -> Table:
    heads = ["strategy", *(f"m{number}" for number in range(1, columns))]
    cells = [[f"row{number}", *("1" * width for _ in range(1, columns))] for number in range(rows)]
    return Table("sizes", "Title", "Note.", heads, cells)


def test_nothing_in_a_text_is_a_command() -> None:
    assert escaped(r"\input{x}") == r"\textbackslash{}input\{x\}"
    assert escaped("a_b & 50 % #1 $x$ ~^") == r"a\_b \& 50 \% \#1 \$x\$ \textasciitilde{}\textasciicircum{}"
    assert escaped("0.4 ± 0.1, −3 to 5–6") == r"0.4 $\pm$ 0.1, $-$3 to 5--6"
    assert escaped("one\nline % still") == r"one line \% still"
    assert escaped("暴雨") == "暴雨"


def test_a_table_has_the_rules_of_booktabs_a_caption_and_a_label() -> None:
    made = latex(Table("found", "Which_one", "In %.", ("strategy", "harvest"), [("ops:r2=0.1", "41.2 ± 3.1")]))
    assert made.count(r"\toprule") == made.count(r"\midrule") == made.count(r"\bottomrule") == 1
    assert r"\caption{Which\_one. In \%.}" in made
    assert r"\label{tab:found}" in made
    assert r"ops:r2=0.1 & 41.2 $\pm$ 3.1 \\" in made
    assert "resizebox" not in made


def test_what_is_wider_than_a_line_is_scaled_and_what_is_wider_than_a_page_is_cut() -> None:
    assert "resizebox" in latex(table(columns=2, width=LINE))
    wide = latex(table(columns=30, width=10))
    parts = BODY.findall(wide)
    assert len(parts) > 1
    for part in parts:
        assert all(line.startswith("row") for line in part.splitlines())
        assert max(line.count("&") for line in part.splitlines()) * 12 <= WIDEST
    assert sum(part.splitlines()[0].count("&") for part in parts) == 29
    assert wide.count(r"\label{") == 1
    assert wide.count("Title, continued.") == len(parts) - 1


def test_what_is_longer_than_a_page_is_cut_and_no_row_is_lost() -> None:
    parts = BODY.findall(latex(table(rows=2 * LONGEST + 1)))
    assert [len(part.splitlines()) for part in parts] == [LONGEST, LONGEST, 1]
