"""Pages as HTML, with the furniture that real ones have."""

from __future__ import annotations

from datetime import date

from honeyguide.web.synthetic import chinese
from honeyguide.web.synthetic.draws import fraction, number, stream
from honeyguide.web.synthetic.graph import Graph
from honeyguide.web.synthetic.hyperlinks import Hyperlink, Region
from honeyguide.web.synthetic.layout import GENERAL, Host, Layout
from honeyguide.web.synthetic.locations import Locations
from honeyguide.web.synthetic.parameters import SyntheticParameters
from honeyguide.web.synthetic.skeletons import SKELETONS
from honeyguide.web.synthetic.text import LANGUAGES, Deck, Speech, Text, fill, headline, sentences, speech
from honeyguide.web.synthetic.vocabulary import MONTHS, listed

FEED = "/feed.xml"
_WORDS_A_SENTENCE = (13, 11)


_SECTION_TITLES = dict(zip(listed(chinese.LANGUAGE.sections), listed(chinese.SECTION_TITLES), strict=True))


def _shown(section: str) -> str:
    return _SECTION_TITLES.get(section) or section.capitalize()


def charset(host: Host) -> str:
    return "gbk" if host.gbk else "utf-8"


def written_date(day: date, speaks_chinese: bool, style: int) -> str:
    if speaks_chinese:
        return (f"{day.year}年{day.month}月{day.day}日", f"{day:%Y-%m-%d} 08:15", f"{day:%Y/%m/%d}")[style % 3]
    month = MONTHS[day.month - 1]
    return (
        f"{day.day} {month} {day.year}",
        f"{month} {day.day}, {day.year}",
        f'<time datetime="{day:%Y-%m-%d}">{day.day} {month[:3]}</time>',
        f"{day:%Y-%m-%d}",
    )[style]


