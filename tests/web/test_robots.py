"""robots.txt is read by RFC 9309."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from protego import Protego

from honeyguide.model import Fetched, Outcome
from honeyguide.urls import LONGEST, canonical
from honeyguide.web.robots import RobotsAnswer, RobotsBook, SharedTasks
from honeyguide.web.robots_rules import (
    LARGEST,
    LONGEST_DELAY,
    MOST_LINES,
    MOST_ODD,
    MOST_SITEMAPS,
    MOST_WILDCARDS,
    Rules,
)


class Site:
    """Answers for robots.txt as it is told to, on a clock of its own."""

    def __init__(self, *answers: Fetched) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []
        self.time = 1000.0

    async def fetch(self, url: str, away: bool) -> Fetched:
        self.asked.append(url)
        await asyncio.sleep(0)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    def now(self) -> float:
        return self.time

    def book(self, capacity: int = 4_000_000) -> RobotsBook:
        return RobotsBook(self.fetch, self.now, share=SharedTasks(), capacity=capacity)


def text(body: str | bytes) -> Fetched:
    return Fetched("", Outcome.PAGE, 200, body=body.encode() if isinstance(body, str) else body)


def status(number: int, retry_after: float | None = None) -> Fetched:
    return Fetched("", Outcome.HTTP_ERROR, number, retry_after=retry_after)


def redirect(location: str) -> Fetched:
    return Fetched("", Outcome.REDIRECT, 301, location=location)


def ask(site: Site, *urls: str) -> list[RobotsAnswer]:
    async def go() -> list[RobotsAnswer]:
        book = site.book()
        return [await book.ask(url) for url in urls]

    return asyncio.run(go())


def test_sitemaps_are_known_whoever_the_file_speaks_to() -> None:
    async def named(body: str) -> list[str]:
        book = Site(text(body)).book()
        assert book.sitemaps("a.example") == []
        await book.ask("http://a.example/")
        return list(book.sitemaps("a.example"))

    body = (
        "Sitemap: http://a.example/s.xml\nUser-agent: other\nDisallow: /\n sitemap :https://b.example/%e6%b0%b4.xml\n"
        "SITEMAP: http://a.example/s.xml\nSitemap: /here.xml\nSitemap:\nSitemap: ftp://a.example/\nNo-sitemap: http://c/\n"
    )
    assert asyncio.run(named(body)) == ["http://a.example/s.xml", "https://b.example/%E6%B0%B4.xml"]
    many = "".join(f"Sitemap: http://a.example/{n}.xml\n" for n in range(5_000))
    assert len(asyncio.run(named(many))) == MOST_SITEMAPS


def allowed(body: str | bytes, url: str) -> bool:
    return ask(Site(text(body)), url)[0].allowed


def test_rules_for_everybody_hold_for_us() -> None:
    body = "User-agent: *\nDisallow: /private/\nAllow: /private/open\n"
    assert allowed(body, "https://a.org/")
    assert not allowed(body, "https://a.org/private/x")
    assert allowed(body, "https://a.org/private/open/x")


def test_rules_for_us_hold_instead_of_those_for_everybody() -> None:
    body = "User-agent: *\nDisallow: /\n\nUser-agent: HoneyGuide\nDisallow: /x\n"
    assert allowed(body, "https://a.org/y")
    assert not allowed(body, "https://a.org/x")
    assert allowed("User-agent: honeyguide/1.0\nDisallow:\nUser-agent: *\nDisallow: /\n", "https://a.org/y")


def test_groups_of_several_names_and_split_groups_are_joined() -> None:
    body = "User-agent: other\nUser-agent: honeyguide\nDisallow: /a\n\nUser-agent: honeyguide\nDisallow: /b\n"
    assert [allowed(body, f"https://a.org/{path}") for path in "abc"] == [False, False, True]


def test_rules_for_others_do_not_hold_for_us() -> None:
    assert allowed("User-agent: honeyguide-news\nDisallow: /\n", "https://a.org/")
    assert allowed("User-agent: honey\nDisallow: /\n", "https://a.org/")


def test_patterns_and_chinese_paths_match() -> None:
    body = "User-agent: *\nDisallow: /*.pdf$\nDisallow: /暴雨/\n"
    assert not allowed(body, "https://a.org/x/y.pdf")
    assert allowed(body, "https://a.org/x/y.pdf?z")
    assert not allowed(body, "https://a.org/%E6%9A%B4%E9%9B%A8/1")


def test_a_byte_order_mark_and_bad_bytes_do_no_harm() -> None:
    assert not allowed(b"\xef\xbb\xbfUser-agent: *\r\nDisallow: /a # why\r\n\xff\xfe\x00: \r\n", "https://a.org/a")


@pytest.mark.parametrize("number", [400, 401, 403, 404, 410, 408])
def test_a_site_without_robots_txt_is_free(number: int) -> None:
    assert ask(Site(status(number)), "https://a.org/x")[0].allowed


@pytest.mark.parametrize("number", [429, 500, 503])
def test_a_failing_site_has_to_wait(number: int) -> None:
    decision = ask(Site(status(number, 120.0)), "https://a.org/x")[0]
    assert not decision.allowed
    assert decision.outcome is Outcome.ROBOTS
    assert decision.retry_after == 120.0


def test_an_unreachable_site_waits_longer_from_failure_to_failure() -> None:
    site = Site(Fetched("", Outcome.UNREACHABLE, retry_after=1.0), Fetched("", Outcome.BROKEN), text(""))

    async def go() -> None:
        book = site.book()
        assert (await book.ask("https://a.org/x")).retry_after == 2.0
        site.time += 1.5
        assert (await book.ask("https://a.org/x")).retry_after == 0.5
        assert len(site.asked) == 1
        site.time += 0.5
        assert (await book.ask("https://a.org/x")).retry_after == 4.0
        site.time += 4.0
        assert (await book.ask("https://a.org/x")).allowed

    asyncio.run(go())


def test_a_host_that_does_not_exist_or_is_forbidden_ends_the_visit_so() -> None:
    gone = ask(Site(Fetched("", Outcome.UNREACHABLE, detail="no such name")), "https://a.org/")[0]
    assert gone == RobotsAnswer(False, Outcome.UNREACHABLE, None, "no such name")
    private = ask(Site(Fetched("", Outcome.ADDRESS, detail="private")), "https://a.org/")[0]
    assert private == RobotsAnswer(False, Outcome.ADDRESS, None, "private")


def test_five_redirects_are_followed_and_more_mean_free() -> None:
    hops = [redirect(f"https://b.org/{i}") for i in range(5)]
    site = Site(*hops, text("User-agent: *\nDisallow: /"))
    assert not ask(site, "https://a.org/x")[0].allowed
    assert site.asked == ["https://a.org/robots.txt", *(f"https://b.org/{i}" for i in range(5))]
    endless = Site(redirect("https://b.org/"))
    assert ask(endless, "https://a.org/x")[0].allowed
    assert len(endless.asked) == 6


def test_what_is_beyond_the_largest_size_does_not_count() -> None:
    padding = "# " + "x" * (LARGEST - 2)
    assert allowed(padding + "\nUser-agent: *\nDisallow: /\n", "https://a.org/x")
    assert not allowed(padding[:-100] + "\nUser-agent: *\nDisallow: /\n", "https://a.org/x")


def test_rules_are_kept_for_a_day_and_per_origin() -> None:
    site = Site(text("User-agent: *\nDisallow: /x"))

    async def go() -> None:
        book = site.book()
        for url in ("https://a.org/1", "https://a.org/2", "http://a.org/1", "https://a.org:8443/1"):
            assert (await book.ask(url)).allowed
        origins = ("https://a.org", "http://a.org", "https://a.org:8443")
        assert site.asked == [f"{origin}/robots.txt" for origin in origins]
        site.time += 24 * 3600 - 1
        await book.ask("https://a.org/1")
        assert len(site.asked) == 3
        site.time += 2
        await book.ask("https://a.org/1")
        assert len(site.asked) == 4

    asyncio.run(go())


def test_old_rules_hold_while_a_site_fails() -> None:
    site = Site(text("User-agent: *\nDisallow: /x\nCrawl-delay: 7"), status(503, 1.0))

    async def go() -> None:
        book = site.book()
        await book.ask("https://a.org/")
        site.time += 25 * 3600
        assert not (await book.ask("https://a.org/x")).allowed
        assert (await book.ask("https://a.org/y")).allowed
        assert book.delay("a.org") == 7.0
        assert len(site.asked) == 2

    asyncio.run(go())


def test_many_who_ask_at_once_cause_one_request() -> None:
    site = Site(text("User-agent: *\nDisallow: /x"))

    async def go() -> None:
        book = site.book()
        first = asyncio.create_task(book.ask("https://a.org/x"))
        others = [asyncio.create_task(book.ask(f"https://a.org/{i}")) for i in range(20)]
        await asyncio.sleep(0)
        first.cancel()
        assert all(decision.allowed for decision in await asyncio.gather(*others))

    asyncio.run(go())
    assert site.asked == ["https://a.org/robots.txt"]


def test_the_least_recently_used_rules_are_forgotten() -> None:
    site = Site(text("User-agent: *\nCrawl-delay: 2"))

    async def go() -> None:
        book = site.book(capacity=700)  # a site weighs 200 and its 28 characters of rules: three fit
        for host in ("a.org", "b.org", "c.org", "a.org", "d.org"):
            await book.ask(f"https://{host}/")
        assert [book.delay(host) for host in ("a.org", "b.org", "c.org", "d.org")] == [2.0, 0.0, 2.0, 2.0]
        await book.ask("https://a.org/")
        await book.ask("https://b.org/")

    asyncio.run(go())
    assert [url[8] for url in site.asked] == ["a", "b", "c", "d", "b"]


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("2.5", 2.5),
        ("00000000000012", 12.0),
        ("599.", 599.0),
        ("-1", 0),
        ("soon", 0),
        ("inf", 0),
        ("1e2", 0),
        ("1_0", 0),
        ("+5", 0),
        ("٣", 0),
        ("5 s", 0),
    ],
)
def test_a_crawl_delay_is_a_plain_number_of_seconds(value: str, seconds: float) -> None:
    site = Site(text(f"User-agent: *\nCrawl-delay: {value}"))

    async def go() -> float:
        book = site.book()
        await book.ask("https://a.org:81/")
        assert book.delay("b.org") == 0.0
        return book.delay("a.org:81")

    assert asyncio.run(go()) == seconds


@pytest.mark.parametrize("value", ["601", "86400", "9" * 1000])
def test_a_site_that_asks_for_a_longer_crawl_delay_than_we_wait_is_left_alone(value: str) -> None:
    (answer,) = ask(Site(text(f"User-agent: *\nCrawl-delay: {value}")), "https://a.org/")
    assert (answer.allowed, answer.outcome, answer.retry_after) == (False, Outcome.ROBOTS, None)
    assert "seconds between two requests" in answer.detail
    assert Rules(f"User-agent: *\nCrawl-delay: {LONGEST_DELAY}").why_closed == ""


def test_the_longest_of_several_crawl_delays_counts() -> None:
    assert Rules("User-agent: *\nCrawl-delay: 7\nCrawl-delay: 3").delay == 7.0


def test_rules_do_not_multiply_with_names() -> None:
    names = "".join(f"User-agent: a{i}\nUser-agent a{i}\n" for i in range(4_000))
    rules = "Disallow: /x\n" * 9_000
    assert Rules("User-agent: *\n" + names + rules).weight < LARGEST
    assert not allowed("User-agent: *\n" + names + rules, "https://a.org/x")


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("Allow: /\n" * (MOST_LINES + 1), "lines"),
        ("".join(f"Disallow: /*x{n}\n" for n in range(MOST_WILDCARDS + 1)), "wildcards"),
        (
            "Disallow: /" + "*a" * (MOST_WILDCARDS // 2) + "\nDisallow: /" + "*b" * (MOST_WILDCARDS // 2 + 1),
            "wildcards",
        ),
        ("Disallow: /%41%42%43%44\n" * (MOST_ODD // 13 + 1), "escapes"),
    ],
)
def test_a_file_that_costs_too_much_closes_its_site(body: str, why: str) -> None:
    (answer,) = ask(Site(text("User-agent: *\n" + body)), "https://a.org/y")
    assert (answer.allowed, answer.retry_after) == (False, None)
    assert why in answer.detail


def test_a_rule_longer_than_any_url_disallows_what_its_beginning_does() -> None:
    beginning = "/" + "a" * (LONGEST - 1)
    rules = Rules(f"User-agent: *\nDisallow: {beginning}aaa\nAllow: /b*{beginning}aaa$")
    assert not rules.allow(f"https://a.org{beginning}")
    assert rules.allow("https://a.org/" + "a" * 500)


PIECES = st.lists(
    st.sampled_from(["/", "a", "b", "*", "%61", "%2F", "?", "x=1", "é", "暴", "%e9", "//", "."]), max_size=6
)
RULE = st.builds(lambda kind, pieces, end: f"{kind}: /{''.join(pieces)}{end}", st.sampled_from(["Allow", "Disallow"]),
                 PIECES, st.sampled_from(["", "a$"]))  # fmt: skip


@given(st.lists(RULE, min_size=1, max_size=4), PIECES)
def test_rules_match_as_those_of_another_parser_do(rules: list[str], path: list[str]) -> None:
    url = canonical("https://a.org/" + "".join(path))
    assert url
    body = "\n".join(["User-agent: *", *rules])
    assert Rules(body).allow(url) == Protego.parse(body).can_fetch(url, "honeyguide")


LINES = st.sampled_from(
    ["User-agent: *", "User-agent: honeyguide", "Disallow: /a*$b%", "Allow: /%zz", "Crawl-delay: 1e999",
     "Disallow: ?\x00", "Allow", "\u2028", "Disallow:/\ud83d", "Sitemap: x", "disallow /é"]
)  # fmt: skip


@given(
    st.one_of(st.text(max_size=200), st.lists(st.one_of(LINES, st.text(max_size=20))).map("\n".join)),
    st.text("a%/?", max_size=9),
)
def test_any_text_can_be_read(body: str, path: str) -> None:
    rules = Rules(body.encode("utf-8", "replace").decode())
    rules.allow(f"https://a.org/{path}")
    assert rules.delay >= 0
