"""A web that is a function of its seed and parameters: every page is made when it is asked for."""

from __future__ import annotations

from email.utils import format_datetime

from honeyguide.web.response import NOT_FOUND, Answer
from honeyguide.web.synthetic.draws import fraction, number
from honeyguide.web.synthetic.events import end_of
from honeyguide.web.synthetic.graph import Graph
from honeyguide.web.synthetic.host_lists import SITEMAP, HostLists
from honeyguide.web.synthetic.hyperlinks import Form, Region
from honeyguide.web.synthetic.layout import GENERAL, MAIN, Host, Layout
from honeyguide.web.synthetic.locations import GONE, PRIVATE, Locations, split
from honeyguide.web.synthetic.parameters import SyntheticParameters
from honeyguide.web.synthetic.planted_rendering import PlantedGraph, PlantedLocations, PlantedRenderer
from honeyguide.web.synthetic.planted_text import PlantedText
from honeyguide.web.synthetic.planting import Plan
from honeyguide.web.synthetic.rendering import Renderer, charset
from honeyguide.web.synthetic.text import LANGUAGES, Text
from honeyguide.web.synthetic.truth import PlantedEvent, Planting


class SyntheticWeb:
    """Pages are numbered from 0. What a page is about is decided here and never read off its words."""

    def __init__(self, parameters: SyntheticParameters) -> None:
        self.parameters = parameters
        self.layout = Layout(parameters)
        self.plan = Plan(parameters, self.layout) if parameters.events else None
        """What is planted where, when something is."""
        if self.plan is None:
            self._graph = Graph(parameters, self.layout)
            self._text = Text(parameters, self.layout)
            self._locations = Locations(parameters, self.layout)
            self._renderer = Renderer(parameters, self.layout, self._graph, self._text, self._locations)
        else:
            self._graph = PlantedGraph(parameters, self.layout, self.plan)
            self._text = text = PlantedText(parameters, self.layout, self.plan)
            self._locations = PlantedLocations(parameters, self.layout, self.plan)
            self._renderer = PlantedRenderer(parameters, self.layout, self._graph, text, self._locations)

        self._lists = HostLists(self._renderer)

    def __len__(self) -> int:
        return self.parameters.pages

    @property
    def topic(self) -> str:
        """Label of the pages that count as on topic."""
        return self.layout.labels[MAIN]

    def label(self, page: int) -> str:
        """The subject of a page: `general` for home pages, lists and hubs, `spam` for spam."""
        return self.layout.labels[self.layout.place(page).kind]

    def label_names(self) -> list[str]:
        """Labels that a page has, the main topic first."""
        kinds = (MAIN, *range(len(self.layout.labels)))
        return list(dict.fromkeys(self.layout.labels[kind] for kind in kinds if self.layout.size(kind)))

    def label_at(self, url: str) -> str:
        """Label of the page at an address, a redirect's is that of its goal; empty where there is no page."""
        for _ in range(4):
            page = self._locations.index(url)
            if page is not None:
                return self.label(page)
            detour = self._locations.detour(url)
            if detour is None:
                return ""
            url = detour[1]
        return ""

    def count(self, label: str) -> int:
        """How many pages have a label."""
        return sum(self.layout.size(kind) for kind in self._kinds(label))

    def member(self, label: str, at: int) -> int:
        """The page that is number `at` among those with a label."""
        for kind in self._kinds(label):
            size = self.layout.size(kind)
            if at < size:
                return self.layout.member(kind, at)
            at -= size
        raise IndexError(f"{label} has no such page")

    def _kinds(self, label: str) -> list[int]:
        return [kind for kind, name in enumerate(self.layout.labels) if name == label]

    def is_relevant(self, url: str) -> bool:
        """On the main topic. A near-duplicate is what its original is, a redirect what it leads to."""
        return self.label_at(url) == self.topic

    def url(self, page: int) -> str:
        return self._locations.url(page)

    def index(self, url: str) -> int | None:
        """Number of the page at this address; None for redirects and for what is no page."""
        return self._locations.index(url)

    def original(self, page: int) -> int:
        """The page that this one repeats, or itself."""
        return self._text.original(page)

    def links(self, page: int) -> list[int]:
        """Pages that the links of a page lead to, in order; redirects are followed, dead links left out."""
        return [link.target for link in self._graph.out_links(page) if link.form not in (Form.DEAD, Form.PRIVATE)]

    def followed(self, page: int) -> list[int]:
        """The same without those marked nofollow: where a crawler gets to from a page."""
        elsewhere = (Form.DEAD, Form.PRIVATE)
        links = self._graph.out_links(page)
        return [each.target for each in links if each.form not in elsewhere and each.region is not Region.ADVERT]

    def planting(self, page: int) -> Planting | None:
        """The truth about what was planted on a page; None where nothing was."""
        return self.plan.plantings.get(page) if self.plan else None

    def planted_events(self) -> tuple[PlantedEvent, ...]:
        """By number."""
        return self.plan.events if self.plan else ()

    def planted_until(self) -> float:
        """The moment up to which everything is planted: when a crawl of it should take place."""
        return end_of(self.parameters.last_year)

    def html(self, page: int) -> str:
        return self._renderer.html(page)

    def hosts(self) -> list[str]:
        return [self.layout.host(at).name for at in range(self.parameters.hosts)]

    def host_of(self, page: int) -> str:
        return self.layout.host_of(page).name

    def seeds(self, count: int) -> list[str]:
        """Where a person might start: on-topic pages, and at every third place a hub or a home page."""
        found: dict[str, None] = {}
        topical = self.layout.size(MAIN)
        for turn in range(count * 8):
            draw = number(self.parameters.seed, turn, b"seeds")
            if topical and len(found) % 3 != 2:
                page = self.layout.member(MAIN, draw % topical)
            else:
                host = self.layout.host(draw % self.parameters.hosts)
                hubs = self.layout.hubs(host)
                if not hubs and turn % 4:
                    continue
                page = hubs[0] if hubs else host.start
            found.setdefault(self.url(page))
            if len(found) >= count:
                break
        return list(found)

    def robots(self, host: str) -> str:
        """The host's robots.txt; empty where it has none."""
        known = self.layout.named(host)
        if known is None:
            return ""
        sitemap = f"Sitemap: http://{known.name}{SITEMAP}\n" if self._renderer.is_listed(known) else ""
        if not known.has_robots:
            return sitemap
        rules = f"{sitemap}User-agent: *\n"
        rules += f"Disallow: /{PRIVATE}/\n" if known.disallows else "Disallow:\n"
        return rules + (f"Crawl-delay: {known.crawl_delay}\n" if known.crawl_delay else "")

    def crawl_delay(self, host: str) -> float:
        known = self.layout.named(host)
        return known.crawl_delay if known and known.has_robots else 0.0

    def latency(self, host: str) -> float:
        """Seconds until the host answers."""
        known = self.layout.named(host)
        return known.latency if known else 0.0

    def answer(self, url: str) -> Answer:
        """What the web says to a request for any URL."""
        name, path, _ = split(url)
        host = self.layout.named(name)
        if host is None:
            return NOT_FOUND
        if path == "/robots.txt":
            rules = self.robots(name)
            return Answer(200, (("Content-Type", "text/plain"),), rules.encode()) if rules else NOT_FOUND
        page = self._locations.index(url)
        if page is not None:
            return self._page(page)
        detour = self._locations.detour(url)
        if detour:
            return Answer(detour[0], (("Location", detour[1]),), location=detour[1])
        if self._renderer.is_listed(host) and (listed := self._lists.answer(host, path)):
            return listed
        folder = path[1:].partition("/")[0]
        if folder == PRIVATE:
            members = f"<title>{LANGUAGES[host.chinese].words['members']}</title>"
            return Answer(200, (("Content-Type", _content_type(host)),), members.encode(charset(host)))
        if folder == GONE and number(self.parameters.seed, len(path), b"gone") & 1:
            return Answer(410, NOT_FOUND.headers, NOT_FOUND.body)
        return NOT_FOUND

    def _page(self, page: int) -> Answer:
        host, kind, _ = self.layout.place(page)
        body = self.html(page).encode(charset(host), "xmlcharrefreplace")
        headers = [("Content-Type", _content_type(host))]
        if kind != GENERAL:
            headers.append(("Last-Modified", format_datetime(self._locations.changed(page), usegmt=True)))
        delay = 0.0
        if fraction(self.parameters.seed, page, b"slow") < self.parameters.slow:
            delay = self.parameters.slow_seconds * (0.3 + 0.7 * fraction(self.parameters.seed, page, b"pace"))
        return Answer(200, tuple(headers), body, delay=delay)


def _content_type(host: Host) -> str:
    """Two hosts in five leave the charset to the page itself."""
    return "text/html" if host.number % 5 > 2 else f"text/html; charset={charset(host)}"