class Renderer:
    def __init__(
        self, parameters: SyntheticParameters, layout: Layout, graph: Graph, text: Text, locations: Locations
    ) -> None:
        self.p = parameters
        self.layout = layout
        self.graph = graph
        self.text = text
        self.locations = locations

    def html(self, page: int) -> str:
        host, kind, at = self.layout.place(page)
        ready = speech(host.chinese)
        said = LANGUAGES[host.chinese].words
        source = self.text.original(page)
        deck = self.text.deck(source)
        traits = number(self.p.seed, page, b"traits")
        title = host.name.removeprefix("www.") if kind == GENERAL and at == 0 else self.text.title(page)
        regions: list[list[str]] = [[] for _ in Region]
        links = self.graph.out_links(page)
        draws = stream(self.p.seed, page, b"anchors", 16 * len(links))
        for place, link in enumerate(links):
            regions[link.region].append(self._link(link, host, deck, ready, draws[16 * place : 16 * place + 16]))
        self._arrange(page, regions)
        article = self._article(page, source, deck, ready, pointers=regions[Region.TEXT], short=kind == GENERAL)
        around = " | ".join(regions[Region.BEFORE] + regions[Region.AFTER])
        advert = "".join(f'<div class="ad">{said["sponsored"]}: {link}</div>' for link in regions[Region.ADVERT])
        listing = "".join(f"<li>{link}</li>" for link in regions[Region.LIST])
        heading = said["related"] if kind != GENERAL else said["latest"] if at == 0 else said["contents"]
        return SKELETONS[host.style].format(
            lang=f' lang="{"zh-CN" if host.chinese else "en"}"' if host.number % 10 < 7 else "",
            charset=charset(host),
            title=title if traits & 1 else f"{title} - {host.name}",
            metas=self._metas(page, source, deck, ready, traits) + self._declared(page, host, title),
            bar="".join(f"<li>{link}</li>" for link in regions[Region.BAR]),
            crumbs=self._crumbs(page, host, kind),
            heading=title,
            by=self._by(page, host, ready, traits),
            article=article,
            table=self._table(host, ready, traits) if traits >> 2 & 7 == 0 else "",
            around=f'<p class="pager">{around}</p>' if around else "",
            listing=f"<h3>{heading}</h3>\n<ul>{listing}</ul>" if listing else "",
            advert=advert,
            about=said["about"],
            rights=f"&copy; {self.p.last_year} {host.name} {said['rights']}",
        )  # fmt: skip

    def _article(self, page: int, source: int, deck: Deck, ready: Speech, *, pointers: list[str], short: bool) -> str:
        """Paragraphs with the links of the text at their ends; a list and a heading where there is room."""
        shape = number(self.p.seed, source, b"shape")
        average = self.p.words / _WORDS_A_SENTENCE[ready is speech(True)]
        count = 4 if short else max(3, int(average * (0.3 + 1.4 * (shape & 0xFFFF) / 65536)))
        draws = stream(self.p.seed, source, b"text", count * 10 + 64)
        said, left = sentences(deck, draws, count, ready)
        self._change(page, source, deck, ready, said)
        if shape >> 16 & 3 == 0:
            said[0] = said[0].replace(deck[0][left[0]], f"<strong>{deck[0][left[0]]}</strong>", 1)
        size = 3 + (shape >> 18) % 4
        space = " " if ready is speech(False) else ""
        paragraphs = [space.join(said[first : first + size]) for first in range(0, len(said), size)]
        for place, pointer in enumerate(pointers):
            paragraphs[place % len(paragraphs)] += f" {pointer}"
        if len(paragraphs) > 3:
            items = "</li><li>".join([deck[0][byte] for byte in left[1:5]])
            heading = headline(deck, left[5:20], ready)
            paragraphs[2] += f"</p>\n<ul><li>{items}</li></ul>\n<h2>{heading}</h2>\n<p>" + paragraphs.pop(3)
        return "<p>" + "</p>\n<p>".join(paragraphs) + "</p>"

    def _change(self, page: int, source: int, deck: Deck, ready: Speech, said: list[str]) -> None:
        """Two sentences of a near-duplicate are its own."""
        if source != page:
            own, _ = sentences(deck, stream(self.p.seed, page, b"own", 40), 2, ready)
            said[len(said) // 2 : len(said) // 2 + 2] = own

    def _arrange(self, page: int, regions: list[list[str]]) -> None:
        """Links stay in their regions."""

    def _declared(self, page: int, host: Host, title: str) -> str:
        """What the page tells machines of itself: nothing."""
        return ""

    def _crumbs(self, page: int, host: Host, kind: int) -> str:
        return f"{LANGUAGES[host.chinese].home} &gt; {_shown(host.sections[kind])}"

    def _by(self, page: int, host: Host, ready: Speech, traits: int) -> str:
        """The line under the title."""
        day = written_date(self.locations.day(page), host.chinese, host.style)
        return f"{LANGUAGES[host.chinese].words['by']} {ready.shared[1][traits >> 8 & 255]}, {day}"

    def _link(self, link: Hyperlink, host: Host, deck: Deck, ready: Speech, draws: bytes) -> str:
        target = self.layout.place(link.target)
        rel = ' rel="nofollow"' if link.region is Region.ADVERT else ""
        href = self.locations.href(link, host, draws[0])
        anchor = f'<a href="{href}"{rel}>{self._anchor(link, target.host, ready, draws)}</a>'
        if link.region not in (Region.TEXT, Region.LIST) or (link.region is Region.LIST and draws[3] & 3):
            return anchor
        near = draws[4] < self.p.context * 256 and target.host.chinese == host.chinese
        words = self.text.subject_deck(link.target) if near else deck
        sentence = fill(ready.pointers[draws[5]], words, draws, 6)
        return (sentence[0].upper() + sentence[1:]) % anchor

    def _anchor(self, link: Hyperlink, target: Host, ready: Speech, draws: bytes) -> str:
        said = LANGUAGES[ready is speech(True)].words
        if link.region is Region.BAR:
            at = link.target - target.start
            return LANGUAGES[target.chinese].home if at == 0 else _shown(target.sections[target.listed[at - 1]])
        if link.region in (Region.BEFORE, Region.AFTER):
            return said["previous" if link.region is Region.BEFORE else "next"]
        if draws[1] < self.p.generic * 256:
            return ready.generic[draws[2]]
        return self.text.title(link.target) if draws[2] < 180 else ready.shared[0][draws[2]]

    def _metas(self, page: int, source: int, deck: Deck, ready: Speech, traits: int) -> str:
        metas = ""
        if traits >> 16 & 1:
            metas += f'<meta name="description" content="{self._first_sentence(source, deck, ready)}">\n'
        if traits >> 17 & 3 == 0:
            metas += f'<meta name="keywords" content="{",".join(dict.fromkeys(deck[0][:5]))}">\n'
        if source != page and traits >> 20 & 3 == 0:
            metas += f'<link rel="canonical" href="{self.locations.url(source)}">\n'
        elif traits >> 22 & 3 == 0:
            metas += f'<link rel="canonical" href="{self.locations.url(page)}">\n'
        host = self.layout.host_of(page)
        if page == host.start and self.is_listed(host):
            metas += f'<link rel="alternate" type="application/rss+xml" href="{FEED}">\n'
        return metas

    def is_listed(self, host: Host) -> bool:
        """Whether it has sitemaps and a feed."""
        return self.p.listed > 0 and fraction(self.p.seed, host.number, b"listed") < self.p.listed

    def summary(self, page: int) -> str:
        """What a feed says of a page."""
        source = self.text.original(page)
        ready = speech(self.layout.host_of(page).chinese)
        return self._first_sentence(source, self.text.deck(source), ready)

    def _first_sentence(self, source: int, deck: Deck, ready: Speech) -> str:
        said, _ = sentences(deck, stream(self.p.seed, source, b"text", 20), 1, ready)
        return said[0]

    def _table(self, host: Host, ready: Speech, traits: int) -> str:
        said = LANGUAGES[host.chinese].words
        cells = [(ready.shared[0][traits >> at & 255], ready.shared[3][traits >> at & 127]) for at in (24, 32, 40)]
        rows = "".join(f"<tr><td>{place}</td><td>{count}</td></tr>" for place, count in cells)
        return f"<table><tr><th>{said['place']}</th><th>{said['number']}</th></tr>{rows}</table>"
