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
