"""What comes over a connection, within bounds: few heads before the answer, no more of a body than was promised."""

from __future__ import annotations

import re
from typing import Any

from aiohttp.client_proto import ResponseHandler
from aiohttp.http import RawResponseMessage
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.streams import StreamReader

MOST_HEADS = 10
"""Interim answers (`100 Continue`, `103 Early Hints`) and the answer itself."""
LARGEST_HEADS = 256 * 1024
"""Bytes of all of these together."""
_NO_BODY = frozenset((204, 304))
_END_OF_HEAD = re.compile(rb"\n\r?\n")


class BoundedHandler(ResponseHandler):
    """aiohttp's own reads interim answers without end and without a pause, and finds no answer in one whose body is
    longer than its Content-Length. This one hands it head by head, and drops what nobody asked for."""

    def set_response_params(self, **params: Any) -> None:
        self._heads = self._head_bytes = 0
        self._before = b""
        self._answered = False
        self._left: int | None = None
        """Bytes of the body to come; None when the answer does not say."""
        super().set_response_params(**params)

    def data_received(self, data: bytes) -> None:
        if self._parser is None or not data:
            super().data_received(data)
            return
        while data and not self._answered:
            end = self._end_of_head(data)
            head, data = data[:end], data[end:]
            self._head_bytes += len(head)
            if self._heads > MOST_HEADS or self._head_bytes > LARGEST_HEADS:
                self._give_up()
                return
            super().data_received(head)
            if self.exception() is not None:
                return
        if not data:
            return
        if self._left is None and self._payload is not None and self._payload.is_eof():
            self._left = 0
        if self._left is None:
            self._body(data)
        elif len(data) <= self._left:
            self._left -= len(data)
            self._body(data)
        else:
            if self._left:
                self._body(data[: self._left])
            self._left = 0
            self._hang_up()

    def _body(self, data: bytes) -> None:
        super().data_received(data)
        wrong, payload = self.exception(), self._payload
        if wrong is not None and payload is not None and not payload.is_eof():
            payload.set_exception(wrong)  # else whoever reads the body waits for its end

    def feed_data(self, data: tuple[RawResponseMessage, StreamReader], size: int = 0) -> None:
        message = data[0]
        if not 100 <= message.code < 200 or message.code == 101:
            self._answered = True
            if message.code in _NO_BODY:
                self._left = 0
            elif not message.chunked and "Content-Length" in message.headers:
                self._left = int(message.headers["Content-Length"])
        super().feed_data(data, size)

    def _end_of_head(self, data: bytes) -> int:
        """Where the head ends that these bytes go on with; their length when it does not."""
        end = _END_OF_HEAD.search(self._before + data)
        if end is None:
            self._before = (self._before + data)[-2:]
            return len(data)
        self._heads += 1
        place = end.end() - len(self._before)
        self._before = b""
        return place

    def _give_up(self) -> None:
        self._hang_up()
        self.set_exception(HttpProcessingError(code=400, message="no answer among many interim ones"))

    def _hang_up(self) -> None:
        self.force_close()
        if self.transport is not None:
            self.transport.close()
