"""The elements of a page as a whole (NEWS def. 3.2.2): what the crawl keeps beside the page itself.

Metadata first, then the rules for Chinese pages, `<time>` and bylines, then trafilatura and htmldate. Nothing is
fetched, nothing that a page says makes this raise, and time and memory are bounded by what is read of it.
"""

from __future__ import annotations

from math import inf

from honeyguide.model import Article, Page
from honeyguide.parsing.article.authors import author
from honeyguide.parsing.article.body import main_text, tree_of
from honeyguide.parsing.article.changes import changes, updated
from honeyguide.parsing.article.chinese import Named, named, signed
from honeyguide.parsing.article.dates import believed, published
from honeyguide.parsing.article.english import labelled
from honeyguide.parsing.article.keywords import content_keywords
from honeyguide.parsing.article.metadata import declared
from honeyguide.parsing.article.scan import scan
from honeyguide.parsing.article.titles import choose_title
from honeyguide.parsing.language import language_of
from honeyguide.parsing.tokens import tokens
from honeyguide.urls import host_of, is_home

LEEWAY = 2 * 24 * 3600.0
"""How much later than its page was read a date may be: clocks are wrong, and days begin elsewhere."""


def article_of(
    page: Page,
    html: str,
    *,
    relevance: float | None = None,
    parent: str = "",
    fetched_at: str = "",
    read_at: float = 0.0,
) -> Article:
    """The elements of a parsed page and the HTML that it was parsed from. `read_at`: no date much later than that is
    one of publication or change; 0 where it is not known."""
    host = host_of(page.url)
    found = scan(html)
    said = declared(found)
    declared_titles = said.titles or ((page.title,) if page.title else ())
    title, line = choose_title(declared_titles, found.headings, found.lines, said.source, host, found.sites)
    site = " ".join((said.source, *(each.replace(title, "") for each in declared_titles if title)))
    near = named(found.seamed, line)
    if near == Named():
        near = labelled(found.seamed, line)
    account, marked = (
        next((mark.text for mark in found.marked if mark.kind == kind), "") for kind in ("account", "source")
    )
    source = near.source or account or said.source or marked
    tree = tree_of(html, found)
    content = main_text(html, tree)
    latest = read_at + LEEWAY if read_at else inf
    changed = [when for when in changes(said, found, near.updated, line, host) if believed(when, latest)]
    language = language_of(content, page.language) or page.language
    when = published(said, found, near, line, page.url, host, tree, content, language, changed, latest)
    author_name = author(said, found, near, signed(found.seamed, content), site, line)
    if is_home(page.url):  # what stands on it belongs to the stories that it links to
        author_name = when = ""
    return Article(
        url=page.url,
        title=title or page.title,
        published=when,
        updated=updated(changed, when),
        source=source or host.removeprefix("www."),
        author=author_name,
        content=content,
        hyperlinks=tuple(dict.fromkeys(link.url for link in page.links)),
        language=language,
        title_words=tuple(tokens(title, language)),
        content_words=tuple(tokens(content, language)),
        keywords=content_keywords(title, content, language, said.keywords),
        relevance=relevance,
        parent=parent,
        fetched_at=fetched_at,
    )
