"""What a page declares of itself: JSON-LD, OpenGraph and meta elements (schema.org, ogp.me, Dublin Core)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from honeyguide.parsing.article.scan import Scan

MOST_NODES = 2000
LONGEST = 300
"""Characters of a title or a name."""
ARTICLES = re.compile(r"(?:Article|Posting|Report|Review|Recipe|HowTo|CreativeWork)$")
PAGES = re.compile(r"(?:WebPage|ItemPage|AboutPage|FAQPage)$")

# Names of meta elements, the most reliable first.
TITLES = ("og:title", "twitter:title", "dc.title", "dcterms.title", "citation_title", "parsely-title", "articletitle")
PUBLISHED = (
    "article:published_time", "og:article:published_time", "og:published_time", "datepublished", "publishdate",
    "pubdate", "publish_date", "publish-date", "article.published", "published_time", "citation_publication_date",
    "dc.date.issued", "dcterms.issued", "dcterms.created", "dc.date.created", "dc.date", "dcterms.date",
    "parsely-pub-date", "sailthru.date", "cxenseparse:recs:publishtime", "rnews:datepublished",
    "weibo: article:create_at", "article:create_at",
    "publication_date", "originalpublicationdate", "article_date_original", "date",
)  # fmt: skip
MODIFIED = ("article:modified_time", "og:updated_time", "datemodified", "dcterms.modified", "last-modified")
AUTHORS = (
    "author", "article:author", "og:article:author", "dc.creator", "dcterms.creator", "citation_author", "byl",
    "parsely-author", "sailthru.author", "article:author_name", "cxenseparse:author",
)  # fmt: skip
SOURCES = (
    "og:site_name", "contentsource", "source", "mediaid", "citation_journal_title", "dc.publisher",
    "dcterms.publisher", "publisher", "copyright", "application-name", "apple-mobile-web-app-title",
)  # fmt: skip
PLACE = re.compile(r"https?://|^@|\.(?:com|org|net|cn)/", re.IGNORECASE)
WRITTEN_BY = re.compile(r"written by|author|作者|撰|文", re.IGNORECASE)
ENTITY = re.compile(r"&(?:#\d{1,6}|#x[\da-f]{1,5}|[a-z]{2,8});", re.IGNORECASE)


class Declared(Struct, frozen=True):
    """Everything as it was written; empty where nothing was."""

    titles: tuple[str, ...] = ()
    published: tuple[str, ...] = ()
    """Of the article, then of the page."""
    modified: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    """By JSON-LD …"""
    meta_authors: tuple[str, ...] = ()
    """… and by meta elements."""
    source: str = ""
    keywords: tuple[str, ...] = ()


def declared(found: Scan) -> Declared:
    nodes = list(_nodes(found.scripts))
    named = {node["@id"]: node for node in nodes if isinstance(node.get("@id"), str) and len(node) > 1}
    articles = [node for node in nodes if _is(node, ARTICLES)]
    pages = [node for node in nodes if _is(node, PAGES)]
    untyped = [node for node in nodes if "@type" not in node]  # as Chinese search engines ask for them
    meta: dict[str, list[str]] = {}
    for name, content in found.meta:
        meta.setdefault(name, []).append(content)
    publishers = _people(_values(articles, "publisher", "sourceOrganization"), named)
    return Declared(
        titles=_unique(filter(None, map(_line, (*_values(articles, "headline"), *_said(meta, TITLES), found.title)))),
        published=_unique(
            filter(None, map(_line, (*_values(articles, "datePublished"), *_said(meta, PUBLISHED),
                                     *_values(pages, "datePublished"), *_values(articles, "dateCreated"),
                                     *_values(untyped, "pubDate"),
                                     *found.states)))
        ),
        modified=_unique(map(_line, (*_values([*articles, *pages], "dateModified"), *_said(meta, MODIFIED),
                                      *_values(untyped, "upDate")))),
        authors=_unique(_people(_values(articles, "author", "creator"), named)),
        meta_authors=_unique(
            name for name in map(_line, (*_said(meta, AUTHORS), *_written_by(meta)))
            if name and not PLACE.search(name)
        ),
        source=next(
            (name for name in map(_line, (*_said(meta, SOURCES[:1]), *publishers, *_said(meta, SOURCES[1:])))
             if name and not PLACE.search(name)), ""
        ),
        keywords=_unique(
            word.strip() for line in _said(meta, ("keywords", "news_keywords", "article:tag"))
            for word in re.split(r"[,，;；、]", line[:2000]) if word.strip()
        ),
    )  # fmt: skip


def _nodes(scripts: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The objects of all JSON-LD scripts, those within others too; what is broken is no object."""
    left = MOST_NODES
    for script in scripts:
        text = script.strip().removeprefix("<!--").removesuffix("-->").strip().rstrip(";")
        try:
            waiting = [json.loads(text, strict=False)]
        except (ValueError, RecursionError):
            continue
        while waiting and left:
            left -= 1
            node = waiting.pop(0)
            if isinstance(node, list):
                waiting[:0] = node[:MOST_NODES]
            elif isinstance(node, dict):
                yield node
                waiting += [node[key] for key in ("@graph", "mainEntity", "mainEntityOfPage") if key in node]


def _is(node: dict[str, Any], kinds: re.Pattern[str]) -> bool:
    kind = node.get("@type")
    return any(isinstance(each, str) and kinds.search(each) for each in (kind if isinstance(kind, list) else [kind]))


def _values(nodes: Iterable[dict[str, Any]], *keys: str) -> list[Any]:
    found: list[Any] = []
    for node in nodes:
        for key in keys:
            value = node.get(key)
            found += value[:50] if isinstance(value, list) else [] if value is None else [value]
    return found


def _people(values: Iterable[Any], named: dict[str, dict[str, Any]]) -> list[str]:
    """Names of persons and organisations, whether written as text, as objects, or as the address of an object."""
    names: list[str] = []
    for value in values:
        if isinstance(value, dict):
            known = value if "name" in value else named.get(str(value.get("@id", "")), {})
            written = known.get("name")
            names += [_line(each) for each in (written[:10] if isinstance(written, list) else [written])]
        else:
            names.append(_line(value))
    return [name for name in names if name and not PLACE.search(name)]


def _said(meta: dict[str, list[str]], names: Iterable[str]) -> list[str]:
    return [content for name in names for content in meta.get(name, ())]


def _written_by(meta: dict[str, list[str]]) -> Iterator[str]:
    """Cards name what they show: `twitter:label1` is "Written by", and `twitter:data1` the name."""
    for label, name in (("twitter:label1", "twitter:data1"), ("twitter:label2", "twitter:data2")):
        if any(map(WRITTEN_BY.search, meta.get(label, ()))):
            yield from meta.get(name, ())


def _line(value: object) -> str:
    if not isinstance(value, str):
        return ""
    text = value[: 5 * LONGEST]
    if ENTITY.search(text):  # JSON-LD is often escaped twice
        from html import unescape  # noqa: PLC0415

        text = unescape(text)
    text = text.encode("utf-8", "replace").decode()  # JSON can hold half a character
    return " ".join(text.split())[:LONGEST]


def _unique(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for value in values if value))
