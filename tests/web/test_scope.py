"""The user says which hosts and URLs a crawl may visit."""

from __future__ import annotations

import pytest

from honeyguide.config import Settings
from honeyguide.errors import BadSetting
from honeyguide.urls import resolve
from honeyguide.web.scope import Scope


def allows(url: str, **settings: tuple[str, ...]) -> bool:
    found = resolve(url)
    assert found is not None
    scope = Scope(Settings(**settings))  # type: ignore[arg-type]
    assert scope.allows(*found) == (scope.why_not(*found) == "")
    return scope.allows(*found)


def test_everything_is_allowed_when_nothing_is_said() -> None:
    assert allows("https://anything.example/at?all")


def test_a_host_stands_for_its_subdomains_and_every_port() -> None:
    hosts = ("example.org",)
    assert allows("https://example.org/", allow_hosts=hosts)
    assert allows("https://www.news.example.org/", allow_hosts=hosts)
    assert allows("https://example.org:8080/", allow_hosts=hosts)
    assert not allows("https://notexample.org/", allow_hosts=hosts)
    assert not allows("https://example.org.evil.example/", allow_hosts=hosts)


def test_a_port_in_a_pattern_must_match() -> None:
    assert allows("http://a.example.org:8080/", allow_hosts=("example.org:8080",))
    assert not allows("http://a.example.org/", allow_hosts=("example.org:8080",))
    assert allows("https://example.org/", allow_hosts=("example.org:443",))
    assert allows("http://example.org/", allow_hosts=("example.org:80",))
    assert not allows("https://example.org/", allow_hosts=("example.org:80",))


def test_denied_hosts_win_over_allowed_ones() -> None:
    assert not allows("https://ads.example.org/", allow_hosts=("example.org",), deny_hosts=("ads.example.org",))
    assert allows("https://www.example.org/", allow_hosts=("example.org",), deny_hosts=("ads.example.org",))


def test_hosts_may_be_written_as_people_write_them() -> None:
    assert allows("https://www.example.org/", allow_hosts=("*.Example.ORG",))
    assert allows("https://新闻.中文.cn/", allow_hosts=("中文.cn",))
    assert allows("http://[::1]:8080/", allow_hosts=("[::1]",))
    assert allows("http://127.0.0.1:8080/", allow_hosts=("127.0.0.1",))


def test_patterns_are_over_the_whole_url() -> None:
    assert allows("https://a.org/news/1", include=("*/news/*",))
    assert not allows("https://a.org/sport/1", include=("*/news/*",))
    assert allows("https://a.org/sport/1", include=("*/news/*", "*/sport/*"))
    assert not allows("https://a.org/news/1.pdf", include=("*/news/*",), exclude=("*.pdf", "*.zip"))
    assert allows("https://a.org/x?q=1", include=("https://a.org/x?q=[12]",))
    assert not allows("https://a.org/x?q=3", include=("https://a.org/x?q=[12]",))


def test_patterns_may_be_chinese() -> None:
    assert allows("https://a.org/暴雨/1", include=("*/暴雨/*",))
    assert not allows("https://a.org/天气/1", include=("*/暴雨/*",))


def test_it_says_why_not_in_a_sentence() -> None:
    scope = Scope(Settings(deny_hosts=("a.org",)))
    assert scope.why_not("https://www.a.org/", "www.a.org") == "www.a.org is among the denied hosts."


@pytest.mark.parametrize("pattern", ["", "https://example.org/", "a b", "exa*mple.org", "user@example.org", "a:b"])
def test_a_bad_host_is_refused(pattern: str) -> None:
    with pytest.raises(BadSetting, match="allow_hosts"):
        Scope(Settings(allow_hosts=(pattern,)))


def test_an_empty_pattern_is_refused() -> None:
    with pytest.raises(BadSetting, match="exclude"):
        Scope(Settings(exclude=(" ",)))


def test_a_pattern_of_many_stars_is_answered_at_once() -> None:
    assert not allows("https://a.org/" + "a" * 1900, include=("*a" * 60 + "*b",))
