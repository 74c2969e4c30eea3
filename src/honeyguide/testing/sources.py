"""What every web that knows its pages must keep to, so that it can be simulated, cached and experimented with."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from unittest import TestCase

from honeyguide.protocols import Web
from honeyguide.testing.contract import Contract, contract_of
from honeyguide.testing.webs import ODD, WebContract
from honeyguide.urls import canonical, host_of
from honeyguide.web.offline import PageSource, SimulatedWeb, open_web
from honeyguide.web.response import REDIRECTS, Answer

_SAMPLE = 50


def page_source_contract(source: str | Callable[[], PageSource]) -> type[TestCase]:
    """Over a source by what `open_web` takes, or over what a function gives."""
    return contract_of(PageSourceContract, source)


class PageSourceContract(Contract):
    noun = "page source"

    @cached_property
    def source(self) -> PageSource:
        return open_web(self.part) if isinstance(self.part, str) else self.part()

    def test_its_pages_have_canonical_addresses_each_once(self) -> None:
        urls = list(self.source.urls())
        self.expect_equal(len(self.source), len(urls), "have as many `urls` as it says it has pages")
        self.expect(urls, "have a page")
        self.expect(len(set(urls)) == len(urls), "name each page once")
        for url in urls[:_SAMPLE]:
            self.expect_equal(url, canonical(url), "name pages by their canonical address")
        self.expect_equal(list(self.source.urls()), urls, "name its pages always in the same order")

    def test_it_answers_every_address_and_always_alike(self) -> None:
        for url in [*list(self.source.urls())[:_SAMPLE], *ODD]:
            try:
                answer = self.source.answer(url)
            except Exception as wrong:
                raise self.failureException(f"{self.who} must not raise for {url[:80]!r}: {wrong!r:.200}") from wrong
            self.expect(isinstance(answer, Answer), f"give an Answer for {url[:80]!r}, not {type(answer).__name__}")
            self.expect_equal(self.source.answer(url), answer, "answer one address always alike")
            moved = answer.status in REDIRECTS
            self.expect(not moved or answer.location, f"say where the redirect at {url[:80]} leads")

    def test_a_host_answers_after_the_same_time_always(self) -> None:
        for host in {host_of(url) for url in list(self.source.urls())[:_SAMPLE]} | {"nowhere.example"}:
            latency = self.source.latency(host)
            self.expect(latency >= 0, f"have a latency of 0 or more seconds, not {latency}")
            self.expect_equal(self.source.latency(host), latency, f"have the same latency for {host} always")

    def test_it_is_opened_again_from_its_spec(self) -> None:
        again = open_web(self.source.spec)
        self.expect_equal(again.spec, self.source.spec, "be opened again by `open_web(spec)`")
        self.expect_equal(again.identity, self.source.identity, "have the same identity when it is opened again")
        self.expect_equal(list(again.urls()), list(self.source.urls()), "have the same pages then")

    def test_labels_are_of_its_pages(self) -> None:
        labels, urls = self.source.labels, set(self.source.urls())
        for name in labels.names() if labels else ():
            pages = labels.pages(name) if labels else ()
            self.expect(urls.issuperset(pages), f"give the label '{name}' to pages that it has")
            for url in list(pages)[:_SAMPLE]:
                self.expect(labels and name in labels.of(url), f"say of {url} that it has the label '{name}'")

    def test_links_that_it_knows_lead_to_its_pages(self) -> None:
        urls = set(self.source.urls())
        for url in list(self.source.urls())[:_SAMPLE]:
            known = self.source.links(url)
            self.expect(known is None or urls.issuperset(known), f"know only links to its own pages, unlike {url}")

    def test_it_is_a_web_in_virtual_time(self) -> None:
        source = self.source

        def opens() -> Web:
            return SimulatedWeb(source, robots=False)

        pages = [url for url in list(source.urls())[:_SAMPLE] if source.answer(url).status == 200]
        suite = contract_of(WebContract, opens, pages=tuple(pages[:5]))
        for name in (each for each in dir(suite) if each.startswith("test_")):
            getattr(suite(name), name)()
