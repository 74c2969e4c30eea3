"""Builds a web of Debian's documentation packages: one host a package, labelled with the package's subject.

    python experiments/debian_docs.py FOLDER

Packages come by `apt-get download`, as the machine is set up for it; what cannot be had is said and left out. Links
stay as their authors wrote them; one to an upstream site whose pages a package holds leads to that package. Few do,
so there is a page that lists all packages, by name and not by subject, and the front page of every package links to
it, as the documentation server of a Debian machine does. Written are `web/`, for `folder:`, and `labels.tsv`.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.parse import quote

PAGES = (".html", ".htm", ".xhtml")
CONTENTS = "contents.debian-docs.test"
BACK = rf'<p><a href="http://{CONTENTS}/">All documentation</a></p>\g<0>'


class Package(NamedTuple):
    name: str
    folder: str
    """Where its pages lie, below /usr/share."""
    upstream: tuple[str, ...] = ()
    """Addresses of the same pages on the web, without http:// or https://."""
    front: str = ""
    """The file of its front page, where that is not index.html."""


SUBJECTS: dict[str, tuple[Package, ...]] = {
    "databases": (
        Package("sqlite3-doc", "doc/sqlite3", ("www.sqlite.org/", "sqlite.org/")),
        Package(
            "postgresql-doc-15",
            "doc/postgresql-doc-15/html",
            tuple(f"www.postgresql.org/docs/{version}/" for version in ("current/static", "current", "15")),
        ),
        Package("python-psycopg2-doc", "doc/python-psycopg2-doc/html", ("www.psycopg.org/docs/",)),
        Package("python-pymongo-doc", "doc/python-pymongo-doc/html", ("pymongo.readthedocs.io/en/stable/",)),
        Package(
            "python-sqlalchemy-doc",
            "doc/python-sqlalchemy-doc/html",
            ("docs.sqlalchemy.org/en/14/", "docs.sqlalchemy.org/en/latest/", "www.sqlalchemy.org/docs/"),
        ),
        Package("slony1-2-doc", "doc/slony1-2-doc/adminguide"),
    ),
    "networks": (
        Package("postfix-doc", "doc/postfix/html", ("www.postfix.org/",)),
        Package("exim4-doc-html", "doc/exim4-doc-html/spec_html"),
        Package("bind9-doc", "doc/bind9-doc/arm"),
        Package("wireshark-doc", "doc/wireshark", ("www.wireshark.org/docs/",), "wsug_html_chunked/index.html"),
    ),
    "web programming": (
        Package(
            "python-django-doc",
            "doc/python-django-doc/html",
            tuple(f"docs.djangoproject.com/en/{version}/" for version in ("3.2", "stable", "dev")),
        ),
        Package("python-flask-doc", "doc/python-flask-doc/html", ("flask.palletsprojects.com/",)),
        Package(
            "python-requests-doc",
            "doc/python-requests-doc/html",
            ("requests.readthedocs.io/en/latest/", "requests.readthedocs.io/en/master/", "docs.python-requests.org/"),
        ),
        Package("python-aiohttp-doc", "doc/python-aiohttp-doc/html", ("docs.aiohttp.org/en/stable/",)),
    ),
    "mathematics": (
        Package("maxima-doc", "doc/maxima-doc/html", front="maxima_toc.html"),
        Package("python-mpmath-doc", "doc/python-mpmath-doc/html", ("mpmath.org/doc/current/",)),
        Package("r-doc-html", "R/doc/manual", front="R-intro.html"),
    ),
    "graphics": (
        Package("libcairo2-doc", "gtk-doc/html/cairo", ("www.cairographics.org/manual/",)),
        Package("python-pil-doc", "doc/python-pil-doc/html", ("pillow.readthedocs.io/en/stable/",)),
        Package("graphviz-doc", "doc/graphviz/html", ("www.graphviz.org/doc/", "graphviz.org/doc/")),
        Package("gnuplot-doc", "doc/gnuplot/htmldocs", front="gnuplot.html"),
        Package("povray-doc", "doc/povray/html"),
        Package("imagemagick-6-doc", "doc/imagemagick-6-common/html"),
    ),
    "programming languages": (
        Package(
            "python3.11-doc",
            "doc/python3.11/html",
            tuple(f"docs.python.org/{version}" for version in ("3.11/", "3/", "library/", "")),
        ),
        Package("sbcl-doc", "doc/sbcl"),
        Package("m4-doc", "doc/m4", ("www.gnu.org/software/m4/manual/html_node/",)),
    ),
    "writing": (
        Package("sphinx-doc", "doc/sphinx-doc/html", ("www.sphinx-doc.org/en/master/", "www.sphinx-doc.org/")),
        Package("doxygen-doc", "doc/doxygen/html", ("www.doxygen.nl/manual/", "www.doxygen.org/manual/")),
        Package("python-markdown-doc", "doc/python-markdown-doc/docs", ("python-markdown.github.io/",)),
        Package("auctex", "doc/auctex/HTML", front="auctex/index.html"),
        Package("vim-doc", "doc/vim/html"),
        Package("git-doc", "doc/git-doc", ("git-scm.com/docs/",), "git.html"),
    ),
}


