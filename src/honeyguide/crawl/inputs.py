"""What a crawl is given, held against what it ought to be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from honeyguide import known_places
from honeyguide.config import Settings
from honeyguide.errors import BadSeeds, BadSetting, BadTopic
from honeyguide.model import Topic
from honeyguide.storage.object_storage import checked_place
from honeyguide.storage.postgres import checked_url
from honeyguide.topics.files import load_topic
from honeyguide.validation import shown


def check_places(out: Path, settings: Settings, *, is_named: bool = True) -> None:
    """Those outside of the folder: who hands us settings names them; what was the folder's alone must be known."""
    if settings.store:
        checked_url(settings.store)
    if settings.raw:
        checked_place(settings.raw)
    check = known_places.given if is_named else known_places.require_all
    check(out, settings.store, settings.raw)


def checked(topic: object, seeds: object, settings: object) -> Topic:
    """The topic, once all three are what they ought to be."""
    if isinstance(topic, str):
        topic = load_topic(topic)
    if not isinstance(topic, Topic):
        raise BadTopic(f"topic: must be a Topic, or the name of a shipped topic or a file, not {shown(topic)}")
    wanted = "seeds: must be a list of URLs, such as ['https://example.org/']"
    if isinstance(seeds, str | bytes) or not isinstance(seeds, Iterable):
        raise BadSeeds(f"{wanted}, not {shown(seeds)}")
    for seed in seeds if isinstance(seeds, Sequence | Mapping) else ():
        if not isinstance(seed, str):
            raise BadSeeds(f"{wanted}; {shown(seed)} is no text")
    if settings is not None and not isinstance(settings, Settings):
        raise BadSetting(f"settings: must be Settings, as honeyguide.settings(…) makes them, not {shown(settings)}")
    return topic
