"""What a crawl may use beyond the public web: who asks decides which settings they may choose.

What the machine's own settings say, `honeyguide.toml` and the environment, is its owner's choice and open to all.
"""

from __future__ import annotations

from enum import IntEnum

from honeyguide import config
from honeyguide.config import DEFAULTS, Settings
from honeyguide.errors import BadInput, BadSetting
from honeyguide.plugins import lasting

_FILES = ("plugins", "store", "raw", "access", "web", "encoder")
"""They run code, tell a password, send logins, or read files."""
_ADDRESSES = ("allow_private", "connect_to", "proxy", "cluster", "metrics_port")
"""They dial what only this machine reaches, send everything elsewhere, run on other machines, or open a port."""
_HARMLESS = {
    "web": frozenset({"synthetic"}),
    "encoder": frozenset({"use", "minilm", "use-minilm", "wordllama", "none"}),
}
"""Parts that read no file that is named to them."""


class Reach(IntEnum):
    """How much of this machine somebody may have a crawl use."""

    WEB = 0
    """The public web alone: people at other machines."""
    NETWORK = 1
    """Private addresses and proxies as well: scripts on this machine."""
    MACHINE = 2
    """Everything: who sits at it."""


def beyond(settings: Settings, reach: Reach = Reach.WEB, *, but: str = "") -> dict[str, object]:
    """Those settings, by name, `but` one, that go beyond this reach and are not the machine's own."""
    forbidden = {Reach.WEB: _FILES + _ADDRESSES, Reach.NETWORK: _FILES, Reach.MACHINE: ()}[reach]
    own = config.settings()
    return {name: getattr(settings, name) for name in forbidden if name != but and not _is_open(name, settings, own)}


def strange_plugins(settings: Settings) -> list[str]:
    """Those that the machine's own settings do not name."""
    known = set(map(lasting, config.settings().plugins))
    return [each for each in settings.plugins if lasting(each) not in known]


def strange_encoder(settings: Settings) -> str:
    """One that reads a file that is named to it, unless the machine's own settings name it; else empty."""
    kind, named, _ = settings.encoder.partition(":")
    known = settings.encoder == config.settings().encoder or kind.strip() in _HARMLESS["encoder"]
    return "" if known or not named else settings.encoder


def refuse_strange_plugins(settings: Settings, whose: str) -> None:
    """The settings of a folder may come from a stranger: code that they alone name is not run at a click."""
    for plugin in strange_plugins(settings):
        raise BadInput(
            f"{whose}: its settings have the plug-in '{plugin[:80]}' run; if you trust that, name it: "
            f"honeyguide --plugin {plugin[:80]} …"
        )


def refuse_strange_encoder(settings: Settings, whose: str) -> None:
    """Nor is a model that they alone name loaded for somebody who only looks."""
    if encoder := strange_encoder(settings):
        raise BadInput(
            f"{whose}: its settings have the encoder '{encoder[:80]}' loaded; if you trust that, name it: encoder in "
            f"{config.FILE} where this is started, or {config.PREFIX}ENCODER"
        )


def check(settings: Settings, reach: Reach, *, but: str = "") -> None:
    """Refuse, in a sentence, settings, `but` one, that go beyond it."""
    for name in beyond(settings, reach, but=but):
        raise BadSetting(refusal(name))


def refusal(name: str) -> str:
    """Why a setting cannot be chosen."""
    return (
        f"'{name}' can only be set on the command line, or in {config.FILE} where this was started: it uses files or "
        "addresses of this machine"
    )


def _is_open(name: str, settings: Settings, own: Settings) -> bool:
    """Whether everybody may choose it."""
    if name == "plugins":
        return not strange_plugins(settings)
    value = getattr(settings, name)
    if value in (getattr(own, name), getattr(DEFAULTS, name)):
        return True
    return str(value).partition(":")[0].strip() in _HARMLESS.get(name, ())
