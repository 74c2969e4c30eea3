"""The application as one server: NiceGUI's pages and the HTTP API behind one guard."""

from __future__ import annotations

import logging
import os
import socket
import webbrowser
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from pathlib import Path
from threading import Timer
from zlib import crc32

import uvicorn
from fastapi import FastAPI, Request, Response
from fastapi.exception_handlers import http_exception_handler
from nicegui import Client, context, ui
from nicegui import app as nicegui_app
from nicegui.client import templates
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from honeyguide import __version__
from honeyguide.app.api import add_api
from honeyguide.app.here import Here
from honeyguide.app.layout import fill_menu, fill_tabs, frame, no_page
from honeyguide.app.pages import PAGES, Page
from honeyguide.app.security import Access, Guard, NonceLoader, is_loopback, names_of
from honeyguide.app.sentences import said
from honeyguide.app.texts import t
from honeyguide.app.work import FAILURES, sentence
from honeyguide.config import APP_TOKEN
from honeyguide.errors import CannotRun, NotThere
from honeyguide.reach import Reach
from honeyguide.workspace import Workspace

_STYLES = Path(__file__).parent / "tailwind.css"
"""Of all classes in the sources; `make styles` renews it."""
_RECONNECT_SECONDS = 30.0
"""For a browser that was busy, or a machine that slept for a moment: its page is not made anew."""
_LARGEST_MESSAGE = 4_000_000
"""That a browser may send at once over the websocket: what is typed or pasted."""
_BACKLOG = 100
_OPEN_SECONDS = 0.5
_PATIENCE_SECONDS = 60.0
"""For a page that reads much before it is there."""


def build(workspace: Workspace, access: Access, host: str = "127.0.0.1") -> FastAPI:
    """The application object, for any ASGI server; once a process, since NiceGUI has one app."""
    app = FastAPI(
        title="Honeyguide",
        version=__version__,
        docs_url=None,  # they load scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    add_api(app, workspace)
    fill_menu([(page.path, page.menu, page.icon) for page in PAGES if page.menu])
    fill_tabs([(page.path, page.tab, page.icon) for page in PAGES if page.tab])
    for page in PAGES:
        ui.page(page.path, response_timeout=_PATIENCE_SECONDS)(_shown(page, workspace))
    ui.run_with(
        app,
        title="Honeyguide",
        dark=None,
        favicon="🐦",
        tailwind=False,  # it would make the style sheet anew in every page: a fifth of a second of the browser's
        gzip_middleware_factory=None,  # one packs all of it, the API too
        show_welcome_message=False,
        reconnect_timeout=_RECONNECT_SECONDS,
    )
    nicegui_app.add_exception_handler(HTTPStatus.NOT_FOUND, _nowhere)
    sheet = nicegui_app.add_static_file(local_file=_STYLES)
    ui.add_head_html(f'<link rel="stylesheet" href="{sheet}?{crc32(_STYLES.read_bytes())}">', shared=True)
    assert templates.env.loader is not None
    templates.env.loader = NonceLoader(templates.env.loader)
    app.add_middleware(Guard, access=access, names=names_of(host), loopback=is_loopback(host))
    app.add_middleware(GZipMiddleware)
    return app


def serve(
    workspace: Workspace,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    open_browser: bool = True,
    say: Callable[[str], None] = print,
    access_log: bool = False,
    trusted: bool = False,
) -> None:
    """Run it until it is interrupted; `say` hears the address, with the token. Port 0 is any that is free.

    At an address that other machines reach, crawls are kept to the public web unless its users are `trusted`.
    """
    if not trusted and not is_loopback(host):
        workspace = workspace.within(Reach.WEB)
    bound = _bind(host, port)
    port = bound.getsockname()[1]
    access = Access(os.environ.pop(APP_TOKEN, ""), cookie=f"honeyguide_{port}")
    shown = f"[{host}]" if ":" in host else "127.0.0.1" if host in {"", "0.0.0.0"} else host  # noqa: S104
    address = f"http://{shown}:{port}/"
    config = uvicorn.Config(
        build(workspace, access, host),
        access_log=False,  # it would show what follows `?`
        log_level="warning",
        ws_max_size=_LARGEST_MESSAGE,
        timeout_graceful_shutdown=1,
        server_header=False,
    )
    logging.getLogger("nicegui").setLevel(logging.ERROR)  # its warnings show what follows `?`
    if access_log:
        logging.basicConfig(level=logging.WARNING, format="%(message)s")
        logging.getLogger("honeyguide.app.access").setLevel(logging.INFO)
    say(f"{address}?token={access.token}")
    if open_browser:
        Timer(_OPEN_SECONDS, webbrowser.open, (f"{address}?token={access.ticket()}",)).start()
    uvicorn.Server(config).run(sockets=[bound])


def _bind(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        bound = socket.socket(family, kind, protocol)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(_BACKLOG)
    except OSError as wrong:
        raise CannotRun(f"{host}:{port}: cannot be served: {wrong.strerror or wrong}") from None
    return bound


def _shown(page: Page, workspace: Workspace) -> Callable[[Request], Awaitable[Response | None]]:
    async def show(request: Request) -> Response | None:
        try:
            await page.build(Here(workspace, request.path_params, dict(request.query_params)))
        except FAILURES as wrong:
            context.client.content.clear()
            with context.client.content, frame(t("common.problem")):
                no_page(said(sentence(wrong)))
            if isinstance(wrong, NotThere):
                return context.client.build_response(request, HTTPStatus.NOT_FOUND)
        return None

    return show


async def _nowhere(request: Request, wrong: Exception) -> Response:
    """For an address that leads to no page; what is no page answers as it would."""
    endpoint = request.scope.get("endpoint")
    if endpoint not in {None, nicegui_app} and isinstance(wrong, HTTPException):
        return await http_exception_handler(request, wrong)
    with Client(ui.page(""), request=request) as client, client.content, frame(t("common.problem")):
        no_page(t("common.nowhere"))
    return client.build_response(request, HTTPStatus.NOT_FOUND)
