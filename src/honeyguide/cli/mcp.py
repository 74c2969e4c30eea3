"""`honeyguide mcp`: crawls for agents, over the Model Context Protocol on standard input and output."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from honeyguide.extras import require


def mcp(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(metavar="DIR…", help="Folders with crawls, or crawls; else this folder."),
    ] = None,
    *,
    allow_crawl: Annotated[bool, typer.Option("--allow-crawl", help="Agents may start crawls.")] = False,
    max_pages: Annotated[int, typer.Option(min=1, help="Of a crawl that an agent starts.")] = 200,
    max_seconds: Annotated[float, typer.Option(min=1, help="Of a crawl that an agent starts.")] = 600.0,
    max_crawls: Annotated[int, typer.Option(min=1, help="That agents may start, until this ends.")] = 5,
    allow_host: Annotated[
        list[str] | None, typer.Option(metavar="HOST", help="Agents may crawl this host alone; several times.")
    ] = None,
) -> None:
    """Serve the crawls in some folders to agents, by the Model Context Protocol; read-only unless told otherwise.

    Example: honeyguide mcp my-crawls
    """
    require("mcp", "serving agents")
    from honeyguide.agents import AgentLimits, agent_server  # noqa: PLC0415
    from honeyguide.workspace import Workspace  # noqa: PLC0415

    limits = AgentLimits(
        crawl=allow_crawl, pages=max_pages, seconds=max_seconds, crawls=max_crawls, hosts=tuple(allow_host or ())
    )
    agent_server(Workspace(folders or ["."]), limits).run("stdio")
