"""Words and meaning together, from keywords, from examples, or from both; it learns as the crawl goes on [ours].

A worker draws the features of a page; what they say is decided where all pages come together (`judging`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from honeyguide.model import Document, ExamplePage, Model, Page, Relevance, Topic, TrainingData
from honeyguide.parsing.tokens import content_words
from honeyguide.protocols import Encoder, TermCounter
from honeyguide.relevance import Words
from honeyguide.relevance.everyday import everyday_texts
from honeyguide.relevance.evidence import LONGEST_TEXT, PageModel
from honeyguide.relevance.judging import Judging
from honeyguide.relevance.link_lists import linked_share
from honeyguide.relevance.page_features import (
    PageFeatures,
    beginning,
    counted,
    examples_of,
    features_of,
    hints_of,
    other_pages_of,
    pack,
    unpack,
)

TITLE_TIMES = 3
"""A word of the title counts as so many more."""
OPENING, OPENING_TIMES = 1_500, 4
"""A word among so many first characters counts as so many more: title, headings and first sentences say what a page
is about."""
MOST_OTHERS = 200


class Parameters(Struct, frozen=True):
    threshold: Annotated[float, Meta(ge=0, le=1, description="On topic is what is more probable than this.")] = 0.5


class Judge(PageModel):
    paper = "none [ours]"
    unit = "log-odds"
    learns = True
    """Pages are worth judging again when the crawl has ended."""
    keywords_suffice = True

    def __init__(
        self, parameters: Parameters, topic: Topic, terms: TermCounter, words: Words, encoder: Encoder | None
    ) -> None:
        super().__init__(parameters.threshold, topic, terms)
        self.words = words
        self.encoder = encoder
        self._topic = topic
        self._alone: Judging | None = None

    @staticmethod
    def train(data: TrainingData) -> Model:
        """Examples are kept as they are: the crawl itself tells what sets them apart."""
        pages = tuple(map(_kept, data.positives))
        others = tuple(map(_kept, data.others[:MOST_OTHERS]))
        words = {word: 1.0 for page in pages for word in page.words}
        told = f"{len(pages)} examples, {len(others):,} other pages"
        return Model(
            "judge",
            tuple(words),
            tuple(words.values()),
            pages=pages,
            other_pages=others,
            keywords=dict(data.keywords),
            trained_on=told,
        )

    def decision(self) -> Judging:
        usual = [features_of(text, text, counted(content_words(text)), self.encoder) for text in everyday_texts()]
        examples, others, hints = (
            part(self._topic, self.encoder) for part in (examples_of, other_pages_of, hints_of)
        )
        keywords = not (self._topic.model and self._topic.model.pages)
        return Judging(
            usual, examples, others, self.threshold, hints=hints, keywords=keywords, explains=self.explains
        )

    def score(self, page: Page) -> Relevance:
        """As if it were the first page of the crawl."""
        features = self._features(page)
        if features is None:
            return Relevance(0.0, False)
        if self._alone is None:
            self._alone = self.decision()
        first = self._alone.glance(features)
        return Relevance(first, first > self.threshold, (), self.matched_terms(page), features=pack(features))

    @staticmethod
    def meant(page: Page) -> tuple[str, str]:
        """The beginning and the title: what is looked at for its meaning."""
        return beginning(page.title, _text_of(page)), page.title

    def features(self, page: Page) -> bytes:
        """All that the decision asks of a page, whatever the topic; empty for a page without words."""
        features = self._features(page)
        return pack(features) if features else b""

    def knows(self, features: bytes) -> bool:
        """Whether it would draw such features: what a page means to another encoder says nothing to this one."""
        return unpack(features).encoder == (self.encoder.name if self.encoder else "")

    def _features(self, page: Page) -> PageFeatures | None:
        text = _text_of(page)
        words = _weighed(self.words(text, page.language), page.title, text, self.words, page.language)
        if not words:
            return None
        linked = linked_share(page, text)
        return features_of(beginning(page.title, text), page.title, counted(words), self.encoder, linked)


def _text_of(page: Page) -> str:
    return "\n".join(page.groups)[:LONGEST_TEXT]


def _kept(document: Document) -> ExamplePage:
    whole = document.text.strip()
    title, _, text = whole.partition("\n")
    words = _weighed(document.words, title, whole, content_words, document.language)
    return ExamplePage(beginning(title, text), counted(words))


def _weighed(all_words: Sequence[str], title: str, text: str, words: Words, language: str) -> list[str]:
    """The words of a page, those of its title and of its opening as often as they count."""
    opening = words(text[:OPENING], language)
    return [*all_words, *OPENING_TIMES * opening, *TITLE_TIMES * words(title, language)]
