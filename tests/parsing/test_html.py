"""What a page says and where it leads, from plain pages to hostile ones."""

from __future__ import annotations

import pytest

from honeyguide.model import OutLink, Page
from honeyguide.parsing.html import TEXT, parse

URL = "http://example.test/news/today.html"


def read(html: str, max_links: int = 2000, x_robots: str = "") -> Page:
    return parse(html, URL, max_links=max_links, x_robots=x_robots)


def only_link(html: str) -> OutLink:
    (link,) = read(html).links
    return link


def test_text_is_sorted_into_the_five_tag_groups() -> None:
    page = read(
        """<html><head><title>T</title><meta name=keywords content="k1, k2"><meta name=Description content="d">
        </head><body>o1<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><h5>e</h5><h6>o2</h6>
        <p>p <b>f</b> <strong>g</strong> <a href=x>q</a></p><table><tr><td>r</td><th>o3</th></tr></table>
        <ul><li>s<div>t</div></li></ul><div><span>o4</span></div></body>"""
    )
    assert [group.split() for group in page.groups] == [
        ["T", "k1,", "k2", "d", "a"],  # title, keywords, description, h1
        ["b", "c"],  # h2, h3
        ["d", "e", "f", "g"],  # h4, h5, b, strong
        ["p", "q", "r", "s", "t"],  # p, td, li, and what is inside them
        ["o1", "o2", "o3", "o4"],
    ]


def test_the_innermost_grouped_tag_decides() -> None:
    page = read("<td><h2>two <b>bold <i>italic</i></b> two</h2></td><table><td><p>in</p>cell</td></table>")
    assert page.groups[1:4] == ("two \n two", "bold italic", "in\ncell")


def test_words_are_not_joined_across_blocks_nor_cut_inside_them() -> None:
    page = read("<p>rain<i>storm</i></p><p>flood</p><p>one<b>bold</b>two<br>three")
    assert page.text == "rainstorm\nflood\noneboldtwo\nthree"
    assert page.groups[3] == "rainstorm\nflood\none\ntwo\nthree"


def test_links_that_stand_side_by_side_are_not_one_word() -> None:
    page = read(
        "<nav><a href=/f>Floods</a><a href=/s>Sport</a> <a href=/c>体育</a><a href=/d>财经</a></nav>"
        "<p>a <a href=/e>dog</a>s"
    )
    assert page.text == "Floods Sport 体育 财经\na dogs"
    assert [link.anchor for link in page.links] == ["Floods", "Sport", "体育", "财经", "dog"]
    assert page.groups[4].split() == ["Floods", "Sport", "体育", "财经"]


def test_text_is_in_reading_order_with_single_spaces() -> None:
    page = read(
        "<h1> Heavy\n\n rain </h1>\n<div>\t<p>It   rained\nall <em>day</em> , and\tnight .</p> </div>  <p>End"
    )
    assert page.text.split("\n") == ["Heavy rain ", "It rained all day , and night .", "End"]


def test_scripts_and_the_like_are_no_text() -> None:
    page = read(
        "<p>a<script>b()</script><style>c{}</style><noscript>d <a href=/d>d</a></noscript><template><p>e</template>"
        "<svg><title>f</title><text>g</text></svg><iframe src=/frame>h</iframe><!-- i --> j"
    )
    assert page.text == "a j"
    assert page.title == ""
    assert [link.url for link in page.links] == ["http://example.test/frame"]


def test_title_and_description_are_read_once_and_in_one_line() -> None:
    page = read(
        "<title> Flood\n &amp; rain </title><meta name=description content=' A \n b '><body>x<title>no</title>"
    )
    assert (page.title, page.description, page.text) == ("Flood & rain", "A b", "x")


def test_soft_hyphens_do_not_cut_words() -> None:
    assert read("<p>rain&shy;storm dis\xadaster").text == "rainstorm disaster"


def test_a_link_carries_anchor_context_heading_and_path() -> None:
    link = only_link(
        "<body><main><h2>Floods <i>today</i></h2><ul><li>Read more about the <a href='../a/b.html?x=1#top'> heavy\n"
        "<b>rain</b> </a> in the north of the country</li></ul></main>"
    )
    assert link == OutLink(
        url="http://example.test/a/b.html?x=1",
        host="example.test",
        anchor="heavy rain",
        context="Floods today Read more about the … in the north of the country",
        heading="Floods today",
        path="body/main/ul/li",
        nofollow=False,
    )


