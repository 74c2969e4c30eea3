"""Which of a page's headings and declared titles is the title of what it says?"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

SHARED = 0.5
"""Share of the words of the shorter of two titles that the other must have to be the same [ours]."""
ENOUGH = 5
"""Words of an only heading that make it a title, whatever the page declares [ours]."""
LONGEST = 200
"""Characters of a heading that can be a title."""
BETWEEN = re.compile(r"\s+[|\-–—•·»:~/]{1,2}\s+|\s*[|｜]\s*|\s*::\s*")
"""What stands between a title and the name of the site …"""
BETWEEN_CHINESE = re.compile(r"\s*(?:[|｜_]+|-{1,2}|–|—{1,2}|::|\s@)\s*")
"""… which Chinese sites write without spaces."""
SITE = re.compile(
    r".{0,12}(?:网|網|新闻|新聞|频道|頻道|资讯|資訊|在线|在線|论坛|論壇|社区|社區|博客|部落格|专栏|百科|维基|贴吧|"
    r"日报|日報|晚报|晚報|时报|時報|早报|周刊|报|報|"
    r"通讯社|通訊社|社|电视台|電視台|电台|電台|广播|中心|政府|客户端|"
    r"知乎|简书|公众号|"
    r"[Ww]iki|The\s\w+)(?:[（(]\w+(?:\.\w+)+[）)])?|.{0,20}百科全书|.{0,20}百科全書|"
    r"Powered by .{3,20}|[A-Z][\w.]{2,12}"
)
"""What the name of a Chinese site ends in."""
SECTION, SPACED = 8, 20
"""Characters of the name of a section before that of the site, and of a part behind a hyphen with spaces around."""
BAR = re.compile(r"^【[^】]{1,6}】(?=.{2,}【)|【[^】]{1,12}吧】$")
"""What a forum of bars puts around a title."""
PAGE_LINES = 400
TAGGED = re.compile(r"^[\[【][^\]】]{1,8}[\]】]\s*")
"""The kind of a thread before its title: [求助] …"""
WORD = re.compile(r"[\u3400-\u9fff]|[^\W_]+")
HAN = re.compile(r"[\u3400-\u9fff]")


def choose_title(
    declared: Sequence[str],
    headings: Sequence[tuple[int, str, int]],
    lines: Sequence[str],
    source: str,
    host: str,
    sites: Sequence[str] = (),
) -> tuple[str, int]:
    """The title and how many lines of the page stand before it (-1 when it stands nowhere). `sites`: what the page
    calls the site or the book that it is of."""
    headings = [(level, _without_sign(text, declared), line) for level, text, line in headings]
    known = [_words(title) for title in declared]
    names = {_squeezed(source), *map(_squeezed, sites), *map(_squeezed, host.removeprefix("www.").split("."))} - {""}
    best, best_rank = ("", -1), (0.0, 0.0)
    mains = [
        each for each in headings if each[0] == 1 and len(each[1]) <= LONGEST and _squeezed(each[1]) not in names
    ]
    names |= _above_the_title(declared, headings)
    bare = {_squeezed(without_site(title, names)): without_site(title, names) for title in declared}
    for level, text, line in headings:
        words = _words(text)
        if not words or len(text) > LONGEST or _squeezed(text) in names:
            continue
        shared = max((_shared(words, other) for other in known), default=0.0)
        if level > 1:
            shared = shared if _squeezed(text) in bare else 0.0  # a heading further down may say much the same
        rank = (shared, max((_overlap(words, other) for other in known), default=0.0))
        if shared >= SHARED and rank > best_rank:
            best, best_rank = (text, line), rank
    if best[0]:
        tagged = TAGGED.sub("", best[0])
        return (tagged if _squeezed(tagged) in bare else without_site(best[0], names, heading=True)), best[1]
    if (found := _on_the_page(declared, lines))[0]:
        return found
    if mains and (not declared or (len(mains) == 1 and len(WORD.findall(mains[0][1])) >= ENOUGH)):
        return without_site(mains[0][1], names, heading=True), mains[0][2]
    return (without_site(declared[0], names) if declared else ""), -1


def _above_the_title(declared: Sequence[str], headings: Sequence[tuple[int, str, int]]) -> set[str]:
    """Names of a site or a book that head every page of it: `The Book` above `Layout`, where the title is
    `Layout - The Book`."""
    places = {_squeezed(text): line for _, text, line in reversed(headings)}
    mains = {_squeezed(text) for level, text, _ in headings if level == 1}
    parts = ((title[: cut.start()], title[cut.end() :]) for title in declared for cut in BETWEEN.finditer(title))
    pairs = ((_squeezed(before), _squeezed(after)) for before, after in parts)
    return {after for before, after in pairs if after in mains and places[after] < places.get(before, -1)}


def _without_sign(heading: str, declared: Sequence[str]) -> str:
    """Without the sign of a link to it, as in Settings¶; one that a name may end in, C#, where no title has it."""
    heading = heading.rstrip(" ¶🔗")
    bare = heading.rstrip(" #§")
    only_bare = any(bare in title for title in declared) and not any(heading in title for title in declared)
    return bare if only_bare else heading


