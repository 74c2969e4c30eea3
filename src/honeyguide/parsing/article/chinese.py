"""What Chinese pages say under the title: 来源, 作者, 发布时间 and their kin, in either script."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

HAN = re.compile(r"[\u3400-\u9fff]")
ABOVE, BELOW, FAR = 3, 8, 300
"""Lines around the title that are looked at first, and lines of the page that are looked at when it has no title."""
LONGEST_LINE = 160
"""A longer line is a paragraph."""
SOURCE = (
    "消息来源|消息來源|文章来源|文章來源|信息来源|稿件来源|新闻来源|新聞來源|来源|來源|稿源|出处|出處|来自|來自|转自|轉自|"
    "媒体|媒體"
)
AUTHOR = "文章作者|作者|撰稿人|撰稿|撰文|本报记者|本報記者|记者|記者|通讯员|通訊員|特约记者|文"
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
    "评论|評論|打印|责任人|分类|分類|标签|標籤|摄影|攝影"
)
LABEL = re.compile(
    rf"(?:(?P<updated>(?:{UPDATED})(?:时间|時間|日期)?)|(?P<source>{SOURCE})|(?P<author>{AUTHOR})|(?P<time>{TIME})|"
    rf"(?P<other>{OTHER}))\s{{0,3}}(?:[:：]|(?<=文)[/／]|(?<=[于於新改])(?=\s{{0,3}}(?:[12]\d{{3}}|民)))\s{{0,3}}"
)
CHANGED = re.compile(rf"(?:{UPDATED})(?:时间|時間|日期)?[\s:：]{{0,4}}$")
"""What stands before the time of a change."""
STOPS = re.compile(r"\s*[|｜丨\[\]【】()（）<>《》]\s*|\s{2,}|[；;]")
BYLINE = re.compile(
    r"(?:本报记者|本報記者|本网记者|特约记者|实习记者|记者|記者|通讯员|通訊員)\s{0,2}"
    r"([\u4e00-\u9fff·]{2,4}(?:[、\s][\u4e00-\u9fff·]{2,4}){0,3})(?=$|[\s|｜/／)）,，])"
)
WHEN = re.compile(
    r"(?:民[国國]\s?\d{2,3}|(?:19|20)\d{2})\s?[-/.年]\s?\d{1,2}\s?[-/.月]\s?\d{1,2}\s?[日号號]?"
    r"(?:[\s,，]{0,3}(?:上午|下午|晚上|凌晨|中午)?\s?\d{1,2}[:：时時]\d{2}分?(?:[:：]\d{2})?)?"
)
DATED = re.compile(rf"(?:{WHEN.pattern}|\d{{1,2}}月\d{{1,2}}[日号號]).*$")
NAME = re.compile(r"[\u3400-\u9fffA-Za-z0-9·\-—&. ]{2,30}")
OUTLET = re.compile(
    r"[\u3400-\u9fffA-Za-z0-9·]{1,16}(?:日报|日報|晚报|晚報|早报|早報|时报|時報|周刊|週刊|新闻网|新聞網|新闻社|新聞社|网|網|通讯社|通訊社|社|"
    r"电视台|電視台|广播|廣播|报|報|在线|线上|频道|客户端|新闻|新聞|中心|气象局|氣象局|气象台|政府)"
)


class Named(Struct, frozen=True):
    source: str = ""
    author: str = ""
    published: str = ""
    """As it is written."""
    updated: str = ""


def named(lines: Sequence[str], title_line: int) -> Named:
    """What is said near the title, and failing that in short lines of the page."""
    first = max(0, title_line - ABOVE) if title_line >= 0 else 0
    near = [line for line in lines[first : max(title_line, 0) + BELOW + 1] if len(line) <= LONGEST_LINE]
    if not any(map(HAN.search, near)) and not any(map(HAN.search, lines[:FAR:10])):
        return Named()
    found: dict[str, str] = {}
    for line in near:
        _read_labels(line, found)
    for line in near:
        _read_bare(line, found)
    for line in lines[:FAR]:
        if found.keys() >= {"source", "author", "time"} or found.keys() >= {"source", "author", "updated"}:
            break
        if len(line) <= LONGEST_LINE:
            _read_labels(line, found)
    return Named(*(found.get(kind, "") for kind in ("source", "author", "time", "updated")))


def _read_labels(line: str, found: dict[str, str]) -> None:
    labels = list(LABEL.finditer(line))
    for number, label in enumerate(labels):
        kind = label.lastgroup or ""
        end = labels[number + 1].start() if number + 1 < len(labels) else len(line)
        value = line[label.end() : end].strip()
        if kind in ("time", "updated"):
            when = WHEN.search(value)
            value = when[0] if when else ""
        elif kind != "other":
            value = _name(value, kind)
        if value and kind != "other":
            found.setdefault(kind, value)


def _read_bare(line: str, found: dict[str, str]) -> None:
    """A line under the title without labels: `2026-07-01 08:30 山城日报 记者 林一`."""
    when = next((each for each in WHEN.finditer(line) if not CHANGED.search(line[: each.start()])), None)
    if when is None:
        if "author" not in found and len(line) <= 40 and (byline := BYLINE.search(line)):
            found["author"] = _people(byline[1])
        return
    found.setdefault("time", when[0])
    rest = f"{line[: when.start()]}  {line[when.end() :]}"
    if "author" not in found and (byline := BYLINE.search(rest)):
        found["author"] = _people(byline[1])
    if "source" not in found and not LABEL.search(rest):
        for piece in re.split(r"[\s|｜丨·•]{1,4}", rest):
            if outlet := OUTLET.fullmatch(piece.strip()):
                found["source"] = outlet[0]
                return


def _name(value: str, kind: str) -> str:
    value = DATED.sub("", STOPS.split(value.strip("《》【】[] "), maxsplit=1)[0]).strip(" ,，。:：")
    if kind == "author":
        return _people(value) if len(value) <= 40 else ""
    words = value.split(" ")
    if HAN.search(words[0]):  # what follows a Chinese name after a space is something else
        value = words[0]
    return value if NAME.fullmatch(value) else ""


def _people(value: str) -> str:
    """Names with a comma between; a space parts Chinese names and joins others."""
    value = re.sub(r"^(?:本报|本網|本网)?(?:记者|記者|通讯员|通訊員)\s*", "", value)
    parts = re.split(r"[、,，/／]|(?<=[\u3400-\u9fff])\s+(?=[\u3400-\u9fff])", value)
    return ", ".join(part for part in map(str.strip, parts) if part and len(part) <= 30)