def test_context_is_about_ten_words_a_side_and_whole_words() -> None:
    words = " ".join(f"word{n:02}" for n in range(40))
    link = only_link(f"<p>{words} <a href=x>anchor</a> {words}")
    before, after = link.context.split(" … ")
    assert before.split() == [f"word{n:02}" for n in range(31, 40)]
    assert after.split() == [f"word{n:02}" for n in range(9)]


def test_context_of_a_chinese_link_is_not_lost_for_lack_of_spaces() -> None:
    before, after = "北京今天发布暴雨红色预警" * 10, "请市民尽量减少外出" * 10
    link = only_link(f"<p>{before}<a href=/x>详细报道</a>{after}")
    assert link.context == f"{before[-66:]} … {after[:66]}"


@pytest.mark.parametrize(
    ("html", "anchor"),
    [
        ("<a href=/x><img src=i alt=' A  river '></a>", "A river"),
        ("<a href=/x><img src=i title=river></a>", "river"),
        ("<a href=/x title=flood></a>", "flood"),
        ("<a href=/x title=flood><img alt=river> word</a>", "word"),
        ("<a href=/x> </a>", ""),
        (f"<a href=/x>{'ab ' * 1000}</a>", ("ab " * 67)[:200].strip()),
        ("<map><area href=/x alt=delta></map>", "delta"),
        ("<link rel='next prefetch' href=/x title='page 2'>", "page 2"),
        ("<iframe src=/x title=inner></iframe>", "inner"),
        ("<frameset><frame src=/x title=left></frameset>", "left"),
    ],
)
def test_every_kind_of_link_has_an_anchor(html: str, anchor: str) -> None:
    link = only_link(html)
    assert (link.url, link.anchor) == ("http://example.test/x", anchor)


def test_the_heading_is_the_nearest_above() -> None:
    page = read(
        "<a href=/0>0</a><h1>One</h1><a href=/1>1</a><h3>Three</h3><p><a href=/2>2</a></p><h2><a href=/3>3</a></h2>"
        "<h2>Two <a href=/4>4</a></h2><a href=/5>5</a>"
    )
    assert [link.heading for link in page.links] == ["", "One", "Three", "One", "One", "Two 4"]


def test_the_path_keeps_the_innermost_twelve_tags() -> None:
    assert only_link("<nav><ul><li><a href=/x>x</a>").path == "body/nav/ul/li"
    deep = only_link("<div>" * 30 + "<ul><li><a href=/x>x</a>")
    assert deep.path == "/".join(["div"] * 10 + ["ul", "li"])


def test_nofollow_is_read_from_rel() -> None:
    page = read(
        "<a href=/1 rel=nofollow>a</a><a href=/2 rel='noopener UGC'>b</a><a href=/3 rel=sponsored>c</a>"
        "<a href=/4 rel='noopener nofollowing'>d</a><a href=/5>e</a>"
    )
    assert [link.nofollow for link in page.links] == [True, True, True, False, False]


def test_links_that_lead_nowhere_else_are_left_out() -> None:
    page = read(
        "<a href='#top'>top</a><a href='today.html#end'>end</a><a href=''>self</a><a>named</a>"
        "<a href='mailto:a@b.c'>m</a>"
        "<a href='javascript:void(0)'>j</a><a href='http://[bad'>b</a><a href='data:text/html,x'>d</a>"
        "<a href='ftp://x/'>f</a>"
    )
    assert page.links == ()
    assert page.links_left_out == 0


def test_one_target_is_kept_once_for_every_anchor() -> None:
    page = read("<a href=/x>one</a> <a href=/y>two</a> <a href=/x>three</a> <a href=/x#f>one</a> <a href=/y>two</a>")
    assert [(link.url[-1], link.anchor) for link in page.links] == [("x", "one"), ("y", "two"), ("x", "three")]


def test_links_beyond_the_budget_are_counted() -> None:
    page = read("".join(f"<a href=/{n}>{n}</a> " for n in range(100)), max_links=10)
    assert [link.anchor for link in page.links] == [str(n) for n in range(10)]
    assert page.links_left_out == 90


