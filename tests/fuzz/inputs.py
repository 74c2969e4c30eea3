"""Well-formed input for each target: where mutations begin."""

from __future__ import annotations

import gzip
import io
import sqlite3
import zipfile
import zlib
from contextlib import closing
from functools import cache
from importlib.resources import files

import brotli
import openpyxl
import zstandard
from tests import pdfs
from tests.fuzz.scratch import scratch_folder

from honeyguide.config import Settings, to_toml
from honeyguide.model import Fetched, Outcome
from honeyguide.storage.warc import info_record, response_record

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Flood in the valley</title>
<meta name="description" content="The flood came at night."><meta name="robots" content="noarchive">
<meta property="article:published_time" content="2026-07-01T08:30:00+08:00"><base href="/news/">
<link rel="canonical" href="?id=7"><meta http-equiv="refresh" content="9;url=next.html">
<script type="application/ld+json">{"@type":"NewsArticle","headline":"Flood","author":[{"name":"A. Bee"}]}</script>
</head><body><nav><a href="/" rel="nofollow ugc">Home</a></nav><h1>Flood in the valley</h1>
<p class="byline">By A. Bee, <time datetime="2026-07-01">1 July 2026</time></p>
<p>The flood came at night &amp; took the bridge. <a href="../b.html#top" title="t">More</a>
<img alt="a map" src=m.png></p>
<table><tr><td>rain<td>120 mm</table></body></html>"""
CHINESE = """<html><head><title>暴雨洪水_新闻网</title></head><body><h1>暴雨引发洪水</h1>
<div>2026年7月1日 08:30 来源:新华社 作者:张三</div><p>暴雨引发洪水,多条道路中断。</p></body></html>"""
PARTS = (
    "xl/worksheets/sheet1.xml",
    "xl/workbook.xml",
    "xl/styles.xml",
    "[Content_Types].xml",
    "xl/_rels/workbook.xml.rels",
)


def urls() -> tuple[bytes, ...]:
    texts = (
        "../b.html?utm_source=x&a=1#top\nhttp://a.example/c/d/",
        "HTTP://user:pw@WWW.A.example:80/%7ejoe/./x/..;jsessionid=1?s=0123456789abcdef\n",
        "//b.example./路/?q=水\nhttps://a.example/",
        "http://[::1]:8080/\nhttp://0x7f.1/",
        "javascript:void(0)\nmailto:a@b.example",
    )
    return tuple(text.encode() for text in texts)


def html() -> tuple[bytes, ...]:
    return PAGE.encode(), CHINESE.encode("gb18030"), CHINESE.encode("utf-16"), b"plain text about a flood"


def pdf() -> tuple[bytes, ...]:
    plain = pdfs.assembled(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
            b"<< /Length 42 >>\nstream\nBT /F 12 Tf 72 700 Td (A flood came.) Tj ET\nendstream",
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ]
    )
    return pdfs.FLOOD, pdfs.CHINESE, plain


def bodies() -> tuple[bytes, ...]:
    page = PAGE.encode()
    packed = (page, gzip.compress(page), zlib.compress(page), brotli.compress(page), zstandard.compress(page))
    return tuple(bytes([number]) + body for number, body in enumerate(packed))


def headers() -> tuple[bytes, ...]:
    return (
        b"text/html; charset=gb2312\nnoindex, nofollow\ngzip",
        b"../b.html\nhttps://b.example/?x=1\n120\nWed, 01 Jul 2026 08:30:00 GMT",
        b"googlebot: noindex, unavailable_after: 25 Jun 2010 15:00:00 PST\nlink-template",
    )


def answers() -> tuple[bytes, ...]:
    page = PAGE.encode()
    plain = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s" % (len(page), page)
    chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nflood\r\n0\r\n\r\n"
    moved = b"HTTP/1.1 301 Moved\r\nLocation: /\xe6\xb0\xb4?x=1\r\nContent-Length: 0\r\n\r\n"
    busy = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 503 Busy\r\nRetry-After: 120\r\nX-Robots-Tag: none\r\n\r\nlater"
    return plain, chunked, moved, busy


def robots() -> tuple[bytes, ...]:
    return (
        b"User-agent: *\nDisallow: /a/\nAllow: /a/b*.html$\nCrawl-delay: 2.5\nSitemap: http://a.example/s.xml\n",
        b"\xef\xbb\xbfuser-agent : honeyguide/1.0 # us\nuser-agent: x\ndisallow: /%7ejoe/*?x=*\r\n\r\nDisallow:\n",
        "User-Agent: *\nDisallow: /水/*\nAllow: /%E6%B0%B4/$\n".encode(),
    )


def lists() -> tuple[bytes, ...]:
    texts = (
        '<?xml version="1.0" encoding="gb18030"?><!DOCTYPE rss [<!ENTITY a "b">]><rss xmlns:m="x"><channel>'
        "<title>洪水</title><item><m:title>x</m:title><title><![CDATA[<b>Flood</b>]]></title>"
        "<link>/a?b=1&amp;c=2</link></item></channel></rss>",
        '<rdf:RDF xmlns="http://purl.org/rss/1.0/"><item><title>水 &copy;</title>'
        "<link>http://b.example/</link></item></rdf:RDF>",
        '<feed xml:lang="zh"><entry><link rel="alternate" href="/1"/><summary>a &lt;p&gt; b</summary></entry></feed>',
        "<sitemapindex><sitemap><loc>http://a.example/s.xml.gz</loc></sitemap></sitemapindex>",
        "<!-- x --><s:urlset xmlns:s='y'><s:url><s:loc>http://a.example/水</s:loc></s:url></s:urlset>",
        "http://a.example/1\r\nhttps://b.example/水\n",
    )
    return (*(text.encode() for text in texts), gzip.compress(texts[4].encode()))


def dates() -> tuple[bytes, ...]:
    texts = (
        "2026-07-01T08:30:00+08:00",
        "Wed, 01 Jul 2026 08:30:00 GMT",
        "1st July 2026, 8:30 p.m.",
        "2026年7月1日 下午 08:30",
        "民國115年7月1日",
        "20260701",
        "120",
    )
    return tuple(text.encode() for text in texts)


def warc() -> tuple[bytes, ...]:
    answer = Fetched(
        "http://a.example/b/c?d=1", Outcome.PAGE, 200, "OK", (("Content-Type", "text/html"),), b"<p>x", at=1.7e9
    )
    record = response_record(answer)
    plain = gzip.decompress(record)
    return info_record("honeyguide", 1.7e9) + record, plain + plain, gzip.compress(plain + plain)


def owl() -> tuple[bytes, ...]:
    whole = (files("honeyguide.topics") / "shipped" / "rainstorm-disaster.owl").read_bytes()
    head, *classes = whole.split(b"<owl:Class ")
    return (b"<owl:Class ".join([head, *classes[:6]]) + b"</rdf:RDF>",)


def turtle() -> tuple[bytes, ...]:
    return (
        b"""@prefix : <http://a.example/#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Disaster a owl:Class ; rdfs:label "disaster"@en , "\xe7\x81\xbe\xe5\xae\xb3"@zh .
