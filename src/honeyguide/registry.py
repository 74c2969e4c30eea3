"""Parts by name: strategies, link models, relevance models, webs and stores; ours and those of other packages.

A name is looked for among the parts that come with Honeyguide, then among those that were registered, then among the
entry points of installed packages (groups `honeyguide.strategies`, `.links`, `.relevance`, `.webs` and `.stores`).
Parameters stand after a colon.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import pkgutil
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from honeyguide.errors import BadSetting
from honeyguide.validation import parse_parameters, unknown

PLUGINS = "HONEYGUIDE_PLUGINS"
"""Modules that register parts, with a comma between them; processes that this one starts load them too."""

Part = TypeVar("Part")


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


class _NoParameters(Struct):
    pass


class Registry:
    """The parts of one kind."""

    def __init__(
        self, group: str, noun: str, builtin: Mapping[str, str], aliases: Mapping[str, str] | None = None
    ) -> None:
        """`builtin`: name → `module:attribute`; `aliases`: other names that people may know a part by."""
        self.group = group
        self.noun = noun
        self._builtin = dict(builtin)
        self._aliases = dict(aliases or {})
        self._registered: dict[str, Any] = {}

    def register(self, name: str) -> Callable[[Part], Part]:
        """As a decorator: adds a class or function under a name."""

        def add(part: Part) -> Part:
            if name in {*self._builtin, *self._aliases} or self._registered.get(name, part) is not part:
                raise BadSetting(f"there is a {self.noun} '{name}' already; register yours under another name")
            self._registered[name] = part
            return part

        return add

    def names(self) -> list[str]:
        load_plugins(filter(None, os.environ.get(PLUGINS, "").split(",")))
        return sorted({*self._builtin, *self._registered, *self._installed})

    def entries(self) -> list[Entry]:
        return [self.entry(name) for name in self.names()]

    def entry(self, name: str) -> Entry:
        part = self.find(name)
        described = _described(parameters_of(part)).items()
        parameters = tuple(Parameter(key, value["default"], value.get("description", "")) for key, value in described)
        module = sys.modules[part.__module__]
        text = (module.__doc__ if name in self._builtin else part.__doc__) or ""
        return Entry(name, text.strip().split("\n", 1)[0], getattr(part, "paper", "none"), parameters)

    def find(self, name: str) -> Any:
        """The class or function of this name."""
        name = self._aliases.get(name.strip(), name.strip())
        if name not in self._builtin and name not in self.names():
            raise BadSetting(unknown(name, self.names(), self.noun))
        if name in self._builtin:
            return _attribute(self._builtin[name])
        return self._registered[name] if name in self._registered else self._installed[name].load()

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
        if not isinstance(spec, str):
            return build(spec, parameters_of(spec), offered) if inspect.isclass(spec) else spec
        part, parameters = self.resolve(spec, **(defaults or {}))
        return build(part, parameters, offered) if inspect.isclass(part) else part

    @cached_property
    def _installed(self) -> dict[str, EntryPoint]:
        return {each.name: each for each in entry_points(group=self.group)}


def algorithms(package: str, path: Iterable[str], shared: Collection[str] = ()) -> dict[str, str]:
    """The parts of a package, one a file, its class named like the file; `shared` are files that are none."""
    files = sorted(module.name for module in pkgutil.iter_modules(list(path)) if module.name not in shared)
    classes = {name: "".join(part.capitalize() for part in name.split("_")) for name in files}
    return {name.replace("_", "-"): f"{package}.{name}:{kind}" for name, kind in classes.items()}


def parameters_of(part: Any) -> Any:
    """The struct of a part's parameters: in the class, or beside it in its module; None when it has none."""
    module = sys.modules.get(getattr(part, "__module__", ""))
    found = getattr(part, "Parameters", None)
    if found is None and inspect.isclass(part) and getattr(module, "__package__", "").startswith("honeyguide"):
        found = getattr(module, "Parameters", None)
    return found


def build(part: Any, parameters: Any, offered: Mapping[str, object]) -> Any:
    """An object of a class, given what its constructor asks for by name."""
    wanted = inspect.signature(part).parameters
    given = {"parameters": parameters, **offered}
    if inspect.isclass(parameters):
        given["parameters"] = parameters()
    return part(**{name: value for name, value in given.items() if name in wanted})


def load_plugins(names: Iterable[str]) -> None:
    """Import modules, so that they register their parts: by name, or a Python file."""
    for name in names:
        load_plugin(name.strip())


def load_plugin(name: str) -> Any:
    """A module by its name, installed or in this folder, or by its path."""
    if name in sys.modules:
        return sys.modules[name]
    file = Path(name if name.endswith(".py") else f"{name.replace('.', '/')}.py")
    try:
        if not name.endswith(".py") and importlib.util.find_spec(name.partition(".")[0]):
            return importlib.import_module(name)
        if not file.is_file():
            raise BadSetting(f"plug-in '{name[:80]}': there is no such module, and no file {file}")
        return _from_file(file)
    except ImportError as wrong:
        raise BadSetting(f"plug-in '{name[:80]}': cannot be imported: {wrong}") from wrong


class PartAddress(Struct, frozen=True):
    """Where another process finds a class or function."""

    folder: str
    """To be searched for the module after all others."""
    module: str
    name: str


def address_of(part: Any) -> PartAddress | None:
    """None for what another process cannot import: a lambda, an object, or what stands in the main script."""
    module = sys.modules.get(getattr(part, "__module__", "") or "")
    name = getattr(part, "__qualname__", "")
    file = getattr(module, "__file__", None)
    if module is None or file is None or module.__name__ == "__main__" or getattr(module, name, None) is not part:
        return None
    depth = module.__name__.count(".") + (Path(file).stem == "__init__")
    return PartAddress(str(Path(file).resolve().parents[depth]), module.__name__, name)


def part_at(address: PartAddress) -> Any:
    if address.folder not in sys.path:
        sys.path.append(address.folder)
    return getattr(importlib.import_module(address.module), address.name)


def _from_file(file: Path) -> Any:
    name = file.stem
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = sys.modules[str(file)] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name], sys.modules[str(file)]
        raise
    return module


def _attribute(address: str) -> Any:
    module, _, name = address.partition(":")
    return getattr(importlib.import_module(module), name)


def _described(kind: Any) -> dict[str, dict[str, Any]]:
    """What JSON schema says of the parameters."""
    if kind is None:
        return {}
    described: dict[str, dict[str, Any]] = msgspec.json.schema(kind)["$defs"][kind.__name__].get("properties", {})
    return described