def test_repetitions_do_not_use_up_the_budget_of_links() -> None:
    page = read("<a href=/menu>m</a>" * 10 + "".join(f"<a href=/{n}>{n}</a> " for n in range(5)), max_links=6)
    assert len(page.links) == 6
    assert page.links_left_out == 0


def test_base_decides_what_links_are_relative_to() -> None:
    page = read(
        "<head><base href='/other/'><base href=/third/><link rel=canonical href=c></head>"
        "<a href=x>x</a><a href=#y>y</a>"
    )
    assert [link.url for link in page.links] == ["http://example.test/other/x", "http://example.test/other/"]
    assert page.canonical == "http://example.test/other/c"
    assert only_link("<base href='javascript:1'><a href=x>x</a>").url == "http://example.test/news/x"


def test_canonical_is_what_the_page_says_before_its_text() -> None:
    assert read("<link rel=canonical href='/real?utm_source=x'>").canonical == "http://example.test/real"
    assert read("<p>comment: <link rel=canonical href=/hijack>").canonical == ""
    assert read("<link rel=canonical href='javascript:1'>").canonical == ""


@pytest.mark.parametrize(
    ("content", "target"),
    [
        ("0; url=next.html", "http://example.test/news/next.html"),
        ("5;URL='/a b'", "http://example.test/a%20b"),
        ('0.5 , url = "/q"', "http://example.test/q"),
        ("0;/plain", "http://example.test/plain"),
        ("30", ""),
        ("30; url=", ""),
        ("0; url=today.html", ""),
        ("0; url=javascript:alert(1)", ""),
        (" " * 100_000, ""),
    ],
)
def test_meta_refresh_names_its_target(content: str, target: str) -> None:
    quote = "'" if '"' in content else '"'
    assert read(f"<meta http-equiv=Refresh content={quote}{content}{quote}>").refresh == target


@pytest.mark.parametrize(
    ("html", "header", "noindex", "nofollow"),
    [
        ("", "", False, False),
        ("<meta name=robots content='index, follow'>", "", False, False),
        ("<meta name=ROBOTS content='NoIndex'>", "", True, False),
        ("<meta name=robots content='noindex,nofollow'>", "", True, True),
        ("<meta name=robots content=none>", "", True, True),
        ("<meta name=honeyguide content=nofollow>", "", False, True),
        ("<meta name=otherbot content=none>", "", False, False),
        ("", "noindex", True, False),
        ("", "otherbot: noindex, nofollow", False, False),
        ("", "otherbot: noindex\nnofollow", False, True),
        ("", "honeyguide: none", True, True),
        ("", "max-snippet: 20, unavailable_after: 25 Jun 2010 15:00:00 PST, noindex", True, False),
    ],
)
def test_robots_directives_come_from_meta_and_header(html: str, header: str, noindex: bool, nofollow: bool) -> None:
    page = read(html, x_robots=header)
    assert (page.noindex, page.nofollow) == (noindex, nofollow)


def test_language_is_that_of_the_text() -> None:
    assert read("<html lang=en-GB><p>Rain fell over the hills all day.").language == "en"
    assert read("<html lang=en><p>北京今天发布暴雨红色预警，请市民注意防范。").language == "zh"


def test_the_same_page_is_read_the_same_way_twice() -> None:
    html = "<h1>x</h1>" + "".join(f"<p>a <a href=/{n}>b</a> c" for n in range(50))
    assert read(html) == read(html)


# Hostile pages: each would take minutes or gigabytes if something in it were quadratic.


def test_survives_a_hundred_thousand_nested_tags() -> None:
    page = read("<div>" * 100_000 + "<a href=/x>deep</a> text")
    assert page.text == "deep text"
    assert page.links[0].path == "/".join(["div"] * 12)


@pytest.mark.slow
def test_survives_a_million_links() -> None:
    page = read("".join(f"<a href=/{n}>" for n in range(1_000_000)))
    assert len(page.links) == 2000
    assert page.links_left_out == 998_000
    assert page.links[1999].url == "http://example.test/1999"


@pytest.mark.slow
def test_survives_a_million_links_that_lead_nowhere() -> None:
    page = read("<a href=javascript:1>x" * 1_000_000, max_links=100)
    assert page.links == ()


