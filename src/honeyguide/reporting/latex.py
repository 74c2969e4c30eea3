"""Tables for LaTeX: the rules of booktabs, text escaped, cut into parts that fit a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from honeyguide.reporting.tables import Table
from honeyguide.reporting.text import LETTER, plain, width

PREAMBLE = "% needs \\usepackage{booktabs} and \\usepackage{graphicx}"
SCRIPTS = "% and XeLaTeX or LuaLaTeX with fonts for its scripts, such as \\usepackage{xeCJK} for Chinese"
LINE = 76
"""Letters on a line of a page, in \\small …"""
WIDEST = 1.4 * LINE
"""… and of a table that may be scaled down to it; one that is wider is cut between columns."""
LONGEST = 45
"""Rows of a page."""
LAST_LATIN, PUNCTUATION = "\u017f", "–—‘’“”„•…€™"
"""What LaTeX has letters for in its own fonts."""
_LETTERS = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "#": r"\#",
        "%": r"\%",
        "_": r"\_",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\char34{}",
        "–": "--",
        "−": "$-$",
        "±": r"$\pm$",
        "×": r"$\times$",
        "…": r"\ldots{}",
        "\u00a0": "~",
        "≤": r"$\leq$",
        "≥": r"$\geq$",
        "≈": r"$\approx$",
        "∝": r"$\propto$",
        "→": r"$\rightarrow$",
        "Δ": r"$\Delta$",
        "Σ": r"$\Sigma$",
        "α": r"$\alpha$",
        "β": r"$\beta$",
        "γ": r"$\gamma$",
        "δ": r"$\delta$",
        "ε": r"$\varepsilon$",
        "η": r"$\eta$",
        "λ": r"$\lambda$",
        "μ": r"$\mu$",
        "ρ": r"$\rho$",
        "σ": r"$\sigma$",
        "τ": r"$\tau$",
    }
)


def escaped(text: str) -> str:
    """As LaTeX prints it; nothing in it is a command. Other scripts need XeLaTeX or LuaLaTeX."""
    return plain(text).translate(_LETTERS)


def latex(table: Table) -> str:
    """A `table` with caption and label for each part that fits a page; the first column stands in every part."""
    groups = list(_columns(table))
    starts = range(0, max(1, len(table.rows)), LONGEST)
    parts = [
        _part(table, columns, table.rows[start : start + LONGEST], first=not start and columns is groups[0])
        for start in starts
        for columns in groups
    ]
    made = "\n\n".join(parts)
    scripts = [SCRIPTS] if any(char > LAST_LATIN and char not in PUNCTUATION for char in made) else []
    return "\n".join([PREAMBLE, *scripts, "", made]) + "\n"


def _columns(table: Table) -> Iterator[list[int]]:
    """Columns of every part, each no wider than a page can hold."""
    taken, used = [0], _width(table, 0)
    for column in range(1, len(table.heads)):
        if len(taken) > 1 and used + _width(table, column) > WIDEST:
            yield taken
            taken, used = [0], _width(table, 0)
        taken.append(column)
        used += _width(table, column)
    yield taken


def _width(table: Table, column: int) -> float:
    return 2 + max(width(line[column]) / LETTER for line in (table.heads, *table.rows))


def _part(table: Table, columns: Sequence[int], rows: Sequence[Sequence[str]], *, first: bool) -> str:
    caption = f"{escaped(table.title)}. {escaped(table.note)}" if first else f"{escaped(table.title)}, continued."
    label = [f"\\label{{tab:{table.name}}}"] if first else []
    scaled = sum(_width(table, column) for column in columns) > LINE
    body = [
        f"\\begin{{tabular}}{{@{{}}l{'r' * (len(columns) - 1)}@{{}}}}",
        r"\toprule",
        _line(table.heads, columns),
        r"\midrule",
        *(_line(row, columns) for row in rows),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    if scaled:
        body = [r"\resizebox{\textwidth}{!}{%", *body[:-1], body[-1] + "%", "}"]
    head = [r"\begin{table}[tbp]", r"\centering\small", f"\\caption{{{caption.rstrip()}}}", *label]
    return "\n".join([*head, *body, r"\end{table}"])


def _line(cells: Sequence[str], columns: Sequence[int]) -> str:
    return " & ".join(escaped(cells[column]) for column in columns) + r" \\"
