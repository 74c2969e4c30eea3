"""A local site that wants a login, and notes what each request says."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TEXT = "The rainstorm brought a flood, heavy rain fell for three days and the river rose. " * 5


class GuardedWeb:
    def __init__(self, wants: dict[str, str]) -> None:
        self.wants = wants
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.origin = ""


@contextmanager
def guarded_web(wants: dict[str, str], pages: int = 12) -> Iterator[GuardedWeb]:
    """Pages that link to the next ones, for those who send these headers; 401 for others."""
    web = GuardedWeb(wants)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            web.requests.append((self.path, dict(self.headers)))
            known = all(self.headers.get(name) == value for name, value in web.wants.items())
            number = int(self.path[1:] or 0) if self.path[1:].isdigit() or self.path == "/" else -1
            status = 401 if not known else 200 if 0 <= number < pages else 404
            links = f"<a href='/{number + 1}'>flood</a> <a href='/{number + 2}'>rainstorm</a>"
            text = f"Page {number}. {TEXT}"
            body = f"<title>Rainstorm {number}</title><p>{text}</p>{links}".encode() if status == 200 else b""
            self.send_response(status)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Set-Cookie", "session=opened-for-you")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    web.origin = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield web
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