:Flood a owl:Class ; rdfs:subClassOf :Disaster , [ a owl:Restriction ; owl:onProperty :partOf ;
  owl:someValuesFrom :Disaster ] ; owl:equivalentClass [ owl:intersectionOf ( :Disaster :Flood ) ] .
""",
    )


def topics() -> tuple[bytes, ...]:
    shipped = (files("honeyguide.topics") / "shipped" / "rainstorm-disaster.toml").read_bytes()
    small = 'name = "洪水"\nlanguages = ["zh"]\n[keywords]\n"洪水" = 1.0\nrain = 0.5\n[synonyms]\nrain = ["rains"]\n'
    return shipped, small.encode()


def models() -> tuple[bytes, ...]:
    return (
        b'{"kind":"classifier","words":["rain","flood"],"weights":[0.5,1],"rarity":[1.5,2],"bias":-0.25,"threshold":0.5}',
        b'{"kind":"rocchio","words":["rain"],"weights":[1.0],"examples":[0.5],"pages":[]}',
    )


def settings() -> tuple[bytes, ...]:
    return (to_toml(Settings()).encode(), b'pages = 100\nallow_hosts = ["a.example"]\nuser_agent = "x {contact}"\n')


@cache
def workbook() -> bytes:
    book = openpyxl.Workbook()
    for row in (["name", "url"], ["A", "http://a.example/"], ["B", "b.example/news"]):
        book.active.append(row)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def workbooks() -> tuple[bytes, ...]:
    return (workbook(),)


def parts() -> tuple[bytes, ...]:
    with zipfile.ZipFile(io.BytesIO(workbook())) as archive:
        return tuple(bytes([number]) + archive.read(name) for number, name in enumerate(PARTS))


def tables() -> tuple[bytes, ...]:
    return (
        b"name,url\nA,http://a.example/\nB,b.example/news\n",
        b"# mine\nhttp://a.example/\nb.example/news\n",
        "标题;正文;标签;url\n洪水;暴雨引发洪水;rain;http://a.example/\n".encode(),
        b'{"title": "Flood", "text": "It rained.", "keywords": ["rain", 7], "url": "http://a.example/"}\n',
    )


def databases() -> tuple[bytes, ...]:
    path = scratch_folder() / "made.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA page_size = 512")
        database.execute("CREATE TABLE IF NOT EXISTS seeds (name TEXT, url TEXT)")
        database.execute("INSERT INTO seeds VALUES ('A', 'http://a.example/')")
        database.commit()
    return (path.read_bytes(),)


def folder_bytes() -> tuple[bytes, ...]:
    return (
        b"",
        b"\x00\x00\x10\x00\x04flip",
        b"\x01\x00\x00\x00\x00",
        b"\x02\x00\x00\x09\x02\xff\xff",
        b"\x03\x00\x00\x00\x01{",
    )


def folder_rows() -> tuple[bytes, ...]:
    return b"", *(bytes([column, 1, column % 5, 2]) + b"7x" for column in range(0, 100, 3))
