"""Items in a report: the most and the least trusted, the most and the least current, and the sites they stand on."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from statistics import fmean

from honeyguide.insight.figures import spread_of
from honeyguide.insight.model import Currency, Reason, Trust
from honeyguide.insight.reasons import against_it, for_it, highest, lowest
from honeyguide.insight.report_findings import Findings, Names, drawn, reason
from honeyguide.insight.summary import day
from honeyguide.reporting.markup import link, said, table

TOP, SITES = 8, 25


def page(found: Findings, names: Names, place: int) -> str:
    """A page as it stands in a table: title, site, date, event."""
    item, number = found.analysis.items[place], int(found.analysis.event_of[place])
    event = f" · {names.event(number, 2)}" if number else ""
    about = f"{said(found.analysis.sites[place], longest=60)} · {day(item.published)}{event}"
    return f"{link(item.url, item.title, item.language)}<small>{about}</small>"


def trusted(found: Findings, names: Names) -> Iterator[str]:
    yield '<h2 id="trust">Trust</h2>'
    yield '<p class="note">Who vouches for an item, in [0, 1]: other sites that tell the same, the standing of its '
    yield "site, names and dates, and a text of its own. It does not say what is true.</p>"
    scores = [each.score for each in found.trusts]
    picture = spread_of("trust", "How trust is spread", scores, ("least", "most"))
    yield f'<div class="pair">{drawn(picture)}</div>'
    for caption, chosen, good, bad in (
        ("Most trusted", highest(found.trusts, TOP), 3, 2),
        ("Least trusted", lowest(found.trusts, TOP), 1, 4),
    ):
        rows = (
            (page(found, names, each.item), f"{each.score:.2f}", _why(for_it(each)[:good], against_it(each)[:bad]))
            for each in chosen
        )
        yield table(("item", "trust*", "why"), rows, caption)


def _why(good: Sequence[Reason], bad: Sequence[Reason]) -> str:
    lines = [f"<li>{reason(each.says)}</li>" for each in good]
    lines += [f'<li class="against">{reason(each.says)}</li>' for each in bad]
    return f'<ul class="why">{"".join(lines)}</ul>'


def current(found: Findings, names: Names) -> Iterator[str]:
    yield f'<h2 id="currency">Currency</h2><p class="note">How current an item is on {day(found.analysis.until)}, in '
    yield f"[0, 1]: half after {found.half_life:g} days, less when a newer item tells its event further. "
    yield f"{found.analysis.undated:,} items without a date score 0.</p>"
    scores = [each.score for each in found.currencies]
    picture = spread_of("currency", "How currency is spread", scores, ("old", "new"))
    yield f'<div class="pair">{drawn(picture)}</div>'
    dated = [each for each in found.currencies if each.age is not None]
    for caption, chosen in (("Most current", highest(dated, TOP)), ("Least current", lowest(dated, TOP))):
        yield table(("item", "currency*", "why"), (_current(found, names, each) for each in chosen), caption)


def _current(found: Findings, names: Names, each: Currency) -> tuple[str, ...]:
    lines = "".join(f"<div>{reason(line)}</div>" for line in each.says)
    return page(found, names, each.item), f"{each.score:.2f}", lines


def sources(found: Findings) -> Iterator[str]:
    """Sites with the most items."""
    analysis = found.analysis
    places = defaultdict[str, list[int]](list)
    for place, site in enumerate(analysis.sites):
        places[site].append(place)
    largest = sorted(places, key=lambda site: (-len(places[site]), site))[:SITES]
    of = f"The {len(largest)} sites with the most items, of {len(places):,}." if len(places) > SITES else ""
    yield f'<h2 id="sources">Sources</h2><p class="note">{of} A copy is a text that stood elsewhere first; '
    yield "authority is the standing of a site in the links between sites.</p>"
    rows = (
        (
            said(site, longest=60),
            f"{len(mine):,}",
            f"{sum(int(analysis.stories[place]) != place for place in mine):,}",
            f"{len({int(number) for number in analysis.event_of[mine] if number}):,}",
            f"{fmean(found.trusts[place].score for place in mine):.2f}",
            _authority([found.trusts[place] for place in mine]),
            ", ".join(f"{said(name or '?', longest=8)} {many:,}" for name, many in _languages(found, mine)),
        )
        for site in largest
        for mine in [places[site]]
    )
    heads = ("site", "items*", "copies*", "events*", "mean trust*", "authority*", "languages")
    yield table(heads, rows)


def _authority(trusts: Sequence[Trust]) -> str:
    values = [reason.value for each in trusts for reason in each.reasons if reason.kind == "authority"]
    return f"{max(values):.2f}" if values else "–"


def _languages(found: Findings, places: Sequence[int]) -> list[tuple[str, int]]:
    return Counter(found.analysis.items[place].language for place in places).most_common(3)
