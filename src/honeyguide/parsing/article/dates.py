"""When was it published? What the page declares, `<time>`, Chinese rules, the address, then htmldate.

A moment is ISO 8601: `2026-07-01T08:30:00+08:00`; without offset when the zone is not known; a bare date when the
time is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from math import inf
from typing import Any

from honeyguide.parsing.article.chinese import Named
from honeyguide.parsing.article.guessed_dates import by_htmldate
from honeyguide.parsing.article.metadata import Declared
from honeyguide.parsing.article.scan import Scan, unseamed
from honeyguide.timestamps import is_day, parse

EARLIEST, LATEST = 1991, 2100
"""Years that a page on the web can be from."""
ABOVE, NEAR = 3, 12
"""Lines above and below the title in which an unmarked `<time>` or a clock is taken for its own."""
FIRST = 40
"""Lines of a page without a title in which a clock is looked for."""
SHORT = 40
"""Characters of a line near the title that is no sentence, so that its date is the page's."""
OWN = 80
"""Characters of a line anywhere that can tell the date of the page."""
ENDS = (".", "!", "?", "。", "！", "？", "…")
"""Of sentences."""
DATELINE = 3
"""Lines of a text in which its own date can stand."""
MONTHS = {name: number for number, name in enumerate(
    ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), start=1)}  # fmt: skip
_MONTH = r"(?P<name>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_CLOCK = (
    r"(?:[T\s,，]{0,3}(?:at\s)?(?P<half>上午|下午|晚上|凌晨|中午)?\s?(?P<hour>\d{1,2})[:：时時](?P<minute>\d{2}|\d(?=分))分?"
    r"(?:[:：](?P<second>\d{2})(?:\.\d{1,9})?)?秒?\s{0,2}(?P<noon>[ap]\.?m\.?)?"
    r"\s{0,2}(?P<zone>Z\b|(?:UTC|GMT)(?![+\-])|(?:UTC|GMT)?[+\-]\d{1,2}:?(?:\d{2})?(?!\d))?)?"
)
FORMS = tuple(
    re.compile(form + _CLOCK, re.IGNORECASE)
    for form in (
        r"(?<!\d)(?P<year>(?:19|20)\d{2})\s?[-/.年\s]\s?(?P<month>\d{1,2})\s?[-/.月]\s?(?P<day>\d{1,2})(?!\d)\s?[日号號]?(?:\s?[（(]?(?:星期|周|週)[一二三四五六日天][）)]?)?",
        rf"(?<![a-z]){_MONTH}\s{{1,2}}(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s{{1,2}}(?P<year>(?:19|20)\d{{2}})(?!\d)",
        rf"(?<!\d)(?P<day>\d{{1,2}})(?:st|nd|rd|th)?[\s\-]{{1,2}}{_MONTH},?[\s\-]{{1,2}}(?P<year>(?:19|20)\d{{2}})(?!\d)",
        r"^\s*(?P<year>(?:19|20)\d{2})(?P<month>\d{2})(?P<day>\d{2})(?!\d)",
        r"(?<![\d/-])(?P<one>\d{1,2})[-/](?P<other>\d{1,2})[-/](?P<year>(?:19|20)\d{2})(?![\d/-])",
        r"(?<![\d.])(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>(?:19|20)\d{2})(?![\d.])",
        r"民[国國]\s?(?P<minguo>\d{2,3})\s?年\s?(?P<month>\d{1,2})\s?月\s?(?P<day>\d{1,2})\s?日",
    )
)
IN_URL = re.compile(r"/t?((?:19|20)\d{2})[/-]?(0[1-9]|1[0-2])[/-]?(0[1-9]|[12]\d|3[01])(?=\D)")
LONGEST = 200
LABELLED = re.compile(
    r"(?:发布|發布|發佈|发表|發表)(?:于|於|时间|時間|日期)[\s:：]{0,3}(?:19|20)\d{2}|"
    r"^(?:(?:this|the)\s(?:article|story|post|piece)\s(?:was\s)?)?(?:originally|first)\s(?:published|posted)\b"
    r"(?:\s(?:on|at))?[\s:]{1,3}\w",
    re.IGNORECASE,
)
"""A line that says so wherever it stands, if it is the only one on the page."""

ELSEWHERE = re.compile(
    r"(?:\b(?:dead link|retrieved|accessed|archived|as of|since|until)\b[^.;|]{0,20}|\btoday(?:\sis)?[\s:,]{1,3}|"
    r"(?:今天|今日)[是为為\s:：]{0,3})$",
    re.IGNORECASE,
)
"""What stands before a date that is not the page's: when a link was looked at, since when something has been so, or
that of the visit."""

POSTED = re.compile(r"(?:posted|published)\b(?!\sby)", re.IGNORECASE)
"""The beginning of a line near the title that tells when."""

