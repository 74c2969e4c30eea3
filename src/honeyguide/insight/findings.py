"""The answers of `honeyguide insight` for programs: places become pages, seconds become dates."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from honeyguide.insight.model import Analysis, Currency, Event, Evolution, Hot, Trust
from honeyguide.insight.summary import Glance, story_count
from honeyguide.timestamps import isoformat

Json = dict[str, Any]


def page(analysis: Analysis, place: int) -> Json:
    item, number = analysis.items[place], int(analysis.event_of[place])
    return {
        "url": item.url,
        "title": item.title,
        "host": item.host,
        "site": analysis.sites[place],
        "language": item.language,
        "source": item.source,
        "author": item.author,
        "published": _day(item.published) if item.day_only else _moment(item.published),
        "updated": _moment(item.updated),
        "event": number or None,
        "terms": analysis.events[number - 1].terms if number else (),
    }


def glance(found: Glance) -> Json:
    dates = {"first": _moment(found.first), "last": _moment(found.last)}
    return asdict(found) | dates | {"languages": dict(found.languages)}


def trust(analysis: Analysis, found: Trust) -> Json:
    return {"score": found.score, **page(analysis, found.item), "reasons": found.reasons}


def currency(analysis: Analysis, found: Currency) -> Json:
    newer = None if found.replaced_by is None else page(analysis, found.replaced_by)
    about = page(analysis, found.item)
    return {"score": found.score, **about, "age_days": found.age, "replaced_by": newer, "says": found.says}


def event(analysis: Analysis, found: Event) -> Json:
    return {
        "event": found.number,
        "terms": found.terms,
        "items": len(found.items),
        "stories": story_count(analysis, found.items),
        "sites": len({analysis.sites[place] for place in found.items}),
        "started": _moment(found.started),
        "ended": _moment(found.ended),
        "first": page(analysis, found.items[0]) if found.items else None,
    }


def hot(analysis: Analysis, found: Hot, window: float) -> Json:
    about = event(analysis, analysis.events[found.event - 1])
    return {
        "score": found.score,
        "event": found.event,
        "terms": about["terms"],
        "items": found.items,
        "stories": found.stories,
        "sites": found.sites,
        "expected": found.expected,
        "bursts": [{"from": _moment(start), "until": _moment(end)} for start, end in found.bursts],
        "says": found.says,
        "window": {"from": _moment(analysis.until - window), "until": _moment(analysis.until)},
        "started": about["started"],
        "ended": about["ended"],
        "first": about["first"],
    }


def evolution(analysis: Analysis, found: Evolution) -> Json:
    return {
        **event(analysis, analysis.events[found.event - 1]),
        "undated": found.undated,
        "volume": [{"day": _day(at), "items": items, "stories": stories} for at, items, stories in found.volume],
        "phases": [
            {
                "phase": number,
                "start": _moment(phase.start),
                "end": _moment(phase.end),
                "stories": phase.stories,
                "appears": phase.appears,
                "disappears": phase.disappears,
                "sites": phase.sites,
                "new_sites": phase.new_sites,
                "begun_by": [page(analysis, place) for place in phase.begun_by],
                "items": [page(analysis, place) for place in phase.items],
            }
            for number, phase in enumerate(found.phases, start=1)
        ],
        "threads": [
            {
                "thread": number,
                "phase": thread.phase + 1,
                "terms": thread.terms,
                "follows": [place + 1 for place in thread.follows],
                "items": [analysis.items[place].url for place in thread.items],
            }
            for number, thread in enumerate(found.threads, start=1)
        ],
    }


def _moment(at: float | None) -> str | None:
    return None if at is None else isoformat(at)


def _day(at: float | None) -> str | None:
    return None if at is None else isoformat(at)[:10]
