"""Libraries that a plain crawl does without: which of our extras brings them."""

from __future__ import annotations

from importlib.util import find_spec

from honeyguide.errors import CannotRun

_EXTRAS = {
    "matplotlib": "reports",
    "sklearn": "training",
    "rdflib": "ontologies",
    "nicegui": "app",
    "mcp": "mcp",
    "pypdf": "pdf",
    "psycopg": "postgres",
    "fsspec": "s3",
    "s3fs": "s3",
    "ray": "cluster",
}
_PACKAGES = {"sklearn": "scikit-learn"}


def missing(module: str, what: str) -> str:
    """What to do so that this can be done; empty when the library is there."""
    if find_spec(module) is not None:
        return ""
    package, extra = _PACKAGES.get(module, module), _EXTRAS[module]
    return f"{what} needs {package}: pip install 'honeyguide[{extra}]'"


def require(module: str, what: str) -> None:
    """Before work begins that cannot be finished without it."""
    if needed := missing(module, what):
        raise CannotRun(needed)
