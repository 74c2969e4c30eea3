"""URLs have one spelling, and nothing that a page says can break the spelling of it."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from honeyguide.urls import LONGEST, _settle, canonical, host_of, resolve

BASE = "https://news.example.org/weather/2024/page12.html?p=2"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("HTTP://Example.ORG:80/a/../b#top", "http://example.org/b"),
        ("https://example.org:443", "https://example.org/"),
        ("https://example.org:8443/a", "https://example.org:8443/a"),
        ("https://user:secret@example.org/a", "https://example.org/a"),
        ("http://example.org./a", "http://example.org/a"),
        ("http://example.org.:8080/a", "http://example.org:8080/a"),
        ("http://example.org/a?", "http://example.org/a"),
        ("http://example.org/a?#x", "http://example.org/a"),
        ("  http://example.org/a\n/b\t ", "http://example.org/a/b"),
        ("http:\\\\example.org\\a", "http://example.org/a"),
        ("http://example.org/%7euser/%41%2fb%3f", "http://example.org/~user/A%2Fb%3F"),
        ("http://example.org/?b=2&a=1", "http://example.org/?b=2&a=1"),
        ("http://[0:0::FFFF]:80/", "http://[::ffff]/"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("http://2130706433./", "http://127.0.0.1/"),
        ("http://中文.cn/暴雨?词=洪水", "http://xn--fiq228c.cn/%E6%9A%B4%E9%9B%A8?%E8%AF%8D=%E6%B4%AA%E6%B0%B4"),
    ],
)
def test_a_url_has_one_spelling(url: str, expected: str) -> None:
    assert canonical(url) == expected


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://a.org/?utm_source=x&id=3&utm_medium=y", "http://a.org/?id=3"),
        ("http://a.org/p?fbclid=1", "http://a.org/p"),
        ("http://a.org/p?GCLID=1&q=2", "http://a.org/p?q=2"),
        ("http://a.org/p?utm%5Fsource=1", "http://a.org/p"),
        ("http://a.org/p?spm=a2c4g.1&id=7", "http://a.org/p?id=7"),
        ("http://a.org/p;jsessionid=1A2B?q=2", "http://a.org/p?q=2"),
        ("http://a.org/p;JSESSIONID=1A2B/x;v=2", "http://a.org/p/x;v=2"),
        ("http://a.org/?PHPSESSID=abc&t=1", "http://a.org/?t=1"),
        ("http://a.org/?ASPSESSIONIDQQABCD=abc&t=1", "http://a.org/?t=1"),
        ("http://a.org/?cfid=1&cftoken=2&t=1", "http://a.org/?t=1"),
        ("http://a.org/f?f=2&sid=0123456789abcdef0123456789abcdef", "http://a.org/f?f=2"),
        ("http://a.org/f?sid=12", "http://a.org/f?sid=12"),
        ("http://a.org/f?session_id=keynote", "http://a.org/f?session_id=keynote"),
        ("http://a.org/f?sid=2024-heavy-rain-in-the-north", "http://a.org/f?sid=2024-heavy-rain-in-the-north"),
        ("http://a.org/?resid=1&xgclid=2", "http://a.org/?resid=1&xgclid=2"),
    ],
)
def test_tracking_parameters_and_session_ids_are_removed(url: str, expected: str) -> None:
    assert canonical(url) == expected


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("/x/y.html", "https://news.example.org/x/y.html"),
        ("page13.html", "https://news.example.org/weather/2024/page13.html"),
        ("../2023/", "https://news.example.org/weather/2023/"),
        ("../../../x.html?q=1", "https://news.example.org/x.html?q=1"),
        ("..//x.html", "https://news.example.org/weather//x.html"),
        ("../%E6%B4%AA.html", "https://news.example.org/weather/%E6%B4%AA.html"),
        ("?p=3", "https://news.example.org/weather/2024/page12.html?p=3"),
        ("//cdn.example.org/x", "https://cdn.example.org/x"),
        ("#top", BASE),
        ("", BASE),
        ("page13.html?a=1#b", "https://news.example.org/weather/2024/page13.html?a=1"),
        ("洪水.html", "https://news.example.org/weather/2024/%E6%B4%AA%E6%B0%B4.html"),
    ],
)
def test_links_are_relative_to_their_page(href: str, expected: str) -> None:
    assert canonical(href, BASE) == expected


@pytest.mark.parametrize(
    "url",
    ["", "page.html", "mailto:a@example.org", "javascript:void(0)", "ftp://example.org/", "data:text/html,x",
     "http://", "http://./", "http://.:81/", "http://a b/", "http://example.org:99999/", "http://[::1/", "\ud800",
     "http://example.org/" + "a" * LONGEST, "file:///etc/passwd"],
)  # fmt: skip
def test_what_is_no_web_address_is_none(url: str) -> None:
    assert canonical(url) is None
    assert host_of(url) == ""


def test_the_host_keeps_only_an_unusual_port() -> None:
    assert host_of("https://Example.org:443/a") == "example.org"
    assert host_of("http://example.org:443/a") == "example.org:443"
    assert resolve("//Example.org.:81/a", BASE) == ("https://example.org:81/a", "example.org:81")


def test_a_base_that_is_no_url_gives_none() -> None:
    assert canonical("/x", "mailto:a@example.org") is None
    assert canonical("x.html", "nonsense") is None


FRAGMENTS = st.sampled_from(
    ["http://", "https:", "//", "/", "..", ".", ";jsessionid=", "?", "&", "#", "%", "%2e", "%41", "%4", "utm_x=",
     "sid=", "a", "Z", "9", "@", ":",
     ":80", "example.org", "0x7f.1", "[::1]", "\\", " ", "\t", "暴", "xn--", "é", "=", "-"]
)  # fmt: skip
MESSY = st.one_of(st.text(max_size=60), st.lists(FRAGMENTS, max_size=14).map("".join))


@given(MESSY, st.one_of(st.none(), MESSY, st.just(BASE)))
@example("http://a/..;jsessionid=1/b", None)
@example("http://a/%%34%31", None)
@example("http://1.2.3.4../", None)
def test_any_text_gives_none_or_a_spelling_that_stays(href: str, base: str | None) -> None:
    found = resolve(href, base)
    if found is not None:
        url, host = found
        assert canonical(url) == url
        assert canonical(url, base) == url
        assert host_of(url) == host
        assert url.partition("://")[2].startswith(f"{host}/")
        assert "#" not in url
        assert len(url) <= LONGEST


PLAIN = st.text("abcxyzAZ019-._~/=&?#:%n", max_size=30)


STARTS = st.sampled_from(
    ["", "../", "../../", "https://a.example", "http://x-1.b", "http://127.0.0.2:8080", "http://0x7f.1:80"]
)


@given(st.one_of(st.tuples(STARTS, PLAIN).map("".join), MESSY))
def test_the_short_cut_for_plain_links_agrees_with_the_browsers_rules(href: str) -> None:
    assert resolve(href, BASE) == _settle(href, BASE)
    assert resolve(href) == _settle(href, None)
