"""How `--help` looks: flags without a value, and no colour that a light or a dark terminal would swallow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from inspect import cleandoc
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from honeyguide.cli.nearest_command import instead_of

_PLAIN = {
    "STYLE_USAGE": "bold",
    "STYLE_HELPTEXT": "",
    "STYLE_OPTION": "bold",
    "STYLE_SWITCH": "bold",
    "STYLE_NEGATIVE_OPTION": "bold",
    "STYLE_NEGATIVE_SWITCH": "bold",
    "STYLE_TYPES": "",
    "STYLE_TYPES_SEPARATOR": "",
    "STYLE_COMMANDS_TABLE_FIRST_COLUMN": "bold",
    "STYLE_OPTION_DEFAULT": "",
    "STYLE_OPTION_ENVVAR": "",
    "STYLE_REQUIRED_LONG": "red",
    "STYLE_ERRORS_SUGGESTION": "",
    "STYLE_OPTIONS_PANEL_BORDER": "",
    "STYLE_COMMANDS_PANEL_BORDER": "",
}
"""Titles are drawn like the border that they stand in: Typer dims both."""


_UNREACHED = 2**53


class _Legible:
    def get_params(self, ctx: Any) -> list[Any]:
        """Typer writes `<bool>` behind a flag, as if it wanted a word after it."""
        params: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for each in params:
            if getattr(each, "is_flag", False):
                each.metavar = ""
        return params

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """What is wrong with a value in the words of the command line, not of the library that found it."""
        try:
            left: list[str] = super().parse_args(ctx, args)  # type: ignore[misc]
        except typer.BadParameter as wrong:
            wrong.message = wrong.message.removeprefix("Value error, ").replace("Input should be", "must be")
            raise
        return left

    def get_usage(self, ctx: Any) -> str:
        """What an error begins with."""
        _be_plain()
        return str(super().get_usage(ctx))  # type: ignore[misc]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        _be_plain()
        setattr(self, "help", _flowing(getattr(self, "help", None) or ""))  # noqa: B010
        with _below_each_other(self.params), _plain_ranges(self.params):  # type: ignore[attr-defined]
            super().format_help(ctx, formatter)  # type: ignore[misc]


def _be_plain() -> None:
    from typer import rich_utils  # noqa: PLC0415  # where nothing is to be explained, nobody waits for it

    for name, style in _PLAIN.items():
        setattr(rich_utils, name, style)


def _flowing(text: str) -> str:
    """Each paragraph in one line: where it breaks is the terminal's to say, not the source's."""
    return "\n\n".join(" ".join(part.split()) for part in cleandoc(text).split("\n\n"))


@contextmanager
def _below_each_other(params: Sequence[Any]) -> Iterator[None]:
    """The names of a flag, each in a line of its own: beside each other they are cut off in 80 columns."""
    spelled = [(each, each.opts, each.secondary_opts) for each in params]
    try:
        for each, names, others in spelled:
            long = [name for name in (*names, *others) if name.startswith("--")]
            if long:
                each.opts = [name for name in names if name not in long] + ["\n".join(long)]
                each.secondary_opts = []
        yield
    finally:
        for each, names, others in spelled:
            each.opts, each.secondary_opts = names, others


@contextmanager
def _plain_ranges(params: Sequence[Any]) -> Iterator[None]:
    """A number is N, as it is elsewhere; a bound that nobody reaches is not told."""
    ranged = [each for each in params if getattr(each, "min", None) is not None]
    held = [(each, each.metavar, each.max) for each in ranged]
    try:
        for each in ranged:
            each.metavar = each.metavar or "N"
            if (each.max or 0) >= _UNREACHED:
                each.max = None
        yield
    finally:
        for each, metavar, most in held:
            each.metavar, each.max = metavar, most


class _Command(_Legible, TyperCommand):
    pass


class _Group(_Legible, TyperGroup):
    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Typer offers only what is spelled alike, of one group."""
        name = args[0]
        if not (name in self.commands or name.startswith("-") or ctx.resilient_parsing):
            told = instead_of(name, self, ctx.command_path, ctx.find_root().command)
            ctx.fail(f"No such command {name!r}. {told}".rstrip())
        return super().resolve_command(ctx, args)


def make_legible(app: typer.Typer) -> None:
    """For all commands that it has, and those of its groups."""
    app.info.cls = _Group
    for command in app.registered_commands:
        command.cls = _Command
    for group in app.registered_groups:
        if group.typer_instance:
            make_legible(group.typer_instance)
