"""One flag for every setting, made from the settings themselves; what a flag says is checked where settings are."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from honeyguide.cli import completion
from honeyguide.config import DEFAULTS, LOG_LEVELS, RENAMED, Resolved, Settings, describe, load
from honeyguide.errors import BadSetting

_PANELS = {
    "strategy": "Which link next",
    "pages": "Limits",
    "stay": "Scope",
    "user_agent": "Manners",
    "timeout": "Budgets of one fetch",
    "pdf": "What is read and kept",
    "allow_private": "Where requests may go",
    "web": "Parts from elsewhere",
    "workers": "The machine",
}
"""The first setting of each group, as they stand in `config.Settings`."""
_METAVARS = {
    "time": "TIME",
    "per_site_time": "TIME",
    "stop_when": "RULE",
    "connect_to": "ADDRESS:PORT",
    "proxy": "URL",
    "access": "FILE",
    "raw": "URL",
    "store": "URL",
    "allow_hosts": "HOST",
    "deny_hosts": "HOST",
    "include": "PATTERN",
    "exclude": "PATTERN",
    "web": "WEB",
    "plugins": "MODULE",
    "log_level": "LEVEL",
    "metrics_port": "PORT",
}
_COMPLETED = {
    "strategy": completion.parts("strategies"),
    "links": completion.parts("links"),
    "encoder": completion.parts("encoders"),
    "log_level": completion.one_of(LOG_LEVELS),
    "web": completion.one_of(completion.WEBS),
}
FETCHING = (
    "user_agent", "contact", "robots", "timeout", "max_bytes", "max_redirects", "allow_private", "connect_to",
    "proxy", "access",
)  # fmt: skip
"""Settings of the commands that may be given URLs."""
_TIMES = ("time", "per_site_time")
_UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_TIME = re.compile(r"(?:\d+(?:\.\d+)?[smhd])+")


def with_settings(*only: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command that takes `**flags` a flag for every setting, or for these only."""

    def give(function: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(function, eval_str=True)
        own = [each for each in signature.parameters.values() if each.kind is not inspect.Parameter.VAR_KEYWORD]
        flags = [
            inspect.Parameter(flag, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)
            for name in Settings.__struct_fields__
            if not only or name in only
            for flag, annotation in _annotations(name)
        ]
        function.__signature__ = signature.replace(parameters=[*own, *flags])  # type: ignore[attr-defined]
        return function

    return give


def resolve(flags: dict[str, Any], file: Path | None, kept: Path | None = None) -> Resolved:
    """The settings of a command: flags, environment, settings file, defaults; `kept`: of a crawl that is there."""
    times = {name: flags[name] for name in _TIMES if flags.get(name) is not None}
    flags = flags | {name: seconds(text, f"--{_dashed(name)}") for name, text in times.items()}
    for other, name in RENAMED.items():
        if flags.get(other) and flags.get(name):
            flags = flags | {name: [*flags[name], *flags[other]], other: None}
    return load(flags, file=file, environ=os.environ, kept=kept)


def seconds(text: str, flag: str = "--time") -> float:
    """`90`, `90s`, `10m`, `2h` or `1h30m` in seconds."""
    compact = text.replace(" ", "").lower()
    if _TIME.fullmatch(compact):
        parts = re.findall(r"([\d.]+)([smhd])", compact)
        return sum(float(number) * _UNITS[unit] for number, unit in parts)
    try:
        return float(compact)
    except ValueError:
        raise BadSetting(f"flag {flag}: '{text[:80]}' is not a time; write seconds, or 90s, 10m, 2h, 30d") from None


def _annotations(name: str) -> Iterator[tuple[str, Any]]:
    """The flags of a setting by the name under which they come: a list that people call otherwise has two, so that a
    wrong value is told by the name that was written."""
    default = getattr(DEFAULTS, name)
    others = [each for each, now in RENAMED.items() if now == name]
    if isinstance(default, bool):
        yield (
            name,
            _annotation(name, bool | None, [f"--{each}/--no-{each}" for each in (_dashed(name), *others)], None),
        )
    elif isinstance(default, tuple):
        for each in (name, *others[:1]):
            spelled = dict.fromkeys(
                (_dashed(each).removesuffix("s"), _dashed(each), *(others if each in others else ()))
            )
            yield each, _annotation(name, list[str] | None, [f"--{flag}" for flag in spelled], _metavar(name))
    else:
        yield name, _annotation(name, str | None, [f"--{_dashed(name)}"], _metavar(name))


def _dashed(name: str) -> str:
    return name.replace("_", "-")


def _annotation(name: str, kind: Any, spelled: Sequence[str], metavar: str | None) -> Any:
    return Annotated[
        kind,
        typer.Option(
            *spelled,
            help=_help(name),
            metavar=metavar,
            rich_help_panel=_panel(name),
            autocompletion=_COMPLETED.get(name),
        ),
    ]


def _help(name: str) -> str:
    default = getattr(DEFAULTS, name)
    says = describe()[name].replace("`", "")
    if isinstance(default, tuple):
        return f"{says} May be given several times."
    if name in _TIMES:
        says = says.replace("this many seconds", "this long (seconds, or 90s, 10m, 2h)")
    if default == "" or isinstance(default, bool):
        return says
    return f"{says} (default: {default})"


def _metavar(name: str) -> str:
    kinds = {int: "N", float: "NUMBER"}
    return _METAVARS.get(name) or kinds.get(type(getattr(DEFAULTS, name)), name.removesuffix("s").upper())


def _panel(name: str) -> str:
    fields = Settings.__struct_fields__
    return [panel for first, panel in _PANELS.items() if fields.index(first) <= fields.index(name)][-1]
