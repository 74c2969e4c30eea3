"""`make styles`: writes the style sheet of the application, which its browser would else compute for every page.

The words of all sources are handed to the Tailwind that comes with NiceGUI, in Chromium; what is no class gives
nothing. Quasar's are among them: its elements have such classes too.
"""

from __future__ import annotations

import re
from pathlib import Path

import nicegui
from playwright.sync_api import Browser, sync_playwright
from tests.app.browser import launch

SOURCES = Path(__file__).parents[2] / "src" / "honeyguide" / "app"
FILE = SOURCES / "tailwind.css"
_NICEGUI = Path(nicegui.__file__).parent
_THEIRS = (_NICEGUI / "static" / "quasar.umd.prod.js", *sorted((_NICEGUI / "elements").glob("*.[pj][ys]")))
_PAGE = """<style type="text/tailwindcss">
@custom-variant dark (&:where(body.body--dark, body.body--dark *));
</style><div></div>"""
_MADE = "[...document.querySelectorAll('style:not([type])')].map(each => each.textContent).join('')"


def make(browser: Browser) -> str:
    """As NiceGUI's template has Tailwind make it."""
    words: set[str] = set()
    for file in (*SOURCES.rglob("*.py"), *SOURCES.rglob("*.js"), *_THEIRS):
        words.update(re.findall(r"[^\s\"'`<>{}=;,]+", file.read_text("utf-8")))
    page = browser.new_page()
    page.set_content(_PAGE)
    page.evaluate("words => { document.querySelector('div').className = words.join(' ') }", sorted(words))
    page.add_script_tag(path=_NICEGUI / "static" / "tailwindcss.min.js")
    page.wait_for_function(f"{_MADE}.includes('@layer utilities')")
    made: str = page.evaluate(_MADE)
    page.close()
    return made


def classes(sheet: str) -> set[str]:
    return set(re.findall(r"^  (\.\S+) \{", sheet, re.MULTILINE))


if __name__ == "__main__":
    with sync_playwright() as playwright:
        FILE.write_text(make(launch(playwright)), "utf-8")
