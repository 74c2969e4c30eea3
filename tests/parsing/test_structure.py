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
from honeyguide.storage.structured_chunks import pieces

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


LONG = (
    "The cache keeps entries in memory until the limit is reached, and then the oldest entry goes first, so that "
    "fresh values remain available to all clients of the server."
)
LONG_CHINESE = "缓存把条目保存在内存里，直到达到配置的上限，然后先淘汰最旧的条目，使新的值对所有客户端都可用。"


def site(text: str, *, title: str = "Cache API") -> str:
    return (
        f"<!DOCTYPE html><html lang=en><title>{title}</title><body><nav><a href=/>Home</a></nav>"
        f"<main>{text}</main><footer>All rights</footer></body></html>"
    )


def test_short_paragraphs_between_the_title_and_the_first_long_one_are_kept() -> None:
    short = "<h1>Cache API</h1><p>Added in 2.0.</p><p>Not thread-safe!</p>"
    kept = "# Cache API\n\nAdded in 2.0.\n\nNot thread-safe!\n\nThe cache keeps"
    assert main_text(site(f"{short}<p>{LONG}</p><p>{LONG} Always.</p>")).startswith(kept)
    assert main_text(f"<title>Cache API</title>{short}<p>{LONG}</p><p>{LONG} Always.</p>").startswith(kept)
    chinese = f"<h1>缓存穿透详解</h1><p>本文介绍缓存穿透的原理。</p><p>{LONG_CHINESE}</p><p>第二，{LONG_CHINESE}</p>"
    text = main_text(site(chinese, title="缓存穿透详解"))
    assert text.startswith("# 缓存穿透详解\n\n本文介绍缓存穿透的原理。\n\n缓存把条目")
    header = (
        f"<header><h1>Cache API</h1></header><main><p>Not thread-safe!</p><p>{LONG}</p><p>{LONG} Always.</p></main>"
    )
    assert main_text(f"<title>Cache API</title>{header}").startswith("Not thread-safe!\n\nThe cache keeps")


def test_types_of_a_class_are_all_kept_though_only_some_are_long() -> None:
    listed = "<dl><dt>Types:</dt><dd><b>K</b> - the keys</dd><dd><b>V</b> - the values that a key has</dd></dl>"
    text = main_text(site(f"<h1>Class CacheMap</h1>{listed}<p>{LONG}</p><p>{LONG} Always.</p>"))
    assert "- Types:\n\n    K - the keys\n\n    V - the values that a key has\n" in text


def test_what_stands_beside_the_text_or_tells_of_its_author_does_not_lead_in() -> None:
    above = (
        "<h1>Cache API</h1><ul class=share><li>Tweet</li></ul><p><a href=/a>All</a> <a href=/b>posts</a></p>"
        "<div>By Ann Example</div><div>September 8, 2021</div><div>3 min read</div>"
    )
    page = site(f"{above}<p>{LONG}</p><p>{LONG} Always.</p>")
    kept = "\n".join(("Cache API", "Tweet", "All posts", "By Ann Example", "September 8, 2021", "3 min read", LONG))
    text = markdown(main_blocks(structure(page, URL), f"{kept}\n{LONG} Always."))
    assert text == f"# Cache API\n\n{LONG}\n\n{LONG} Always."


def test_items_below_a_heading_in_an_item_stand_on_one_level() -> None:
    html = "<ul><li><h3>Options</h3><ul><li>item aa</li><li>item bb<ul><li>inner</ul><li>item cc</ul></li></ul>"
    assert markdown(blocks(html)) == "### Options\n\n- item aa\n- item bb\n    - inner\n- item cc"
    html = "<ul><li><h3>get(key)</h3><dl><dt>Parameters:<dd>the key<dt>Returns:<dd>the value</dl></ul>"
    assert markdown(blocks(html)) == ("### get(key)\n\n- Parameters:\n\n    the key\n- Returns:\n\n    the value")


