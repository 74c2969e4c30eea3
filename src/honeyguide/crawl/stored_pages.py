"""A page that was just stored, as people get it."""

from __future__ import annotations

from honeyguide.model import Article, StoredPage
from honeyguide.protocols import Store
from honeyguide.records import Record
from honeyguide.timestamps import isoformat


def stored_page(record: Record, store: Store) -> StoredPage:
    page, relevance, link = record.page, record.relevance, record.link
    assert page is not None
    assert relevance is not None
    known = record.extract.article if record.extract and relevance.on_topic else Article(link.url)
    return StoredPage(
        url=link.url,
        title=known.title or page.title,
        relevance=relevance.score,
        on_topic=relevance.on_topic,
        language=page.language,
        description=page.description,
        host=store.link_table.host_names[link.host],
        depth=link.depth,
        parent=store.link(link.parent).url if link.parent >= 0 else "",
        fetched_at=isoformat(record.fetched.at),
        status=record.fetched.status,
        duplicate_of="" if record.duplicate_of is None else store.link(record.duplicate_of).url,
        text=page.text if relevance.on_topic else "",
        published=known.published,
        updated=known.updated,
        source=known.source,
        author=known.author,
        keywords=tuple(each.term for each in known.keywords),
        content=known.content,
        kind=page.kind,
    )