YEAR = re.compile(r"(?:19|20)\d\d")
VERSION = re.compile(r"(?<![\w.])(?:v|version\s|release\s)?\d{1,4}(?:\.\d{1,5}){1,3}[\w.+-]{0,12}", re.IGNORECASE)
_COMMIT = r"(?=[a-f]{0,39}\d)(?=\d{0,39}[a-f])[\da-f]{7,40}"
RELEASE = re.compile(rf"\W*(?:\w{{1,30}}\s)?(?:{VERSION.pattern}|{_COMMIT})\s?[(\[–—:,-]?\s?", re.IGNORECASE)
"""What stands before a date in the line of a changelog, or in that of the program that made the page; the date ends
it."""

EAST = timezone(timedelta(hours=8))
EASTERN_HOSTS = (".cn", ".tw", ".hk", ".mo", ".sg")
"""Places that keep UTC+8 without summer time: a bare clock of a page from there is in it [ours]."""
EASTERN_WORDS = re.compile(r"(?:北京|台北|臺北|香港|澳门|澳門|新加坡)[时時][间間]")


def moment(text: str, host: str = "") -> str:
    """The first moment that a text holds, in ISO 8601; empty when it holds none that can be."""
    text = text[:LONGEST]
    found = [match for form in FORMS if (match := form.search(text))]
    if found:
        return _written(min(found, key=lambda match: match.start()), text, host)
    if "," in text:
        try:
            return _checked(parsedate_to_datetime(text))
        except (ValueError, IndexError, OverflowError, TypeError):
            pass
    return ""


def _written(match: re.Match[str], text: str, host: str) -> str:
    part = match.groupdict()
    year = int(part["year"]) if part.get("year") else int(part["minguo"]) + 1911
    if part.get("one"):
        part["day"], part["month"] = sorted((part["one"], part["other"]), key=int, reverse=True)
        if int(part["month"]) <= int(part["day"]) <= 12 and part["one"] != part["other"]:
            return ""  # 03/04/2026 can be read in two ways
    month = int(part["month"]) if part.get("month") else MONTHS[part["name"].lower()]
    hour = part["hour"]
    try:
        if hour is None:
            return _checked(datetime(year, month, int(part["day"])))[:10]
        clock = datetime(year, month, int(part["day"]), _hour(part), int(part["minute"]), int(part["second"] or 0))
    except ValueError:
        return ""
    zone = _zone(part["zone"])
    if zone is None and (host.endswith(EASTERN_HOSTS) or EASTERN_WORDS.search(text)):
        zone = EAST
    return _checked(clock.replace(tzinfo=zone))


def _hour(part: dict[str, Any]) -> int:
    hour = int(part["hour"])
    afternoon = (part["noon"] or "").lower().startswith("p") or part["half"] in ("下午", "晚上")
    if hour < 12 and afternoon:
        return hour + 12
    if hour == 12 and ((part["noon"] or "").lower().startswith("a") or part["half"] == "凌晨"):
        return 0
    return hour


def _zone(written: str | None) -> timezone | None:
    if not written:
        return None
    digits = re.sub(r"[^\d+\-]", "", written)
    if not digits:
        return UTC
    hours, minutes = int(digits[1:3]), int(digits[3:5] or 0)
    if hours > 14 or minutes > 59:
        return None
    return timezone((1 if digits[0] == "+" else -1) * timedelta(hours=hours, minutes=minutes))


def _checked(when: datetime) -> str:
    return when.replace(microsecond=0).isoformat() if EARLIEST <= when.year <= LATEST else ""


def believed(when: str, latest: float) -> str:
    """The same moment; empty for one after the latest that can be."""
    if latest == inf:
        return when
    at = parse(when)
    return when if at is not None and at <= latest else ""


def published(
    declared: Declared,
    found: Scan,
    near: Named,
    title_line: int,
    url: str,
    host: str,
    tree: object,
    content: str,
    language: str,
    changes: Sequence[str] = (),
    latest: float = inf,
) -> str:
    """The moment of publication, or failing all else of a change; a bare day with the clock that the page shows.

    `near` is what stands near the title, `tree` the page as lxml has it. No moment after `latest` is taken.
    """
    log = _changelog(found, title_line)

    def read(text: str) -> str:
        return believed(moment(text, host), latest)

    told = [when for text in _candidates(declared, found, near, title_line, log) if (when := read(text))]
    first = next(iter(told), "")
    if not first and (dated := IN_URL.search(url)):
        first = believed("-".join(dated.groups()), latest)
    told += [when for text in found.weak_states if (when := read(text))]
    first = first or next(iter(told), "")
    if not first and (heading := _heading(found, title_line)) >= 0:
        under = (line for line in found.lines[heading:][:NEAR] if _is_moment(line) and line not in log)
        first = next(filter(None, map(read, under)), "")
    if not first:
        day = believed(by_htmldate(tree, url, language), latest)
        first = day if _is_shown(day, found, content, title_line, log) else ""
    lines = found.seamed[max(0, title_line - ABOVE) : title_line + NEAR] if title_line >= 0 else found.seamed[:FIRST]
    near_lines = [line for line in map(unseamed, lines) if len(line) <= LONGEST and line not in log]
    if not first and title_line >= 0:
        told_by = (line for line in near_lines if len(line) <= SHORT or (len(line) <= OWN and POSTED.match(line)))
        first = next(filter(None, (believed(_own_moment(line, host), latest) for line in told_by)), "")
    first = first or next(iter(changes), "")
    if not is_day(first):
        return first
    shown = map(read, near_lines)
    return next((when for when in (*told, *shown, *changes) if when[:10] == first and not is_day(when)), first)


