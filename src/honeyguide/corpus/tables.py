"""A document a line: JSON lines, CSV and TSV with columns such as title, text, label and url; or only URLs."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from honeyguide.errors import BadInput
from honeyguide.seeds import read_seeds
from honeyguide.seeds.cells import LONGEST_DESCRIPTION, shown, text_of, url_of
from honeyguide.seeds.files import LONGEST_LINE, csv_rows, delimiter, long_fields

TABLES = dict.fromkeys((".jsonl", ".csv", ".tsv"), 256_000_000)
"""Kinds of tables, and the most bytes of each."""

_COLUMNS = {
    "title": ("title", "headline", "标题", "標題", "题名", "題名", "篇名"),
    "abstract": ("abstract", "summary", "摘要"),
    "description": ("description", "url description", "描述", "说明"),
    "keywords": ("keywords", "keyword", "关键词", "關鍵詞", "关键字"),
    "text": ("text", "content", "body", "正文", "内容", "內容", "全文"),
    "label": ("label", "class", "category", "theme", "标签", "標籤", "类别", "類別", "分类", "主题"),
    "url": ("url", "link", "网址", "網址", "链接", "鏈接"),
}
_MEANING = {name: column for column, names in _COLUMNS.items() for name in names}
_TEXT = ("title", "abstract", "description", "keywords", "text")
_SAID = ("abstract", "text")
"""What a page says of itself; a title or description beside a URL only tells which page is meant."""


class Row(NamedTuple):
    name: str
    """Its URL, or else where it stands."""
    label: str
    text: str
    """Title, abstract, keywords and text, each on lines of its own; empty when the row only names a page."""
    url: str
    description: str = ""
    """What the row says of the page that it names."""


def rows_of(text: str, where: str, suffix: str) -> Iterator[Row] | None:
    """The documents of a table, one after the other; None for a table whose first line names no column of ours."""
    return _json_rows(text, where) if suffix == ".jsonl" else _csv_rows(text, where, suffix)


def _json_rows(text: str, where: str) -> Iterator[Row]:
    for number, line in enumerate(io.StringIO(text), start=1):
        if not line.strip():
            continue
        place = f"{where}:{number}"
        try:
            fields = msgspec.json.decode(line.encode(), type=dict[str, object])
        except (msgspec.DecodeError, RecursionError) as wrong:
            raise BadInput(f"{place}: is not a JSON object on one line: {str(wrong)[:100].lower()}") from None
        yield _row({name: _said(value, name, place) for name, value in fields.items() if _column(name)}, place)


def _said(value: object, name: str, place: str) -> str:
    """Text, numbers, and lists of them, as keywords often are."""
    if isinstance(value, list):
        return ", ".join(_said(each, name, place) for each in value if not isinstance(each, list))
    if isinstance(value, dict):
        raise BadInput(f"{place}: '{shown(name)}' must be text or a list of texts, not an object")
    return text_of(value)


def _csv_rows(text: str, where: str, suffix: str) -> Iterator[Row] | None:
    cut = "\t" if suffix == ".tsv" else delimiter(text[:LONGEST_LINE])
    header: list[str] = next(csv.reader(io.StringIO(text[:LONGEST_LINE], newline=""), delimiter=cut), [])
    columns = [_column(name) for name in header]
    return _cells(text, where, cut, columns) if any(columns) else None


def _cells(text: str, where: str, cut: str, columns: list[str]) -> Iterator[Row]:
    with long_fields():
        rows = csv_rows(io.StringIO(text, newline=""), cut, where)
        next(rows)
        for place, cells in rows:
            found = {column: text_of(cell) for column, cell in zip(columns, cells, strict=False) if column}
            if any(found.values()):
                yield _row(found, place)


def _column(name: str) -> str:
    return _MEANING.get(name.strip().strip("\ufeff").casefold(), "")


def _row(said: Mapping[str, str], place: str) -> Row:
    fields: dict[str, str] = {}
    for name, value in said.items():
        fields.setdefault(_column(name), value)
    url = url_of(fields.get("url", "")) or ""
    only_named = bool(fields.get("url")) and not any(fields.get(name) for name in _SAID)
    if only_named and not url:
        raise BadInput(f"{place}: '{shown(fields['url'])}' is not a URL")
    text = "" if only_named else "\n".join(value for name in _TEXT if (value := fields.get(name, "")))
    description = fields.get("description") or fields.get("title", "")
    return Row(url or place, fields.get("label", ""), text, url, description[:LONGEST_DESCRIPTION])


def urls_of_table(table: Path) -> dict[str, str]:
    """The URLs of a table whose first line names no column of ours."""
    try:
        return read_seeds([str(table)], stdin=sys.stdin)
    except BadInput:
        raise BadInput(
            f"{table}: its first line names no column such as title, text or url, and it is no list of URLs"
        ) from None


def only_urls(text: str) -> dict[str, str]:
    """The URLs of a text that holds nothing else but comments, and what it says of each after a tab."""
    urls: dict[str, str] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("#"):
            continue
        named, _, description = line.partition("\t")
        url = url_of(named.strip())
        if not url:
            return {}
        urls[url] = urls.get(url) or description.strip()[:LONGEST_DESCRIPTION]
    return urls
