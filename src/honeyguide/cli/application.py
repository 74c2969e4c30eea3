"""`honeyguide app`: the web application, in the browser of this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from honeyguide.cli.terminal import say, write
from honeyguide.extras import require


def application(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(metavar="DIR…", help="Folders with crawls, or crawls; else this folder."),
    ] = None,
    *,
    port: Annotated[int, typer.Option(min=0, max=65_535, help="Serve it here; 0 for any that is free.")] = 0,
    host: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="Address to serve it at; others than this machine's are seen by all."),
    ] = "127.0.0.1",
    trusted: Annotated[
        bool,
        typer.Option("--trusted", help="With --host: others may use files and private addresses of this machine."),
    ] = False,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open it in the browser.")] = False,
    access_log: Annotated[bool, typer.Option("--access-log", help="Say what is asked for, on stderr.")] = False,
) -> None:
    """Open the web application on the crawls in some folders.

    Crawls that it starts go on when it ends. The address that is printed carries a token that lets in; the variable
    HONEYGUIDE_APP_TOKEN sets it.

    Example: honeyguide app my-crawls
    """
    require("nicegui", "the web application")
    from honeyguide.app.server import serve  # noqa: PLC0415
    from honeyguide.workspace import Workspace  # noqa: PLC0415

    def told(address: str) -> None:
        say("Honeyguide is open at this address, until Ctrl-C:", "dim")
        write(address)

    serve(
        Workspace(folders or ["."]),
        host=host,
        port=port,
        open_browser=not no_open,
        say=told,
        access_log=access_log,
        trusted=trusted,
    )
