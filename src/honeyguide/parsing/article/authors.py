"""Who wrote it? JSON-LD, then what is marked as author, meta elements, and bylines by custom."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from honeyguide.parsing.article.chinese import HAN, Named, editors, is_outlet, person
from honeyguide.parsing.article.metadata import Declared
from honeyguide.parsing.article.scan import Marked, Scan

LONGEST, MOST_WORDS, MOST = 60, 6, 12
"""Characters and words of a name, and how many names."""
LONGEST_LINE = 120
BEFORE = re.compile(
    r"^(?:(?:article|story|post(?:ed)?|published|words|text)\s+)?(?:written\s+)?by\b[:\s]*|^(?:authors?|writers?|words|text|story)\s*[:：]\s*|"
    r"^authors?\s+(?=[A-Z])|^this\s(?:guest\s)?(?:article|story|post|piece)\s(?:was\s|is\s)?(?:written\s)?by\s+|"
    r"^(?:about|meet)\s+(?:the\s+)?authors?\b[:\s]*|^(?:view|see) all (?:posts|articles|stories) by\s+|"
    r"^(?:作者|记者|記者|撰文|文)\s*[:：/／]\s*|"
    r"^(?:本报|本報|本网|本網|特约|特約|实习|實習)?(?:记者|記者|通讯员|通訊員)\s+",
    re.IGNORECASE,
)
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
DATED = re.compile(
    r"[\s,，]{0,3}(?:\bon\s+)?(?:\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b[\s,.]{0,3})?"
    rf"(?:\b\d{{1,2}}(?:st|nd|rd|th)?[\s.\-]{{1,2}}(?:of\s)?{_MONTH}(?![a-z])|\b{_MONTH}\s{{1,2}}\d|"
    r"(?<!\d)(?:19|20)\d{2}\s?[-/.年]\s?\d|\d{1,2}\s?月\s?\d{1,2}\s?[日号號]|民[国國]\s?\d).*$",
    re.IGNORECASE | re.DOTALL,
)
"""A date and all after it: 6 June 2016, January 5, 2016-06-06, 2016年6月6日, 6月6日."""
_RANK = (
    r"(?:(?:senior|trending|staff|tech|chief|managing|deputy|contributing|guest|news|web|online|sports|special|associate|"
    r"assistant|executive|freelance|political|business|science|health|foreign|national|local)\s+)"
)
_ROLE = r"(?:editor|reporter|writer|correspondent|journalist)\b"
AFTER = re.compile(
    r"\s*(?:[|•·–—]|\s-\s|\(|\bon\s+\w+ \d|\b(?:updated|published|posted|last\s|reviewed|read more|follow|"
    r"contributor|\d{1,2}[/.]\d{1,2}|\d{4}|min(?:ute)? read)|"
    rf",[,\s]*{_RANK}*{_ROLE}|\s{_RANK}+{_ROLE}).*$",
    re.IGNORECASE,
)
ROLE_AFTER_NAME = re.compile(rf"^(\S+\s+\S.*?)\s+{_ROLE}.*$", re.IGNORECASE)
"""A bare role after a whole name; after one word it is the surname: Ann Writer."""
POST = re.compile(
    r"\s*,\s*(?:(?:senior|vice|executive|associate|assistant|managing|chief|general|founding|lead|principal)\s+)*"
    r"(?:(?:co-?)?founder|director|manager|president|chair(?:man|woman)?|head|partner|owner|principal|professor|lecturer|"
    r"fellow|analyst|attorney|lawyer|consultant|specialist|strategist|expert|engineer|developer|designer|scientist|"
    r"researcher|marketer|coach|officer|c[efmot]o|vp|guest|contributor|author)\b.*$",
    re.IGNORECASE | re.DOTALL,
)
"""A post after a name, and all that follows."""
BETWEEN = re.compile(r"\s*(?:;|、|，|\s&\s|\band\b|\s\|\s)\s*", re.IGNORECASE)
NO_NAME = re.compile(
    rf"^(?:(?:(?:an?|the|our)\s+)?{_RANK}*{_ROLE}|"
    r"admin(?:istrator)?|author|by|staff|unknown|anonymous|guest|none|null|undefined|written by|"
    r"the author|about the author|name|share|home|website|user|webmaster|an?|the|our|\d.*|"
    r"date|mastodon|bluesky|threads|twitter|facebook|instagram|linkedin|youtube|tiktok|pinterest|reddit|github|rss|email|"
    r"sign (?:up|in)|log ?in|register|subscribe|follow(?: us)?|contact(?: us)?|profile|"
    r"(?:本报|本報|本网|本網)?(?:记者|記者|编辑|編輯)|编辑部|編輯部|小编|小編|佚名|匿名)$|^(?:discuz|comsenz)\b|[{}<>=@]|https?:|\bsays$",
    re.IGNORECASE,
)


BELOW = 10
"""Lines under the title in which a byline stands."""
BYLINE = re.compile(
    r"(?:(?:written|posted|words|story|article)\s)?(?:[Bb]y|BY)[:\s]\s?"
    rf"((?:(?!on\s|{_MONTH}\s\d)[^\W\d_][\w.'’\-]*\s){{0,3}}(?!on\s|{_MONTH}\s\d)[^\W\d_][\w.'’\-]*)"
    rf"(?=$|[,|•·–—(]|\s[-\d|•·–—(]|\s(?:on\s|{_MONTH}\s\d))",
    re.IGNORECASE,
)


LABELLED = re.compile(r"[^\W\d_][^:：]{0,30}[:：]")
"""What says of something else what it is: `Source: Linden Signal`, `Photo: Jane Doe`. No name has a colon."""
LONE = re.compile(r"(?:(?:written|posted|words)\s)?by:?|(?:the\s)?authors?:?|writer:?", re.IGNORECASE)
"""What stands alone in the line above a name."""
SHORTEST = 3
SOMEBODY = re.compile(r"[A-Z][\w.'’\-]*(?:\s(?:[A-Z(][\w.'’\-)]*|de|da|del|van|von|der|la)){1,4}")
ALL_POSTS = re.compile(r"(?:view|see) all (?:posts|articles|stories) by ([^,|:]{2,60})", re.IGNORECASE)
NICK, NICK_ABOVE = 24, 6
"""Characters of the name of a member, and lines above the title in which it stands."""
CLAUSE = 3
"""Words with a full stop that make a sentence."""
SENTENCE = re.compile(r"\b(?:is|are|was|were|has|had|the|it|its|we|you|this|that|there)\b", re.IGNORECASE)


def author(declared: Declared, found: Scan, near: Named, late: str, site: str, title_line: int) -> str:
    """Names with a comma between them; `near` is told by labels near the title, `late` at the ends of the text.

    One that is only the name of a paper or stands in `site`, the names of the site, is the last choice.
    """
    last, not_authors = "", editors(found.seamed) - set(near.author.split(", "))
    for names in _candidates(declared, found, near, late, title_line):
        written = ", ".join(name for name in dict.fromkeys(names) if name not in not_authors)
        if written and not _is_of(written, site) and not is_outlet(written):
            return written
        last = last or written
    return last


def _candidates(declared: Declared, found: Scan, near: Named, late: str, title_line: int) -> Iterator[list[str]]:
    bylines = _clean(_bylines(found.lines, title_line))
    known = ", ".join(_clean((*declared.authors, *declared.meta_authors)))
    if bylines and not (_is_of(bylines[0], known) or any(_is_of(name, bylines[0]) for name in known.split(", "))):
        yield bylines[:1]  # what readers see, not who entered it
    yield _clean(declared.authors)
    yield _clean([near.author])
    marked = [mark for mark in found.marked if mark.kind == "author"]
    yield _clean(mark.value or _first_line(mark) for mark in marked if mark.sure)[:1]
    yield from (_clean([name]) for name in declared.meta_authors)
    yield bylines[:1]
    for mark in marked:
        if not mark.sure:
            yield _clean([_first_line(mark)])
    if title_line >= 0:
        for mark in found.marked:
            if (
                mark.kind == "nick"
                and title_line - NICK_ABOVE <= mark.after <= title_line + BELOW
                and len(mark.text) <= NICK
                and len("".join(found.lines[mark.after : mark.after + 1])) <= LONGEST_LINE  # no paragraph
            ):
                yield _clean([mark.text])
    yield _clean([late])
    yield _clean(_elsewhere(found.lines))


def _is_of(name: str, site: str) -> bool:
    return re.search(rf"(?<![a-z0-9]){re.escape(name.lower())}(?![a-z0-9])", site.lower()) is not None


def _bylines(lines: Sequence[str], title_line: int) -> Iterator[str]:
    """Names in lines near the title that begin with "By", or under one that says no more than that."""
    if title_line < 0:
        return
    first = max(0, title_line - 2)
    for number, line in enumerate(lines[first : title_line + BELOW], start=first):
        if len(line) <= LONGEST_LINE and (byline := BYLINE.match(line)) and _is_byline(byline):
            yield byline[1]
        if LONE.fullmatch(line):
            yield from filter(SOMEBODY.fullmatch, lines[number + 1 : number + 2])


def _elsewhere(lines: Sequence[str]) -> list[str]:
    """Who is named anywhere on the page as the one who wrote it, if it is one and the same."""
    named = [posts[1] for line in lines if len(line) <= LONGEST_LINE and (posts := ALL_POSTS.fullmatch(line))]
    for number, line in enumerate(lines[:-1]):
        if LONE.fullmatch(line) and len(line) > SHORTEST:
            named += filter(SOMEBODY.fullmatch, lines[number + 1 : number + 2])
    return named[:1] if len(set(named)) == 1 else []


def _first_line(mark: Marked) -> str:
    """The first line of an element that says more than "By", and nothing but a name."""
    said = [line for line in mark.lines if not LONE.fullmatch(line) and not LABELLED.match(BEFORE.sub("", line))]
    return said[0] if said else mark.text


def _is_byline(byline: re.Match[str]) -> bool:
    """Whether a line that begins with "By" goes on as a byline does, not as a sentence."""
    rest = byline.string[byline.end() :]
    told = SENTENCE.search(rest) or (rest.endswith((".", "!", "?")) and len(rest.split()) >= CLAUSE)
    return byline[1][0].isupper() and not told


def _clean(texts: Iterable[str]) -> list[str]:
    names: list[str] = []
    for text in texts:
        bare = POST.sub("", DATED.sub("", BEFORE.sub("", text.strip()[:500])))
        for part in BETWEEN.split(bare):
            name = ROLE_AFTER_NAME.sub(r"\1", AFTER.sub("", BEFORE.sub("", part.strip()))).strip(" ,.:|-–—")
            if HAN.search(name):
                name = person(name)
            if 1 < len(name) <= LONGEST and len(name.split()) <= MOST_WORDS and not _is_none(name):
                names.append(name)
    return names[:MOST]


def _is_none(name: str) -> bool:
    return NO_NAME.search(name) is not None or LABELLED.match(name) is not None
