"""Pages as clean Markdown, one file each: what is known of it as YAML, then its title and its main text.

Nothing that a page says becomes another value of the YAML than the one it stands in; of the text: `markdown_text`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path

from msgspec.structs import replace

from honeyguide.atomic import whole_folder
from honeyguide.model import Block
from honeyguide.storage.export import RANKED, Row, Structure, Target, plain, unknown
from honeyguide.storage.markdown_text import blocks_of_text, estimated_tokens, heading, markdown, one_line

FIELDS = (
    "title",
    "url",
    "published",
    "updated",
    "source",
    "author",
    "language",
    "kind",
    "keywords",
    "relevance",
    "fetched_at",
)
EXTRA = ("score", "reasons")
LONGEST_NAME = 80
"""Bytes of what a file's name has from the title."""
NAME = re.compile(r".+-[0-9a-f]{10}(?:[0-9a-f]{22})?\.md")

_NOT_IN_YAML = re.compile(
    r"[\x00-\x1f\"\\\x7f-\xa0\xad\u061c\u180e\u200b-\u200f\u2028-\u202f\u205f-\u206f\ufeff\ufff0-\uffff]"
)


def export_markdown(rows: Iterable[Row], target: Target, structure: Structure = unknown) -> int:
    """Write a folder with one file a page that has a text, or a stream of them; say how many there are."""
    count = 0
    with_text = (row for row in (plain(row, RANKED) for row in rows) if row["content"] or row["text"])
    if not isinstance(target, Path):
        for count, row in enumerate(with_text, start=1):
            target.write(f"{chr(10) if count > 1 else ''}{page(row, structure(row))}".encode())
        target.flush()
        return count
    with whole_folder(target, NAME, '# pages exported by Honeyguide\nformat = "markdown"\n') as folder:
        for row in with_text:
            count += 1
            names = file_names(str(row["title"] or ""), str(row["url"]))
            _write(folder, str(row["url"]), names, page(row, structure(row)))
    return count


def _write(folder: Path, url: str, names: Iterable[str], text: str) -> None:
    for name in names:
        try:
            with (folder / name).open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except FileExistsError:
            continue
        return
    raise ValueError(f"{url}: comes twice")


def page(row: Mapping[str, object], blocks: Sequence[Block] = ()) -> str:
    """The file of a page: with its blocks where they are known, else with the lines of its text."""
    title = one_line(str(row.get("title") or row["url"]))
    blocks = blocks or blocks_of_text(str(row.get("content") or row.get("text") or ""))
    if blocks and one_line(blocks[0].text) == title:
        blocks = blocks[1:]
    blocks = _below_the_title(blocks)
    text = f"# {heading(title)}\n" + (f"\n{markdown(blocks)}\n" if blocks else "")
    told = [name for name in EXTRA if row.get(name) is not None]
    head = "".join(f"{name}: {yaml(row.get(name))}\n" for name in (*FIELDS, *told))
    return f"---\n{head}estimated_tokens: {estimated_tokens(text)}\n---\n\n{text}"


def _below_the_title(blocks: Sequence[Block]) -> Sequence[Block]:
    """All headings one level further down, where one is of the title's own."""
    if all(each.level != 1 for each in blocks):
        return blocks
    return [replace(each, level=each.level + 1) if each.kind == "heading" else each for each in blocks]


def yaml(value: object) -> str:
    """A value as YAML 1.1 and 1.2 both read it; text always stands in quotation marks, on one line."""
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(yaml, value))}]"
    if isinstance(value, float | int):
        return f"{value:.6f}" if value == value and abs(value) < 1e9 else "null"  # noqa: PLR0124
    return f'"{_NOT_IN_YAML.sub(_yaml_escape, str(value or ""))}"'


def _yaml_escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    if found[0] in '"\\':
        return f"\\{found[0]}"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def file_names(title: str, url: str) -> tuple[str, str]:
    """A name from the title in any language and from the address; a longer one, should the first be taken."""
    normal = unicodedata.normalize("NFKC", title).casefold()
    letters = "".join(char if unicodedata.category(char)[0] in "LNM" else " " for char in normal)
    slug = "-".join(letters.split()).encode()[:LONGEST_NAME].decode("utf-8", "ignore").strip("-") or "page"
    number = blake2b(url.encode("utf-8", "replace"), digest_size=16).hexdigest()
    return f"{slug}-{number[:10]}.md", f"{slug}-{number}.md"
