"""Honeyguide's own documentation as a web: text that people wrote, with the links that they put into it.

A document is a page, and each of its sections is one. As elsewhere every page of documentation lists all documents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import pairwise
from pathlib import Path
from posixpath import join, normpath

from markdown_it import MarkdownIt
from markdown_it.token import Token

HOST = "honeyguide.test"
_MARKDOWN = MarkdownIt().enable("table")


class Document:
    """A Markdown file: where its pages stand, and what they say."""

    def __init__(self, root: Path, file: Path) -> None:
        self.name = file.relative_to(root).as_posix()
        stem = f"/{self.name.removesuffix('.md')}"
        self.path = stem.removesuffix("README") if stem.endswith("/README") else f"{stem}.html"
        self.tokens = _MARKDOWN.parse(file.read_text("utf-8"))
        starts = [at for at, token in enumerate(self.tokens) if token.type == "heading_open" and token.tag == "h2"]
        bounds = [0, *starts, len(self.tokens)]
        self.parts = [self.tokens[begin:end] for begin, end in pairwise(bounds)]
        self.title = next(_headings(self.tokens), self.name)
        self.titles = [self.title, *(next(_headings(part)) for part in self.parts[1:])]
        self.paths = [self.path, *(f"{stem}/{_slug(title)}.html" for title in self.titles[1:])]

    def places(self) -> Iterator[tuple[str, str]]:
        """What links to this document say, and the page that they lead to."""
        yield self.name, self.path
        for part, path in zip(self.parts, self.paths, strict=True):
            yield from ((f"{self.name}#{_slug(heading)}", path) for heading in _headings(part))

    def lead(self, places: dict[str, str]) -> None:
        """Turn links to Markdown files into links to pages."""
        for token in (
            child for inline in self.tokens for child in inline.children or () if child.type == "link_open"
        ):
            target = str(token.attrs["href"])
            inside = normpath(join(self.name, "..", target)) if not target.startswith("#") else self.name + target
            token.attrs["href"] = places.get(inside, places.get(inside.partition("#")[0], target))

    def pages(self, navigation: str) -> Iterator[tuple[str, str]]:
        contents = _list(zip(self.titles[1:], self.paths[1:], strict=True))
        for at, (title, path, part) in enumerate(zip(self.titles, self.paths, self.parts, strict=True)):
            text = _MARKDOWN.renderer.render(part, _MARKDOWN.options, {})
            around = contents if at == 0 else f'<p><a href="{self.path}">{escape(self.title)}</a></p>'
            yield (
                path,
                f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
                f"<body><nav>{navigation}</nav><main>{text}{around}</main></body></html>",
            )


def write_documentation(root: Path, out: Path) -> None:
    """`out/pages` is the web, `out/labels.tsv` says of each page which document or folder of documents it is of."""
    files = (*sorted(root.glob("*.md")), *sorted((root / "docs").rglob("*.md")))
    documents = [Document(root, file) for file in files]
    places = {said: path for document in documents for said, path in document.places()}
    navigation = _list((document.title, document.path) for document in documents)
    labels = []
    for document in documents:
        document.lead(places)
        label = document.name.removeprefix("docs/").partition("/")[0].removesuffix(".md")
        for path, html in document.pages(navigation):
            file = out / "pages" / HOST / (f"{path}index.html" if path.endswith("/") else path).lstrip("/")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(html, "utf-8")
            labels.append(f"http://{HOST}{path}\t{label}\n")
    (out / "labels.tsv").write_text("".join(labels), "utf-8")


def _headings(tokens: Sequence[Token]) -> Iterator[str]:
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            yield "".join(child.content for child in inline.children or ())


def _slug(heading: str) -> str:
    """As GitHub makes the fragment of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _list(links: Iterable[tuple[str, str]]) -> str:
    return "<ul>" + "".join(f'<li><a href="{path}">{escape(title)}</a></li>' for title, path in links) + "</ul>"
