"""Files are there whole or not at all, wherever and however a writer is stopped."""

import os
from pathlib import Path

import pytest

from honeyguide import atomic
from honeyguide.errors import BadInput, CannotRun


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


def test_a_file_is_replaced_as_a_whole_and_its_folder_made(tmp_path: Path) -> None:
    file = tmp_path / "new" / "a"
    atomic.write(file, b"one")
    atomic.write(file, "二")
    assert file.read_text("utf-8") == "二"
    assert names(file.parent) == ["a"]


def test_a_reader_sees_the_old_file_until_all_of_the_new_one_is_written(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("old")
    with atomic.whole_file(file) as stream:
        stream.write(b"new")
        stream.flush()
        assert file.read_text() == "old"
        (part,) = (name for name in names(tmp_path) if name != "a")
        assert atomic.is_part(part)
    assert file.read_text() == "new"


def test_of_several_files_none_takes_its_place_when_one_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    (tmp_path / "b").mkdir()
    with pytest.raises(BadInput, match="b: is not a file that can be written; name another"):
        atomic.write_all({tmp_path / "a": "new", tmp_path / "b": "new"})
    assert (tmp_path / "a").read_text() == "old"
    assert names(tmp_path) == ["a", "b"]


def test_an_interrupted_writer_leaves_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")

    def interrupted() -> None:
        with atomic.whole_file(tmp_path / "a") as stream:
            stream.write(b"new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert (tmp_path / "a").read_text() == "old"
    assert names(tmp_path) == ["a"]


def test_a_new_file_has_what_the_user_allows_and_a_replaced_one_what_it_had(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        atomic.write(tmp_path / "a", "x")
        assert (tmp_path / "a").stat().st_mode & 0o777 == 0o644
        (tmp_path / "a").chmod(0o600)
        atomic.write(tmp_path / "a", "y")
        assert (tmp_path / "a").stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(before)


def test_a_link_is_written_through_but_not_out_of_its_folder(tmp_path: Path) -> None:
    inside, outside = tmp_path / "crawl", tmp_path / "secret"
    inside.mkdir()
    outside.write_text("secret")
    (inside / "real").write_text("old")
    (inside / "near").symlink_to("real")
    (inside / "far").symlink_to(outside)
    atomic.write(inside / "near", "new")
    assert (inside / "near").is_symlink()
    assert (inside / "real").read_text() == "new"
    with pytest.raises(BadInput, match=r"far: is a link to another folder; name .*secret itself"):
        atomic.write(inside / "far", "new")
    assert outside.read_text() == "secret"
    assert names(inside) == ["far", "near", "real"]


def test_a_place_that_cannot_be_written_is_said_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CannotRun, match=r"file/a: cannot be written: "):
        atomic.write(tmp_path / "file" / "a", "x")
    with pytest.raises(CannotRun, match="cannot be written: File name too long"):
        atomic.write(tmp_path / ("x" * 300), "x")
    assert names(tmp_path) == ["file"]
