"""What Chinese pages say under the title: 来源, 作者, 发布时间 and their kin, in either script."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from honeyguide.parsing.article.scan import SEAM, unseamed

HAN = re.compile(r"[\u3400-\u9fff]")
ABOVE, BELOW, FIRST = 3, 8, 40
"""Lines around the title that are looked at, and first lines of a page whose title stands nowhere on it."""
LONGEST_LINE = 160
"""A longer line is a paragraph."""
PARAGRAPH, AFTER = 20, 5
"""Characters of the least paragraph, and lines under the last one in which its author is named."""
ENDED = re.compile(r"[。！？…”」』）)]$")
SOURCE = (
    "本文来源|本文來源|消息来源|消息來源|文章来源|文章來源|信息来源|稿件来源|新闻来源|新聞來源|来源|來源|稿源|出处|出處|来自|來自|转自|轉自|"
    "媒体|媒體"
)
AUTHOR = (
    "文章作者|作者|撰稿人|撰稿|撰文|本报记者|本報記者|记者|記者|通讯员|通訊員|特约记者|楼主|樓主|博主|"
    r"(?<![\u3400-\u9fff])文"
)
TIME = (
    "发布时间|發布時間|發佈時間|发布日期|發布日期|發佈日期|发表时间|發表時間|发表于|發表於|发布于|發布於|發佈於|出版时间|出版時間|刊登时间|"
    "时间|時間|日期"
)
UPDATED = (
    "更新时间|更新時間|更新日期|更新于|更新於|最后更新于|最後更新於|最后更新|最後更新|最近更新|修改时间|修改時間|修改日期|最后修改|最後修改|"
    "修改于|修改於|编辑于|編輯於"
)
OTHER = (
    "责任编辑|責任編輯|责编|責編|编辑|編輯|校对|校對|审核|審核|点击|點擊|浏览次数|浏览|瀏覽|阅读|閱讀|字号|字號|字体|字體|分享|"
    "评论|評論|打印|责任人|分类|分類|标签|標籤|摄影|攝影|"
    r"(?<![\u3400-\u9fff/／∕])[图圖摄攝]"
)
LABEL = re.compile(
    rf"(?:(?P<updated>(?:{UPDATED})(?:时间|時間|日期)?)|(?P<source>{SOURCE})|(?P<author>{AUTHOR})|(?P<time>{TIME})|"
    rf"(?P<other>{OTHER}))\s{{0,3}}(?:[:：]|(?<=[文者图圖摄攝影])\s?[/／∕|｜丨]|(?<=[于於新改])(?=[\s{SEAM}]{{0,3}}(?:[12]\d{{3}}|民)))[\s{SEAM}]{{0,3}}"
)
CHANGED = re.compile(rf"(?:{UPDATED})(?:时间|時間|日期)?[\s:：]{{0,4}}$")
"""What stands before the time of a change …"""
CHANGED_AFTER = re.compile(r"\s?(?:修改|更新)(?=$|[\s）)】|｜，,。])")
"""… and after it: 已于 2023-05-01 12:00 修改."""
TODAY = re.compile(r"(?:今天|今日)[是为為\s:：]{0,3}$")
STOPS = re.compile(rf"\s*[|｜丨\[\]【】()（）<>《》{SEAM}]\s*|\s{{2,}}|[；;]")
LISTED = re.compile(rf"\s*{SEAM}\s*(?=[、,，&])|(?<=[、,，&])\s*{SEAM}\s*")
"""Seams within a list of names."""
TOOLS = re.compile(
    r"(?<=.)\s*(?:阅读|閱讀|浏览|瀏覽|评论|評論|点击|點擊|人气|人氣|收藏|举报|舉報|分享|打印|字号|字號|字体|字體|大字体|"
    r"小字体|参与|我要|我有话说|责任编辑|責任編輯|责编|責編|编辑|編輯|关注|關注|订阅|只看|微博|原创|转载).*$"
)
"""What pages show beside a name: tools, counts, editors."""
ROLE = re.compile(
    r"^(?:[\u3400-\u9fff]{0,8}(?:记者|記者|通讯员|通訊員|实习生|實習生|特派员|特派員|评论员|評論員|撰稿人|作者)|撰文|编译|文|图文)"
    r"[\s:：/／∕|｜丨]*"
)
EDITOR = re.compile(r"(?:责任|責任)?(?:编辑|編輯|责编|責編|主编|主編|校对|校對|审核|監製|监制|編導|编导)\s*[:：]?")
REPORT = re.compile(r"[\u3400-\u9fff\d]{2,8}(?:报道|報導|報道|电|電|摄|攝)$")
NAMES = r"[\u4e00-\u9fff·]{2,4}(?:[、\s][\u4e00-\u9fff·]{2,4}){0,3}"
BYLINE = re.compile(rf"(?:记者|記者|通讯员|通訊員)[\s{SEAM}]{{0,2}}({NAMES})(?=$|[\s|｜/／∕)）,，{SEAM}])")
INTERN = re.compile(rf"(?:实习生|實習生|通讯员|通訊員)\s{{0,2}}({NAMES})(?=$|[\s|｜/／∕)）,，{SEAM}])")
REPORTED = re.compile(r"(?:记者|記者)\s?([\u4e00-\u9fff]{4,6})\s?(?:\d{1,2}日)?(?:报道|報導|報道|电|電)")
"""記者王二台中報導: a name and a place of two or three characters."""
REPORTED_FROM = re.compile(rf"(?:记者|記者)\s?({NAMES})\s?[/／∕][\u4e00-\u9fff]{{2,8}}(?:报道|報導|報道|电|電)")
"""〔記者王二／台中報導〕; the slash of Big5 is ∕ when it is decoded."""
SPACED = re.compile(r"(?<![\u4e00-\u9fff])([\u4e00-\u9fff])\s{1,2}([\u4e00-\u9fff])(?![\u4e00-\u9fff])")
"""A name of two characters as wide as one of three: 王　二."""
TOLD = re.compile(rf"[（(][\u3400-\u9fff]{{0,8}}(?:记者|記者)\s?({NAMES}(?:、(?:通讯员|通訊員)\s?{NAMES})?)[)）]")
"""（记者李七、通讯员赵八） in or under the text."""
OF_OUTLET = re.compile(r"([\u4e00-\u9fff·]{2,4})\s?[/／∕]\s?([\u3400-\u9fff]{2,16})")
SIGNED = re.compile(r"posted\s(?:@|on)\s")
POSTED = re.compile(r"(\S{2,24})\s(?:發表在|发表在)\s")
"""Lines of large blogs: `posted @ 2018-06-02 23:14 name 阅读(3021)`, `name 發表在 site 留言(0)`."""
WHEN = re.compile(
    r"(?:民[国國]\s?\d{2,3}|(?:19|20)\d{2})\s?[-/.年\s]\s?\d{1,2}\s?[-/.月]\s?\d{1,2}\s?[日号號]?"
    r"(?:[\s,，]{0,3}(?:[（(]?(?:星期|周|週)[一二三四五六日天][）)]?\s?)?(?:上午|下午|晚上|凌晨|中午)?\s?\d{1,2}[:：时時](?:\d{2}|\d(?=分))分?(?:[:：]\d{2})?(?:\s[AP]M\b|\s[+]\d{2}:\d{2})?)?"
)
DATED = re.compile(rf"(?:{WHEN.pattern}|\d{{1,2}}月\d{{1,2}}[日号號]).*$")
NAME = re.compile(r"[\u3400-\u9fffA-Za-z0-9·\-—－&. ]{2,30}")
OUTLET = re.compile(
    r"[\u3400-\u9fffA-Za-z0-9·]{1,16}(?:日报|日報|晚报|晚報|早报|早報|时报|時報|周刊|週刊|新闻网|新聞網|新闻社|新聞社|网|網|通讯社|通訊社|社|"
    r"电视台|電視台|广播|廣播|报|報|在线|线上|频道|客户端|新闻|新聞|中心|气象局|氣象局|气象台|政府)"
)


NOBODY = re.compile(
    r"(?:见|見|无|無|佚名|匿名|未知|不详|网络|網路|综合|整理|本站|编辑部|小编|管理员|游客|网友|图).{0,6}|\d+"
)


class Named(Struct, frozen=True):
    source: str = ""
    author: str = ""
    published: str = ""
    """As it is written."""
    updated: str = ""


def named(lines: Sequence[str], title_line: int) -> Named:
    """What is said near the title; the lines have their seams."""
    first, last = (max(0, title_line - ABOVE), title_line + BELOW + 1) if title_line >= 0 else (0, FIRST)
    near = [line for line in lines[first:last] if len(line) <= LONGEST_LINE]
    if not any(map(HAN.search, near)):
        return Named()
    found: dict[str, str] = {}
    for line in near:
        _read_labels(line, found)
    if title_line >= 0:
        for line in near:
            _read_bare(line, found)
    return Named(*(found.get(kind, "") for kind in ("source", "author", "time", "updated")))


def signed(lines: Sequence[str], content: str) -> str:
    """Authors that are named at the beginning or the end of the text, or in a line of a known kind under it."""
    for line in lines:
        if len(line) <= LONGEST_LINE and SIGNED.match(line) and (when := WHEN.search(line)):
            name = TOOLS.sub("", STOPS.sub(" ", line[when.end() :]).strip())
            return _people(name) if len(name) <= 30 else ""
        if posted := POSTED.match(line):
            return posted[1]
    told = [line for line in content.split("\n") if len(line) >= PARAGRAPH and ENDED.search(line)]
    if not told:
        return ""
    end = next((number for number in range(len(lines) - 1, -1, -1) if told[-1][:PARAGRAPH] in lines[number]), -1)
    after = lines[end + 1 : end + AFTER] if end >= 0 else ()
    for text in (" ".join(told[:2])[:LONGEST_LINE], told[-1][-LONGEST_LINE // 2 :], *after):
        if len(text) <= LONGEST_LINE and (by := _told(text)):
            return by
    found: dict[str, str] = {}
    for line in after:
        if len(line) <= LONGEST_LINE // 2:
            _read_labels(line, found)
            if "author" not in found and len(line) <= PARAGRAPH:
                _read_bare(line, found)
    return found.get("author", "")


def editors(lines: Sequence[str]) -> frozenset[str]:
    """Those whom the page names as editors: not its authors, whatever its metadata say."""
    named = (EDITOR.split(line, maxsplit=1)[1] for line in lines if len(line) <= LONGEST_LINE and EDITOR.search(line))
    return frozenset(name for text in named for name in _name(text, "author").split(", ") if name)


def _told(text: str) -> str:
    if match := REPORTED_FROM.search(text):
        return _people(match[1])
    if match := REPORTED.search(text):
        return _before_place(match[1])
    match = TOLD.search(text)
    return _people(match[1]) if match else ""


def _read_labels(line: str, found: dict[str, str]) -> None:
    labels = list(LABEL.finditer(line))
    for number, label in enumerate(labels):
        kind = label.lastgroup or ""
        end = labels[number + 1].start() if number + 1 < len(labels) else len(line)
        value = line[label.end() : end].strip()
        if kind in ("time", "updated"):
            when = WHEN.search(unseamed(value))
            value = when[0] if when else ""
        elif kind != "other":
            value = _name(value, kind)
        if value and kind != "other":
            found.setdefault(kind, value)


def _read_bare(line: str, found: dict[str, str]) -> None:
    """A line under the title without labels: `2026-07-01 08:30 山城日报 记者 林一`."""
    if "author" not in found and (by := _byline(line)):
        found["author"] = by
    if (pair := OF_OUTLET.fullmatch(line)) and OUTLET.fullmatch(pair[2]):
        found.setdefault("author", pair[1])
        found.setdefault("source", pair[2])
    plain = unseamed(line)
    when = next((each for each in WHEN.finditer(plain) if not _is_not_its_own(plain, each)), None)
    if when is not None:
        found.setdefault("time", when[0])
    if "source" not in found and WHEN.search(plain):
        rest = WHEN.sub(SEAM, LABEL.split(plain, maxsplit=1)[0])
        for piece in re.split(rf"[\s|｜丨·•{SEAM}]+", rest):
            if outlet := OUTLET.fullmatch(piece.strip()):
                found["source"] = outlet[0]
                return


def _is_not_its_own(line: str, when: re.Match[str]) -> bool:
    """Whether it is the time of a change, or the day of the visit."""
    before = line[: when.start()]
    return bool(CHANGED.search(before) or CHANGED_AFTER.match(line, when.end()) or TODAY.search(before))


def _byline(line: str) -> str:
    line = SPACED.sub(r"\1\2", line)
    if len(line) > 40 and not WHEN.search(line):
        return ""
    if told := _told(line):
        return told
    byline = BYLINE.search(line)
    if byline is None:
        return ""
    names = [byline[1], *(intern[1] for intern in INTERN.finditer(line, byline.end()))]
    return ", ".join(dict.fromkeys(filter(None, map(_people, names))))


def _before_place(text: str) -> str:
    return text[: max(2, min(3, len(text) - 2))]


def _name(value: str, kind: str) -> str:
    value = LISTED.sub("", value.strip(f"《》【】[] {SEAM}"))
    value = TOOLS.sub("", DATED.sub("", STOPS.split(value, maxsplit=1)[0])).strip(" ,，。:：")
    if kind == "author":
        return _people(value) if len(value) <= 40 else ""
    words = value.split(" ")
    if HAN.search(words[0]):  # what follows a Chinese name after a space is something else
        value = words[0]
    return value if NAME.fullmatch(value) else ""


def is_outlet(name: str) -> bool:
    """Whether it is the name of a paper, a station or a site rather than of a person."""
    return OUTLET.fullmatch(name) is not None


def person(text: str) -> str:
    """A Chinese name without role, place and tools; empty for an editor."""
    if EDITOR.match(text):
        return ""
    if (label := LABEL.search(text)) and label.lastgroup in ("source", "time", "updated"):
        text = text[: label.start()]
    return TOOLS.sub("", REPORT.sub("", ROLE.sub("", text.strip(f" {SEAM}")))).strip(" /／∕,，、:：()（）")


def _people(value: str) -> str:
    """Names with a comma between; a space parts Chinese names and joins others."""
    parts = re.split(
        r"[、,，/／∕]|(?<=[\u3400-\u9fff])\s+(?=[\u3400-\u9fff])", SPACED.sub(r"\1\2", ROLE.sub("", value))
    )
    names = [person(part) for part in parts if part.strip()]
    return ", ".join(dict.fromkeys(name for name in names if 1 < len(name) <= 30 and NOBODY.fullmatch(name) is None))
