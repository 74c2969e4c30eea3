"""A password in an address that a person gives never reaches the terminal."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from honeyguide.errors import without_passwords

ADDRESSES = (
    "postgresql+psycopg://joe:s3cret@db.example/x",
    "mysql+pymysql://joe:s3cret@db.example/x",
    " postgresql://joe:s3cret@db.example/x",
    '"postgresql://joe:s3cret@db.example/x"',
    "Server=db;Uid=joe;Pwd=s3cret;",
    "host=db password='s3cret words' dbname=d",
    "joe:s3cret@db.example/x",
)


def complaint(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", "from honeyguide.cli import main; main()", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode
    return done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("address", ADDRESSES)
def test_a_password_in_an_address_of_seeds_is_not_shown(address: str, tmp_path: Path) -> None:
    said = complaint(tmp_path, "crawl", "rainstorm-disaster", "--seeds", address, "--out", "crawl")
    assert "***" in said
    assert "s3cret" not in said


@pytest.mark.slow
@pytest.mark.parametrize("address", ADDRESSES)
def test_a_password_in_an_address_of_examples_is_not_shown(address: str, tmp_path: Path) -> None:
    said = complaint(tmp_path, "topic", "new", "floods", "--examples", address)
    assert "***" in said
    assert "s3cret" not in said


@pytest.mark.parametrize(
    "text",
    [
        "topic.toml:3: 'keywrods' is not a setting; did you mean 'keywords'?",
        "https://social.example/@somebody: 404 Not Found",
        "the words of a@b.example are left alone",
    ],
)
def test_what_is_no_password_is_shown(text: str) -> None:
    assert without_passwords(text) == text


@pytest.mark.parametrize("part", ["a:/", "a:", "a.", "http://a", "pwd=", "pwd='", "a:b@", "x@", "a:/ "])
def test_a_long_text_without_passwords_takes_no_long_time(part: str) -> None:
    began = time.process_time()
    without_passwords(part * 100_000)
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see x+y://joe:a@b@db/x, or z://joe@c.", "see x+y://***@db/x, or z://***@c."),
        ("joe:s3cret@db and a:///@b", "joe:***@db and a:///***@b"),
        ("https://joe:s@host/a@b", "https://***@host/a@b"),
        ("1:2@x @a:b", "1:2@x @a:b"),
    ],
)
def test_what_stands_for_a_login_is_left_out_of_every_address(text: str, shown: str) -> None:
    assert without_passwords(text) == shown
