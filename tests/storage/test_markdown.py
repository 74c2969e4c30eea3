"""Pages as Markdown, read back with a YAML reader and a Markdown reader of other people."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from honeyguide.atomic import MARK
from honeyguide.errors import BadInput, CannotRun
from honeyguide.model import Block, Span
from honeyguide.storage import markdown
from honeyguide.storage.export import Row, export_rows
from honeyguide.storage.markdown import NAME, export_markdown, file_names, page
from honeyguide.storage.markdown_text import escaped, estimated_tokens
from honeyguide.storage.markdown_text import markdown as as_markdown

ROW: Row = {
    "url": "http://a.example/storm",
    "kind": "html",
    "title": "Storm closes bridge",
    "published": "2026-07-01T08:30:00+08:00",
    "updated": "",
    "source": "Valley Courier",
    "author": "Ann Example",
    "language": "en",
    "keywords": ("storm", "bridge"),
    "relevance": 0.75,
    "fetched_at": "2026-07-02T00:00:00+00:00",
    "content": "The river rose.\nThe bridge was closed.",
    "text": "Home Sport The river rose.",
}
HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<!-- hidden",
    "&lt;b&gt; &amp; &copy;",
    "[click](javascript:alert(1))",
    "![x](http://evil.example/x.png)",
    "[ref]: http://evil.example",
    "[[wiki]] [^1]",
    "see http://evil.example/a_b*c and https://evil.example/`x`{y}<z>",
    "见http://evil.example/雨。下一句 www.evil.cn，再见",
    "ftp://evil.example //evil.example/x www.evil.example mail me@evil.example or evil.com/path",
    "javascript:alert(1) data:text/html,x MAILTO:me@evil.example",
    "_www.evil.example *http://evil.example/x ~ftp://evil.example EVIL.COM/Path evil.CN ^up^",
    f"me@{'x' * 80}.example and {'y' * 80}@evil.example",
    "# heading", "## heading ##", "---", "===", "***", "+ plus", "1. one", "12) twelve", "> quote", "| a | b |",
    "-5 degrees",
    "```python", "~~~", "`code` ``two``", "*em* **strong** _em_ __strong__ ~~gone~~",
    "a\\*b\\", "\\*a\\* \\[b](x)", "$x$ $$y$$", "{{ template }} {% raw %} {x}", "    indented", "\ttab",
    "\x00\x1b[31m \u202e x", "AT&T & Co; 3 > 2", "2016. A year", "3.5 metres", "::: warning",
]  # fmt: skip


def parts(text: str) -> tuple[dict[str, Any], str]:
    empty, head, body = text.split("---\n", 2)
    assert empty == ""
    return yaml.safe_load(head), body


def shown(body: str) -> tuple[str, set[str]]:
    """The text that a reader sees, and the kinds of markup that were read."""
    texts, kinds = [], set()
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(body):
        kinds.add(token.type)
        for child in token.children or ():
            kinds.add(child.type)
            texts.append(child.content)
        texts.append("\n" if token.type.endswith("_close") else "")
    return "".join(texts).strip(), kinds


@pytest.mark.parametrize(
    ("first", "headings"),
    [
        ("Storm closes bridge", ["# Storm closes bridge", "## The night", "### The hour"]),
        ("A storm", ["# Storm closes bridge", "## A storm", "### The night", "#### The hour"]),
    ],
)
def test_headings_keep_their_order_below_the_title(first: str, headings: list[str]) -> None:
    texts = (first, "The night", "The hour")
    blocks = [Block("heading", (Span(text),), level) for level, text in enumerate(texts, start=1)]
    assert [line for line in page(ROW, blocks).splitlines() if line.startswith("#")] == headings


PLAIN = {"inline", "text", "text_special", "code_inline"} | {
    f"{kind}_{end}" for kind in ("heading", "paragraph") for end in ("open", "close")
}


def test_a_page_is_front_matter_a_title_and_paragraphs() -> None:
    head, body = parts(page(ROW))
    assert head == {
        "title": "Storm closes bridge", "url": "http://a.example/storm", "published": "2026-07-01T08:30:00+08:00",
        "updated": "", "source": "Valley Courier", "author": "Ann Example", "language": "en",
        "keywords": ["storm", "bridge"], "relevance": 0.75, "fetched_at": "2026-07-02T00:00:00+00:00",
        "kind": "html", "estimated_tokens": 16,
    }  # fmt: skip
    assert body == "\n# Storm closes bridge\n\nThe river rose.\n\nThe bridge was closed.\n"


def test_a_title_that_begins_the_text_stands_once_and_lists_stay_lists() -> None:
    content = "Storm closes bridge\nOn the list:\n- sand\n- [water](x)\n- # tents\n- - -\nThat is all."
    _, body = parts(page({**ROW, "content": content}))
    assert body == (
        "\n# Storm closes bridge\n\nOn the list:\n\n- sand\n- \\[water\\](x)\n- \\# tents\n- \\- -\n\nThat is all.\n"
    )


def test_lines_between_bars_are_a_table_where_there_are_several() -> None:
    content = "Rain:\n| town | mm | \n|---|---|\n| A\\|B | 3 | \n| <b> |\nThen\n| x | y |\n| z |  |"
    _, body = parts(page({**ROW, "content": content}))
    assert body.partition("bridge\n\n")[2] == (
        "Rain:\n\n| town | mm |\n| --- | --- |\n| A\\|B | 3 |\n| &lt;b> |  |\n\nThen\n\n"
        "|  |  |\n| --- | --- |\n| x | y |\n| z |  |\n"
    )
    _, body = parts(page({**ROW, "content": "before\n| a | b |\nafter"}))
    assert body.endswith("before\n\n\\| a | b |\n\nafter\n")


def test_where_there_is_no_main_text_all_text_stands_and_where_no_title_the_address() -> None:
    _, body = parts(page({**ROW, "title": "", "content": ""}))
    assert body == "\n# `http://a.example/storm`\n\nHome Sport The river rose.\n"


@pytest.mark.parametrize("text", HOSTILE)
def test_what_a_page_says_is_shown_and_never_obeyed(text: str) -> None:
    _, body = parts(page({**ROW, "title": text, "content": f"before\n{text}\nafter"}))
    seen, kinds = shown(body)
    assert kinds <= PLAIN, kinds - PLAIN
    wanted = " ".join("".join(" " if ord(char) < 32 else char for char in text if char != "\u202e").split())
    assert seen.split("\n") == [wanted, "before", wanted, "after"]
    assert "<" not in body


def test_addresses_stand_as_code_which_no_reader_makes_a_link() -> None:
    assert escaped("Write to a_b@evil.example, or see www.evil.example.") == (
        "Write to `a_b@evil.example`, or see `www.evil.example.`"
    )
    assert escaped("_www.evil.example _http://evil.museum EVIL.COM") == (
        "\\_`www.evil.example` \\_`http://evil.museum` `EVIL.COM`"
    )
    assert escaped("Node.js reads app.ts") == "Node.js reads app.ts"
    assert escaped("It ended.He left. No.One came, and it was 3.Then") == (
        "It ended.He left. No.One came, and it was 3.Then"
    )
    long = f"{'y' * 80}@{'x' * 80}.example"
    assert escaped(long).endswith(f"@{'x' * 80}.example`")
    assert escaped("见http://evil.example/x。暴雨") == "见`http://evil.example/x`。暴雨"
    assert escaped("Mr.Smith paid 3.5 million. e.g. node") == "Mr.Smith paid 3.5 million. e.g. node"


def test_blocks_take_the_place_of_the_text_and_the_title_stands_once() -> None:
    known = [
        Block("heading", (Span("Storm closes bridge"),), 1),
        Block("heading", (Span("What now? #"),), 2),
        Block("paragraph", (Span("See "), Span("the map", link="http://a.example/map"), Span("."))),
    ]
    _, body = parts(page(ROW, known))
    assert body == "\n# Storm closes bridge\n\n## What now? \\#\n\nSee [the map](http://a.example/map).\n"


TEXTS = st.one_of(
    st.sampled_from(HOSTILE), st.text(max_size=40), st.text("`|\\[]()!<>#-~*_&; \n\u202ex1.", max_size=40)
)
SPANS = st.lists(
    st.builds(Span, TEXTS, st.booleans(), st.sampled_from(("", "http://e.example/a)b`c|d\\e?<f>&lt;"))), max_size=4
).map(tuple)
BLOCKS = st.builds(
    Block,
    st.sampled_from(("heading", "paragraph")),
    SPANS,
    level=st.integers(1, 6),
    depth=st.integers(0, 9),
    marker=st.sampled_from(("", "-", "1.", "7.", "1000.")),
    quoted=st.integers(0, 4),
)
CODE = st.builds(lambda text, language: Block("code", (Span(text, code=True),), language=language), TEXTS, TEXTS)
TABLES = st.lists(st.tuples(SPANS, SPANS), min_size=2, max_size=4).map(lambda rows: Block("table", rows=tuple(rows)))
CONTAINERS = "link table thead tbody tr th td bullet_list ordered_list list_item blockquote"
OURS = PLAIN | {"fence"} | {f"{kind}_{end}" for kind in CONTAINERS.split() for end in ("open", "close")}


@given(st.lists(st.one_of(BLOCKS, CODE, TABLES), max_size=8))
@example([Block("paragraph", depth=1, marker="-", quoted=1), Block("paragraph", depth=0, marker="-", quoted=1)])
@example([Block("paragraph", depth=1, marker="-", quoted=1), Block("paragraph", depth=1, quoted=1)])
@example([Block("paragraph", (Span("<b>", code=True), Span("a", code=True), Span("`<i>", code=True)))])
@example([Block("paragraph", (Span("!"), Span(""), Span("a", link="http://e.example/a)b`c|d\\e?<f>&lt;")))])
def test_whatever_blocks_say_nothing_is_read_but_our_own_markup(blocks: list[Block]) -> None:
    made = as_markdown(blocks)
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(made)
    kinds = {each.type for token in tokens for each in (token, *(token.children or ()))}
    assert kinds <= OURS, kinds - OURS
    assert sum(token.type == "heading_open" for token in tokens) == sum(block.kind == "heading" for block in blocks)
    assert [token.type for token in tokens].count("fence") == sum(block.kind == "code" for block in blocks)
    targets = {
        str(each.attrs["href"]) for token in tokens for each in token.children or () if each.type == "link_open"
    }
    assert targets <= {"http://e.example/a%29b%60c%7Cd%5Ce?%3Cf%3E&lt;"}
    assert not set(made) & set("\u202e\u2066\u200f")


@given(st.text("`~ab<\t\n\\ ", max_size=60))
def test_code_is_read_back_as_it_was(text: str) -> None:
    (token,) = MarkdownIt("commonmark").parse(as_markdown([Block("code", (Span(text, code=True),))]))
    assert [line.rstrip() for line in token.content.split("\n")[:-1]] == [line.rstrip() for line in text.split("\n")]


def test_tokens_are_estimated_by_characters_and_chinese_ones_count_one_each() -> None:
    assert estimated_tokens("") == 0
    assert estimated_tokens("The river rose by two metres.") == 8  # 29 characters by four
    assert estimated_tokens("江水上涨 two") == 5


@pytest.mark.parametrize(
    "value",
    [
        'a: b # c\n---\nurl: "evil"', "'", '"', "\\", "\\n", "- x", "[x]", "{x: y}", "!!python/object:os.system",
        "&a *a", "yes", "null", "~", "2026-07-01", "0x10", "%TAG", "@x", "`x`", "|\n x", "> x",
        "\x00\x85\u2028\ufeff\u202e\xa0 x\x7f", "暴雨 🌧", "\U0010ffff", "", " lead and trail ",
    ],
)  # fmt: skip
def test_no_value_breaks_out_of_the_front_matter(value: str) -> None:
    row = {**ROW, "title": value, "author": value, "keywords": (value, "x"), "reasons": value, "score": 0.5}
    head, _ = parts(page(row))
    assert head["title"] == head["author"] == head["reasons"] == value
    assert head["keywords"] == [value, "x"]
    assert list(head)[:2] == ["title", "url"]
    assert head["url"] == ROW["url"]


@given(st.text(max_size=80), st.text(max_size=200))
def test_whatever_a_page_says_the_file_reads_back(title: str, content: str) -> None:
    title, content = (text.encode("utf-8", "replace").decode() for text in (title, content))
    head, body = parts(page({**ROW, "title": title, "content": f"x\n{content}", "source": content}))
    assert head["title"] == title
    assert head["source"] == content
    assert shown(body)[1] <= PLAIN | {"list_item_open", "list_item_close", "bullet_list_open", "bullet_list_close"}


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Storm closes bridge!", "storm-closes-bridge"),
        ("山城遭遇特大暴雨 三千人连夜转移", "山城遭遇特大暴雨-三千人连夜转移"),
        ("../../etc/passwd", "etc-passwd"),
        ("CON", "con"),
        ("  .hidden\x00\n/", "hidden"),
        ("हिन्दी समाचार", "हिन्दी-समाचार"),
        ("🌧🌧", "page"),
        ("", "page"),
        ("雨" * 200, "雨" * 26),  # 26 × 3 bytes = 78, one more would be 81
    ],
)
def test_names_of_files_are_ours(title: str, slug: str) -> None:
    name, longer = file_names(title, "http://a.example/")
    assert name.startswith(f"{slug}-")
    assert all(map(NAME.fullmatch, (name, longer)))
    assert len(longer.encode()) <= 120


def test_a_folder_holds_a_file_for_each_page_with_a_text(tmp_path: Path) -> None:
    out = tmp_path / "pages"
    rows = [
        ROW,
        {**ROW, "url": "http://a.example/2"},
        {"url": "http://a.example/3", "title": "off topic", "text": ""},
    ]
    assert export_markdown(rows, out) == 2
    files = sorted(out.iterdir())
    assert len(files) == 3
    assert (out / MARK).read_text() == '# pages exported by Honeyguide\nformat = "markdown"\n'
    heads = [parts(file.read_text("utf-8"))[0] for file in files if file.name != MARK]
    assert {head["url"] for head in heads} == {"http://a.example/storm", "http://a.example/2"}
    assert os.listdir(tmp_path) == ["pages"]


def test_two_pages_whose_names_are_the_same_are_two_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(markdown, "file_names", lambda *_: ("storm-0123456789.md", f"storm-{'01' * 16}.md"))
    assert export_markdown([ROW, {**ROW, "url": "http://a.example/2"}], tmp_path / "pages") == 2
    assert len(list((tmp_path / "pages").glob("storm-*.md"))) == 2
    with pytest.raises(ValueError, match="comes twice"):
        export_markdown([ROW] * 3, tmp_path / "again")


def test_a_folder_is_replaced_only_when_a_former_export_made_all_of_it(tmp_path: Path) -> None:
    out = tmp_path / "pages"
    export_markdown([ROW], out)
    assert export_markdown([{**ROW, "url": "http://a.example/new"}], out) == 1
    assert len(list(out.iterdir())) == 2
    (out / "my notes.md").write_text("precious")
    with pytest.raises(BadInput, match=r"holds other files \(my notes\.md"):
        export_markdown([ROW], out)
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.tex").write_text("precious")
    with pytest.raises(BadInput, match="no former export made it"):
        export_markdown([ROW], other)
    (tmp_path / "file").write_text("precious")
    with pytest.raises(BadInput, match="is a file, and a folder is to be written"):
        export_markdown([ROW], tmp_path / "file")
    with pytest.raises(BadInput, match="make it first"):
        export_markdown([ROW], tmp_path / "none" / "pages")
    assert sorted(os.listdir(tmp_path)) == ["file", "other", "pages"]
    assert (other / "thesis.tex").read_text() == "precious"


def test_an_interrupted_export_leaves_the_old_folder_and_nothing_else(tmp_path: Path) -> None:
    def interrupted() -> Iterator[Row]:
        yield {**ROW, "url": "http://a.example/new"}
        raise KeyboardInterrupt

    out = tmp_path / "pages"
    with pytest.raises(KeyboardInterrupt):
        export_markdown(interrupted(), out)
    assert os.listdir(tmp_path) == []
    export_markdown([ROW], out)
    before = sorted(os.listdir(out))
    with pytest.raises(KeyboardInterrupt):
        export_markdown(interrupted(), out)
    assert os.listdir(tmp_path) == ["pages"]
    assert sorted(os.listdir(out)) == before


def test_an_old_folder_comes_back_when_the_new_one_cannot_take_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export_markdown([ROW], tmp_path / "pages")
    before = sorted(os.listdir(tmp_path / "pages"))
    rename, renamed = Path.rename, []

    def second_fails(self: Path, target: Path) -> Path:
        renamed.append(target)
        if len(renamed) == 2:
            raise PermissionError(13, "Permission denied")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", second_fails)
    with pytest.raises(CannotRun, match="cannot be written: Permission denied"):
        export_markdown([{**ROW, "url": "http://a.example/new"}], tmp_path / "pages")
    assert os.listdir(tmp_path) == ["pages"]
    assert sorted(os.listdir(tmp_path / "pages")) == before


def test_what_a_killed_export_left_is_cleared_away_when_it_is_old(tmp_path: Path) -> None:
    left = [tmp_path / f".honeyguide-export-{number:012x}.part" for number in range(3)]
    left[0].mkdir()
    (left[0] / "page-0123456789.md").write_text("half")
    left[1].write_text("half")
    left[2].write_text("somebody writes it now")
    (tmp_path / ".honeyguide-export-mine").write_text("of another name")
    for each in (*left[:2], tmp_path / ".honeyguide-export-mine"):
        os.utime(each, (1_000_000_000, 1_000_000_000))
    export_markdown([ROW], tmp_path / "pages")
    assert sorted(os.listdir(tmp_path)) == [left[2].name, ".honeyguide-export-mine", "pages"]
    os.utime(left[2], (1_000_000_000, 1_000_000_000))
    export_rows([ROW], "jsonl", tmp_path / "pages.jsonl")
    assert sorted(os.listdir(tmp_path)) == [".honeyguide-export-mine", "pages", "pages.jsonl"]


def test_a_place_that_cannot_be_written_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CannotRun, match="cannot be written: File name too long"):
        export_markdown([ROW], tmp_path / ("x" * 300))
