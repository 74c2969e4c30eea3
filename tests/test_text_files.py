"""Files that a person gives: bounded, UTF-8, and refused in one sentence."""

import pickle
from pathlib import Path

import pytest

from honeyguide.errors import BadFile
from honeyguide.text_files import read_bytes, read_text


def refusal(file: Path, content: bytes | None = None, largest: int = 100) -> str:
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(BadFile) as caught:
        read_text(file, "a list of terms", largest)
    return str(caught.value).removeprefix(str(file))


def test_text_comes_without_its_byte_order_mark_and_with_plain_line_ends(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes("\ufeff暴雨\r\nrain\n".encode())
    assert read_text(file, "a list of terms") == "暴雨\nrain\n"
    assert read_bytes(file, "a list of terms").startswith(b"\xef\xbb\xbf")


def test_what_cannot_be_read_is_said_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "a"
    assert refusal(file) == ": cannot be read: No such file or directory"
    assert refusal(tmp_path) == ": cannot be read: Is a directory"
    assert refusal(Path("a\0b")).endswith(": cannot be read: embedded null byte")
    assert refusal(file, b"#" * 101) == ": is larger than 100 bytes, too large for a list of terms"
    assert refusal(file, b"a\n\xb1\xa9\n") == ":2: is not UTF-8 text; save it as UTF-8"
    assert refusal(file, "rain".encode("utf-16")) == ": is UTF-16; save it as UTF-8"
    assert refusal(file, "rain".encode("utf-16-le")) == ": is UTF-16; save it as UTF-8"
    assert refusal(file, b"\0\x91\xb7" * 30) == ": is no text, or not UTF-8; save it as UTF-8"


def test_the_error_survives_the_way_from_another_process() -> None:
    again = pickle.loads(pickle.dumps(BadFile("a.toml", "is not TOML", 3)))
    assert (again.where, again.message, again.line) == ("a.toml", "is not TOML", 3)
    assert str(again) == "a.toml:3: is not TOML"
