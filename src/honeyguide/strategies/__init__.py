"""Which link next? One algorithm a file; the file's name is its name on the command line."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

import msgspec
from msgspec import Struct

from honeyguide.errors import BadSetting, nearest
from honeyguide.protocols import Strategy

_SHARED = {"waiting"}
"""Files here that are no strategies but parts that strategies share."""


class Parameter(Struct, frozen=True):
    name: str
    default: float | int | bool | str
    meaning: str


class Entry(Struct, frozen=True):
    """What `honeyguide strategies` says of one."""

    name: str
    says: str
    paper: str
    parameters: tuple[Parameter, ...]


def names() -> list[str]:
    files = (module.name for module in pkgutil.iter_modules(__path__) if module.name not in _SHARED)
    return sorted(name.replace("_", "-") for name in files)


def catalogue() -> list[Entry]:
    return [_entry(name) for name in names()]


def make(spec: str, **defaults: float) -> Strategy:
    """`ops` or `ops:r2=0.1,reserve=false`.

    `defaults` hold for parameters that the strategy has and `spec` leaves out.
    """
    name, _, settings = spec.partition(":")
    name = name.strip()
    if name not in names():
        raise BadSetting(f"'{name}' is not a strategy{nearest(name, names())}")
    module = _module(name)
    known = {parameter.name for parameter in _entry(name).parameters}
    given: dict[str, Any] = {key: value for key, value in defaults.items() if key in known}
    for part in filter(None, (piece.strip() for piece in settings.split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not value:
            raise BadSetting(f"strategy '{name}': '{part}' is not of the form parameter=value")
        if key not in known:
            has = nearest(key, known) or "; it has none"
            raise BadSetting(f"strategy '{name}' has no parameter '{key}'{has}")
        given[key] = value
    try:
        parameters = msgspec.convert(given, module.Parameters, strict=False)
    except msgspec.ValidationError as wrong:
        told = ", ".join(f"{p.name} is {p.default} by default" for p in _entry(name).parameters)
        raise BadSetting(f"strategy '{name}': {wrong}; {told}") from None
    strategy: Strategy = getattr(module, _class_name(name))(parameters)
    return strategy


def _module(name: str) -> Any:
    return importlib.import_module(f"{__name__}.{name.replace('-', '_')}")


def _class_name(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("-"))


def _entry(name: str) -> Entry:
    module = _module(name)
    described = msgspec.json.schema(module.Parameters)["$defs"]["Parameters"]["properties"]
    parameters = tuple(
        Parameter(key, value["default"], value.get("description", "")) for key, value in described.items()
    )
    says = (module.__doc__ or "").split("\n", 1)[0]
    return Entry(name, says, getattr(module, _class_name(name)).paper, parameters)
