"""Parts by name: strategies, link and relevance models, encoders, webs and stores; ours and those of other packages.

A name is looked for among the parts that come with Honeyguide, then among those that were registered, then among the
entry points of installed packages (groups `honeyguide.strategies`, `.links`, `.relevance`, `.encoders`, `.webs` and
`.stores`). Parameters stand after a colon.
"""

from __future__ import annotations

import importlib
import inspect
import logging
import pkgutil
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from honeyguide.errors import BadSetting
from honeyguide.plugins import failing, load_given
from honeyguide.validation import expected, field_types, parse_parameters, unknown

Part = TypeVar("Part")


_log = logging.getLogger(__name__)


class Parameter(Struct, frozen=True):
    name: str
    default: float | int | bool | str
    meaning: str
    expects: str = ""
    """What it may be, in words: `a number from 0 to 1`."""


class Entry(Struct, frozen=True):
    """What a listing says of one."""

    name: str
    says: str
    paper: str
    parameters: tuple[Parameter, ...]


class _NoParameters(Struct):
    pass


class Registry:
    """The parts of one kind."""

    def __init__(
        self,
        group: str,
        noun: str,
        builtin: Mapping[str, str],
        aliases: Mapping[str, str] | None = None,
        must_have: Collection[str] = (),
    ) -> None:
        """`builtin`: name → `module:attribute`; `aliases`: other names that people may know a part by.

        What has not all that is in `must_have` is no part of this kind.
        """
        self.group = group
        self.noun = noun
        self._builtin = dict(builtin)
        self._aliases = dict(aliases or {})
        self._must_have = must_have
        self._registered: dict[str, Any] = {}

    def register(self, name: str) -> Callable[[Part], Part]:
        """As a decorator: adds a class or function under a name."""

        def add(part: Part) -> Part:
            known = self._registered.get(name, part)
            if name in {*self._builtin, *self._aliases} or _whence(known) != _whence(part):
                raise BadSetting(f"there is a {self.noun} '{name}' already; register yours under another name")
            self._registered[name] = part
            return part

        return add

    def names(self) -> list[str]:
        load_given()
        return sorted({*self._builtin, *self._registered, *self._installed})

    def entries(self) -> list[Entry]:
        return [self.entry(name) for name in self.names()]

    def entry(self, name: str) -> Entry:
        part = self.find(name)
        kind = parameters_of(part)
        types = field_types(kind) if kind else {}
        parameters = tuple(
            Parameter(key, value["default"], value.get("description", ""), expected(types[key]))
            for key, value in _described(kind).items()
        )
        text = (sys.modules[part.__module__].__doc__ if name in self._builtin else part.__doc__) or ""
        return Entry(name, text.strip().split("\n", 1)[0], getattr(part, "paper", "none"), parameters)

    def find(self, name: str) -> Any:
        """The class or function of this name."""
        name = self._aliases.get(name.strip(), name.strip())
        if name not in self._builtin and name not in self.names():
            raise BadSetting(unknown(name, self.names(), self.noun))
        if name in self._builtin:
            return _attribute(self._builtin[name])
        if name in self._registered:
            return self._registered[name]
        entry = self._installed[name]
        with failing(f"{self.noun} '{name}' of the package '{entry.dist.name if entry.dist else entry.module}'"):
            return entry.load()

    def registered(self, spec: str) -> tuple[str, Any]:
        """The name in `spec` and its part, where that was registered by code and comes from no installed package."""
        name = spec.partition(":")[0].strip()
        load_given()
        return (name, self._registered[name]) if name in self._registered else ("", None)

    def is_builtin(self, spec: str) -> bool:
        name = spec.partition(":")[0].strip()
        return self._aliases.get(name, name) in self._builtin

    def resolve(self, spec: str, **defaults: float) -> tuple[Any, Any]:
        """The class and the checked parameters of `ops:r2=0.1,reserve=false`; None for one that takes none.

        `defaults` hold for parameters that the part has and `spec` leaves out.
        """
        name, _, settings = spec.partition(":")
        name = name.strip()
        part = self.find(name)
        kind = parameters_of(part)
        parameters = parse_parameters(settings, kind or _NoParameters, f"{self.noun} '{name}'", **defaults)
        return part, parameters if kind else None

    def make(self, spec: Any, defaults: Mapping[str, float] | None = None, **offered: object) -> Any:
        """From a name with parameters, a class, or an object that is ready.

        A class is called with its parameters and with those of `offered` that its constructor names.
        """
        if isinstance(spec, str):
            part, parameters = self.resolve(spec, **(defaults or {}))
        else:
            part, parameters = spec, parameters_of(spec)
        return self.checked(build(part, parameters, offered) if inspect.isclass(part) else part)

    def checked(self, made: Part, must_have: Collection[str] = ()) -> Part:
        """Refuse what has not what a part of this kind must have."""
        if missing := [name for name in (must_have or self._must_have) if not hasattr(made, name)]:
            what = made if inspect.isroutine(made) or inspect.isclass(made) else type(made)
            raise BadSetting(
                f"{_whence(what)} is no {self.noun}: it has no {' and no '.join(missing[:3])}"
                f"{' …' if missing[3:] else ''} (see honeyguide.protocols)"
            )
        return made

    @cached_property
    def _installed(self) -> dict[str, EntryPoint]:
        found: dict[str, EntryPoint] = {}
        for each in entry_points(group=self.group):
            if each.name in {*self._builtin, *self._aliases, *found}:
                _log.warning("there is a %s '%s' already; %s is left out", self.noun, each.name, each.value)
            else:
                found[each.name] = each
        return found


