from __future__ import annotations

import re
from xml.etree import ElementTree

from honeyguide.topics.ontology.hasse import DRAWN, MOST_DRAWN, hasse_svg
from honeyguide.topics.ontology.lattice import Context, lattice

SVG = "{http://www.w3.org/2000/svg}"
# WSE Table 1.
TABLE_1 = Context(("D1", "D2", "D3", "D4"), ("T1", "T2", "T3", "T4"), (0b1011, 0b1110, 0b0111, 0b0101))


def texts(svg: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def places(svg: str, of: str) -> tuple[float, float]:
    return next(
        (float(each.attrib["x"]), float(each.attrib["y"]))
        for each in ElementTree.fromstring(svg).iter(f"{SVG}text")
        if each.text == of
    )


def test_the_lattice_of_the_paper_is_drawn_with_each_name_once() -> None:
    svg = hasse_svg(lattice(TABLE_1))
    root = ElementTree.fromstring(svg)
    assert len(list(root.iter(f"{SVG}circle"))) == 12
    assert len(list(root.iter(f"{SVG}polyline"))) == 20
    assert sorted(texts(svg)) == [
        "12 concepts of 4 documents and 4 terms.",
        *("D1", "D2", "D3", "D4"),
        *("T1", "T2", "T3", "T4"),
    ]


def test_more_documents_stand_higher() -> None:
    svg = hasse_svg(lattice(TABLE_1))
    assert places(svg, "T2")[1] < places(svg, "T4")[1] < places(svg, "D1")[1]
    tops = [float(y) for y in re.findall(r'<circle cx="[\d.]+" cy="([\d.]+)"', svg)]
    assert tops == sorted(tops)


def test_all_terms_and_documents_of_a_concept_show_under_the_pointer() -> None:
    titles = [each.text for each in ElementTree.fromstring(hasse_svg(lattice(TABLE_1))).iter(f"{SVG}title")]
    assert titles[0] == "0 terms: \n4 documents: D1, D2, D3, D4"
    assert "2 terms: T2, T4\n2 documents: D1, D2" in titles


def test_names_are_text_whatever_they_hold() -> None:
    context = Context(('<script>alert("1")</script>', "a&b\x00\x1b\udc80"), ("]]><b>", "暴雨 & 洪水"), (0b11, 0b01))
    svg = hasse_svg(lattice(context))
    assert '<script>alert("1")</scri' in "".join(texts(svg))
    assert {"]]><b>", "暴雨 & 洪水", "a&b���"} <= set(texts(svg))
    assert "<script" not in svg
    svg.encode("utf-8")


def test_many_or_long_names_are_cut() -> None:
    context = Context(tuple(f"document {n}" for n in range(20)), ("x" * 50,), (1,) * 20)
    shown = texts(hasse_svg(lattice(context)))
    assert shown[1:] == ["x" * 27 + "…", "document 0", "document 1", "document 2", "and 17 documents"]


def test_an_iceberg_says_so_and_counts_documents() -> None:
    shown = texts(hasse_svg(lattice(TABLE_1, 2)))
    assert shown[0] == "8 concepts of 4 documents and 4 terms, those with 2 documents or more."
    assert shown[1] == "The number below a concept says how many documents it has."
    assert sorted(shown[2:]) == ["2"] * 4 + ["3"] * 3 + ["4", "T1", "T2", "T3", "T4"]


def test_passages_are_called_passages() -> None:
    svg = hasse_svg(lattice(TABLE_1, 2), 5, "passage")
    assert "document" not in svg.replace("document-", "")
    assert texts(svg)[0] == "8 concepts of 4 passages and 4 terms, those with 2 passages or more."


def test_of_a_large_lattice_the_top_is_drawn_and_what_is_missing_is_said() -> None:
    # Each document lacks one term: every set of terms is an intent, 2^9 concepts. 256 of them have five documents or
    # more, 126 have four: 44 of those are drawn.
    context = Context(
        tuple(f"d{n}" for n in range(9)), tuple(f"t{n}" for n in range(9)), tuple(511 ^ 1 << n for n in range(9))
    )
    assert hasse_svg(lattice(context)).count("<circle") == DRAWN
    svg = hasse_svg(lattice(context), 1_000)
    assert svg.count("<circle") == MOST_DRAWN
    assert texts(svg)[:3] == [
        "512 concepts of 9 documents and 9 terms.",
        "Drawn are the 300 with the most documents (4 or more); 212 are left out.",
        "The number below a concept says how many documents it has.",
    ]


def test_a_lattice_of_one_concept_is_a_picture_too() -> None:
    svg = hasse_svg(lattice(Context(("one", "two"), ("rain",), (1, 1))))
    assert texts(svg) == ["1 concept of 2 documents and 1 term.", "rain", "one", "two"]