def _heading(found: Scan, title_line: int) -> int:
    """The line of the only `h1`, else of the title, which may stand within the text again."""
    only = [line for level, _, line in found.headings if level == 1]
    return only[0] if len(only) == 1 else title_line


def _is_moment(line: str) -> bool:
    """Whether it says nothing else: a date under the title, in an element that has no name for it."""
    return len(line) <= SHORT and any(form.fullmatch(line) for form in FORMS)


def _changelog(found: Scan, title_line: int) -> frozenset[str]:
    """Lines that tell when a version came, and dated headings where there are several: they date no page."""
    titles = (title_line, _heading(found, title_line))
    dated = [text for _, text, line in found.headings if line not in titles and _dates(text)]
    log = {text for text in dated if len(dated) > 1 or any(map(VERSION.search, _around(text)))}
    for number, line in enumerate(found.lines):
        if len(line) <= OWN and number not in titles and _dates(line):
            before, after = _around(line)
            if RELEASE.fullmatch(before) and not any(map(str.isalnum, after)):
                log.add(line)
    return frozenset(log)


def _dates(text: str) -> bool:
    return YEAR.search(text) is not None and any(form.search(text) for form in FORMS)


def _around(text: str) -> tuple[str, str]:
    """What stands before and behind the first date of a text."""
    found = min((match for form in FORMS if (match := form.search(text))), key=re.Match.start)
    return text[: found.start()], text[found.end() :]


def _is_shown(day: str, found: Scan, content: str, title_line: int, log: frozenset[str]) -> bool:
    """Whether a day that was guessed stands in a short line outside the text, at its beginning, or in metadata.

    Under the title a line may be longer, if it is no sentence: By Ann | Posted on … | in Travel, Food | 3 comments.

    Otherwise it is one that the text speaks of, or a part of an address or a script.
    """
    told = content.split("\n")
    body = log | set(_lines_of(told[DATELINE:]))
    under = range(title_line, title_line + NEAR) if title_line >= 0 else range(0)
    shown = (
        line
        for number, line in enumerate(found.lines)
        if (len(line) <= OWN or (number in under and not line.endswith(ENDS))) and line not in body
    )
    texts = (*(line for line in told[:DATELINE] if line not in log), *(said for _, said in found.meta), *shown)
    return bool(day) and (
        day in {_own_moment(text)[:10] for text in texts} or any(day in text for text in found.scripts)
    )


def _lines_of(content: Sequence[str]) -> Iterator[str]:
    """Lines as the page has them: without the sign of an item, and the cells of a row by themselves."""
    for line in content:
        yield line.removeprefix("- ")
        if line.startswith("| "):
            yield from (cell.strip() for cell in line.split("|"))


def _own_moment(text: str, host: str = "") -> str:
    """The first moment in a text; empty where the words before it say that it is of something else."""
    text = text[:LONGEST]
    found = min((match for form in FORMS if (match := form.search(text))), key=re.Match.start, default=None)
    return "" if found and ELSEWHERE.search(text[: found.start()]) else moment(text, host)


def _candidates(declared: Declared, found: Scan, near: Named, title_line: int, log: frozenset[str]) -> Iterator[str]:
    yield from declared.published
    marked = [mark for mark in found.marked if mark.kind in ("time", "date")]
    marked = [mark for mark in marked if mark.sure or not log.intersection(found.lines[mark.after : mark.after + 1])]
    marked.sort(key=lambda mark: mark.changed)
    yield from _texts(mark for mark in marked if mark.sure)
    yield near.published
    below = (
        [mark for mark in marked if title_line <= mark.after <= title_line + NEAR] if title_line >= 0 else marked[:3]
    )
    yield from _texts(mark for mark in below if mark.kind == "time")
    yield from _texts(mark for mark in below if mark.kind == "date")
    yield from _texts(marked if len(marked) == 1 else ())
    labelled = [line for line in found.lines if len(line) <= LONGEST and LABELLED.search(line)]
    yield from labelled if len(labelled) == 1 else ()
    yield near.updated


def _texts(marks: Iterable[Any]) -> Iterator[str]:
    for mark in marks:
        yield from (mark.value, mark.text)