@pytest.mark.parametrize(
    ("html", "code"),
    [
        (
            "<pre><code class='prism language-java has-numbering'>int a;\nint b;</code>"
            "<ul class=pre-numbering><li>1</li><li>2</li></ul></pre>",
            "```java\nint a;\nint b;\n```",
        ),
        (
            "<pre><code class=language-toml><span class=ln>1</span><span class=cl>[cache]\n</span>"
            "<span class=ln>2</span><span class=cl>size = 10\n</span></code></pre>",
            "```toml\n[cache]\nsize = 10\n```",
        ),
        (
            "<table class=crayon-table><tr><td class=crayon-nums><div>1</div></td><td class=crayon-code>"
            "<div class=crayon-pre><div class=crayon-line>a = 1</div><div class=crayon-line>b = 2</div></table>",
            "```\na = 1\nb = 2\n```",
        ),
        (
            "<div class='syntaxhighlighter java'><table><tr><td class=gutter><div class='line number1'>1</div></td>"
            "<td class=code><div class=container><div class=line><code class=keyword>var</code> <code>q;</code></div>"
            "<div class=line>q++;</div></div></table></div>",
            "```java\nvar q;\nq++;\n```",
        ),
        ("<pre class='sourceCode numberSource python numberLines'>a</pre>", "```python\na\n```"),
        ("<pre class='line-numbers language-css'><code>a</code></pre>", "```css\na\n```"),
        ("<pre class=lang-auto>a</pre>", "```\na\n```"),
        ("<pre lang=ruby>puts&nbsp;1</pre>", "```ruby\nputs 1\n```"),
    ],
)
def test_numbers_of_lines_are_no_code_and_lines_in_elements_are_one_piece(html: str, code: str) -> None:
    assert markdown(blocks(html)) == code


def test_the_text_of_a_table_of_one_row_is_kept() -> None:
    row = "<table class=Nm><tr><td><code>cached</code></td><td>[<code>-dv</code>] [-c file]</td></tr></table>"
    foot = "<table><tr><td>January 3, 2021</td><td>OpenBSD 7.4</td></tr></table>"
    other = "".join(f"<p>{word}</p>" for word in ("Beside", "the", "text") * 20)
    page = f"<h1>NAME</h1><p>{LONG}</p><h1>SYNOPSIS</h1>{row}<h1>DESCRIPTION</h1><p>{LONG} Always.</p>{other}{foot}"
    text = markdown(main_blocks(structure(page, URL), f"{LONG}\n{LONG} Always."))
    assert "# SYNOPSIS\n\n`cached` \\[`-dv`\\] \\[-c file\\]\n\n# DESCRIPTION" in text
    assert "OpenBSD" not in text


@pytest.mark.parametrize(
    "attributes",
    ["class='starlight-aside starlight-aside--note'", "class='admonition note'", "class=callout", "role=note"],
)
def test_a_note_in_the_text_is_part_of_it_and_other_asides_are_not(attributes: str) -> None:
    note = f"<aside {attributes}><p>Note</p><p>Close the cache before the server is stopped.</p></aside>"
    side = "<aside class=author-info><p>Ann Example writes about caches, and much else.</p></aside>"
    page = site(f"<h1>Cache API</h1><p>{LONG}</p>{note}{side}<p>{LONG} Always.</p>")
    text = markdown(main_blocks(structure(page, URL), f"{LONG}\n{LONG} Always."))
    assert text == f"# Cache API\n\n{LONG}\n\nNote\n\nClose the cache before the server is stopped.\n\n{LONG} Always."
    outside = structure(f"<aside {attributes}>Subscribe</aside><main>{LONG}</main>", URL).blocks
    assert [each.beside for each in outside] == [True, False]


def test_footnotes_below_the_text_are_kept() -> None:
    notes = "<aside class='footnote-list brackets'><aside class=footnote><p>What it evicts.</p></aside></aside>"
    page = f"<div role=main><h1>Cache API</h1><p>{LONG}</p><p>{LONG} Always.</p>{notes}</div><p>{LONG[::-1]}</p>"
    text = markdown(main_blocks(structure(page, URL), f"{LONG}\n{LONG} Always."))
    assert text.endswith("Always.\n\nWhat it evicts.")


def test_signs_without_width_are_no_text_but_where_scripts_need_them() -> None:
    heading = "<h1>快速开始 <a class=header-anchor href='#k'>&ZeroWidthSpace;</a></h1>"
    assert (
        markdown(blocks(f"{heading}<p>zero\u200bwidth\ufeff a\u200cb\u200dc</p>"))
        == "# 快速开始\n\nzerowidth a\u200cb\u200dc"
    )
    assert markdown(blocks("<h2>安装 <a href='#x'>\u200b</a></h2>")) == "## 安装"


def test_labels_of_tabs_and_names_above_code_are_left_out() -> None:
    for labels in (
        "<div class=tabbed-labels><label for=a>Linux</label><label for=b>Windows</label></div>",
        "<div class=tabs><input id=a><label for=a>Linux</label><input id=b><label for=b>Windows</label></div>",
        "<ul role=tablist><li role=tab>Linux<li role=tab>Windows</ul>",
        "<ul class=tabs><li>Linux<li>Windows</ul>",
    ):
        assert markdown(blocks(f"{labels}<pre>apt</pre>")) == "```\napt\n```", labels
    assert markdown(blocks("<div>Tabs: <label>Linux</label><label>Windows</label></div>")) == "Tabs: Linux Windows"
    code = "<div class=language-sh><button class=copy></button><span class=lang>sh</span><pre>apt</pre></div>"
    assert markdown(blocks(code)) == "```sh\napt\n```"


