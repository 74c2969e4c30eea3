"""The report on the papers as one HTML file that asks for nothing from outside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby

from honeyguide.lab.papers.published import PAPERS
from honeyguide.lab.papers.tables import Cell, Column, Line, Section, Table
from honeyguide.reporting.page import document, picture_of
from honeyguide.reporting.pictures import Picture

_MORE = """
th.group{text-align:center;border-left:1px solid #ccc}td.begins,th.begins{border-left:1px solid #ccc}
td.published{background:#fbf6e9}li{max-width:60rem;margin:.25rem 0}figure{max-width:none}
nav a{margin-right:1rem}h2{border-top:1px solid #ddd;padding-top:1rem}
"""
TITLE = "The papers' experiments, run again"


def page(sections: Sequence[Section], pictures: Mapping[str, Sequence[Picture]], remarks: Sequence[str]) -> str:
    """The whole document; `pictures` by the name of the study."""
    links = " ".join(f'<a href="#{each.study}">{escape(each.title)}</a>' for each in sections)
    return document(
        TITLE,
        (
            f"<h1>{TITLE}</h1>",
            *(f'<p class="lead">{escape(each)}</p>' for each in remarks),
            f"<nav>{links}</nav>",
            *(line for each in sections for line in _section(each, pictures.get(each.study, ()))),
        ),
        _MORE,
    )


def _section(section: Section, pictures: Sequence[Picture]) -> Iterator[str]:
    yield f'<h2 id="{section.study}">{escape(section.title)}</h2>'
    yield f'<p class="note">{escape(PAPERS[section.paper])}. {escape(" ".join(section.facts))}</p>'
    yield "<h3>Where the ranking agrees and where it does not</h3><ul>"
    yield from (f"<li>{escape(each.sentence)}</li>" for each in section.agreements)
    yield "</ul>"
    yield from (f'<p class="note">{escape(each)}</p>' for each in section.remarks)
    for table in section.tables:
        yield _table(table)
    yield from map(picture_of, pictures)


def _table(table: Table) -> str:
    groups = [(name, len(list(of_it))) for name, of_it in groupby(table.columns, lambda column: column.group)]
    over = "".join(
        f'<th class="group" colspan="{many}" scope="colgroup">{escape(name)}</th>' for name, many in groups
    )
    begins = _begins(table.columns)
    heads = "".join(
        f'<th scope="col"{_class("begins" if begins[at] else "")}>{escape(column.name)}</th>'
        for at, column in enumerate(table.columns)
    )
    lines = "\n".join(_line(line, table.columns, begins) for line in table.lines)
    note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
    return (
        f'<h3>{escape(table.title)}</h3>{note}<div class="wide"><table><thead>'
        f'<tr><th></th>{over}</tr><tr><th scope="col">{escape(table.first)}</th>{heads}</tr></thead>'
        f"<tbody>{lines}</tbody></table></div>"
    )


def _begins(columns: Sequence[Column]) -> list[bool]:
    return [not at or columns[at - 1].group != column.group for at, column in enumerate(columns)]


def _line(line: Line, columns: Sequence[Column], begins: Sequence[bool]) -> str:
    cells = []
    for cell, column, first in zip(line.cells, columns, begins, strict=True):
        classes = ["begins"] if first else []
        classes += ["published"] if column.group == "published" else []
        cells.append(f"<td{_class(' '.join(classes))}>{shown(cell, column)}</td>")
    kind = _class("reference" if line.reference else "")
    return f'<tr{kind}><th scope="row">{escape(line.name)}</th>{"".join(cells)}</tr>'


def shown(cell: Cell, column: Column) -> str:
    """A figure, with its spread below it."""
    if cell.value is None:
        return escape(cell.remark or "")
    if isinstance(cell.value, str):
        return escape(cell.value)
    form = ",.0f" if column.form == "count" else ".3f"
    spread = f"<small>± {cell.sd:{form}}</small>" if cell.sd is not None else ""
    return f"{cell.value:{form}}{spread}"


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""
