"""The codes by which programs tell a terminal about colours, links and titles: output that was pasted into a page may
hold them, and they are no text (ECMA-48; xterm's operating system commands).
"""

from __future__ import annotations

import re

_ESCAPES = ("\x1b", "&#27;", "&#x1b;", "&#x1B;")
_ESC = r"(?:\x1b|&#(?:27|x1[bB]);)"
_BELL = r"(?:\x07|&#(?:7|x7|x07);)"
_COLOURS = r"\[[0-9:;?]{0,64}[ !-/]{0,4}[@-~]"
_TITLES = rf"\][^\x07\x1b<\n]{{0,2000}}?(?:{_BELL}|{_ESC}\\)"
_CODES = re.compile(rf"{_ESC}(?:{_COLOURS}|{_TITLES}|[()*+][0-9A-Z]|[78=DEHMNOZc])?")


def without_terminal_codes(text: str) -> str:
    if not any(text.find(escape) >= 0 for escape in _ESCAPES):
        return text
    return _CODES.sub("", text)
