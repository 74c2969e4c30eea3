"""The main text, and what mends it."""

from __future__ import annotations

from tests.parsing.article.pages import PARAGRAPHS, STORY

from honeyguide.parsing.article.body import by_density, by_trafilatura, main_text, tree_of
from honeyguide.parsing.article.scan import scan


def text_of(html: str) -> str:
    return main_text(html, tree_of(html, scan(html)))


def test_navigation_is_no_main_text() -> None:
    links = "".join(f'<li><a href="/{n}">Section {n}</a></li>' for n in range(30))
    found = text_of(
        f"<html><body><nav><ul>{links}</ul></nav><article>{STORY}</article><footer>Imprint</footer></body></html>"
    )
    assert found == "\n".join(PARAGRAPHS)


def test_a_line_that_comes_again_belongs_to_the_text() -> None:
    refrain = "And the water came down, and the water came down, all the way to the sea below the town."
    verses = "".join(f"<p>{text}</p><p>{refrain}</p>" for text in PARAGRAPHS)
    assert text_of(f"<html><body><article>{verses}</article></body></html>").count(refrain) == 3


def test_density_is_asked_only_where_trafilatura_finds_nothing() -> None:
    told = "".join(f"<p>Paragraph {n}: {PARAGRAPHS[n % 3]}</p>" for n in range(6))
    more = "".join(f"<p>Reader {n}: {PARAGRAPHS[n % 3]}</p>" for n in range(20))
    html = f'<html><body><article>{told}<div class="comments">{more}</div></article></body></html>'
    tree = tree_of(html, scan(html))
    assert by_trafilatura(tree)
    assert len(by_density(html)) > 2 * len(by_trafilatura(tree))
    assert text_of(html) == by_trafilatura(tree)


def test_what_follows_related_posts_near_the_end_is_left_out() -> None:
    long = "".join(f"<p>Paragraph {n}: {PARAGRAPHS[n % 3]}</p>" for n in range(12))
    more = "<h2>Related posts</h2><p>Ten ways to dry a cellar after the water has gone, by our housing desk.</p>"
    found = text_of(f"<html><body><article>{long}{more}</article></body></html>")
    assert found.endswith(PARAGRAPHS[11 % 3])
    assert "cellar" not in found


def test_the_same_heading_at_the_beginning_ends_nothing() -> None:
    found = text_of(f"<html><body><article><h2>Related</h2>{STORY}</article></body></html>")
    assert all(text in found for text in PARAGRAPHS)


def test_a_page_too_deep_for_trafilatura_is_read_by_density() -> None:
    html = f"<html><body>{'<div>' * 300}{STORY}{'</div>' * 300}</body></html>"
    assert tree_of(html, scan(html)) is None
    assert text_of(html) == "\n".join(PARAGRAPHS)


def test_marks_of_headings_and_numbers_of_lines_are_no_content() -> None:
    numbered = (
        "<table><tr><td class=lntd><pre>1\n2\n</pre></td><td class=lntd><pre>alpha = 1\nbeta = 2</pre></table>",
        "<table><tr><td class=linenos><div>1\n2</div></td><td class=code><pre>alpha = 1\nbeta = 2</pre></table>",
        "<pre><span class=ln>1</span>alpha = 1\n<span class=ln>2</span>beta = 2</pre>",
        "<pre>alpha = 1\nbeta = 2<ul class=pre-numbering><li>1</li><li>2</li></ul></pre>",
        "<table><tr><td class=crayon-nums><div>1</div></td><td><div class=crayon-pre><div>alpha = 1</div>"
        "<div>beta = 2</div></div></td></tr></table>",
        "<div class=syntaxhighlighter><table><tr><td class=gutter><div>1</div></td><td><div class=container>"
        "<div>alpha = 1</div><div>beta = 2</div></div></td></tr></table></div>",
    )
    long = "The cache keeps entries in memory until the limit is reached, and then the oldest entry goes first. " * 2
    for code in numbered:
        html = (
            f"<html><body class=line-numbers><main><h1>Cache <a class=headerlink href='#c'>¶</a></h1>"
            f"<p>{long}</p><h2>Tabs<a href='#t'>#</a></h2><ul role=tablist><li role=tab>Linux</ul>{code}"
            f"<h2>安装 <a class=header-anchor href='#x'>\u200b</a></h2><p>{long} Zero\u200bwidth.</p></main>"
        )
        tree = tree_of(html, scan(html))
        lines = [line.strip() for line in main_text(html, tree).splitlines()]
        wanted = ["Cache", long.strip(), "Tabs", "alpha = 1", "beta = 2", "安装", f"{long} Zerowidth."]
        assert lines == [" ".join(line.split()) for line in wanted], code
