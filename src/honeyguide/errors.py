"""What can go wrong, and the exit code it ends with.

HoneyguideError
├── BadInput          what the user gave cannot be used                     exit 1
│   ├── BadTopic      … a topic
│   ├── BadSetting    … a setting or a parameter
│   ├── BadSeeds      … starting pages
│   ├── BadFile       … a file that cannot be read, or is not what it ought to be
│   ├── BadFolder     … a folder that is no crawl, or of a newer version
│   ├── NotThere      … a crawl or page that is asked for by id, number or URL, and is not there
│   ├── NotNow        … what the state of a crawl does not allow: deleting one that runs
│   └── Untrusted     … settings of a folder that somebody else may have made
└── CannotRun         the input is fine, the machine is not: disk full, folder in use   exit 3
    └── NothingFetched    … the web is not: no page came, or none that can be read      exit 4

Failures of the web (404, timeout, robots, too large) are no exceptions: they are values, see `model.Fetched`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

_LISTED = 20
"""Names that a sentence lists."""
_IN_WEB_ADDRESS = re.compile(r"(https?://)[^/\s]*@", re.IGNORECASE)
_SCHEME = re.compile(r"(?<![\w.+-])(?!https?:)[a-z][\w.+-]*:/*", re.IGNORECASE)
_IN_SETTING = re.compile(r"""((?:password|passwd|pwd)\s*=\s*)('[^']*'|"[^"]*"|[^&;\s]*)""", re.IGNORECASE)


class HoneyguideError(Exception):
    """The message is one clear sentence for a person; `exit_code` is for the shell."""

    exit_code = 1


class BadInput(HoneyguideError):
    pass


class BadTopic(BadInput):
    pass


class BadSetting(BadInput):
    pass


class BadSeeds(BadInput):
    pass


class BadFile(BadInput):
    """`line` is 0 when it is not about a line."""

    def __init__(self, where: object, message: str, line: int = 0) -> None:
        super().__init__(str(where), message, line)
        self.where, self.message, self.line = str(where), message, line

    def __str__(self) -> str:
        return f"{self.where}:{self.line}: {self.message}" if self.line else f"{self.where}: {self.message}"


class BadFolder(BadInput):
    pass


class NotThere(BadInput):
    pass


class NotNow(BadInput):
    pass


class Untrusted(BadInput):
    """`settings` are those that a person must name, as settings of their own, to have them used."""

    def __init__(self, message: str, settings: dict[str, object]) -> None:
        super().__init__(message)
        self.settings = settings


class CannotRun(HoneyguideError):
    exit_code = 3


class NothingFetched(CannotRun):
    exit_code = 4


def without_passwords(text: str) -> str:
    """The same as a message may hold it: what stands for a person in an address, or for a password in a list of
    settings, is left out; what is no text, such as odd bytes in names of files, is `?`."""
    text = text.encode("utf-8", "replace").decode()
    text = _IN_WEB_ADDRESS.sub(r"\1***@", text)
    return _IN_SETTING.sub(r"\1***", re.sub(r"\S+", _without_login, text))


def _without_login(word: re.Match[str]) -> str:
    """A word, without what stands in it between a scheme and the last `@`."""
    last = word[0].rfind("@")
    scheme = _SCHEME.search(word[0], 0, last) if last > 0 else None
    return f"{word[0][: scheme.end()]}***{word[0][last:]}" if scheme else word[0]


def nearest(name: str, valid: Iterable[str]) -> str:
    """`; did you mean 'x'?` for a mistyped name, or the list of what there is when nothing is near.

    Case makes no difference, and the last part of a name with dots may stand for it: `birds` for `Animals.Birds`.
    """
    names = sorted(valid)
    asked = name.casefold()
    whole = {each.casefold(): each for each in reversed(names)}
    last = {each.casefold().rpartition(".")[2]: each for each in reversed(names)}
    for known in (whole, last):
        if close := difflib.get_close_matches(asked, known, n=1, cutoff=0.6):
            return f"; did you mean '{known[close[0]]}'?"
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED + 1 else ""
    return f"; there is {', '.join(names[:_LISTED] if more else names)}{more}" if names else ""
