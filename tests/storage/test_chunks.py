"""Texts in pieces: nothing is lost, nothing is too long, and they end where a reader would end them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honeyguide.model import Block, Span
from honeyguide.storage.chunks import DENSE_SIZE, SIZE, chunk_records, chunks
from honeyguide.storage.cutting import cut
from honeyguide.storage.export import Row, export_chunks
from honeyguide.storage.structured_chunks import pieces

ENGLISH = "The river rose by two metres in the night, and the old bridge was closed. Nobody was hurt, they said."
CHINESE = "昨夜至今晨，山城遭遇特大暴雨，江水上涨两米。沿江三个镇的居民连夜转移到安全地带，没有人员伤亡。"


def bare(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("\n".join([ENGLISH] * 40), SIZE),
        ("\n".join([CHINESE] * 60), DENSE_SIZE),
        (" ".join([ENGLISH] * 5000), SIZE),
        (CHINESE * 5000, DENSE_SIZE),
        ("暴雨" * 50_000, DENSE_SIZE),
        ("a" * 50_000, SIZE),
        ("word " * 50_000, SIZE),
        ("short\n" * 3_000, SIZE),
    ],
    ids=["English", "Chinese", "one enormous", "one enormous, Chinese", "no border", "one word", "words", "lines"],
)
def test_the_pieces_together_are_the_text(text: str, size: int) -> None:
    pieces = chunks(text, size)
    assert bare("".join(pieces)) == bare(text)
    assert max(map(len, pieces)) <= size
    assert min(map(len, pieces[:-1])) > size // 3


@given(st.text("ab 雨。.，\n\u3000\u0301\u200d👩", max_size=400), st.integers(50, 90))
def test_whatever_the_text_nothing_is_lost_and_nothing_too_long(text: str, size: int) -> None:
    pieces = chunks(text, size)
    assert bare("".join(pieces)) == bare(text)
    assert all(0 < len(piece) <= size and piece == piece.strip() for piece in pieces)


@pytest.mark.parametrize("text", ["a" + "\u0301" * 20_000, "\u200d" * 20_000, "👩" + "\ufe0f\u200d" * 10_000])
def test_a_run_of_signs_that_belong_to_one_is_cut_like_anything_else(text: str) -> None:
    paragraph = Block("paragraph", (Span(text),))
    for found in (list(cut(text, SIZE)), chunks(text, SIZE), [each.text for each in pieces([paragraph], SIZE)]):
        assert bare("".join(found)) == bare(text)
        assert len(found) == -(-len(text) // SIZE)


def test_a_sign_of_several_characters_stays_whole() -> None:
    for sign in ("e\u0301", "n\u0308\u0323\u0301", "👩\u200d👩\u200d👧\u200d👦"):
        for before in range(48, 50):
            found = chunks("x" * before + sign * 3, 50)
            assert "".join(found) == "x" * before + sign * 3
            assert found[0].count(sign) * len(sign) + before == len(found[0])


def test_paragraphs_stay_whole_where_they_fit() -> None:
    # 30 + 1 + 30 = 61 characters fit into 70, three paragraphs do not
    assert chunks("\n".join(("a" * 30, "b" * 30, "c" * 30)), 70) == [f"{'a' * 30}\n{'b' * 30}", "c" * 30]


def test_a_long_paragraph_is_cut_after_a_sentence_else_a_clause_else_a_word() -> None:
    first, second = "He said: “The bridge is closed to everyone.” ", "The river rose and rose until the morning came."
    assert chunks(first + second, 60) == [first.strip(), second]
    assert chunks("江水上涨两米。”" + "居民连夜转移到安全地带没有人员伤亡" * 3, 12)[0] == "江水上涨两米。”"
    clauses = "rain fell on the hills and on the valley below, then the river rose over its banks"
    assert chunks(clauses, 55)[0] == "rain fell on the hills and on the valley below,"
    early = "Yes. Well, the river rose over its banks and over the road and the old bridge"
    assert chunks(early, 55)[0] == "Yes. Well, the river rose over its banks and over the", "no border leaves a crumb"
    assert chunks("storm " * 20, 50)[0] == "storm storm storm storm storm storm storm storm"


def test_a_word_that_ends_just_there_stays_whole() -> None:
    assert chunks(f"{'a' * 50} {'b' * 50}", 50) == ["a" * 50, "b" * 50]
    assert chunks(f"aaaa {'b' * 45} {'c' * 50}", 50) == [f"aaaa {'b' * 45}", "c" * 50]


def test_a_sign_of_several_characters_is_not_cut() -> None:
    family = "👩\u200d👧"
    assert all(
        family in piece for piece in chunks(f"{'x' * 48}{family}{'y' * 60}", 50) if "👩" in piece or "👧" in piece
    )


def test_a_text_without_anything_has_no_pieces() -> None:
    assert chunks(" \n\n ", 100) == []
    assert chunk_records({"url": "http://a.example/", "content": "", "text": ""}) == []


def test_every_piece_says_what_it_is_a_piece_of(tmp_path: Path) -> None:
    content = "\n".join([CHINESE] * 20)
    page: Row = {
        "url": "http://a.example/雨",
        "title": "暴雨 \ud800",
        "published": "2026-07-01",
        "source": "山城日报",
        "author": "林一",
        "language": "zh",
        "keywords": ("暴雨",),
        "relevance": 0.9,
        "content": content,
        "text": "menu",
    }
    other: Row = {"url": "http://a.example/text", "title": "No article", "text": "all that is seen"}
    empty: Row = {"url": "http://a.example/off", "title": "Off topic", "text": ""}
    path = tmp_path / "chunks.jsonl"
    assert export_chunks([page, other, empty], path) == (2, 3)
    one, two, three = map(json.loads, path.read_text("utf-8").splitlines())
    assert (one["chunk"], two["chunk"], one["chunks"], two["chunks"]) == (1, 2, 2, 2)
    assert one["title"] == two["title"] == "暴雨 \ufffd"
    assert {one["published"], one["source"], one["author"], one["language"]} == {
        "2026-07-01",
        "山城日报",
        "林一",
        "zh",
    }
    assert one["keywords"] == ["暴雨"]
    assert len({one["id"], two["id"], three["id"]}) == 3
    assert one["text"] + "\n" + two["text"] == content
    assert three["text"] == "all that is seen"


def test_the_size_can_be_chosen_and_ids_stay_the_same() -> None:
    page = {"url": "http://a.example/", "title": "Storm", "content": " ".join([ENGLISH] * 9)}
    few, many = chunk_records(page), chunk_records(page, 120)
    assert len(few) < len(many)
    assert max(len(str(each["text"])) for each in many) <= 120
    assert few[0]["id"] == many[0]["id"]


def heading(level: int, text: str) -> Block:
    return Block("heading", (Span(text),), level)


def paragraph(text: str, **more: object) -> Block:
    return Block("paragraph", (Span(text),), **more)  # type: ignore[arg-type]


def test_pieces_follow_the_sections_and_say_what_they_stand_under() -> None:
    blocks = [
        paragraph("Before all."),
        heading(2, "Install"),
        heading(3, "With pip"),
        paragraph("One line is enough:"),
        Block("code", (Span("pip install tool", code=True),), language="sh"),
        heading(3, "From source"),
        paragraph("Clone it."),
        heading(2, "Use"),
        paragraph("Run it."),
    ]
    assert pieces(blocks, 400) == [
        ((), "Before all."),
        (
            ("Install", "With pip"),
            "## Install\n\n### With pip\n\nOne line is enough:\n\n```sh\npip install tool\n```",
        ),
        (("Install", "From source"), "### From source\n\nClone it."),
        (("Use",), "## Use\n\nRun it."),
    ]
    records = chunk_records({"url": "http://a.example/", "content": "Before all."}, 400, blocks)
    assert [record["headings"] for record in records][1] == ("Install", "With pip")
    assert [record["markdown"] for record in records] == [True] * 4
    assert records[0]["estimated_tokens"] == 3  # 11 characters by four


def test_code_and_tables_that_do_not_fit_are_cut_between_lines_and_stay_what_they_are() -> None:
    code = Block(
        "code", (Span("\n".join(f"line {number} of code" for number in range(20)), code=True),), language="sh"
    )
    found = pieces([code], 100)
    assert all(each.text.startswith("```sh\nline ") and each.text.endswith("\n```") for each in found)
    assert "".join(each.text[6:-3] for each in found) == f"{code.text}\n"
    rows = tuple(((Span(str(number)),), (Span("rain"),)) for number in range(20))
    found = pieces([Block("table", rows=(((Span("day"),), (Span("what"),)), *rows))], 100)
    assert all(each.text.startswith("| day | what |\n| --- | --- |\n| ") for each in found)
    assert sum(each.text.count("rain") for each in found) == 20
    assert max(len(each.text) for each in found) <= 100


def test_a_long_paragraph_is_cut_and_a_link_is_whole_or_none() -> None:
    link = Span("a word of it", link="http://a.example/" + "x" * 60)
    long = Block("paragraph", (Span(f"{ENGLISH} "), link, Span(f" and {ENGLISH}")))
    for size in (60, 120, 400):
        found = pieces([long], size)
        assert max(len(each.text) for each in found) <= size
        assert sum(each.text.count("](http://a.example/") for each in found) == (size > 120)
    assert bare("".join(each.text for each in pieces([paragraph(CHINESE * 9)], 60))) == bare(CHINESE * 9)


@given(
    st.lists(
        st.one_of(
            st.builds(heading, st.integers(1, 6), st.text("ab <`", max_size=80)),
            st.builds(paragraph, st.text("ab <`雨。. ", min_size=1, max_size=300), depth=st.integers(0, 3)),
            st.builds(lambda text: Block("code", (Span(text, code=True),)), st.text("ab`\n", max_size=200)),
        ),
        max_size=6,
    ),
    st.integers(50, 90),
)
def test_whatever_the_blocks_no_piece_is_too_long(blocks: list[Block], size: int) -> None:
    found = pieces(blocks, size)
    assert all(0 < len(each.text) <= size for each in found)
    letters = [sum(each.text.count(letter) for each in found) for letter in "ab雨"]
    told = [sum(each.text.count(letter) for each in blocks if each.kind != "heading") for letter in "ab雨"]
    assert all(one >= other for one, other in zip(letters, told, strict=True))


def test_a_piece_begins_with_the_heading_at_its_own_level() -> None:
    heads = [Block("heading", (Span(text),), level) for level, text in enumerate(("Storm", "Night", "Hour"), 1)]
    found = pieces([block for head in heads for block in (head, Block("paragraph", (Span("Rain fell."),)))], 200)
    assert [piece.text.split("\n")[0] for piece in found] == ["# Storm", "## Night", "### Hour"]
