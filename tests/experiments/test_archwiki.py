"""The web of ArchWiki, from a small package in the layout of the true one."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest

import archwiki
from honeyguide.lab.pages import PageCache
from honeyguide.web.offline import open_web, read_labels

EN, ZH = "http://en.archwiki.test/title", "http://zh-cn.archwiki.test/title"


def footer(*links: str) -> str:
    inside = "".join(f'<li><a href="{link}">category</a></li>' for link in links)
    return f'<div id="catlinks" class="catlinks"><div id="mw-normal-catlinks">Category: <ul>{inside}</ul></div></div>'


PAGES = {
    "en/Kernel_modules.html": '<title>Kernel modules</title><a href="../en/Udev.html#Rules">udev</a>'
    '<a href="../zh-cn/Udev_(%E7%AE%80%E4%BD%93%E4%B8%AD%E6%96%87).html">zh</a><a href="../en/Gone.html">gone</a>'
    '<a href="https://docs.example/a.html">docs</a>' + footer("../en/Category:Kernel.html"),
    "en/Udev.html": "<title>udev</title>" + footer("../en/Category:Modules.html"),
    "en/Category:Modules.html": "<title>Modules</title>" + footer("../en/Category:Kernel.html"),
    "en/Category:Kernel.html": "<title>Kernel</title>" + footer("../en/Category:Modules.html"),  # a circle
    "zh-cn/Udev_(简体中文).html": "<title>udev</title>"
    + footer("../zh-cn/Category:Hardware_(%E7%AE%80%E4%BD%93%E4%B8%AD%E6%96%87).html"),
    "de/Udev.html": "<title>udev</title>",
}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    for name, text in PAGES.items():
        file = tmp_path / "root/usr/share/doc/arch-wiki/html" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"<html><body>{text}</body></html>", "utf-8")
    with tarfile.open(tmp_path / "arch-wiki-docs.pkg.tar.xz", "w:xz") as archive:
        archive.add(tmp_path / "root", arcname="")
    return tmp_path / "arch-wiki-docs.pkg.tar.xz"


@pytest.mark.parametrize("unpacked", [False, True])
def test_pages_links_and_labels_are_those_of_the_wiki(package: Path, tmp_path: Path, unpacked: bool) -> None:
    assert archwiki.build(tmp_path / "root" if unpacked else package, tmp_path) == (3, 3)
    assert (tmp_path / "archwiki.labels.tsv").read_text("utf-8").splitlines() == [
        f"{EN}/Kernel_modules\ten.Kernel",
        f"{EN}/Udev\ten.Kernel",
        f"{ZH}/Udev_(%E7%AE%80%E4%BD%93%E4%B8%AD%E6%96%87)\tzh-cn.Hardware",
    ]
    web = open_web(f"warc:{tmp_path / 'archwiki.warc.gz'}")
    assert list(read_labels(tmp_path / "archwiki.labels.tsv", web).names()) == ["en.Kernel", "zh-cn.Hardware"]
    with PageCache(web) as cache:
        pages = {url: page for url in web.urls() if (page := cache.page(url))}
    assert [link.url for link in pages[f"{EN}/Kernel_modules"].links] == [
        f"{EN}/Udev",
        f"{ZH}/Udev_(%E7%AE%80%E4%BD%93%E4%B8%AD%E6%96%87)",
        "http://en.archwiki.test/missing/Gone",
        "https://docs.example/a.html",
    ]
    assert not any("ategory" in page.text for page in pages.values())


def test_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with pytest.raises(SystemExit, match="is it the package arch-wiki-docs"):
        archwiki.build(tmp_path / "other", tmp_path)
