"""Who published what and when: title, date, source, author, main text and keywords of a page or a folder of pages."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from honeyguide import config
from honeyguide.analysis import AnalyzedPage, PageAnalyzer
from honeyguide.config import Settings
from honeyguide.errors import BadInput, NothingFetched
from honeyguide.model import NO_TOPIC, Article, Fetched, Outcome, Topic
from honeyguide.one_page import responses
from honeyguide.parsing.article.article import article_of
from honeyguide.progress import Progress, silent
from honeyguide.text_files import files_in
from honeyguide.topics.files import load_topic
from honeyguide.urls import canonical

MOST_FILES = 200_000
PAGES = frozenset((".html", ".htm", ".xhtml", ".shtml"))


class ExtractedFile(Struct, frozen=True):
    """What came of one file of a folder."""

    name: str
    """Its path inside the folder."""
    article: Article | None
    problem: str = ""
    """Why there is no article."""


def extract(
    page: str | Path, *, topic: Topic | str | None = None, base: str = "", settings: Settings | None = None
) -> Article:
    """The article on a page: a URL, a file, or `-` for standard input; with a topic also its relevance."""
    extractor = _Extractor(topic, settings)
    fetched = responses(str(page), extractor.settings, base)[-1]
    article = extractor.article(fetched) if fetched.outcome is Outcome.PAGE else fetched.detail or fetched.outcome
    if isinstance(article, str):
        raise NothingFetched(f"{fetched.url}: no page to read: {article}")
    return article


def extract_folder(
    folder: str | Path,
    *,
    topic: Topic | str | None = None,
    base: str = "",
    settings: Settings | None = None,
    progress: Progress = silent,
) -> Iterator[ExtractedFile]:
    """All HTML files of a folder and the folders in it, one after the other."""
    if base and canonical(base) is None:
        raise BadInput(f"'{base[:200]}' is not a URL; links cannot be relative to it")
    extractor = _Extractor(topic, settings)
    files = [path for path in files_in(Path(folder)) if path.suffix.lower() in PAGES and path.is_file()]
    if not files:
        raise BadInput(f"{folder}: holds no page; its files should end in {', '.join(sorted(PAGES))}")
    if len(files) > MOST_FILES:
        raise BadInput(f"{folder}: holds more than {MOST_FILES:,} pages; give a part of them")
    for number, path in enumerate(files, start=1):
        yield extractor.file(path, Path(folder), base)
        progress("pages read", number, len(files))


class _Extractor:
    def __init__(self, topic: Topic | str | None, settings: Settings | None) -> None:
        wanted = load_topic(topic) if isinstance(topic, str) else topic
        self.settings = settings or config.settings()
        self._judges = wanted is not None
        self._analyzer = PageAnalyzer(wanted or NO_TOPIC, self.settings)

    def file(self, path: Path, folder: Path, base: str) -> ExtractedFile:
        inside = path.relative_to(folder).as_posix()
        try:
            (fetched,) = responses(str(path), self.settings, f"{base.rstrip('/')}/{inside}" if base else "")
        except BadInput as wrong:
            return ExtractedFile(inside, None, str(wrong))
        article = self.article(fetched)
        return ExtractedFile(inside, None, article) if isinstance(article, str) else ExtractedFile(inside, article)

    def article(self, fetched: Fetched) -> Article | str:
        """That of a response, or why it has none."""
        html, page = self._analyzer.html(fetched), self._analyzer.parse(fetched)
        for each in (html, page):
            if isinstance(each, AnalyzedPage):
                return each.detail or each.outcome
        assert isinstance(html, str)
        assert not isinstance(page, AnalyzedPage)
        at = datetime.fromtimestamp(fetched.at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if fetched.at else ""
        relevance = round(self._analyzer.judge(page).score, 6) if self._judges else None
        return article_of(
            page, html, relevance=relevance, fetched_at=at, read_at=0.0 if fetched.virtual else fetched.at
        )
