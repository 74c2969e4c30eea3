"""The report on the papers as one HTML file that asks for nothing from outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from honeyguide.lab.papers.published import PAPERS
from honeyguide.lab.papers.tables import Cell, Column, Section
from honeyguide.reporting.pictures import Picture
from honeyguide.reporting.templating import render

TITLE = "The papers' experiments, run again"


def page(sections: Sequence[Section], pictures: Mapping[str, Sequence[Picture]], remarks: Sequence[str]) -> str:
    """The whole document; `pictures` by the name of the study."""
    return render(
        "lab/papers/templates/report.html",
        title=TITLE,
        sections=sections,
        pictures=pictures,
        remarks=remarks,
        papers=PAPERS,
        groups=_groups,
        shown=shown,
    )


def _groups(columns: Sequence[Column]) -> list[tuple[str, int]]:
    """Neighbouring columns of one group: its name, and how many they are."""
    return [(name, len(list(of_it))) for name, of_it in groupby(columns, lambda column: column.group)]


def shown(cell: Cell, column: Column) -> tuple[str, str]:
    """A figure, and its spread where there is one."""
    if cell.value is None or isinstance(cell.value, str):
        return cell.remark if cell.value is None else cell.value, ""
    form = ",.0f" if column.form == "count" else ".3f"
    return f"{cell.value:{form}}", f"{cell.sd:{form}}" if cell.sd is not None else ""
