"""`honeyguide try`: one page, explained."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import TOPIC, WEB, Command
from tests.local_web import LocalWeb, local_web
from tests.relevance.trained import trained

from honeyguide import relevance
from honeyguide.testing.example_pages import web as trained_web
from honeyguide.topics.writing import write_topic
from honeyguide.web.response import Answer

PAGE = """<html lang=en><title>Rainstorm over the valley \x1b]0;owned\x07 [red]now[/red]</title>
<h1>Rainstorm</h1><p>The rainstorm was a disaster: rainfall of 90 mm in a day, and the weather stays bad.</p>
<a href="/relief">disaster relief</a> <a href="more.html">more</a> <a href="/paid" rel="nofollow">weather</a>"""


def test_a_file_is_explained_in_numbers_that_add_up(honeyguide: Command) -> None:
    (honeyguide.folder / "page.html").write_text(PAGE)
    said = honeyguide("try", "page.html", "--topic", TOPIC, "--base", "http://a.example/b/", "--json")
    assert (said.code, said.err) == (0, "")
    page = said.json
    assert page["on_topic"]
    assert page["relevance"] > page["threshold"] == 0.62
    assert page["language"] == "en"
    assert page["main_terms"][0] == {"term": "rainstorm", "count": 2}
    for term in page["terms"]:
        assert sum(term["by_group"].values()) == pytest.approx(term["contribution"])
    assert sum(term["contribution"] for term in page["terms"]) == pytest.approx(page["relevance"])
    assert sum(page["by_group"].values()) == pytest.approx(page["relevance"])
    links = {link["url"]: link for link in page["links"]}
    assert set(links) == {"http://a.example/relief", "http://a.example/b/more.html", "http://a.example/paid"}
    for link in page["links"]:
        assert set(link["parts"]) == {"anchor", "page", "pagerank"}
        assert sum(link["parts"].values()) == pytest.approx(link["score"])
    assert links["http://a.example/relief"]["score"] > links["http://a.example/b/more.html"]["score"]
    assert not links["http://a.example/paid"]["followed"]


@pytest.mark.slow
@pytest.mark.parametrize("name", relevance.names())
def test_every_relevance_model_explains_itself(honeyguide: Command, name: str) -> None:
    write_topic(trained(name), honeyguide.folder / "topic.toml")
    at = next(number for number in range(len(trained_web())) if trained_web().label(number) == trained_web().topic)
    (honeyguide.folder / "page.html").write_bytes(trained_web().answer(trained_web().url(at)).body)
    said = honeyguide("try", "page.html", "--topic", "topic.toml", "--json")
    assert (said.code, said.err) == (0, "")
    page = said.json
    assert page["model"] == trained(name).relevance
    assert 0 < page["relevance"] <= 1
    assert 0 < len(page["terms"]) <= 40
    for term in page["terms"]:
        assert sum(term["by_group"].values()) == pytest.approx(term["contribution"])
        assert not term["counts"] if name == "judge" else sum(term["counts"].values()) > 0
    added = sum(term["contribution"] for term in page["terms"]) + page["others"] + page["bias"]
    assert added == pytest.approx(page["total"])
    if page["unit"] == "relevance":
        assert page["total"] == pytest.approx(page["relevance"])
        assert page["bias"] == 0
    shown = honeyguide("try", "page.html", "--topic", "topic.toml").out
    assert trained(name).relevance in shown
    assert f"{page['unit']} by term" in shown
    assert page["terms"][0]["term"] in shown
    assert f"{page['total']:.4f}" in shown


def test_a_model_that_the_topic_was_not_taught_is_refused(honeyguide: Command) -> None:
    (honeyguide.folder / "topic.toml").write_text('name = "rain"\nrelevance = "svm"\n[keywords]\nrain = 1.0\n')
    said = honeyguide("try", "-", "--topic", "topic.toml", stdin=PAGE)
    assert said.code == 1
    assert "'svm' must be trained on examples, and the topic 'rain' has no model" in said.sentence


def test_standard_input_is_shown_as_tables_without_what_a_terminal_obeys(honeyguide: Command) -> None:
    said = honeyguide("try", "-", "--topic", TOPIC, stdin=PAGE)
    assert said.code == 0, said.err
    for word in ("on topic", "0.62", "contributes", "pagerank", "[red]now[/red]", "not followed: nofollow"):
        assert word in said.out
    assert not set("\x1b\x07") & set(said.out)


def test_a_live_page_is_fetched_and_judged(honeyguide: Command, web: LocalWeb) -> None:
    url = next(WEB.url(page) for page in range(len(WEB)) if WEB.label(page) == WEB.topic)
    said = honeyguide(
        "try", url, "--topic", TOPIC, "--connect-to", web.address, "--json", env={"HONEYGUIDE_DELAY": "0"}
    )
    assert said.json["status"] == 200
    assert said.json["final_url"] == url
    assert said.json["terms"]
    assert 0 < len(said.json["links"]) <= 20


def test_links_are_explained_by_the_model_that_is_asked_for(
    honeyguide: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    (honeyguide.folder / "page.html").write_text(PAGE)
    asked = ("try", "page.html", "--topic", TOPIC, "--base", "http://a.example/b/", "--json")
    for link in honeyguide(*asked, "--links", "cpe:l1=0.4").json["links"]:
        assert set(link["parts"]) == {"target", "pages", "anchor", "pagerank"}
        assert sum(link["parts"].values()) == pytest.approx(link["score"])
    shown = honeyguide(*asked[:-1], "--links", "cpe").out
    assert "in words" in shown
    assert "“rainstorm”, “disaster” and “rainfall” speak for it" in shown
    assert "target the target's relevance, F1 (WSE λ1)" in shown
    assert (
        "holders the share on topic of the pages that hold the link"
        in honeyguide(*asked[:-1], "--links", "guide").out
    )
    monkeypatch.setenv("HONEYGUIDE_STRATEGY", "wse")
    assert set(honeyguide(*asked).json["links"][0]["parts"]) == {"target", "pages", "anchor", "pagerank"}
    assert "did you mean 'cpe'?" in honeyguide(*asked, "--links", "cpee").err


def around(url: str) -> Answer:
    path = url.removeprefix("http://a.example/")
    if path == "robots.txt":
        return Answer(200, (("Content-Type", "text/plain"),), b"User-agent: *\nDisallow: /secret\n")
    if path.startswith("hop"):
        number = int(path.removeprefix("hop"))
        target = f"http://a.example/{f'hop{number - 1}' if number else 'page'}"
        return Answer(302, (("Location", target),), location=target)
    if path == "round":
        return Answer(302, (("Location", "/around"),), location="http://a.example/around")
    if path == "around":
        return Answer(302, (("Location", "/round"),), location="http://a.example/round")
    if path == "into-secret":
        return Answer(302, (("Location", "/secret"),), location="http://a.example/secret")
    return Answer(200, (("Content-Type", "text/html"),), PAGE.encode()) if path == "page" else Answer(404)


def test_redirects_are_followed_hop_by_hop_and_each_is_checked(honeyguide: Command) -> None:
    with local_web(around) as web:
        at = ["--topic", TOPIC, "--connect-to", web.address, "--json"]
        quick = {"HONEYGUIDE_DELAY": "0"}
        said = honeyguide("try", "http://a.example/hop2", *at, env=quick)
        assert [hop["status"] for hop in said.json["hops"]] == [302, 302, 302, 200]
        assert said.json["final_url"] == "http://a.example/page"
        said = honeyguide("try", "http://a.example/hop9", *at, env=quick)
        assert said.code == 4
        assert "more than 5 redirects" in said.sentence
        said = honeyguide("try", "http://a.example/round", *at, env=quick)
        assert (said.code, said.sentence.count("→")) == (4, 2)
        assert "in a circle: " in said.sentence
        said = honeyguide("try", "http://a.example/into-secret", *at, env=quick)
        assert said.json["outcome"] == "robots"
        assert web.requests["http://a.example/secret"] == 0
        assert honeyguide("try", "a.example/nothing", *at, env=quick).json["status"] == 404


def test_a_redirect_out_of_scope_is_not_followed_on_any_hop(here: Command) -> None:
    ways = {"http://a.example/": "http://a.example/next", "http://a.example/next": "http://b.example/page"}

    def answer(url: str) -> Answer:
        if target := ways.get(url):
            return Answer(302, (("Location", target),), location=target)
        return Answer(200, (("Content-Type", "text/html"),), PAGE.encode())

    (here.folder / "honeyguide.toml").write_text('deny_hosts = ["b.example"]\ndelay = 0\n')
    with local_web(answer) as web:
        said = here("try", "http://a.example/", "--topic", TOPIC, "--connect-to", web.address, "--json")
        assert (said.code, said.json["outcome"], said.json["final_url"]) == (4, "scope", "http://b.example/page")
        assert [url for url in web.requests if "b.example" in url] == []


def test_private_addresses_are_refused(honeyguide: Command, web: LocalWeb) -> None:
    said = honeyguide("try", f"http://{web.address}/", "--topic", TOPIC)
    assert said.code == 4
    assert "not a public address" in said.sentence


@pytest.mark.parametrize(
    ("page", "why"),
    [
        ("no-such-page", "neither a URL nor a file"),
        ("ftp://a.example/", "neither a URL nor a file"),
        ("empty.html", "is empty"),
        (".", "cannot be read"),
    ],
)
def test_what_is_no_page_is_refused(honeyguide: Command, page: str, why: str) -> None:
    Path(honeyguide.folder / "empty.html").write_text(" \n")
    said = honeyguide("try", page, "--topic", TOPIC)
    assert said.code == 1
    assert why in said.sentence


def test_a_page_is_judged_by_what_a_crawl_has_learnt(here: Command) -> None:
    seed, web = "http://harbour-daily.example/", ("--web", "synthetic:seed=7,pages=800")
    given = ("--pages", "80", "--quiet", "--workers", "0")  # always in the same order
    assert here("crawl", "rainstorm-disaster", seed, "--out", "c", *given, *web).code == 0
    assert here("rejudge", "c").code == 0
    pages = here("results", "c", "--top", "100%", "--json").json
    page = min(pages, key=lambda each: abs(each["total"]))  # no chance is nearer to 1 than 32 bits tell
    fresh = here("try", page["url"], "--topic", "rainstorm-disaster", *web, "--json").json
    learnt = here("try", page["url"], "--crawl", "c", "--json").json
    assert fresh["final_url"] == learnt["final_url"] == page["url"]
    assert fresh["bias"] != learnt["bias"]
    assert abs(learnt["total"] - page["total"]) < abs(fresh["total"] - page["total"])
    here("mark", "c", *(each["url"] for each in pages), "--off")
    assert here("try", page["url"], "--crawl", "c", "--json").json["total"] < learnt["total"]


def test_a_topic_or_a_crawl_is_named_and_not_both(here: Command) -> None:
    both = ("--topic", str(TOPIC), "--crawl", "c")
    for given, expected in (((), "name a topic, or with --crawl"), (both, "a crawl has a topic")):
        said = here("try", "-", *given, stdin=PAGE)
        assert said.code == 2
        assert expected in said.err
    assert "no such folder" in here("try", "-", "--crawl", "nowhere", stdin=PAGE).sentence


def test_an_unusable_base_is_refused(honeyguide: Command) -> None:
    said = honeyguide("try", "-", "--topic", TOPIC, "--base", "::", stdin=PAGE)
    assert said.code == 1
    assert "is not a URL" in said.sentence


def test_binary_content_is_named_and_not_judged(honeyguide: Command) -> None:
    (honeyguide.folder / "picture.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40)
    said = honeyguide("try", "picture.html", "--topic", TOPIC)
    assert said.code == 4
    assert "binary" in said.sentence
