"""How a page tells author, source and date: five ways, by site, as real pages differ."""

from __future__ import annotations

import json
from datetime import datetime

from honeyguide.web.synthetic.attribution import Shown
from honeyguide.web.synthetic.vocabulary import MONTHS

JSON_LD, META, TIMES, LINE, LABELS = range(5)


def metas(shown: Shown, markup: int, title: str, published: datetime | None, updated: datetime | None) -> str:
    """What stands in the head."""
    if markup == JSON_LD:
        told: dict[str, object] = {"@context": "https://schema.org", "@type": "NewsArticle", "headline": title}
        if published:
            told["datePublished"] = published.isoformat()
        if updated:
            told["dateModified"] = updated.isoformat()
        if shown.author:
            told["author"] = {"@type": "Person", "name": shown.author}
        if shown.source:
            told["publisher"] = {"@type": "Organization", "name": shown.source}
        return f'<script type="application/ld+json">{json.dumps(told, ensure_ascii=False)}</script>\n'
    if markup == META:
        named = (
            ("property", "article:published_time", published.isoformat() if published else ""),
            ("property", "article:modified_time", updated.isoformat() if updated else ""),
            ("name", "author", shown.author),
            ("property", "og:site_name", shown.source),
        )
        return "".join(f'<meta {kind}="{name}" content="{value}">\n' for kind, name, value in named if value)
    return ""


def line(
    shown: Shown, markup: int, chinese: bool, style: int, published: datetime | None, updated: datetime | None
) -> str:
    """What stands under the title."""
    if markup == TIMES:
        return _marked(shown, chinese, published, updated)
    if chinese:
        return _chinese(shown, markup, style, published, updated)
    return _english(shown, markup, style, published, updated)


def _marked(shown: Shown, chinese: bool, published: datetime | None, updated: datetime | None) -> str:
    parts = [f'<span itemprop="author">{shown.author}</span>'] if shown.author else []
    for when, prop in ((published, "datePublished"), (updated, "dateModified")):
        if when:
            told = f"{when:%Y-%m-%d %H:%M}" if chinese else f"{when.day} {MONTHS[when.month - 1][:3]} {when:%H:%M}"
            if prop == "dateModified":
                told = ("更新 " if chinese else "updated ") + told
            parts.append(f'<time itemprop="{prop}" datetime="{when.isoformat()}">{told}</time>')
    if shown.source:
        parts.append(f'<span class="source">{shown.source}</span>')
    return " · ".join(parts)


def _english(shown: Shown, markup: int, style: int, published: datetime | None, updated: datetime | None) -> str:
    if markup == LABELS:
        parts = [f"Author: {shown.author}"] if shown.author else []
        parts += [f"Source: {shown.source}"] if shown.source else []
        parts += [f"Published: {_day(published, style)}"] if published else []
        parts += [f"Last updated: {_day(updated, style)}, {updated:%H:%M}"] if updated else []
        return "<br>".join(parts)
    parts = [f"By {shown.author}"] if shown.author else []
    parts += [shown.source] if shown.source and markup == LINE else []
    if published and markup != JSON_LD:
        parts.append(_day(published, style) + (f", {published:%H:%M}" if style < 3 else ""))
    if updated and markup != JSON_LD:
        parts.append(f"Updated {_day(updated, style)}, {updated:%H:%M}")
    return " | ".join(parts)


def _day(when: datetime, style: int) -> str:
    month = MONTHS[when.month - 1]
    forms = (
        f"{when.day} {month} {when.year}",
        f"{month} {when.day}, {when.year}",
        f"{when.day} {month[:3]} {when.year}",
    )
    return forms[style] if style < 3 else f"{when:%Y-%m-%d}"


def _chinese(shown: Shown, markup: int, style: int, published: datetime | None, updated: datetime | None) -> str:
    if markup == JSON_LD:
        return f"记者 {shown.author}" if shown.author else ""
    clock = f"{published:%H:%M}" if published else ""
    day = _chinese_day(published, style) if published else ""
    changed = f"{updated:%Y-%m-%d %H:%M}" if updated else ""
    if markup == LABELS:
        parts = [f"发布时间：{day} {clock}"] if day else []
        parts += [f"来源：{shown.source}"] if shown.source else []
        parts += [f"作者：{shown.author}"] if shown.author else []
        parts += [f"更新时间：{changed}"] if changed else []
        return "　".join(parts)
    parts = [f"{day} {clock}" if style < 2 else day] if day else []
    parts += [shown.source] if shown.source else []
    parts += [f"记者 {shown.author}"] if shown.author else []
    parts += [f"更新时间：{changed}"] if changed else []
    return " | ".join(parts)


def _chinese_day(when: datetime, style: int) -> str:
    return (f"{when.year}年{when.month}月{when.day}日", f"{when:%Y-%m-%d}", f"{when:%Y/%m/%d}")[style % 3]