def _on_the_page(declared: Sequence[str], lines: Sequence[str]) -> tuple[str, int]:
    """The longest beginning of a declared Chinese title that is a line of the page, as where no heading is marked."""
    places: dict[str, int] = {}
    for number, line in enumerate(lines[:PAGE_LINES]):
        if len(line) <= LONGEST:
            places.setdefault(_squeezed(line), number)
    for title in map(_without_bar, filter(HAN.search, declared)):
        ends = [len(title), *(cut.start() for cut in reversed(list(BETWEEN_CHINESE.finditer(title))))]
        for beginning in (_without_bar(title[:end].strip()) for end in ends):
            if len(HAN.findall(beginning)) > 1 and (place := places.get(_squeezed(beginning))) is not None:
                return beginning, place
    return "", -1


def _without_bar(title: str) -> str:
    return BAR.sub("", BAR.sub("", title))


def without_site(title: str, names: set[str], *, heading: bool = False) -> str:
    """A title without the names of site and section at its end or its beginning; of a heading only those known."""
    chinese = HAN.search(title) is not None
    pattern = BETWEEN_CHINESE if chinese else BETWEEN
    site_gone = False
    while cuts := list(pattern.finditer(title)):
        first, last = cuts[0], cuts[-1]
        after = title[last.end() :].strip()
        known = _is_name(after, names)
        if last.start() and (
            known
            or (not heading and _is_section(title, last, names))
            or (chinese and not heading and _is_chinese_site(title, last, site_gone))
        ):
            title, site_gone = title[: last.start()], True
        elif first.end() < len(title) and _squeezed(title[: first.start()]) in names:
            title = title[first.end() :]
        else:
            break
    return _without_bar(title.strip())


def _is_chinese_site(title: str, cut: re.Match[str], site_gone: bool) -> bool:
    """Whether what follows is the name of a site, or of a section before one that is gone already."""
    before, after = title[: cut.start()], title[cut.end() :].strip()
    if len(HAN.findall(before)) < 2 or len(after) > SPACED:
        return False
    spaced = cut[0].startswith(" ") and cut[0].endswith(" ")
    return spaced or (site_gone and len(after) <= SECTION) or SITE.fullmatch(after) is not None


def _is_section(title: str, cut: re.Match[str], names: set[str]) -> bool:
    """Whether what follows a bar is short beside what stands before it: a section or a site of unknown name."""
    before, after = title[: cut.start()], title[cut.end() :]
    bar = cut[0].strip() in ("|", "｜", "_", "::", "•", "»")
    return bar and len(_words(after)) <= 6 and len(_words(before)) >= 2 * len(_words(after)) - 1


def _is_name(part: str, names: set[str]) -> bool:
    squeezed = _squeezed(part)
    return any(
        squeezed == name or (len(name) > 4 and (name in squeezed or squeezed in name)) for name in names if squeezed
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(WORD.findall(unicodedata.normalize("NFKC", text[:400]).lower()))


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / min(len(one), len(other)) if one and other else 0.0


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one or other else 0.0


def _squeezed(text: str) -> str:
    return "".join(WORD.findall(unicodedata.normalize("NFKC", text[:400]).lower()))
