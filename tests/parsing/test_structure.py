"""The structure of a page: what its tags say, and which of it is the main text."""

from __future__ import annotations

import pytest
from tests.written_pages.documentation import CHINESE_BLOG, DOCBOOK, MKDOCS, SPHINX

from honeyguide.model import Block
from honeyguide.parsing.article.article import article_of
from honeyguide.parsing.article.main_blocks import main_blocks
from honeyguide.parsing.html import parse
from honeyguide.parsing.structure import structure
from honeyguide.storage.markdown_text import markdown

URL = "http://docs.example/guide/page.html"


def blocks(html: str) -> list[Block]:
    return [each.block for each in structure(html, URL).blocks]


def main_text(html: str) -> str:
    content = article_of(parse(html, URL, max_links=100), html).content
    return markdown(main_blocks(structure(html, URL), content))


def test_lines_of_the_source_are_no_paragraphs() -> None:
    assert markdown(blocks("<p>The river\n   rose\tby <b>two\nmetres</b>\n.</p>")) == "The river rose by two metres ."
    assert (
        markdown(blocks("<p>江水上涨\n  两米，居民\n连夜转移。</p><p>next</p>"))
        == "江水上涨两米，居民连夜转移。\n\nnext"
    )
    assert markdown(blocks("<p>one<br>two</p><ul><li>three<br>four</ul>")) == "one\n\ntwo\n\n- three four"


def test_lists_keep_their_depth_their_numbers_and_what_belongs_to_an_item() -> None:
    html = (
        "<ol><li>first<ul><li>inner<li><p>other</p></ul><li><p>second</p><p>goes on</p><pre>x = 1\n</pre></ol>"
        "<dl><dt>term<dd>what it means</dl>after"
    )
    assert markdown(blocks(html)) == (
        "1. first\n    - inner\n    - other\n2. second\n\n    goes on\n\n    ```\n    x = 1\n    ```\n\n"
        "- term\n\n    what it means\n\nafter"
    )
    html = "<ol start=5><li>five<li>six<ol start=0><li>zero</ol><li value=9>nine<li>ten</ol>"
    assert markdown(blocks(html)) == "5. five\n6. six\n\n    0. zero\n9. nine\n10. ten"
    assert markdown(blocks("<ol start=-3><li>a<li value=x>b</ol>")) == "1. a\n2. b"


def test_code_keeps_its_lines_and_the_language_that_the_page_names() -> None:
    for before, after in (
        ("<pre class='language-python'>", "</pre>"),
        ("<pre><code class='lang-python'>", "</code></pre>"),
        ("<div class='highlight-python notranslate'><div class='highlight'><pre>", "</pre></div></div>"),
        ("<div class='highlight highlight-source-python'><pre>", "</pre></div>"),
        ("<pre class='brush: python; gutter: false'>", "</pre>"),
        ("<pre class='sourceCode python'>", "</pre>"),
        ("<pre data-lang='Python'>", "</pre>"),
        ("<pre class='highlight python'>", "</pre>"),
        ("<pre class='python'>", "</pre>"),
        ("<pre class='highlight'><code class='python'>", "</code></pre>"),
        ("<div class='codehilite python'><pre>", "</pre></div>"),
    ):
        html = f"{before}if a &lt; b:\n\treturn `c`\n\n<span class='lineno'>3</span># end\n{after}"
        assert markdown(blocks(html)) == "```python\nif a < b:\n\treturn `c`\n\n# end\n```", before
    assert (
        markdown(blocks("<pre class='language-none'>a</pre><p>Use <kbd>x`y</kbd>.</p>"))
        == "```\na\n```\n\nUse ``x`y``."
    )
    for looks in ("<pre class='highlight wide'>", "<div class='go'><pre>", "<pre><span class='c'>"):
        assert markdown(blocks(f"{looks}a</pre>")) == "```\na\n```", looks


def test_a_table_of_data_is_a_table_and_one_of_layout_is_not() -> None:
    data = "<table><caption>Rain</caption><tr><th>town<th>mm<tr><td rowspan=2>A|B<td>3<tr><td>4</table>"
    assert markdown(blocks(data)) == "Rain\n\n| town | mm |\n| --- | --- |\n| A\\|B | 3 |\n|  | 4 |"
    side = "<table><tr><th>River<td>Elbe<tr><th>Length<td>1,094 km</table>"
    assert markdown(blocks(side)) == "|  |  |\n| --- | --- |\n| River | Elbe |\n| Length | 1,094 km |"
    layout = f"<table><tr><td><a href=/>Home</a><td><h2>News</h2><p>Rain.</p>{data}</table>"
    assert [block.kind for block in blocks(layout)] == ["paragraph", "heading", "paragraph", "paragraph", "table"]


def test_links_are_absolute_and_lead_to_pages_of_the_web() -> None:
    html = (
        "<p><a href='other.html#x'>other</a>, <a href='#here'>here</a>, <a href='javascript:alert(1)'>bad</a>, "
        "<a href='https://e.example/a_(b)?q=`{x}'>see [this]!</a><a href='/'>home</a></p>"
    )
    assert markdown(blocks(html)) == (
        "[other](http://docs.example/guide/other.html), here, bad, "
        "[see \\[this\\]!](https://e.example/a_%28b%29?q=%60%7Bx%7D)[home](http://docs.example/)"
    )
    assert markdown(blocks("<p>Look!<a href='/'>home</a></p>")) == "Look\\![home](http://docs.example/)"


