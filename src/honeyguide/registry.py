"""Algorithms by name: one a file, the file's name is its name for users, its parameters stand after a colon."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Collection, Iterable
from typing import Any

import msgspec
from msgspec import Struct

from honeyguide.errors import BadSetting, nearest


class Parameter(Struct, frozen=True):
    name: str
    default: float | int | bool | str
    meaning: str


class Entry(Struct, frozen=True):
    """What a listing says of one."""

    name: str
    says: str
    paper: str
    parameters: tuple[Parameter, ...]


class Registry:
    """The algorithms of one package: each module has `Parameters` and a class named like the file."""

    def __init__(self, package: str, path: Iterable[str], noun: str, shared: Collection[str] = ()) -> None:
        self.package = package
        self.path = list(path)
        self.noun = noun
        self.shared = frozenset(shared)
        """Files that are no algorithms but parts that algorithms share."""

    def names(self) -> list[str]:
        files = (module.name for module in pkgutil.iter_modules(self.path) if module.name not in self.shared)
        return sorted(name.replace("_", "-") for name in files)

    def entries(self) -> list[Entry]:
        return [self.entry(name) for name in self.names()]

    def entry(self, name: str) -> Entry:
        module = self._module(name)
        described = _described(module).items()
        parameters = tuple(Parameter(key, value["default"], value.get("description", "")) for key, value in described)
        says = (module.__doc__ or "").split("\n", 1)[0]
        return Entry(name, says, self._class(name).paper, parameters)

    def resolve(self, spec: str, **defaults: float) -> tuple[Any, Any]:
        """The class and the checked parameters of `ops:r2=0.1,reserve=false`.

        `defaults` hold for parameters that the algorithm has and `spec` leaves out.
        """
        name, _, settings = spec.partition(":")
        name = name.strip()
        if name not in self.names():
            raise BadSetting(f"'{name}' is not a {self.noun}{nearest(name, self.names())}")
        module = self._module(name)
        known = {parameter.name for parameter in self.entry(name).parameters}
        given: dict[str, Any] = {key: value for key, value in defaults.items() if key in known}
        for part in filter(None, (piece.strip() for piece in settings.split(","))):
            key, equals, value = (piece.strip() for piece in part.partition("="))
            if not equals or not value:
                raise BadSetting(f"{self.noun} '{name}': '{part}' is not of the form parameter=value")
            if key not in known:
                has = nearest(key, known) or "; it has none"
                raise BadSetting(f"{self.noun} '{name}' has no parameter '{key}'{has}")
            given[key] = value
        return self._class(name), self._parameters(name, module, given)

    def _parameters(self, name: str, module: Any, given: dict[str, Any]) -> Any:
        types = {field.name: field.type for field in msgspec.structs.fields(module.Parameters)}
        values = {}
        for key, value in given.items():
            try:
                values[key] = msgspec.convert(value, types[key], strict=False)
            except msgspec.ValidationError:
                described = _described(module)[key]
                default = str(described["default"]).lower()
                raise BadSetting(
                    f"{self.noun} '{name}': {key} must be {_expected(described)}, not '{value}'; "
                    f"by default it is {default}"
                ) from None
        return module.Parameters(**values)

    def _module(self, name: str) -> Any:
        return importlib.import_module(f"{self.package}.{name.replace('-', '_')}")

    def _class(self, name: str) -> Any:
        return getattr(self._module(name), "".join(part.capitalize() for part in name.split("-")))


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


def _described(module: Any) -> dict[str, dict[str, Any]]:
    described: dict[str, dict[str, Any]] = msgspec.json.schema(module.Parameters)["$defs"]["Parameters"]["properties"]
    return described
