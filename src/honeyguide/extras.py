"""Libraries that a plain crawl does without: which of our extras brings them."""

from __future__ import annotations

from importlib.util import find_spec

from honeyguide.errors import CannotRun

_EXTRAS = {"matplotlib": "reports", "sklearn": "training", "rdflib": "ontologies", "nicegui": "app", "mcp": "mcp"}
_PACKAGES = {"sklearn": "scikit-learn"}


def require(module: str, what: str) -> None:
    """Before work begins that cannot be finished without it."""
    if find_spec(module) is None:
        package, extra = _PACKAGES.get(module, module), _EXTRAS[module]
        raise CannotRun(f"{what} needs {package}: pip install 'honeyguide[{extra}]'")
