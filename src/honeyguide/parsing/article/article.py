"""The elements of a page as a whole (NEWS def. 3.2.2): what the crawl keeps beside the page itself.

Metadata first, then the rules for Chinese pages, `<time>` and bylines, then trafilatura and htmldate. Nothing is
fetched, nothing that a page says makes this raise, and time and memory are bounded by what is read of it.
"""

from __future__ import annotations

from honeyguide.model import Article, Page
from honeyguide.parsing.article.authors import author
from honeyguide.parsing.article.body import main_text, tree_of
from honeyguide.parsing.article.changes import changes, updated
from honeyguide.parsing.article.chinese import named
from honeyguide.parsing.article.dates import published
from honeyguide.parsing.article.keywords import content_keywords
from honeyguide.parsing.article.metadata import declared
from honeyguide.parsing.article.scan import scan
from honeyguide.parsing.article.titles import choose_title
from honeyguide.parsing.language import language_of
from honeyguide.parsing.tokens import tokens
from honeyguide.urls import host_of


def article_of(
    page: Page, html: str, *, relevance: float | None = None, parent: str = "", fetched_at: str = ""
) -> Article:
    """The elements of a parsed page and the HTML that it was parsed from."""
    host = host_of(page.url)
    found = scan(html)
    said = declared(found)
    title, line = choose_title(
        said.titles or ((page.title,) if page.title else ()), found.headings, said.source, host
    )
    chinese = named(found.lines, line)
    source = chinese.source or said.source or next((mark.text for mark in found.marked if mark.kind == "source"), "")
    tree = tree_of(html, found)
    changed = changes(said, found, chinese.updated, line, host)
    when = published(said, found, chinese, line, page.url, host, tree, changed)
    content = main_text(html, tree)
    language = language_of(content, page.language) or page.language
    return Article(
        url=page.url,
        title=title or page.title,
        published=when,
        updated=updated(changed, when),
        source=source or host.removeprefix("www."),
        author=author(said, found, chinese.author, source, line),
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