def algorithms(package: str, path: Iterable[str], shared: Collection[str] = ()) -> dict[str, str]:
    """The parts of a package, one a file, its class named like the file; `shared` are files that are none."""
    files = sorted(module.name for module in pkgutil.iter_modules(list(path)) if module.name not in shared)
    classes = {name: "".join(part.capitalize() for part in name.split("_")) for name in files}
    return {name.replace("_", "-"): f"{package}.{name}:{kind}" for name, kind in classes.items()}


def parameters_of(part: Any) -> Any:
    """The struct of a part's parameters: in the class, or beside it in its module; None when it has none."""
    module = sys.modules.get(getattr(part, "__module__", ""))
    found = getattr(part, "Parameters", None)
    package = getattr(module, "__package__", None) or ""  # a script has none
    if found is None and inspect.isclass(part) and package.startswith("honeyguide"):
        found = getattr(module, "Parameters", None)
    return found


def build(part: Any, parameters: Any, offered: Mapping[str, object]) -> Any:
    """An object of a class, given what its constructor asks for by name."""
    wanted = inspect.signature(part).parameters
    given = {"parameters": parameters, **offered}
    if inspect.isclass(parameters):
        given["parameters"] = parameters()
    return part(**{name: value for name, value in given.items() if name in wanted})


def methods_of(protocol: type, but: Collection[str] = ()) -> list[str]:
    """What an object must have to be used as one; not the class attributes, which have defaults."""
    return [name for name in vars(protocol) if not name.startswith("_") and name not in but]


def name_of(part: Any, otherwise: str = "") -> str:
    """What is remembered of a part that was given: a name, a class or a function, of an object its class."""
    if part is None or isinstance(part, str):
        return part or otherwise
    return _whence(part if inspect.isclass(part) or inspect.isroutine(part) else type(part))


def _whence(part: Any) -> str:
    """A class or function as a person finds it; the same for one whose module was loaded twice."""
    return f"{getattr(part, '__module__', '')}.{getattr(part, '__qualname__', repr(part)[:80])}"


def _attribute(address: str) -> Any:
    module, _, name = address.partition(":")
    return getattr(importlib.import_module(module), name)


def _described(kind: Any) -> dict[str, dict[str, Any]]:
    """What JSON schema says of the parameters."""
    if kind is None:
        return {}
    described: dict[str, dict[str, Any]] = msgspec.json.schema(kind)["$defs"][kind.__name__].get("properties", {})
    return described
