"""A strategy that takes the address with the fewest slashes first."""

from typing import Annotated

from msgspec import Meta, Struct

from honeyguide.model import ScoredLink
from honeyguide.strategies.prioritized import Prioritized


class FewSlashes(Prioritized):
    """Short paths first, good scores first among them."""

    paper = "birdwatch"
    link_model = "bird-anchors"

    class Parameters(Struct, frozen=True):
        trust: Annotated[float, Meta(ge=0, le=1, description="Weight of a link's score against its path.")] = 0.5

    def __init__(self, parameters: Parameters) -> None:
        super().__init__()
        self.trust = parameters.trust

    def priority(self, link: ScoredLink) -> float:
        shortness = 2 / max(2, link.link.url.count("/"))
        return self.trust * link.score + (1 - self.trust) * shortness
