"""Which page links to which: drawn anew, and always the same, whenever a page is asked for."""

from __future__ import annotations

import struct

from honeyguide.web.synthetic.draws import PowerLaw, fraction, number, shuffled_place, stream
from honeyguide.web.synthetic.hyperlinks import Form, Hyperlink, Region
from honeyguide.web.synthetic.layout import GENERAL, ISLAND, MAIN, OTHERS, Host, Layout, Place, topic_of
from honeyguide.web.synthetic.parameters import SyntheticParameters
from honeyguide.web.synthetic.vocabulary import BORDERING, NEIGHBOURS

_MOST_LINKS = 300
_LISTED = 24
"""Links on a page that lists a section."""
_PEER_BITS = (2, 4, 8, 16, 32, 64, 128, 256)


class Graph:
    def __init__(self, parameters: SyntheticParameters, layout: Layout) -> None:
        self.p = parameters
        self.layout = layout
        self.law = PowerLaw(parameters.in_degree)
        at = {name: OTHERS - 1 + place for place, name in enumerate(layout.subjects)} | {layout.labels[MAIN]: MAIN}
        self.near = [
            tuple(at[other] for other in NEIGHBOURS.get(label, "").split() if other in at) for label in layout.labels
        ]
        self.related = [
            {GENERAL, *near, *([MAIN] if label in BORDERING else [])}
            for label, near in zip(layout.labels, self.near, strict=True)
        ]

    def out_links(self, page: int) -> list[Hyperlink]:
        """All links of a page in the order of regions, none twice, none to itself."""
        place = self.layout.place(page)
        host, kind, at = place
        links = {page: Region.BAR}
        if self.p.navigation:
            self._navigation(place, links)
        if kind == GENERAL:
            self._general(page, at, host, links)
        else:
            count = self._count(page)
            if count:
                self._article(page, place, count, links)
            if self.p.returned:
                self._peers(place, links)
        del links[page]
        return self._spelled(page, host, links)

    def _count(self, page: int) -> int:
        """Lomax with mean `links`: λ((1-u)^(-1/α) - 1), λ = mean (α - 1)."""
        u = (number(self.p.seed, page, b"count") >> 11) * 2.0**-53
        tail = self.p.link_tail
        drawn = self.p.links * (tail - 1.0) * ((1.0 - u) ** (-1.0 / tail) - 1.0)
        return min(int(drawn + 0.5), _MOST_LINKS)

    def _navigation(self, place: Place, links: dict[int, Region]) -> None:
        host, kind, at = place
        links.setdefault(host.start, Region.BAR)
        bar = [list_at for list_at, listed in enumerate(host.listed, 1) if listed == kind]
        bar += [list_at for list_at in range(1, len(host.listed) + 1) if list_at not in bar]
        for list_at in bar[: self.p.navigation - 1]:
            links.setdefault(host.start + list_at, Region.BAR)
        if kind not in (GENERAL, ISLAND) and host.style < 3:
            first = host.start + host.bounds[kind]
            if at > 0:
                links.setdefault(first + at - 1, Region.BEFORE)
            if first + at + 1 < host.start + host.bounds[kind + 1]:
                links.setdefault(first + at + 1, Region.AFTER)

    def _article(self, page: int, place: Place, count: int, links: dict[int, Region]) -> None:
        draws = struct.unpack(f"<{count * 4}I", stream(self.p.seed, page, b"links", count * 16))
        stays, same = int(self.p.on_host * 65536), int(self.p.locality * 65536)
        in_text = (count + 1) // 2
        for first in range(0, count * 4, 4):
            where, what, rank, again = draws[first : first + 4]
            on_host = where & 0xFFFF < stays and place.host.size >= 3
            if what & 0xFFFF < same:
                target = self._same(place, on_host, rank)
            else:
                target = self._other(place, on_host, rank, again, what >> 16)
            if target >= 0:
                advert = where >> 16 < 1300 and not on_host
                region = Region.ADVERT if advert else Region.TEXT if first < in_text * 4 else Region.LIST
                links.setdefault(target, region)

    def _peers(self, place: Place, links: dict[int, Region]) -> None:
        """Pages of the host whose local number differs in one bit: a link there is always returned."""
        host, kind, at = place
        local = host.bounds[kind] + at
        chance = self.p.returned * self.p.links / len(_PEER_BITS)
        for bit in _PEER_BITS:
            peer = local ^ bit
            if host.bounds[1] <= peer < host.size:
                pair = (host.start + min(local, peer)) * 1024 + bit
                other = self.layout.place(host.start + peer).kind
                apart = topic_of(other) == MAIN == topic_of(kind) and ISLAND in (kind, other)
                if not apart and fraction(self.p.seed, pair, b"peers") < chance:
                    links.setdefault(host.start + peer, Region.LIST)

    def _same(self, place: Place, on_host: bool, draw: int) -> int:
        host, kind, _ = place
        kind = topic_of(kind)
        if on_host and host.bounds[kind + 1] - host.bounds[kind] >= 3:
            return self._prominent(host, kind, draw)
        return self._of_class(kind, draw)

    def _of_class(self, kind: int, draw: int) -> int:
        size = self.layout.size(kind)
        return self._near(self.layout.member(kind, draw * draw * size >> 64), draw) if size else -1

    def _near(self, page: int, draw: int) -> int:
        """A page of the same class on the same host."""
        host, kind, _ = self.layout.place(page)
        return self._prominent(host, kind, draw)

    def _prominent(self, host: Host, kind: int, draw: int) -> int:
        """Every class of a host has its own few well-known pages, the same for whoever links there."""
        size = host.bounds[kind + 1] - host.bounds[kind]
        rank = self.law.rank((draw * 0x9E3779B1 & 0xFFFFFFFF) * 2.0**-32, size)
        return host.start + host.bounds[kind] + shuffled_place(rank, size, kind * 7_919 + self.p.seed)

    def _of_host(self, host: Host, draw: int) -> int:
        return self._near(host.start + (draw * host.size >> 32), draw)

    def _anywhere(self, draw: int) -> int:
        """Large hosts are linked more than in proportion."""
        return self._near(draw * draw * self.p.pages >> 64, draw)

    def _home_page(self, draw: int) -> int:
        hosts = len(self.layout.starts) - 1
        return int(self.layout.starts[self.law.rank(draw * 2.0**-32, hosts)])

    def _other(self, place: Place, on_host: bool, rank: int, again: int, which: int) -> int:
        """A page of another subject, rather a related one, in the same language, if four tries find one."""
        host, kind, _ = place
        for draw in (rank, again, rank ^ again, ~rank & 0xFFFFFFFF):
            if on_host:
                target = self._of_host(host, draw)
            elif which < 6_500:
                target = self._home_page(draw)
            elif which < 25_000 and self.near[kind]:
                target = self._of_class(self.near[kind][which % len(self.near[kind])], draw)
            else:
                target = self._anywhere(draw)
            if target < 0:
                continue
            found = self.layout.place(target)
            if topic_of(found.kind) == topic_of(kind) or (found.kind not in self.related[kind] and draw & 7):
                continue
            if found.host.chinese == host.chinese or draw & 15 == 0:
                return target
        return -1

    def _general(self, page: int, at: int, host: Host, links: dict[int, Region]) -> None:
        if at == 0:
            self._home(page, host, links)
        elif at <= len(host.listed):
            kind = host.listed[at - 1]
            first, end = host.start + host.bounds[kind], host.start + host.bounds[kind + 1]
            for step in range(min(_LISTED, end - first)):
                links.setdefault(first + step * (end - first) // min(_LISTED, end - first), Region.LIST)
        else:
            self._hub(page, host, links)

    def _home(self, page: int, host: Host, links: dict[int, Region]) -> None:
        """Every section, every island, and what is most linked on the host; a few other hosts."""
        for target in range(host.start + 1, host.start + host.bounds[1]):
            links.setdefault(target, Region.LIST)
        for target in range(host.start + host.bounds[ISLAND], host.start + host.bounds[ISLAND + 1]):
            links.setdefault(target, Region.LIST)
        draws = struct.unpack("<20I", stream(self.p.seed, page, b"home", 80))
        for draw in draws[:16] if host.size >= 3 else ():
            links.setdefault(self._of_host(host, draw), Region.LIST)
        for draw in draws[16:]:
            target = self._home_page(draw)
            if self.layout.host_of(target).chinese == host.chinese:
                links.setdefault(target, Region.LIST)

    def _hub(self, page: int, host: Host, links: dict[int, Region]) -> None:
        """Links to two subjects, mostly on other hosts; the main topic is a theme twice as often as any other."""
        bits = number(self.p.seed, page, b"hub")
        themes = (MAIN, MAIN, *range(OTHERS, len(self.layout.labels)))
        first, second = themes[bits % len(themes)], themes[(bits >> 8) % len(themes)]
        count = 30 + (bits >> 16) % 50
        draws = struct.unpack(f"<{count * 2}I", stream(self.p.seed, page, b"links", count * 8))
        for what, rank in zip(draws[::2], draws[1::2], strict=True):
            share = what & 0xFFFF
            kind = first if share < 26_000 else second
            if share >= 42_000:
                target = self._anywhere(rank)
            else:
                island = kind == MAIN and what >> 16 < self.p.islands * 65536
                target = self._of_class(ISLAND if island else kind, rank)
            if target >= 0 and (self.layout.host_of(target).chinese == host.chinese or rank & 7 == 0):
                links.setdefault(target, Region.LIST)

    def _spelled(self, page: int, host: Host, links: dict[int, Region]) -> list[Hyperlink]:
        """Decide which links are dead, redirected, tracked or private."""
        dead = self.p.dead * 65536
        redirected = dead + self.p.redirects * 65536
        twice = dead + self.p.redirects * 65536 / 4
        spelled = []
        draws = struct.unpack(f"<{len(links) + 1}H", stream(self.p.seed, page, b"forms", len(links) * 2 + 2))
        for (target, region), draw in zip(links.items(), draws, strict=False):
            form = Form.PLAIN
            if region is not Region.BAR:
                if draw < dead:
                    form = Form.DEAD
                elif draw < redirected:
                    form = Form.REDIRECT_TWICE if draw < twice else Form.REDIRECT
                elif draw > 60_000:
                    form = Form.TRACKED
            spelled.append(Hyperlink(target, region, form))
        if host.disallows and draws[-1] < 8_000:
            spelled.append(Hyperlink(page, Region.TEXT, Form.PRIVATE))
        return spelled
