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
    strategy: Strategy = getattr(module, _class_name(name))(_parameters(name, module, given))
    return strategy


def _parameters(name: str, module: Any, given: dict[str, Any]) -> Any:
    types = {field.name: field.type for field in msgspec.structs.fields(module.Parameters)}
    values = {}
    for key, value in given.items():
        try:
            values[key] = msgspec.convert(value, types[key], strict=False)
        except msgspec.ValidationError:
            described = _described(module)[key]
            default = str(described["default"]).lower()
            raise BadSetting(
                f"strategy '{name}': {key} must be {_expected(described)}, not '{value}'; by default it is {default}"
            ) from None
    return module.Parameters(**values)


def _expected(described: dict[str, Any]) -> str:
    """What a parameter may be, in words."""
    if "enum" in described:
        return " or ".join(map(str, described["enum"]))
    kind = described.get("type")
    if kind == "boolean":
        return "true or false"
    what = {"number": "a number", "integer": "a whole number"}.get(str(kind), "text")
    low, high = (described.get(bound) for bound in ("minimum", "maximum"))
    if low is not None and high is not None:
        return f"{what} from {low:g} to {high:g}"
    bounds = (
        ("of at least", low),
        ("above", described.get("exclusiveMinimum")),
        ("of at most", high),
        ("below", described.get("exclusiveMaximum")),
    )
    return " ".join([what, " and ".join(f"{word} {bound:g}" for word, bound in bounds if bound is not None)]).strip()


def _module(name: str) -> Any:
    return importlib.import_module(f"{__name__}.{name.replace('-', '_')}")


def _described(module: Any) -> dict[str, dict[str, Any]]:
    described: dict[str, dict[str, Any]] = msgspec.json.schema(module.Parameters)["$defs"]["Parameters"]["properties"]
    return described


def _class_name(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("-"))


def _entry(name: str) -> Entry:
    module = _module(name)
    described = _described(module)
    parameters = tuple(
        Parameter(key, value["default"], value.get("description", "")) for key, value in described.items()
    )
    says = (module.__doc__ or "").split("\n", 1)[0]
    return Entry(name, says, getattr(module, _class_name(name)).paper, parameters)