def host(package: Package) -> str:
    return f"{package.name}.debian-docs.test"


def had(package: Package, folder: Path) -> str:
    """Get a package and lay its files into the folder; what stood in the way, empty for nothing."""
    try:
        subprocess.run(["apt-get", "download", package.name], cwd=folder, check=True, capture_output=True, text=True)
        (archive,) = folder.glob(f"{package.name}_*.deb")
        subprocess.run(["dpkg-deb", "-x", archive, folder], check=True, capture_output=True, text=True)
    except FileNotFoundError as wrong:
        return f"{wrong.filename} is not on this machine"
    except subprocess.CalledProcessError as wrong:
        return str(wrong.stderr).strip().split("\n")[-1] or f"{wrong.cmd[0]} failed"
    return "" if any(_pages(folder / "usr/share" / package.folder)) else f"it has no page in {package.folder}"


def links_changed(packages: Sequence[Package]) -> tuple[re.Pattern[str], dict[str, str]]:
    """What finds an upstream address in a link, and the address here that each stands for."""
    here = {address: f"http://{host(package)}/" for package in packages for address in package.upstream}
    longest_first = "|".join(map(re.escape, sorted(here, key=lambda address: (-len(address), address))))
    return re.compile(rf"""(?<=href=["'])https?://({longest_first})"""), here


def lay_out(package: Package, source: Path, web: Path, upstream: re.Pattern[str], here: dict[str, str]) -> int:
    """The pages of a package as a host of the web; how many there are."""
    pages = 0
    for file in _pages(source):
        text = file.read_text("utf-8", "surrogateescape")
        text = upstream.sub(lambda found: here[found[1]], text)
        inside = file.relative_to(source)
        if inside.as_posix() == (package.front or "index.html"):
            text = re.sub(r"(?i)</body>|\Z", BACK, text, count=1)
        target = web / host(package) / inside
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8", "surrogateescape")
        pages += 1
    return pages


def _pages(source: Path) -> Iterator[Path]:
    for folder, inner, names in os.walk(source):
        inner.sort()
        for name in sorted(names):
            file = Path(folder, name)
            if file.suffix.lower() in PAGES and file.is_file() and not file.is_symlink():
                yield file


def address(package: Package, file: str) -> str:
    return f"http://{host(package)}/{quote(file)}"


def build(folder: Path) -> dict[str, int]:
    """Make the web anew; pages by subject."""
    found: dict[str, list[Package]] = {subject: [] for subject in SUBJECTS}
    pages = dict.fromkeys(SUBJECTS, 0)
    with TemporaryDirectory() as temporary:
        for subject, packages in SUBJECTS.items():
            for package in packages:
                place = Path(temporary, package.name)
                place.mkdir()
                if problem := had(package, place):
                    print(f"{package.name} is left out: {problem}", file=sys.stderr)
                else:
                    found[subject].append(package)
        everything = [package for packages in found.values() for package in packages]
        if not everything:
            sys.exit("no package could be had: the web is not built")
        upstream, here = links_changed(everything)
        fresh = folder / "fresh"
        shutil.rmtree(fresh, ignore_errors=True)
        labels = []
        for subject, had_of_it in found.items():
            for package in had_of_it:
                source = Path(temporary, package.name, "usr/share", package.folder)
                pages[subject] += lay_out(package, source, fresh, upstream, here)
                written = (file.relative_to(fresh / host(package)) for file in _pages(fresh / host(package)))
                labels += [f"{address(package, inside.as_posix())}\t{subject}\n" for inside in written]
    listed = "".join(
        f'<li><a href="{address(package, package.front or "")}">{package.name}</a></li>'
        for package in sorted(everything)
    )
    (fresh / CONTENTS).mkdir()
    (fresh / CONTENTS / "index.html").write_text(
        f"<title>Documentation</title><h1>Documentation</h1><ul>{listed}</ul>", "utf-8"
    )
    shutil.rmtree(folder / "web", ignore_errors=True)
    fresh.rename(folder / "web")
    (folder / "labels.tsv").write_text("".join(labels), "utf-8")
    return pages


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for subject, pages in build(folder).items():
        print(f"{subject}: {pages:,} pages")


if __name__ == "__main__":
    main()
