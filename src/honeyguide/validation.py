"""What a person gave, held against a msgspec type: the value itself, or one sentence that says what was expected."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, inspect

from honeyguide.errors import BadSetting, nearest, without_passwords

T = TypeVar("T", bound=Struct)

TRUTH = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
_TOP = re.compile(r"\s*([0-9]{1,18}(?:\.[0-9]{1,9})?)\s*([%％]?)\s*")
LARGEST = 2**63 - 1
"""Of whole numbers that can be stored: nobody needs to be told of it who stays below."""
LONGEST = 80
"""Characters of a value in a sentence."""


def wrong_with(value: object, kind: Any) -> str:
    """`must be a number from 0 to 1, not 3` for a value of another kind or out of range; else empty."""
    return "" if _fits(value, kind)[0] else _refusal(value, kind)


def _refusal(value: object, kind: Any) -> str:
    wanted, number = expected(kind), _meant(value, kind) if isinstance(value, str) else value
    if isinstance(number, int) and number > LARGEST and "of at least" in wanted:
        wanted += f" and at most {LARGEST:,}"
    return f"must be {wanted}, not {shown(value)}"


def check(value: object, kind: Any, subject: str, *, written: bool = False, hint: str = "") -> Any:
    """The value as this type holds it; `subject` is what the sentence of a refusal begins with.

    `written`: text stands for a value, as in a flag, a variable of the environment or `name=value`.
    """
    fits, converted = _fits(_meant(value, kind) if written and isinstance(value, str) else value, kind)
    if not fits:
        raise BadSetting(f"{subject} {_refusal(value, kind)}{hint}")
    return converted


def how_many(top: int | str, of: int) -> int:
    """The best `top` of so many: a count, or a share such as `10%`, of which a begun one counts.

    NEWS's k is a count in definition 3.2.6 and a percentage in its form.
    """
    if found := _TOP.fullmatch(str(top)):
        number = Fraction(found[1])
        if found[2] and 0 < number <= 100:
            return math.ceil(number * of / 100)
        if not found[2] and number.denominator == 1 and number >= 1:
            return int(number)
    raise BadSetting(f"top must be a number from 1 or a percentage such as 10%, not {shown(top)}")


def check_fields(struct: Struct, where: str) -> None:
    """For `__post_init__`: refuse a field out of range; a list for a tuple, an int for a float are converted."""
    for name, kind in field_types(type(struct)).items():
        value = getattr(struct, name)
        converted = check(value, kind, f"{where}: '{name}'")
        if type(converted) is not type(value):
            msgspec.structs.force_setattr(struct, name, converted)


def parse_parameters(text: str, kind: type[T], whose: str, **defaults: object) -> T:
    """`r2=0.1,reserve=false` as a struct; `defaults` hold for fields that it has and `text` leaves out."""
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    types = field_types(kind)
    given: dict[str, Any] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, _, value = (piece.strip() for piece in part.partition("="))
        if not value:
            raise BadSetting(f"{whose}: '{part}' is not of the form parameter=value")
        if name not in types:
            raise BadSetting(f"{whose} has no parameter '{name}'{nearest(name, types) or '; it has none'}")
        if name in given:
            raise BadSetting(f"{whose}: {name} is given twice")
        usual = fields[name].default
        by_default = f"; by default it is {shown(usual, '')}" if usual is not msgspec.NODEFAULT else ""
        given[name] = check(value, types[name], f"{whose}: {name}", written=True, hint=by_default)
    for name in defaults.keys() & types.keys() - given.keys():
        given[name] = check(defaults[name], types[name], f"{whose}: {name}")
    for name in (field.name for field in fields.values() if field.required and field.name not in given):
        raise BadSetting(f"{whose} must be given {name}: {expected(types[name])}")
    return kind(**given)


def unknown(name: str, known: Iterable[str], noun: str) -> str:
    """`'dealy' is not a setting; did you mean 'delay'?`"""
    return f"{quoted(name)} is not a {noun}{nearest(name[:LONGEST], known)}"


@cache
def field_types(kind: type[Struct]) -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(kind)}


@cache
def expected(kind: Any) -> str:
    """In words, what a value of this type holds: the title of its Meta, or its range."""
    described = inspect.type_info(kind)
    if isinstance(described, inspect.Metadata):
        title = (described.extra_json_schema or {}).get("title")
        return str(title) if title else _in_words(described.type)
    return _in_words(described)


def _in_words(described: Any) -> str:
    match described:
        case inspect.VarTupleType(item_type=inspect.Metadata(extra_json_schema={"title": title})):
            return f"a list of {title}"
        case inspect.LiteralType(values=values):
            *most, last = map(repr, values)
            return f"{', '.join(most)} or {last}"
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType() | inspect.FloatType():
            return _range(described)
        case inspect.DictType():
            return "a table"
        case inspect.VarTupleType() | inspect.ListType():
            return "a list"
    return "text"


def _range(number: inspect.IntType | inspect.FloatType) -> str:
    what = "a whole number" if isinstance(number, inspect.IntType) else "a number"
    if number.ge is not None and number.le == LARGEST:
        return f"{what} of at least {_written(number.ge)}"
    if number.ge is not None and number.le is not None:
        return f"{what} from {_written(number.ge)} to {_written(number.le)}"
    bounds = (("of at least", number.ge), ("above", number.gt), ("of at most", number.le), ("below", number.lt))
    limits = " and ".join(f"{word} {_written(bound)}" for word, bound in bounds if bound is not None)
    return f"{what} {limits}".rstrip()


def _written(number: float) -> str:
    if float(number).is_integer() and (isinstance(number, int) or abs(number) < 1e15):
        return f"{int(number):,}" if abs(number) >= 10_000 else f"{int(number)}"
    return f"{number:g}"


def shown(value: object, quote: str = "'") -> str:
    """What came, as a sentence quotes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return quoted(value, quote)
    try:
        text = str(value)
    except ValueError:  # Python does not write numbers of so many digits
        return "a number that is too large"
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def quoted(text: str, quote: str = "'") -> str:
    text = without_passwords(text[:10_000])
    short = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    return f"{quote}{short if short.isprintable() else short.encode('unicode_escape').decode()}{quote}"


def _fits(value: object, kind: Any) -> tuple[bool, Any]:
    try:
        converted = msgspec.convert(float(value) if isinstance(value, float) else value, kind)  # numpy's floats too
    except msgspec.ValidationError:
        return False, None
    return not isinstance(converted, float) or math.isfinite(converted), converted


def _meant(text: str, kind: Any) -> object:
    """What a text stands for; the text itself when it stands for nothing of that type."""
    described: Any = inspect.type_info(kind)
    if isinstance(described, inspect.Metadata):
        described = described.type
    try:
        match described:
            case inspect.BoolType():
                return TRUTH.get(text.strip().lower(), text)
            case inspect.VarTupleType():
                return [part.strip() for part in text.split(",") if part.strip()]
            case inspect.IntType():
                return int(text)
            case inspect.FloatType():
                return float(text)
    except ValueError:
        pass
    return text
