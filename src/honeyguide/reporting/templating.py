"""The one Jinja environment of reports: what is put into a template is escaped, and a name that it lacks is an error.

Every package keeps its templates in a folder `templates`; they are named by their path in `honeyguide`.
"""

from __future__ import annotations

import re
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from honeyguide.reporting.text import plain, xml

_LANGUAGE = re.compile(r"[a-z]{2,3}")


def svg(drawing: str) -> Markup:
    """A drawing of ours as it is: the one place where text becomes markup. A drawing has escaped what it quotes."""
    return Markup(drawing)  # noqa: S704


@cache
def environment() -> Environment:
    made = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        loader=PackageLoader("honeyguide", "."),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters |= {
        "plain": plain,
        "svg": svg,
        "xml": xml,
        "fixed": lambda value, digits: f"{value:.{digits}f}",
        "thousands": lambda value: f"{value:,}",
    }
    made.tests["language"] = lambda text: _LANGUAGE.fullmatch(text) is not None
    return made


def render(template: str, **values: object) -> str:
    return environment().get_template(template).render(values)
