"""Which labels of a web are topics of an experiment, each in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from hashlib import blake2b

from honeyguide.errors import BadInput
from honeyguide.lab.experiment import TopicPart
from honeyguide.web.offline import Labels

HALVES = ("development", "held-out")


def half_of(label: str) -> str:
    """Which half of all labels it belongs to, by its name alone: always the same, whatever other labels there are."""
    return HALVES[blake2b(label.encode(), digest_size=1).digest()[0] % 2]


def named_labels(topic: TopicPart, labels: Labels) -> tuple[str, ...]:
    """Those that the experiment names, by patterns too; one, or the web's main topic, where it asks for no more."""
    if not topic.several:
        assert isinstance(topic.relevant, str)
        label = topic.relevant or labels.main
        if not label:
            raise BadInput(
                "[topic] must say 'relevant': the label that counts as on topic; this web has no main topic"
            )
        labels.require(label)
        return (label,)
    wanted = (topic.relevant,) if isinstance(topic.relevant, str) else topic.relevant
    for name in (*wanted, *topic.leave_out):
        if "*" not in name:
            labels.require(name)
    found = [name for name in labels.names() if _matches(name, wanted) and not _matches(name, topic.leave_out)]
    if topic.half:
        found = [name for name in found if half_of(name) == topic.half]
    if not found:
        raise BadInput("[topic] leaves no label of this web")
    return tuple(found)


def large_enough(
    topic: TopicPart, named: Sequence[str], labels: Labels, may_fetch: Callable[[str], bool]
) -> tuple[str, ...]:
    """Of several labels, those with enough pages that a crawl may have."""
    if not topic.several:
        return tuple(named)
    fewest = max(topic.least, topic.examples + 1)
    found = tuple(name for name in named if sum(map(may_fetch, labels.pages(name))) >= fewest)
    if not found:
        raise BadInput(f"no label that [topic] names has {fewest} pages that a crawl may have")
    return found


def _matches(name: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)
