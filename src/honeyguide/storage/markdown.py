"""Pages as clean Markdown, one file each: what is known of it as YAML, then its title and its main text.

Nothing that a page says becomes markup: no HTML, no link, no value of the YAML but the one it stands in.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path

from honeyguide.atomic import whole_folder
from honeyguide.storage.export import RANKED, Row, plain

FIELDS = (
    "title",
    "url",
    "published",
    "updated",
    "source",
    "author",
    "language",
    "keywords",
    "relevance",
    "fetched_at",
)
EXTRA = ("score", "reasons")
LONGEST_NAME = 80
"""Bytes of what a file's name has from the title."""
NAME = re.compile(r".+-[0-9a-f]{10}(?:[0-9a-f]{22})?\.md")

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ufffe\uffff]")
_TURNING = re.compile(r"[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What turns the reading direction: a line must read as it is written."""
_NOT_IN_YAML = re.compile(
    r"[\x00-\x1f\"\\\x7f-\xa0\xad\u061c\u180e\u200b-\u200f\u2028-\u202f\u205f-\u206f\ufeff\ufff0-\uffff]"
)
_ADDRESS = re.compile(
    r"(?:(?<![a-z0-9])(?:[a-z][a-z0-9+.\-]{1,20}://|(?:mailto|xmpp|tel|data|javascript):(?=\S)|www\d?\.)|"
    r"(?<![\w:/])//(?=\w))[^\s<>`{}\u3000-\u303f\u3400-\u9fff\uff00-\uffef]*|"
    r"[\w.+\-]{1,64}@[\w\-]+(?:\.[\w\-]+)+|"
    r"(?<![a-z0-9])(?:[a-z0-9\-]{1,63}\.){1,8}(?:com|org|net|edu|gov|info|biz|(?-i:[a-z]{2}|[A-Z]{2}))\b"
    r"(?:/[\w.~%/?=&#\-]*)?",
    re.IGNORECASE | re.ASCII,
)
"""What some readers of Markdown make a link of without being told to."""
_MARKUP = re.compile(r"[\\*_\[\]{}~$^]")
_ENTITY = re.compile(r"&(?=#?\w{1,32};)")
_LINE_START = re.compile(r"^(?:(?=[#+\-=>:|])|\d{1,9}(?=[.)](?:\s|$)))")
_BEFORE = r"\g<0>\\"
_HEADING_END = re.compile(r"#(?=#*$)")


def export_markdown(rows: Iterable[Row], path: Path) -> int:
    """Write a folder with one file a page that has a text, and say how many there are."""
    count = 0
    with whole_folder(path, NAME, '# pages exported by Honeyguide\nformat = "markdown"\n') as folder:
        for row in rows:
            known = plain(row, RANKED)
            if known["content"] or known["text"]:
                _write(
                    folder, str(known["url"]), file_names(str(known["title"] or ""), str(known["url"])), page(known)
                )
                count += 1
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


def page(row: Mapping[str, object]) -> str:
    """The file of a page."""
    told = [name for name in EXTRA if row.get(name) is not None]
    head = "".join(f"{name}: {yaml(row.get(name))}\n" for name in (*FIELDS, *told))
    title = _one_line(str(row.get("title") or row["url"]))
    lines = list(filter(None, map(_one_line, str(row.get("content") or row.get("text") or "").splitlines())))
    if lines[:1] == [title]:
        del lines[0]
    shown = _HEADING_END.sub(r"\\#", escaped(title))
    return f"---\n{head}---\n\n# {shown}\n" + "".join(_blocks(lines))


def _blocks(lines: Iterable[str]) -> Iterator[str]:
    """Paragraphs with a blank line before each; items of a list, which begin with `- `, follow one another."""
    listed = False
    for line in lines:
        item = line.startswith("- ")
        text = escaped(line[2:] if item else line)
        yield f"{'' if item and listed else chr(10)}{'- ' if item else ''}{_LINE_START.sub(_BEFORE, text)}\n"
        listed = item


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


def escaped(line: str) -> str:
    """A line that Markdown shows as it is; addresses stand as code, which is never a link."""
    line = _one_line(line)
    parts, end = [], 0
    for found in _ADDRESS.finditer(line):
        parts += [_text(line[end : found.start()]), f"`{found[0]}`"]
        end = found.end()
    return "".join((*parts, _text(line[end:])))


def _one_line(line: str) -> str:
    return " ".join(_CONTROL.sub(" ", _TURNING.sub("", line)).split())


def _text(text: str) -> str:
    text = _ENTITY.sub("&amp;", text).replace("<", "&lt;").replace("`", "&#96;")
    return _MARKUP.sub(r"\\\g<0>", text)


def file_names(title: str, url: str) -> tuple[str, str]:
    """A name from the title in any language and from the address; a longer one, should the first be taken."""
    normal = unicodedata.normalize("NFKC", title).casefold()
    letters = "".join(char if unicodedata.category(char)[0] in "LNM" else " " for char in normal)
    slug = "-".join(letters.split()).encode()[:LONGEST_NAME].decode("utf-8", "ignore").strip("-") or "page"
    number = blake2b(url.encode("utf-8", "replace"), digest_size=16).hexdigest()
    return f"{slug}-{number[:10]}.md", f"{slug}-{number}.md"