def test_a_heading_that_was_left_open_ends_where_other_text_begins() -> None:
    html = "<h1>Broken page<p>One.<p>Two.<ul><li>three</ul><h2>Next<table><tr><td>a<td>b<tr><td>c<td>d</table>"
    assert markdown(blocks(html)) == (
        "# Broken page\n\nOne.\n\nTwo.\n\n- three\n\n## Next\n\n|  |  |\n| --- | --- |\n| a | b |\n| c | d |"
    )
    assert markdown(blocks("<h1><div>Whole</div></h1><h2><p>Next</p></h2>text")) == "# Whole\n\n## Next\n\ntext"


def test_two_numbered_lists_in_a_row_stay_two() -> None:
    html = "<ol><li>a<ol><li>x</ol><li>b<ol><li>y</ol></ol><ol><li>c<li>d</ol><ol><li>e</ol>"
    assert markdown(blocks(html)) == "1. a\n    1. x\n2. b\n    1. y\n1) c\n2) d\n1. e"


def test_buttons_to_share_stand_beside_the_text() -> None:
    share = "<div class=sharedaddy><h3>Share this:</h3><ul><li><a>Click to share</a></ul></div>"
    assert all(each.beside for each in structure(share, URL).blocks)


def test_powers_and_marks_of_footnotes_stand_apart_from_the_word() -> None:
    mark = "A statement<sup><a href='#n1'>1</a></sup>"
    html = f"<p>{mark} on x<sup>2</sup>, 10<sup>-3</sup>, the 1<sup>st</sup>, CO<sub>2</sub>.</p>"
    assert blocks(html)[0].text == "A statement[1] on x^2, 10^-3, the 1st, CO2."
    assert blocks("<p><sup>1</sup> A note.</p><p>x<sup>2<p>y</p></sup>")[0].text == "1 A note."
    assert blocks("<p>See <code>2<sup>8</sup></code>.</p>")[0].text == "See 2^8."


@pytest.mark.parametrize(
    "mark",
    [
        "<sup><a href='#n1'>1</a></sup>",
        "<sup class='reference'><a href='#n1'> 1 </a> </sup>",
        "<a href='#fn1' class='footnote-ref' role='doc-noteref'><sup>1</sup></a>",
        "<a href='#footnote-1' class='footnote-anchor'>1</a>",
    ],
)
def test_the_mark_of_a_footnote_is_no_part_of_the_word_or_the_sentence_before_it(mark: str) -> None:
    assert blocks(f"<p>It ends.{mark} Another word{mark}, 2<sup>3</sup>.</p>")[0].text == (
        "It ends.[1] Another word[1], 2^3."
    )
    assert blocks("<p>See <a href='#area'>x<sup>2</sup></a>.</p>")[0].text == "See x^2."


def test_how_code_looks_is_no_language_of_it() -> None:
    html = "<pre><code><span class='highlight-line'>a</span></code></pre>"
    assert markdown(blocks(html)) == "```\na\n```"
    assert markdown(blocks("<div class='highlight-wrapper'><pre>a</pre></div>")) == "```\na\n```"
    html = "<div class='highlight highlight-text-html-basic'><pre>a</pre></div>"
    assert markdown(blocks(html)) == "```html\na\n```"


def test_lines_of_code_that_a_book_does_not_show_are_left_out() -> None:
    html = (
        "<pre><code class='language-rust'><span class='boring'>fn main() {\n</span>let a = 1;\n"
        "<span class='boring'>}</span></code></pre>"
    )
    assert markdown(blocks(html)) == "```rust\nlet a = 1;\n```"


def test_a_title_in_a_caption_is_no_heading_of_what_follows() -> None:
    html = "<h2>Fix</h2><figure><img><figcaption><h4>Times</h4><p>Seconds.</p></figcaption></figure><p>All.</p>"
    assert markdown(blocks(html)) == "## Fix\n\nTimes\n\nSeconds.\n\nAll."


def test_a_link_with_code_in_it_stays_one_link() -> None:
    html = "<p>See <a href='/cfg'>the <code>a`b</code> expressions</a>, <a href='/x'>x</a><a href='/y'>y</a>.</p>"
    assert markdown(blocks(html)) == (
        "See [the ``a`b`` expressions](http://docs.example/cfg), [x](http://docs.example/x)[y](http://docs.example/y)."
    )


