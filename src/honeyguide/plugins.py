"""Modules of other people: loaded by name or path, here and in other processes."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct

from honeyguide.errors import BadSetting, HoneyguideError

PLUGINS = "HONEYGUIDE_PLUGINS"
"""Modules that register parts, with a comma between them; processes that this one starts load them too."""


def load_given() -> None:
    """Load what the environment names."""
    load_plugins(filter(None, os.environ.get(PLUGINS, "").split(",")))


def load_plugins(names: Iterable[str]) -> None:
    """Import modules, so that they register their parts: by name, or a Python file."""
    for name in names:
        load_plugin(name.strip())


def load_plugin(name: str) -> Any:
    """A module or package by its name, installed or in this folder, or a file by its path."""
    if name in sys.modules:
        return sys.modules[name]
    with failing(f"plug-in '{name[:80]}'"):
        if name.endswith(".py"):
            return _from_file(Path(name), name)
        if importlib.util.find_spec(name.partition(".")[0]):
            return importlib.import_module(name)
        inside = name.replace(".", "/")
        for file in (Path(f"{inside}.py"), Path(inside, "__init__.py")):
            if file.is_file():
                return _from_file(file, name)
        raise BadSetting(f"there is no such module, and no file {inside}.py")


def lasting(name: str) -> str:
    """The same plug-in from any folder: a file by its whole path, a module by its name."""
    file = Path(name if name.endswith(".py") else f"{name}.py")
    if not file.is_file():
        return name
    spec = None if name.endswith(".py") or "." in name else importlib.util.find_spec(name)
    elsewhere = spec is not None and Path(spec.origin or "").resolve() != file.resolve()
    return name if elsewhere else str(file.absolute())


@contextmanager
def failing(whose: str) -> Iterator[None]:
    """What goes wrong in other people's code while it is loaded, as one sentence that says whose it is."""
    try:
        yield
    except HoneyguideError as wrong:
        raise BadSetting(f"{whose}: {wrong}") from wrong
    except SyntaxError as wrong:
        raise BadSetting(f"{whose}: {wrong.filename}, line {wrong.lineno}: {wrong.msg}") from wrong
    except Exception as wrong:
        raise BadSetting(f"{whose} cannot be loaded: {type(wrong).__name__}: {wrong}") from wrong


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


def _from_file(file: Path, name: str) -> Any:
    if not file.is_file():
        raise BadSetting(f"there is no file {file}")
    module_name = file.stem if name.endswith(".py") else name
    known = sys.modules.get(module_name)
    if known is not None and _is_of(known, file):
        return known
    if known is not None:
        raise BadSetting(f"a module '{module_name}' is loaded already; give the file another name")
    folders = [str(file.parent)] if file.name == "__init__.py" else None
    spec = importlib.util.spec_from_file_location(module_name, file, submodule_search_locations=folders)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[module_name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[module_name]
        raise
    return module


def _is_of(module: Any, file: Path) -> bool:
    return Path(getattr(module, "__file__", None) or "").resolve() == file.resolve()
