"""Who wrote it? JSON-LD, then what is marked as author, meta elements, and bylines by custom."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from honeyguide.parsing.article.chinese import HAN, Named, editors, is_outlet, person
from honeyguide.parsing.article.metadata import Declared
from honeyguide.parsing.article.scan import Scan

LONGEST, MOST_WORDS, MOST = 60, 6, 12
"""Characters and words of a name, and how many names."""
LONGEST_LINE = 120
BEFORE = re.compile(
    r"^(?:(?:article|story|post(?:ed)?|published|reviewed|words|text)\s+)?(?:written\s+)?by\b[:\s]*|^(?:authors?|writers?)\s*[:：]\s*|"
    r"^(?:about|meet)\s+(?:the\s+)?authors?\b[:\s]*|^view all posts by\s+|^(?:作者|记者|記者|撰文|文)\s*[:：/／]\s*|"
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
AFTER = re.compile(
    r"\s*(?:[|•·–—]|\s-\s|\(|\bon\s+\w+ \d|\b(?:updated|published|posted|last|reviewed|read more|follow|contributor|"
    r"\d{1,2}[/.]\d{1,2}|\d{4}|min(?:ute)? read)|"
    r"[,\s]+(?:(?:senior|trending|staff|tech|chief|managing|deputy|contributing)\s+)*"
    r"(?:editor|reporter|writer|correspondent|journalist)\b).*$",
    re.IGNORECASE,
)
BETWEEN = re.compile(r"\s*(?:;|、|，|\s&\s|\band\b|\s\|\s)\s*", re.IGNORECASE)
NO_NAME = re.compile(
    r"^(?:admin(?:istrator)?|author|by|editor|staff|unknown|anonymous|guest|none|null|undefined|written by|"
    r"the author|about the author|name|share|home|website|user|webmaster|an?|the|our|\d.*|"
    r"(?:本报|本報|本网|本網)?(?:记者|記者|编辑|編輯)|编辑部|編輯部|小编|小編|佚名|匿名)$|[{}<>=@]|https?:|\bsays$",
    re.IGNORECASE,
)


BELOW = 10
"""Lines under the title in which a byline stands."""
BYLINE = re.compile(
    r"(?:(?:written|posted|words|story|article|reviewed)\s)?(?:[Bb]y|BY)[:\s]\s?"
    r"((?:(?!on\s)[^\W\d_][\w.'’\-]*\s){0,3}(?!on\s)[^\W\d_][\w.'’\-]*)(?=$|[,|•·–—(]|\s[-\d]|\son\s)",
    re.IGNORECASE,
)


NICK, NICK_ABOVE = 24, 6
"""Characters of the name of a member, and lines above the title in which it stands."""
SENTENCE = re.compile(r"\b(?:is|are|was|were|has|had|the|it|its|we|you|this|that|there)\b", re.IGNORECASE)


def author(declared: Declared, found: Scan, near: Named, late: str, site: str, title_line: int) -> str:
    """Names with a comma between them; `near` is told by labels near the title, `late` at the ends of the text.

    One that is only the name of a paper or stands in `site`, the names of the site, is the last choice.
    """
    last, not_authors = "", editors(found.seamed) - set(near.author.split(", "))
    for names in _candidates(declared, found, near, late, title_line):
        written = ", ".join(name for name in dict.fromkeys(names) if name not in not_authors)
        if written and written.lower() not in site.lower() and not is_outlet(written):
            return written
        last = last or written
    return last


def _candidates(declared: Declared, found: Scan, near: Named, late: str, title_line: int) -> Iterator[list[str]]:
    yield _clean(declared.authors)
    yield _clean([near.author])
    marked = [mark for mark in found.marked if mark.kind == "author"]
    yield _clean(mark.value or mark.text for mark in marked if mark.sure)[:1]
    yield _clean(declared.meta_authors[:1])
    for mark in marked:
        if not mark.sure:
            yield _clean([mark.text])
    if title_line >= 0:
        for line in found.lines[max(0, title_line - 2) : title_line + BELOW]:
            byline = BYLINE.match(line) if len(line) <= LONGEST_LINE else None
            yield _clean([byline[1]] if byline and _is_byline(byline) else [])
        for mark in found.marked:
            if (
                mark.kind == "nick"
                and title_line - NICK_ABOVE <= mark.after <= title_line + BELOW
                and len(mark.text) <= NICK
            ):
                yield _clean([mark.text])
    yield _clean([late])


def _is_byline(byline: re.Match[str]) -> bool:
    """Whether a line that begins with "By" goes on as a byline does, not as a sentence."""
    rest = byline.string[byline.end() :]
    return byline[1][0].isupper() and not SENTENCE.search(rest)


def _clean(texts: Iterable[str]) -> list[str]:
    names: list[str] = []
    for text in texts:
        for part in BETWEEN.split(DATED.sub("", BEFORE.sub("", text.strip()[:500]))):
            name = AFTER.sub("", BEFORE.sub("", part.strip())).strip(" ,.:|-–—")
            if HAN.search(name):
                name = person(name)
            if 1 < len(name) <= LONGEST and len(name.split()) <= MOST_WORDS and not NO_NAME.search(name):
                names.append(name)
    return names[:MOST]
