"""Feeds and sitemaps as they come: of every kind, broken, and hostile."""

from __future__ import annotations

import codecs
import gzip

import pytest

from honeyguide.analysis import PageAnalyzer
from honeyguide.config import Settings
from honeyguide.model import Fetched, Outcome, Page, Topic
from honeyguide.parsing.lists import MOST_SITEMAPS, read_list

URL = "http://a.example/news/feed.xml"
TOPIC = Topic(name="floods", keywords={"flood": 1.0, "洪水": 1.0}, relevance="tag-vsm:threshold=0.01")
RSS_2 = """<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet href="/style.xsl" type="text/xsl"?><!-- made by hand -->
<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:atom="http://www.w3.org/2005/Atom">
<channel><title>洪水新闻</title><link>http://a.example/</link><description>关于洪水</description><language>zh-CN</language>
<atom:link href="http://a.example/feed" rel="self"/><image><title>Logo</title><link>http://a.example/logo</link></image>
<item><media:title>No title</media:title><title>Flood &amp; rain</title><link>/2026/1?a=1&amp;b=2</link>
<description><![CDATA[<p>The <b>river</b> rose&nbsp;again.</p>]]></description></item>
<item><title>暴雨红色预警</title><guid>http://a.example/2026/2</guid><description>&lt;p&gt;今晨发布&lt;/p&gt;</description></item>
<item><title>Nowhere</title><guid isPermaLink="false">tag:1</guid></item>
</channel></rss>"""
RSS_1 = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<channel rdf:about="http://a.example/"><title>Old news</title><link>http://a.example/</link></channel>
<item rdf:about="http://a.example/1"><title>Flood</title><link>http://a.example/1</link>
<description>Water</description></item></rdf:RDF>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><title>Rivers</title>
<subtitle>All of them</subtitle>
<link href="/" rel="alternate"/><entry><title type="html">A &lt;i&gt;flood&lt;/i&gt;</title>
<link rel="self" href="/1.atom"/><link href="/1"/><summary>Short.</summary>
<source><title>Elsewhere</title><link href="http://b.example/"/></source>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Long.</p></div></content></entry>
<entry><title>二</title><link rel="alternate" href="/2"/>
<content type="html">&lt;p&gt;洪水&lt;/p&gt;</content></entry></feed>"""
NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
SITEMAP = f"""<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="{NAMESPACE}"
 xmlns:n="http://www.google.com/schemas/sitemap-news/0.9"><url><loc> http://a.example/1 </loc>
