from __future__ import annotations

import pytest

from honeyguide.analysis import PageAnalyzer
from honeyguide.config import Settings
from honeyguide.model import NO_TOPIC, Fetched, Outcome, Page
from honeyguide.parsing.terminal_codes import without_terminal_codes

ESC = "\x1b"


@pytest.mark.parametrize(
    ("pasted", "shown"),
    [
        (f"{ESC}[32mOK{ESC}[0m {ESC}[1;31mALARM{ESC}[m", "OK ALARM"),
        (f"{ESC}[38;2;255;0;0mred{ESC}[39m{ESC}[K", "red"),
        ("&#27;[33mwarning&#x1B;[0m: wet", "warning: wet"),
        (f"{ESC}]0;a title\x07$ {ESC}]8;;http://a.example/{ESC}\\a link{ESC}]8;;{ESC}\\", "$ a link"),
        (f"{ESC}(Bplain{ESC}", "plain"),
        (f"{ESC}[<b>bold</b>", "[<b>bold</b>"),
        (r"\033[31m stays, as does x[1] and [0m", r"\033[31m stays, as does x[1] and [0m"),
        ("&#271; is a letter", "&#271; is a letter"),
    ],
)
def test_codes_of_terminals_are_no_text(pasted: str, shown: str) -> None:
    assert without_terminal_codes(pasted) == shown


def test_a_page_is_read_without_codes_of_terminals() -> None:
    for kind in ("text/html", "text/plain"):
        body = f"<pre>{ESC}[32mOK{ESC}[0m level</pre>".encode()
        fetched = Fetched("http://a.example/", Outcome.PAGE, 200, headers=(("Content-Type", kind),), body=body)
        page = PageAnalyzer(NO_TOPIC, Settings()).parse(fetched)
        assert isinstance(page, Page)
        assert "OK level" in page.text
        assert "[32m" not in page.text
