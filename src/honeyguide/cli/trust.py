"""`honeyguide trust`: places outside of their folders where crawls of yours are kept."""

from __future__ import annotations

from typing import Annotated

import typer

from honeyguide.cli.options import Json
from honeyguide.cli.terminal import print_json, say, write
from honeyguide.errors import BadInput
from honeyguide.reporting.text import plain


def trust(
    addresses: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="ADDRESS", help="A PostgreSQL database or object storage, as --store and --raw take them."
        ),
    ] = None,
    *,
    list_: Annotated[bool, typer.Option("--list", help="Print all that are known on this machine.")] = False,
    forget: Annotated[bool, typer.Option("--forget", help="Take these back.")] = False,
    json: Json = False,
) -> None:
    """Say that a database or object storage is yours, for folders of crawls that name it and came from elsewhere.

    Whatever --store and --raw were once given is known already.

    Example: honeyguide trust postgresql://crawler@db.example/crawls
    """
    from honeyguide import known_places  # noqa: PLC0415

    wanted = [known_places.checked(address) for address in addresses or ()]
    if forget and not wanted:
        raise BadInput("say which places to forget: an address such as postgresql://host/database")
    if not wanted and not list_:
        raise BadInput("name a place, such as postgresql://host/database, or ask for all: --list")
    if forget:
        for place in known_places.forget(*wanted):
            say(f"{place}: was not known")
        for place in filter(known_places.is_known, wanted):
            say(f"{known_places.canonical(place)}: the environment names it, too")
    else:
        known_places.name(*wanted)
    if json:
        print_json({"places": known_places.known()})
        return
    if list_:
        for place in known_places.known():
            write(plain(place))
    elif not forget:
        for place in wanted:
            say(f"crawls that are kept in {known_places.canonical(place)} are read and written from this machine")
