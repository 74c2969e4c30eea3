"""A crawl dealt anew to more or fewer shards, or to none: from the whole, with nothing lost.

New shards are built beside the old ones and then take their place: a kill leaves the ones or the others.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any

from msgspec.structs import replace

from honeyguide import __version__, encoders, strategies
from honeyguide import links as link_models
from honeyguide.analysis import relevance_model
from honeyguide.cluster.gather import Gatherer
from honeyguide.config import Settings
from honeyguide.core import CrawlCore
from honeyguide.core.answers import REJUDGED
from honeyguide.core.referrals import Partition, Referral, packed, unpacked
from honeyguide.errors import BadInput
from honeyguide.model import Topic
from honeyguide.storage import folder as layout
from honeyguide.storage.damage import enough_room
from honeyguide.storage.dealing import dealing_of, host_names, make_shard, meta_of, state_of, undelivered
from honeyguide.storage.files import NEW_SHARDS, PART_SHARDS, SHARDS
from honeyguide.storage.gathering import JOINED, NamedLink, ToldLinks
from honeyguide.storage.lock import locked
from honeyguide.storage.memory import MemoryStore
from honeyguide.storage.places import delete_elsewhere, new_place, place_of, shard_name
from honeyguide.storage.run_settings import keep_settings, settings_of
from honeyguide.storage.shard_folders import exchange_shards, finish_exchange, is_exchanging, shard_folders

_LISTS = "lists"
_DELAYS = "delays"
_VERDICT = "verdict"
_RECALL = "recall"


def must_deal(folder: Path, shards: int) -> bool:
    """Whether the crawl in a folder must be dealt before it can go on with so many shards."""
    if is_exchanging(folder):
        with locked(folder):
            finish_exchange(folder)
    now = len(shard_folders(folder))
    if shards == 1:
        return now > 0
    return now != shards or bool(state_of(folder).get(REJUDGED))


def deal(folder: Path, shards: int) -> None:
    """Make a crawl that does not run ready to go on with so many shards; with 1, in one.

    Waiting links, pages, tries, rests and marks are what they were. Link models are rebuilt from the stored pages;
    what a strategy keeps beside its links begins anew.
    """
    if shards < 1:
        raise BadInput(f"shards: {shards} is less than 1")
    topic, settings = layout.topic_of(folder), settings_of(folder) or Settings()
    with ExitStack() as held:
        whole = held.enter_context(Gatherer(folder))
        finish_exchange(folder)
        whole.hold_shards()
        whole.gather()
        old = shard_folders(folder)
        if old and dealing_of(old[0]) == state_of(folder).get(JOINED):  # they were joined, and a kill left them there
            _retire(folder)
            old = []
        if not old and shards == 1:
            return
        whole.gather_link_state()
        known = _Known(folder, old, _fresh(topic, settings))
        told = [unpacked(message) for message in undelivered(old)]
        if shards == 1:
            whole.join(dealing_of(old[0]), known.state(host_names(folder)), list(_as_links(told)))
            _retire(folder)
        else:
            held.enter_context(enough_room(folder, "nothing was changed: make room, then deal again"))
            part = folder / PART_SHARDS
            held.callback(_delete, part)
            _build(folder, part, known, _dealt_messages(told, shards), shards)
            part.rename(folder / NEW_SHARDS)
            exchange_shards(folder)
            whole.forget(REJUDGED)
        keep_settings(folder, replace(settings, shards=shards), __version__)


class _Known:
    """What a crawl knows beside its rows, of all its shards."""

    def __init__(self, folder: Path, shards: Sequence[Path], fresh: Mapping[str, object]) -> None:
        self._fresh = fresh
        self._delays: dict[str, float] = {}
        self._lists: dict[str, Counter[str]] = {}
        self._recalls: list[dict[str, Any]] = []
        for each in shards or [folder]:
            state, names = state_of(each), host_names(each)
            self._delays |= {names[host]: delay for host, delay in state.get(_DELAYS, ())}
            for kind, asked in state.get(_LISTS, {}).items():
                self._lists.setdefault(kind, Counter()).update(asked)
            if recall := state.get(_RECALL):
                self._recalls.append(recall)
        self._verdict = state_of(folder).get(_VERDICT)

    def state(self, names: Sequence[str]) -> dict[str, object]:
        """For a crawl whose hosts have these numbers."""
        delays = [(number, self._delays[name]) for number, name in enumerate(names) if name in self._delays]
        state: dict[str, object] = {**self._fresh, REJUDGED: True, _DELAYS: delays, _LISTS: self._lists}
        if self._recalls and _RECALL in self._fresh:  # its tests are counted on; one that ran is given up
            last = max(self._recalls, key=lambda recall: recall["tests"])
            reached = min(recall["reached"] for recall in self._recalls)
            state[_RECALL] = {**last, "reached": reached, "turns": 0, "sample": None}
        return state if self._verdict is None else {**state, _VERDICT: self._verdict}


def _fresh(topic: Topic, settings: Settings) -> dict[str, object]:
    """What the parts of a crawl keep before it knows any link."""
    vectors = encoders.open_vectors(settings.encoder)
    strategy = strategies.make(settings.strategy, r2=topic.thresholds.link, budget=settings.pages)
    model = link_models.make_for(strategy, topic, settings.links, vectors)
    decision = relevance_model(topic, encoder=vectors).decision()
    core = CrawlCore(settings, MemoryStore(), strategy, model, decision, lambda host: 0.0)
    core.begin([], Random(settings.seed), 0.0)  # noqa: S311
    return core.take(0.0).state


def _build(
    folder: Path,
    part: Path,
    known: _Known,
    messages: Sequence[Sequence[tuple[int, int, bytes]]],
    shards: int,
) -> None:
    dealing, partition = token_hex(8), Partition(0, shards)
    owned: list[list[int]] = [[] for _ in range(shards)]
    for number, name in enumerate(host_names(folder)):
        owned[partition.owner(name)].append(number)
    part.mkdir()
    meta, place = meta_of(folder), place_of(folder)
    for number, outbox in enumerate(messages):
        shard = part / str(number)
        shard.mkdir()
        named = shard_name(folder.resolve().name, str(number))
        layout.create(shard, new_place(shard, place.url if place else "", named), meta)
        with (
            closing(layout.connect(shard, write=True)) as database,
            layout.attached(database, folder) as of,
            layout.transaction(database),
        ):
            make_shard(database, of, owned[number], known.state, outbox, dealing)


def _dealt_messages(told: Sequence[Referral], shards: int) -> list[list[tuple[int, int, bytes]]]:
    """By shard, what it tells others of what was on its way when the crawl stopped: to whom, number, message."""
    partition = Partition(0, shards)
    outboxes: list[list[tuple[int, int, bytes]]] = [[] for _ in range(shards)]
    for each in told:
        holder = partition.owner(each.host)
        hosts = [*(link.host for link in each.links), *(link.host for link in each.passed)]
        for owner in sorted(set(map(partition.owner, hosts))):
            own = [place for place, link in enumerate(each.links) if partition.owner(link.host) == owner]
            part = replace(
                each,
                links=tuple(each.links[place] for place in own),
                places=tuple(each.places[place] for place in own),
                links_elsewhere=each.links_elsewhere + len(each.links) - len(own),
                passed=tuple(link for link in each.passed if partition.owner(link.host) == owner),
            )
            sender = outboxes[holder if holder != owner else (owner + 1) % shards]
            sender.append((owner, len(sender) + 1, packed(part)))
    return outboxes


def _as_links(told: Sequence[Referral]) -> Iterator[ToldLinks]:
    """What was on its way, as rows of the whole."""
    for each in told:
        links = [
            NamedLink(link.url, link.host, each.depth + 1, 0, link.anchor, 0.0, place)
            for link, place in zip(each.links, each.places, strict=True)
        ]
        links += [
            NamedLink(link.url, link.host, link.depth, link.hops, None, link.worth, None, link.seed)
            for link in each.passed
        ]
        yield ToldLinks(each.url, links)


def _retire(folder: Path) -> None:
    """The shards of a crawl that is in one."""
    retired = folder / PART_SHARDS
    (folder / SHARDS).rename(retired)
    _delete(retired)


def _delete(shards: Path) -> None:
    for shard in shards.iterdir() if shards.is_dir() else ():
        delete_elsewhere(shard)
    shutil.rmtree(shards, ignore_errors=True)
