"""Webs replayed from a folder of HTML files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from honeyguide.errors import BadInput
from honeyguide.web.offline import open_web
from honeyguide.web.offline.page_source import over_http


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pages = tmp_path / "pages"
    for name, text in {
        "one.example/index.html": "home",
        "one.example/news/index.htm": "news",
        "one.example/news/暴雨 1.html": "rain",
        "one.example/style.css": "p {}",
        "one.example/.hidden.html": "no",
        "one.example/robots.txt": "User-agent: *\nDisallow: /news/",
        "TWO.example/a.xhtml": "<p/>",
        "not a host!/a.html": "no",
        "top.html": "no",
    }.items():
        (pages / name).parent.mkdir(parents=True, exist_ok=True)
        (pages / name).write_text(text, "utf-8")
    return pages


def test_every_top_folder_is_a_host(folder: Path) -> None:
    web = open_web("folder:pages", base=folder.parent)
    assert sorted(web.urls()) == [
        "http://one.example/",
        "http://one.example/news/",
        "http://one.example/news/%E6%9A%B4%E9%9B%A8%201.html",
        "http://two.example/a.xhtml",
    ]
    assert (len(web), web.broken, web.labels) == (4, 1, None)
    assert web.answer("http://one.example/news/暴雨 1.html").body == b"rain"
    assert web.answer("http://two.example/a.xhtml").headers == (("Content-Type", "application/xhtml+xml"),)
    assert list(open_web(web.spec).urls()) == list(web.urls())


def test_an_index_file_is_the_page_of_its_folder(folder: Path) -> None:
    web = open_web(f"folder:{folder}")
    assert web.answer("http://one.example").body == b"home"
    assert web.answer("http://one.example/news").location == "http://one.example/news/"
    assert web.answer("http://one.example/news/index.htm").location == "http://one.example/news/"
    assert over_http(web)("http://one.example/news/index.htm").body == b"news"


def test_other_files_are_not_given_but_robots_txt_is(folder: Path) -> None:
    web = open_web(f"folder:{folder}")
    for name in ("style.css", ".hidden.html", "../top.html", "..%2Ftop.html", "news/../../top.html", "absent.html"):
        assert web.answer(f"http://one.example/{name}").status == 404, name
    assert web.answer("http://one.example/robots.txt").body.startswith(b"User-agent")
    assert web.answer("http://two.example/robots.txt").status == 404


def test_links_out_of_the_folder_are_not_followed(folder: Path) -> None:
    secret = folder.parent / "secret.html"
    secret.write_text("secret")
    (folder / "one.example/secret.html").symlink_to(secret)
    (folder / "one.example/out").symlink_to(folder.parent)
    (folder / "one.example/loop.html").symlink_to(folder / "one.example/loop.html")
    (folder / "one.example/copy.html").symlink_to(folder / "one.example/index.html")
    (folder / "three.example").symlink_to(folder.parent)
    os.remove(folder / "one.example/robots.txt")
    (folder / "one.example/robots.txt").symlink_to(secret)
    web = open_web(f"folder:{folder}")
    assert web.answer("http://one.example/copy.html").body == b"home"
    assert not [url for url in web.urls() if "secret" in url or "three" in url]
    assert (len(web), web.broken) == (5, 3)
    assert web.answer("http://one.example/robots.txt").status == 404


def test_another_file_makes_it_another_web(folder: Path) -> None:
    before = open_web(f"folder:{folder}").identity
    assert open_web(f"folder:{folder}").identity == before
    (folder / "one.example/new.html").write_text("new")
    assert open_web(f"folder:{folder}").identity != before


def test_a_folder_without_hosts_says_what_it_wants(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("x")
    with pytest.raises(BadInput, match=r"example\.org/index\.html"):
        len(open_web(f"folder:{tmp_path}"))
    with pytest.raises(BadInput, match="there is no such folder"):
        open_web(f"folder:{tmp_path}/absent")


def test_other_rules_make_it_another_web(folder: Path) -> None:
    before = open_web(f"folder:{folder}").identity
    host = next(path for path in sorted(folder.iterdir()) if path.is_dir())
    (host / "robots.txt").write_text("User-agent: *\nDisallow: /nothing-of-the-kind\n")
    assert open_web(f"folder:{folder}").identity != before


def test_an_address_with_a_query_redirects_to_the_one_without(folder: Path) -> None:
    web = open_web(f"folder:{folder}")
    for url in web.urls():
        answer = web.answer(f"{url}?page=2")
        assert (answer.status, answer.location) == (301, url)
