"""A link model that likes birds in anchors, and pages on topic."""

from honeyguide.links.best_score import BestScore
from honeyguide.model import Link, OutLink, Page, Relevance


class BirdAnchors(BestScore):
    """An anchor that names a bird is good; the better, the more pages on topic it has learnt of."""

    def __init__(self) -> None:
        super().__init__()
        self.good, self.seen = 0, 0

    def learn(self, link: Link, relevance: Relevance) -> None:
        self.seen += 1
        self.good += relevance.on_topic

    def score_link(self, link: OutLink, page: Page, relevance: Relevance) -> float:
        birds = "bird" in link.anchor.lower() or "bird" in page.title.lower()
        luck = self.good / max(1, self.seen)
        return 0.5 * birds + 0.3 * relevance.score + 0.2 * luck
