"""The values of the public interface as the HTTP API describes them: one pydantic model for each of their types."""

from __future__ import annotations

import types
from enum import Enum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct
from pydantic import BaseModel, create_model


@cache
def model_of(kind: type[Struct]) -> type[BaseModel]:
    """A model with the same fields; all are there in every answer."""
    hints = get_type_hints(kind)
    fields: dict[str, Any] = {field.name: (_plain(hints[field.name]), ...) for field in msgspec.structs.fields(kind)}
    return create_model(kind.__name__, **fields)


@cache
def input_of(kind: type[Struct], *left_out: str) -> type[BaseModel]:
    """The same for what is sent: what has a default may be left out."""
    hints = get_type_hints(kind)
    fields: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        if field.name in left_out:
            continue
        needed = field.default is NODEFAULT and field.default_factory is NODEFAULT
        hint = _plain(hints[field.name], sent=True)
        fields[field.name] = (hint, ...) if needed else (hint | None, None)
    return create_model(f"{kind.__name__}Input", **fields)


def _plain(hint: Any, *, sent: bool = False) -> Any:
    """A type without ours in it."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        return input_of(hint) if sent else model_of(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint
    origin, inside = get_origin(hint), get_args(hint)
    if origin in {Union, types.UnionType}:
        return Union[tuple(_plain(each, sent=sent) for each in inside)]  # noqa: UP007
    if origin in {tuple, list} and inside:
        if origin is tuple and inside[-1] is not Ellipsis:
            return tuple[tuple(_plain(each, sent=sent) for each in inside)]  # type: ignore[misc]
        return list[_plain(inside[0], sent=sent)]  # type: ignore[misc]
    if origin is dict:
        return dict[str, _plain(inside[1], sent=sent)]  # type: ignore[misc]
    return hint