def test_survives_links_inside_links() -> None:
    page = read("<table><tr><td><a href=/x>w " * 20_000)
    assert page.links[0].url == "http://example.test/x"
    assert all(len(link.anchor) <= 200 for link in page.links)


def test_survives_unclosed_everything() -> None:
    page = read("<p><b><i><a href=/x>one<table><tr><td>two<ul><li>three<h1>four<!-- five <p>")
    assert {"one", "two", "three", "four"} <= set(page.text.split())
    assert page.links[0].url == "http://example.test/x"


@pytest.mark.parametrize(
    "html",
    [
        "<!--" * 500_000 + "x",
        "<" * 1_000_000,
        "<a " * 500_000,
        "&amp" * 500_000,
        "<a href='" + "x" * 1_000_000,
        "</p>" * 300_000,
        "<script>" * 200_000,
        "<title>" * 200_000,
        "<svg><a href=/x>" * 50_000,
        "<select><option>" * 100_000,
        "<frameset>" * 50_000,
        "\ud800" * 1000 + "<p>&#xd800;&#0;&#x110000;x",
    ],
)
def test_survives_markup_that_never_ends(html: str) -> None:
    page = read(html)
    assert page.url == URL
    assert len(page.groups) == 5


def test_survives_megabytes_of_attributes() -> None:
    page = read(
        f"<a href='/{'x' * 4_000_000}'>long</a><a title='{'t' * 4_000_000}' href=/ok></a>"
        f"<a {' '.join(f'a{n}=1' for n in range(100_000))} href=/many>many</a><p id='{'i' * 4_000_000}'>text"
    )
    assert [(link.url, len(link.anchor)) for link in page.links] == [
        ("http://example.test/ok", 200),
        ("http://example.test/many", 4),
    ]


def test_survives_root_tags_that_each_bring_an_attribute() -> None:
    page = read("<p>first" + "".join(f"<hTml a{n}=1><BODY b{n}=1>" for n in range(50_000)) + "<a href=/x>last</a>")
    assert page.text == "firstlast"
    assert page.links[0].anchor == "last"


def test_survives_a_table_of_a_hundred_thousand_cells() -> None:
    page = read("<table>" + "<tr><td>wide " * 100_000 + f"<td>{'x' * 100_000}")
    assert page.groups[3].count("wide") == 100_000
    assert len(page.text) < 1_000_000


def test_survives_nested_tables_and_formatting() -> None:
    assert read("<table><tr><td>x" * 20_000).text.count("x") == 20_000
    assert read("<b><p>x" * 20_000 + "</b>" * 20_000).text.count("x") == 20_000
    assert read("".join(f"<font a={n}>" for n in range(3000)) + "<p>x" * 3000).text.count("x") == 3000
    assert read("<a href=/x><b><i><u>" * 3000 + "<div>" * 3000 + "y" + "</a></b>" * 3000).text == "y"
    assert read("<table>" + "<b>x" * 50_000).text.count("x") == 50_000


def test_survives_headings_in_headings() -> None:
    page = read("<h1><div>" * 20_000 + "<a href=/x>x</a>" + "</div></h1><a href=/y>y</a>" * 20_000)
    assert [link.url[-1] for link in page.links] == ["x", "y"]


def test_survives_a_huge_text_node() -> None:
    page = read("<p>" + "word " * 2_000_000 + "<a href=/x>x</a>")
    assert TEXT - 5 <= len(page.text) <= TEXT
    assert len(page.links[0].context) < 100


def test_survives_elements_within_the_title_of_a_formula() -> None:
    page = read("<math><title>x<mi>y</mi><mn/></title></math><p>text <a href=/z>z</a>")
    assert page.text == "text z"
    assert page.title == "x"
    assert page.links[0].path == "body/p"


def test_survives_megabytes_of_white_space() -> None:
    page = read("<p>a" + " \n" * 3_000_000 + "b" + "<p> \n" * 200_000)
    assert page.text == "a b"


def test_doubled_spaces_become_one_and_no_words_stick_together() -> None:
    page = read("<p>heavy  rain <b>in   the</b>&nbsp;  north<p>a  b")
    assert page.text == "heavy rain in the north\na b"


def test_control_characters_go_through() -> None:
    page = read("<p>a\0b\x01c\x0b<a href='/x\0y'>l\0k</a>")
    assert page.text.startswith("a")
    assert len(page.links) <= 1
