"""What the interface says, in English and Chinese: `t("projects.title")` in the language of who looks.

A page's words are in `languages/en/PAGE.toml` and `languages/zh/PAGE.toml`; both have the same keys.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files

from nicegui import context
from starlette.requests import Request

LANGUAGES = {"en": "English", "zh": "中文"}
COOKIE = "honeyguide_language"
_ACCEPTED = re.compile(r"\s*([a-zA-Z]{2})[^,;]*(?:;q=([0-9.]+))?")


def t(key: str, **values: object) -> str:
    """The words of this key; `values` fill in what stands in braces."""
    return text(language(), key, **values)


def many(key: str, total: int) -> str:
    """The words of a key with `{total}`, or those of KEY-one for one alone."""
    return t(f"{key}-one") if total == 1 else t(key, total=f"{total:,}")


def text(of: str, key: str, **values: object) -> str:
    """The same in a language that is named."""
    words = texts(of)[key]
    return words.format(**values) if values else words


def known(key: str) -> bool:
    """Whether there are words for it: parts of other people bring names of their own."""
    return key in texts("en")


def language() -> str:
    """Of who looks at the page that is being made or was clicked."""
    return language_of(context.client.request)


def language_of(request: Request) -> str:
    """What was chosen, else the first language that the browser asks for and we speak."""
    chosen = request.cookies.get(COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    asked = [_ACCEPTED.match(part) for part in request.headers.get("accept-language", "").split(",")[:20]]
    spoken = [found[1].lower() for found in asked if found]
    return next((each for each in spoken if each in LANGUAGES), "en")


@cache
def texts(of: str) -> dict[str, str]:
    """All words of a language, by key."""
    folder = files("honeyguide.app") / "languages" / of
    return {
        f"{file.name.removesuffix('.toml')}.{key}": words
        for file in folder.iterdir()
        if file.name.endswith(".toml")
        for key, words in tomllib.loads(file.read_text("utf-8")).items()
    }
