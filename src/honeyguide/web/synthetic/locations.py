"""Addresses of pages: written from a page's number, and the number read back from them."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time

from honeyguide.web.synthetic import english
from honeyguide.web.synthetic.draws import number
from honeyguide.web.synthetic.hyperlinks import Form, Hyperlink
from honeyguide.web.synthetic.layout import GENERAL, Host, Layout
from honeyguide.web.synthetic.parameters import SyntheticParameters
from honeyguide.web.synthetic.vocabulary import listed

DETOURS = {"go": 301, "r": 302}
"""Folders whose addresses redirect: `/r/7` to `/go/7`, and `/go/7` to the page."""
GONE, PRIVATE = "gone", "private"

_LAST_NUMBER = re.compile(r"(\d{1,15})(?:\.html?)?$")
_FORMS = {
    Form.REDIRECT: "/go/%d",
    Form.REDIRECT_TWICE: "/r/%d",
    Form.DEAD: "/gone/%d.html",
    Form.PRIVATE: "/private/%d.html",
}
_TRACKING = ("utm_source=feed&utm_medium=rss", "utm_campaign=weekly", "spm=a2.4.0", "fbclid=Iw8x3Tq")
_NOUNS = {name: [word.replace(" ", "-") for word in listed(words.nouns)] for name, words in english.SUBJECTS.items()}
_COMMON = listed(english.LANGUAGE.common.nouns)


def split(url: str) -> tuple[str, str, str]:
    """Host, path and query of an http URL; empty when it is something else."""
    scheme, separator, rest = url.partition("://")
    if scheme.lower() != "http" or not separator:
        return "", "", ""
    authority, slash, rest = rest.partition("#")[0].partition("/")
    path, _, query = rest.partition("?")
    return authority.lower(), slash + path or "/", query


class Locations:
    def __init__(self, parameters: SyntheticParameters, layout: Layout) -> None:
        self.seed = parameters.seed
        self.layout = layout
        self._first_day = date(parameters.first_year, 1, 1).toordinal()
        self._days = date(parameters.last_year, 12, 31).toordinal() - self._first_day + 1

    def day(self, page: int) -> date:
        """When the page was published."""
        return date.fromordinal(self._first_day + number(self.seed, page, b"day") % self._days)

    def changed(self, page: int) -> datetime:
        """When its host says that it was last changed."""
        return datetime.combine(self.day(page), time(8, 15), UTC)

    def url(self, page: int) -> str:
        host = self.layout.host_of(page)
        return f"http://{host.name}{self.path(page)}"

    def path(self, page: int) -> str:
        host, kind, at = self.layout.place(page)
        serial = host.base + page - host.start
        if kind == GENERAL:
            if at == 0:
                return "/"
            return f"/{host.sections[host.listed[at - 1]]}/" if at <= len(host.listed) else f"/links-{serial}.html"
        if host.style == 0:
            return f"/{host.sections[kind]}/{self._slug(page, host, kind)}{serial}.html"
        if host.style == 2:
            return f"/show.php?id={serial}"
        day = self.day(page)
        if host.style == 1:
            return f"/{host.sections[kind]}/{day.year}/{day.month:02}/{serial}.html"
        return f"/{host.sections[kind]}/t{day.year}{day.month:02}{day.day:02}_{serial}.htm"

    def _slug(self, page: int, host: Host, kind: int) -> str:
        if host.chinese:
            return "p-"
        bits = number(self.seed, page, b"slug")
        words = _NOUNS.get(self.layout.labels[kind], _COMMON) if bits & 1 else _COMMON
        return f"{words[(bits >> 8) % len(words)]}-{_COMMON[(bits >> 24) % len(_COMMON)]}-"

    def index(self, url: str) -> int | None:
        """The page at an address, whatever tracking parameters hang on it; None when there is none."""
        name, path, query = split(url)
        host = self.layout.named(name)
        if host is None or host.name != name:
            return None
        if path == "/":
            return host.start
        if path.endswith("/"):
            for at, kind in enumerate(host.listed, 1):
                if path == f"/{host.sections[kind]}/":
                    return host.start + at
            return None
        if path == "/show.php":
            path += "?" + next((part for part in query.split("&") if part.startswith("id=")), "")
        page = self._numbered(host, path)
        return page if page is not None and self.path(page) == path else None

    def _numbered(self, host: Host, path: str) -> int | None:
        found = _LAST_NUMBER.search(path)
        local = int(found[1]) - host.base if found else -1
        return host.start + local if 0 <= local < host.size else None

    def detour(self, url: str) -> tuple[int, str] | None:
        """Status and goal of an address that redirects: a short link, or a host named without its `www.`."""
        name, path, query = split(url)
        host = self.layout.named(name)
        if host is None:
            return None
        if name != host.name:
            return 301, f"http://{host.name}{path}{'?' * bool(query)}{query}"
        folder, _, rest = path[1:].partition("/")
        page = self._numbered(host, rest) if folder in DETOURS and rest.isdecimal() else None
        if page is None:
            return None
        return DETOURS[folder], f"http://{host.name}/go/{rest}" if folder == "r" else self.url(page)

    def href(self, link: Hyperlink, source: Host, draw: int) -> str:
        """A link as the page spells it: mostly relative on its own host, sometimes with tracking parameters."""
        host = self.layout.host_of(link.target)
        form = _FORMS.get(link.form)
        path = form % (host.base + link.target - host.start) if form else self.path(link.target)
        if link.form is Form.TRACKED:
            path += ("&" if "?" in path else "?") + _TRACKING[draw & 3]
        return (
            path.replace("&", "&amp;")
            if host is source and draw & 7
            else f"http://{host.name}{path}".replace("&", "&amp;")
        )
