from __future__ import annotations

from honeyguide.parsing.article.article import article_of
from honeyguide.parsing.html import parse

FIRST = "The flood came at night and took the bridge below the mill, and the only road out of the valley."
SECOND = "Rescue teams reached the village by boat in the morning, when the rain had stopped."
THIRD = "Engineers will measure the dam this week; its gates had been opened by hand."
DATA = "<table border=1><tr><td>Day</td><td>Level</td></tr><tr><td>Monday</td><td>2.1</td></tr></table>"


def text_of(html: str) -> str:
    url = "http://old.example/flood.html"
    return article_of(parse(html, url, max_links=100), html).content


def test_text_in_the_tables_that_lay_out_a_page_of_1998_is_kept() -> None:
    top = "<table><tr><td><img src=logo.gif><td><a href=a.html>Home</a> | <a href=b.html>News</a></table>"
    title = "<center><font size=6><b>Flood report</b></font></center>"
    text = f"{FIRST}<br><br>{SECOND}<br><br><center>{DATA}</center><br><b>The dam</b><br>{THIRD}<br><br>"
    beside = "<td width=150><font size=1><b>Also read</b><br><a href=d.html>Storm of 1997</a></font></td>"
    main = f"<tr><td><img src=spacer.gif></td><td>{title}<font face=arial>{text}</font></td>{beside}</tr>"
    foot = "<hr width=50%><font size=1>1998 Valley Net. <a href=mailto:x@y>Webmaster</a></font>"
    page = f"<table width=760><tr><td>{top}<table cellpadding=8>{main}</table>{foot}</td></tr></table>"
    html = f"<html><head><title>Flood report</title></head><body><center>{page}</center></body></html>"
    text = text_of(html)
    for said in (FIRST, SECOND, THIRD):
        assert said in text.splitlines(), text


def test_a_page_that_is_a_table_of_data_keeps_its_rows() -> None:
    rows = "".join(f"<tr><td>Station {at} at the river</td><td>{at}.2 m</td></tr>" for at in range(30))
    text = text_of(
        f"<html><body><h1>Levels</h1><table><tr><th>Station</th><th>Level</th></tr>{rows}</table></body></html>"
    )
    assert "| Station 7 at the river | 7.2 m |" in text