def test_what_nobody_sees_is_left_out() -> None:
    hidden = "<title>t</title><p hidden>a</p><p style='display: none'>b</p><script>d</script>"
    html = f"{hidden}<h2>c<a class=headerlink>¶</a></h2>"
    assert markdown(blocks(html)) == "## c"


def test_the_main_text_keeps_its_structure_and_the_rest_of_the_page_stays_out() -> None:
    text = main_text(SPHINX)
    assert [line for line in text.splitlines() if line.startswith("#")] == [
        "# Writer settings", "## Delay", "## Limits", "### Order of the limits",
    ]  # fmt: skip
    assert "changed and wakes up when the interval is over, which is 200 milliseconds" in text
    assert '```python3\nimport store\n\ndef slower():\n    return store.set("writer_delay", 400)\n```' in text
    assert "| `writer_pages` | pages \\| none | 100 |" in text
    assert "- the number of pages that were read,\n    - also those that are read ahead,\n- the time" in text
    assert "1. time, which is cheap to ask for,\n2. then pages." in text
    assert "[configuration file](http://docs.example/guide/config.html)" in text
    assert not any(word in text for word in ("Navigation", "index", "Table of Contents", "developers"))
    assert main_text(DOCBOOK).count("```") == 4
    assert "```sh\npython -m venv .venv\n.venv/bin/pip install tool\n```" in main_text(MKDOCS)
    chinese = main_text(CHINESE_BLOG)
    assert "本文介绍两种备份方法" in chinese
    assert "```bash\ndump --all > backup.sql\ngzip backup.sql\n```" in chinese
    assert "| 物理备份 | 快 | 不可以 |" in chinese
    assert "相关推荐" not in chinese


def test_a_table_of_contents_is_no_part_of_the_text() -> None:
    names = ("Run a single command and exit", "3D computer graphics in a jail", "Without the rights of root at all")
    listed = "".join(f"<li><a href='#{n}'>{n}.1.10 {name}</a></li>" for n, name in enumerate(names, start=1))
    story = "<p>The jail changes the root directory that a process and all of its children see, {}.</p>"
    sections = "".join(f"<h2 id={n}>{name}</h2>{story.format(n)}" for n, name in enumerate(names, start=1))
    page = f"<h1>Jails</h1>{story.format(0)}<div class=toc role=navigation><ul>{listed}</ul></div>{sections}"
    kept = "\n".join((*names, *(story[3:-4].format(n) for n in range(4))))
    text = markdown(main_blocks(structure(page, URL), kept))
    assert "1.10" not in text
    assert [line for line in text.splitlines() if line.startswith("## ")] == [f"## {name}" for name in names]


def test_a_line_leads_elsewhere_on_the_page_when_it_is_nothing_but_a_link_there() -> None:
    html = "<ul><li><a href='#a'>One</a> and more<li><a href='#b'>Two</a><li>More: <a href='#c'>Three</a></ul>"
    assert [each.leads for each in structure(html, URL).blocks] == [False, True, False]


def test_names_that_a_sidebar_leads_to_are_no_part_of_the_text() -> None:
    listed = "<nav class=sidebar><ul><li><a href='#m'>as_chunks_unchecked_mut</a></li></ul></nav>"
    said = "<p>Whoever calls as_chunks_unchecked_mut must know how many there are.</p>"
    page = f"{listed}<h1>Vec</h1><h2><a href='#m'>§</a>Methods</h2>{said}<ul><li>as_chunks_unchecked_mut</li></ul>"
    text = markdown(main_blocks(structure(page, URL), f"Methods\n{said[3:-4]}"))
    assert text.startswith("# Vec\n\n## Methods\n\nWhoever")
    assert text.endswith("- as\\_chunks\\_unchecked\\_mut")


def test_a_text_that_the_page_does_not_say_has_no_structure() -> None:
    page = structure("<h1>Rain</h1><p>Quite another text than the one that was kept of the page.</p>", URL)
    assert main_blocks(page, "What a script put there, and no tag of the page says so far.") == ()
    assert main_blocks(structure("", URL), "") == ()


def test_a_page_of_very_many_elements_within_each_other_is_read() -> None:
    for tag in ("div", "blockquote", "ul><li", "table><tr><td", "b", "pre"):
        deep = f"<{tag}>" * 20_000 + "The river rose by two metres in the night."
        assert structure(deep, URL).blocks[-1].block.text.endswith("in the night.")


@pytest.mark.parametrize(
    ("heading", "says"),
    [
        ("Learn C#", "Learn C#"),
        ("Learn C#<a href='#learn'>#</a>", "Learn C#"),
        ("Learn C# <a href='#learn'>¶</a>", "Learn C#"),
        ("Order <a href='#order'>§</a>", "Order"),
        ("Order #", "Order"),
        ("Order¶", "Order"),
    ],
)
def test_the_sign_of_a_link_to_a_heading_is_no_part_of_it_and_that_of_a_name_is(heading: str, says: str) -> None:
    assert [each.text for each in blocks(f"<h2>{heading}</h2>")] == [says]