<lastmod>2026-01-01</lastmod></url><url><loc>http://a.example/2?a=1&amp;b=2</loc><n:news><n:title>洪水</n:title></n:news>
</url></urlset>"""
INDEX = f"""<sitemapindex xmlns="{NAMESPACE}"><sitemap><loc>http://a.example/s1.xml.gz</loc></sitemap>
<sitemap><loc>/s2.xml</loc></sitemap></sitemapindex>"""


def read(body: str | bytes, kind: str = "application/xml", url: str = URL, **given: int) -> Page | str:
    """The page, or why there is none."""
    settings = Settings(encoder="none", **given)  # type: ignore[arg-type]
    data = body.encode() if isinstance(body, str) else body
    fetched = Fetched(url, Outcome.PAGE, 200, "OK", (("Content-Type", kind),), data)
    read = PageAnalyzer(TOPIC, settings).read(fetched)
    if read.page is None:
        return f"{read.outcome}: {read.detail}"
    assert read.relevance is not None
    assert not (read.relevance.on_topic and read.page.is_list)
    return read.page


def rows(page: Page | str) -> list[tuple[str, str, str]]:
    assert isinstance(page, Page), page
    return [(out.url, out.anchor, out.context) for out in page.links]


FLOODS = [
    ("http://a.example/2026/1?a=1&b=2", "Flood & rain", "The river rose again."),
    ("http://a.example/2026/2", "暴雨红色预警", "今晨发布"),
]


def test_the_items_of_rss_are_links_with_their_title_and_what_they_are_about() -> None:
    page = read(RSS_2)
    assert rows(page) == FLOODS
    assert isinstance(page, Page)
    assert (page.kind, page.title, page.description, page.language) == ("feed", "洪水新闻", "关于洪水", "zh")
    assert {out.heading for out in page.links} == {"洪水新闻"}


def test_rss_1_and_atom_are_feeds_too() -> None:
    assert rows(read(RSS_1, "application/rdf+xml")) == [("http://a.example/1", "Flood", "Water")]
    page = read(ATOM, "application/atom+xml")
    assert rows(page) == [("http://a.example/1", "A flood", "Short."), ("http://a.example/2", "二", "洪水")]
    assert isinstance(page, Page)
    assert (page.kind, page.title, page.description) == ("feed", "Rivers", "All of them")


def test_a_sitemap_names_pages_and_its_index_sitemaps() -> None:
    page = read(SITEMAP)
    assert rows(page) == [("http://a.example/1", "", ""), ("http://a.example/2?a=1&b=2", "洪水", "")]
    assert isinstance(page, Page)
    assert page.kind == "sitemap"
    index = read(INDEX)
    assert isinstance(index, Page)
    assert (index.links, index.sitemaps) == ((), ("http://a.example/s1.xml.gz", "http://a.example/s2.xml"))


def test_a_sitemap_may_be_plain_text_or_packed() -> None:
    lines = "http://a.example/1\r\n\r\nhttps://洪水.中国/2\n"
    page = read(lines, "text/plain; charset=utf-8")
    chinese = f"https://{'洪水'.encode('idna').decode()}.xn--fiqs8s/2"
    assert [url for url, _, _ in rows(page)] == ["http://a.example/1", chinese]
    for kind in ("application/gzip", "application/octet-stream", "text/xml"):
        assert len(rows(read(gzip.compress(SITEMAP.encode()), kind, "http://a.example/s.xml.gz?x=1"))) == 2
    assert len(rows(read(gzip.compress(lines.encode()), "text/plain", "http://a.example/s.txt.gz"))) == 2


def test_a_list_is_known_whatever_it_calls_itself() -> None:
    for kind in ("text/html", "text/plain", "application/xml", "text/xml", ""):
        for text in (RSS_2, RSS_1, ATOM, SITEMAP, INDEX, "\ufeff" + RSS_2, "\n\n" + SITEMAP):
            page = read(text, kind)
            assert isinstance(page, Page)
            assert page.kind in ("feed", "sitemap")


@pytest.mark.parametrize(
    "text",
    [
        "<!DOCTYPE html><html><rss>x</rss></html>",
        "<html><feed>x</feed></html>",
        "<p>http://a.example/",
        "<?xml version='1.0'?><!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN'><html><urlset/></html>",
        "<rssfeed/>",
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/>",
    ],
)
def test_a_page_is_no_list(text: str) -> None:
    page = read(text, "text/html")
    assert isinstance(page, Page)
    assert not page.is_list


def test_text_with_addresses_in_it_is_no_sitemap_and_other_xml_no_page() -> None:
    page = read("See http://a.example/1\nhttp://a.example/2\n", "text/plain")
    assert isinstance(page, Page)
    assert not page.is_list
    assert read("<svg xmlns='http://www.w3.org/2000/svg'/>", "text/xml; charset=utf-8") == "not-html: text/xml"
    assert read("<rdf:RDF/>", "application/rdf+xml") == "not-html: application/rdf+xml"


def test_an_entry_that_was_left_open_counts_when_its_address_is_whole() -> None:
    begun = "<urlset><url><loc>http://a.example/1</loc></url><url><loc> http://a.example/2\n</loc>"
    for rest in ("", "<url><loc>http://a.example/cut-o", "<url><loc>http://a.example/3</loc></url></urlset>"):
        found = read_list(begun + rest, "text/xml", 10)
        assert found is not None
        told = ["http://a.example/1", "http://a.example/2", "http://a.example/3"][: 3 if "/3" in rest else 2]
        assert [each.address for each in found.entries] == told
        assert found.left_out == 0


def test_what_is_broken_gives_what_can_be_read_of_it() -> None:
    half = RSS_2[: RSS_2.index("暴雨红色") + 3]
    assert rows(read(half)) == FLOODS[:1]
    wild = RSS_2.replace("<title>洪水新闻", "<title>&copy; & <b>洪水新闻").replace("</channel></rss>", "")
    assert rows(read(wild)) == FLOODS
    assert rows(read(RSS_2.replace("暴雨", "暴\x00雨"))) == FLOODS


@pytest.mark.parametrize("encoding", ["gb18030", "utf-16", "utf-8", "big5"])
def test_encodings_are_told_as_on_pages_and_may_lie(encoding: str) -> None:
    text = RSS_2.replace("红色预警", "").replace("关于", "").replace("新闻", "").replace("发布", "")
    text = text.replace('encoding="UTF-8"', f'encoding="{encoding}"')
    page = read(text.encode(encoding))
    assert [anchor for _, anchor, _ in rows(page)] == ["Flood & rain", "暴雨"]
    lying = text.replace(f'encoding="{encoding}"', 'encoding="utf-7"')
    assert len(rows(read(lying.encode()))) == 2
    assert len(rows(read(codecs.BOM_UTF8 + text.encode(), "application/xml; charset=klingon"))) == 2


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))


@pytest.mark.parametrize(
    "declared",
    [
        f'<!DOCTYPE rss [<!ENTITY l0 "lol">{LAUGHS}]>',
        '<!DOCTYPE rss [<!ENTITY l11 SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE rss [<!ENTITY % a SYSTEM "http://b.example/x.dtd"> %a;]>',
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_never_expanded(declared: str, encoding: str) -> None:
    text = declared + RSS_2.partition("-->\n")[2].replace("Flood &amp; rain", "&l11;")
    page = read(text.encode(encoding))
    assert [anchor for _, anchor, _ in rows(page)] == ["&l11;", "暴雨红色预警"]
    assert isinstance(page, Page)
    assert len(page.text) < 200


def test_a_document_type_of_old_feeds_is_no_harm_and_never_loaded() -> None:
    old = (
        '<!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">'
    )
    assert rows(read(old + RSS_2.partition("-->\n")[2])) == FLOODS
    assert rows(read('<!DOCTYPE rss [<!ATTLIST item a CDATA "b">]>' + RSS_2.partition("-->\n")[2])) == FLOODS


def test_a_list_gives_as_many_links_as_a_page_may_and_says_how_many_it_left_out() -> None:
    many = "".join(f"<url><loc>http://a.example/{n}</loc></url>" for n in range(5_000))
    page = read(f"<urlset xmlns='{NAMESPACE}'>{many}</urlset>", max_links=300)
    assert isinstance(page, Page)
    assert (len(page.links), page.links_left_out) == (300, 4_700)
    index = "".join(f"<sitemap><loc>/{n}.xml</loc></sitemap>" for n in range(400))
    page = read(f"<sitemapindex>{index}</sitemapindex>")
    assert isinstance(page, Page)
    assert (len(page.sitemaps), page.links_left_out) == (MOST_SITEMAPS, 400 - MOST_SITEMAPS)
    page = read("\n".join(f"http://a.example/{n}" for n in range(5_000)), "text/plain", max_links=300)
    assert isinstance(page, Page)
    assert (len(page.links), page.links_left_out) == (300, 4_700)


def test_one_field_cannot_take_more_than_its_share() -> None:
    page = read(RSS_2.replace("Flood &amp; rain", "flood " * 500_000))
    assert isinstance(page, Page)
    assert len(page.links[0].anchor) <= 200
    assert len(page.text) < 10_000


@pytest.mark.parametrize(
    "body",
    [
        "<rss>" + "<channel>" * 200_000,
        "<rss>" + "<item>" * 200_000,
        "<rss><channel>" + "<item><title>" * 100_000,
        "<urlset>" + "<url/>" * 300_000,
        "<urlset>" + "<url><loc/></url>" * 100_000,
        "<feed " + "a='b' " * 200_000 + ">",
        "<feed>" + "<![CDATA[" * 200_000,
        "<rss><channel><item><title>" + "<" * 1_000_000,
        "<rss><channel><item><title>" + "&amp;lt;" * 200_000,
        "<!--" * 2_000 + "<rss>",
        "<rss>" + "<!a[>" * 300_000,
        "<!DOCTYPE rss [" + "<!ATTLIST a b CDATA 'c'>" * 50_000 + "]><rss/>",
    ],
    ids=lambda body: body[:24],
)
def test_hostile_lists_are_read_within_the_budget_of_a_page(body: str) -> None:
    page = read(body)
    assert isinstance(page, str) or len(page.links) < 2_001


def test_what_unpacks_to_too_much_is_refused() -> None:
    bomb = gzip.compress(b"<urlset>" + b" " * 3_000_000)
    said = read(bomb, "application/gzip", "http://a.example/s.xml.gz", max_decoded_bytes=1_000_000)
    assert said == "too-large: more than 1,000,000 bytes after decompression"
