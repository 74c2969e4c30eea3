"""A web that anyone can rebuild from a seed: realistic where it matters to a focused crawler, with known truth."""

from collections.abc import Callable

from honeyguide.web.response import Answer
from honeyguide.web.synthetic.parameters import PLANTED, SyntheticParameters
from honeyguide.web.synthetic.truth import PlantedEvent, Planting
from honeyguide.web.synthetic.web import SyntheticWeb

__all__ = ["PLANTED", "PlantedEvent", "Planting", "SyntheticParameters", "SyntheticWeb", "answering"]


def answering(parameters: SyntheticParameters) -> Callable[[str], Answer]:
    """The `answer` of a new web: with `functools.partial`, what another process needs to serve it."""
    return SyntheticWeb(parameters).answer