def test_chunks_of_a_page_that_begins_with_a_short_paragraph_stand_under_its_title() -> None:
    short = f"<h1>Cache API</h1><p>Added in 2.0.</p><p>{LONG}</p><p>{LONG} Always.</p>"
    html = site(short)
    content = article_of(parse(html, URL, max_links=100), html).content
    first = pieces(main_blocks(structure(html, URL), content), 1000)[0]
    assert first.headings == ("Cache API",)
    assert first.text.startswith("# Cache API\n\nAdded in 2.0.\n\n")


def test_short_lines_of_a_text_that_was_kept_in_one_line_are_part_of_it() -> None:
    page = (
        "<article class='markdown-body'><h1>pool</h1><p>A pool of connections that nobody thinks about.</p>"
        "<p>Important</p><p>Read on.</p><pre>pip install pool</pre><ul><li>done<li>to do</ul></article>"
    )
    content = "pool A pool of connections that nobody thinks about. Important Read on. pip install pool done to do"
    assert markdown(main_blocks(structure(page, URL), content)).endswith(
        "\n\nImportant\n\nRead on.\n\n```\npip install pool\n```\n\n- done\n- to do"
    )


def test_what_stands_between_a_long_title_and_the_text_is_no_text() -> None:
    above = "<a href=/@jo>Jo Park</a><p>Mar 01, 2024</p><p>123</p><p>Share</p><p>Jump to the menu of the page</p>"
    page = f"<main><div><h1>The end of very cheap money</h1><h3>Why the rates stay where they are</h3>{above}</div>"
    page += f"<div><p>{LONG}</p><h2>What changed</h2><p>{LONG} Again.</p></div></main>"
    kept = "The end of very cheap money\nWhy the rates stay where they are\nMar 01, 2024\n123\nShare"
    content = f"{kept}\n{LONG}\n{LONG} Again."
    assert markdown(main_blocks(structure(page, URL), content)) == (
        f"# The end of very cheap money\n\n### Why the rates stay where they are\n\n{LONG}\n\n## What changed\n\n"
        f"{LONG} Again."
    )


def test_the_name_of_a_language_above_code_is_its_language_and_no_text() -> None:
    assert markdown(blocks("<div><span>Shell</span></div><pre>ls</pre>")) == "```shell\nls\n```"
    html = (
        "<div><div class='top'><span>shell</span><button>Copy</button></div><pre class='language-bash'>ls</pre></div>"
    )
    assert markdown(blocks(f"{html}<p>after</p>")) == "```bash\nls\n```\n\nafter"
    assert markdown(blocks("<p>In shell:</p><pre>ls</pre>")) == "In shell:\n\n```\nls\n```"
    assert markdown(blocks("<p>R</p><pre>ls</pre>")) == "R\n\n```\nls\n```"
    assert markdown(blocks("<ul><li>Python</ul><pre>ls</pre>")) == "- Python\n\n```\nls\n```"


def test_a_note_of_a_newsletter_begins_with_its_number() -> None:
    html = (
        "<p>It ends.<a class='footnote-anchor' href='#footnote-1'>1</a></p>"
        "<div class='footnote'><a class='footnote-number' href='#footnote-anchor-1'>1</a>"
        "<div class='footnote-content'><p>By the clock.</p></div></div><p>Another.</p>"
    )
    assert [each.text for each in blocks(html)] == ["It ends.[1]", "[1] By the clock.", "Another."]


def test_what_is_told_to_readers_of_screens_alone_is_no_text() -> None:
    assert markdown(blocks("<label class='hide-text'>Text within this block</label><pre>a</pre>")) == "```\na\n```"


def test_the_foot_of_a_page_of_documentation_is_no_text() -> None:
    said = "The gates of the dam are opened by hand while the motors stand under water, says the book. "
    for foot in ("<div>Last updated 3 months ago</div><div>Was this helpful?</div>", "<p>Was this page useful?</p>"):
        html = f"<main><h1>Gates</h1><p>{said * 2}</p><h2>By hand</h2><p>{said * 2}</p>{foot}</main>"
        assert main_text(html).endswith("says the book.")


def test_a_long_line_of_author_and_date_is_no_text() -> None:
    said = "The gates of the dam were opened by hand while the motors stood under water, the mayor said. " * 3
    for line in (
        "By Bram Sarrow | Harbour Daily News | 2025-09-12",
        "作者：王小明  来源：河港日报新闻中心  发布时间：2025年9月12日",
    ):
        html = f"<article><h1>The dam</h1><p>{line}</p><p>{said}</p><p>{said}</p></article>"
        assert main_text(html).startswith("# The dam\n\nThe gates")
    html = f"<article><h1>The dam</h1><p>By Monday the river had fallen to two metres.</p><p>{said}</p></article>"
    assert main_text(html).startswith("# The dam\n\nBy Monday")
