"""What an answer of a server means, or the lack of one: statuses, redirects, Retry-After, and every known error."""

from __future__ import annotations

import os
import re
import socket
import string
from email.utils import parsedate_to_datetime
from urllib.parse import quote

import aiohttp
from aiohttp.http_exceptions import ContentEncodingError, HttpProcessingError

from honeyguide.model import Outcome
from honeyguide.urls import canonical
from honeyguide.web.addresses import ForbiddenAddress
from honeyguide.web.response import REDIRECTS, is_success

RETRY = 5.0
"""Seconds before a first new try, when the server names none; the caller lengthens it from try to try."""
LONGEST_RETRY = 7 * 24 * 3600.0

_TRY_AGAIN = frozenset((408, 425, 429))
_PROXY_REFUSES = frozenset((400, 401, 403, 404, 405))
_RECEIVED = re.compile(r"\((received \d+ of \d+ bytes)\)")
_NO_SUCH_NAME = frozenset((socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME)))

# What aiohttp, yarl, the resolver and the event loop are known to raise for hostile or broken servers.
FAILURES = (aiohttp.ClientError, HttpProcessingError, OSError, ValueError, EOFError, RuntimeError)


def classify_response(
    url: str, status: int, reason: str, target: str, retry: str, now: float
) -> tuple[Outcome, str, str, float | None]:
    """Outcome, detail, location and seconds to wait, as far as status, Location and Retry-After tell."""
    if is_success(status):
        return Outcome.PAGE, "", "", None
    if status in REDIRECTS and target:
        if not target.isascii():
            target = quote(target.encode("utf-8", "surrogateescape"), safe=string.printable)
        location = canonical(target, url)
        if location is not None:
            return Outcome.REDIRECT, "", location, None
        return Outcome.HTTP_ERROR, printable(f"redirects to {target[:200]}, which is no web address"), "", None
    again = status >= 500 or status in _TRY_AGAIN
    wait = retry_after(retry, now) if again else None
    return Outcome.HTTP_ERROR, printable(f"{status} {reason}".strip()), "", wait


def retry_after(value: str, now: float) -> float:
    """The seconds of a Retry-After header, which holds seconds or a date."""
    value = value.strip()
    if value.isascii() and value.isdigit():
        seconds = float(value[:300])
    else:
        try:
            seconds = parsedate_to_datetime(value).timestamp() - now
        except (TypeError, ValueError, OverflowError):
            seconds = RETRY
    return min(max(seconds, 1.0), LONGEST_RETRY)


def classify_error(error: Exception) -> tuple[Outcome, str, float | None]:
    """Outcome, detail and seconds to wait for an exception of `FAILURES`."""
    cause = error.os_error if isinstance(error, aiohttp.ClientConnectorError) else error.__cause__
    match error:
        case TimeoutError():
            return Outcome.TIMEOUT, "took too long", RETRY
        case ForbiddenAddress():
            return Outcome.ADDRESS, str(error.strerror), None
        case aiohttp.ClientConnectorError() if isinstance(cause, ForbiddenAddress):
            return Outcome.ADDRESS, str(cause.strerror), None
        case aiohttp.ClientHttpProxyError():
            said = f"the proxy answers {error.status} {error.message}"
            return Outcome.UNREACHABLE, said, None if error.status in _PROXY_REFUSES else RETRY
        case aiohttp.ClientProxyConnectionError():
            return (
                Outcome.REFUSED,
                f"the proxy {error.host}:{error.port} cannot be reached: {_said(cause)}",
                RETRY,
            )
        case aiohttp.ClientConnectorDNSError():
            final = isinstance(cause, socket.gaierror) and cause.errno in _NO_SUCH_NAME
            return (
                Outcome.UNREACHABLE,
                f"no address for {error.host}: {getattr(cause, 'strerror', None) or cause}",
                None if final else RETRY,
            )
        case aiohttp.ClientConnectorError() if isinstance(cause, ConnectionRefusedError):
            return Outcome.REFUSED, f"connection refused by {error.host}:{error.port}", RETRY
        case aiohttp.ClientConnectorCertificateError():
            wrong = getattr(error.certificate_error, "verify_message", "") or error.certificate_error
            return Outcome.UNREACHABLE, f"bad certificate: {wrong}", None
        case aiohttp.ClientResponseError() | HttpProcessingError():
            return Outcome.BROKEN, f"not HTTP: {error.message}", None
        case aiohttp.ClientPayloadError() if isinstance(cause, ContentEncodingError):
            return Outcome.BROKEN, f"cannot be decompressed: {cause.message}", None
        case aiohttp.ClientPayloadError() if isinstance(cause, HttpProcessingError):
            return Outcome.UNREACHABLE, f"the answer breaks off: {_broken_off(cause.message)}", RETRY
        case ValueError():
            return Outcome.UNREACHABLE, f"cannot be asked for: {error}", None
        case _:
            return Outcome.UNREACHABLE, str(error) or type(error).__name__, RETRY


def _said(cause: BaseException | None) -> str:
    """What the system says of a connection, without numbers and the addresses in Python's form."""
    number = cause.errno if isinstance(cause, OSError) and not isinstance(cause, socket.gaierror) else None
    return os.strerror(number).lower() if number else str(cause)


def _broken_off(message: str) -> str:
    """`received 5 of 9 bytes`, where it says how much came."""
    return found[1] if (found := _RECEIVED.search(message)) else message


def printable(text: str) -> str:
    """Text of a server, fit for a log: one line, no stray surrogates, not long."""
    if text.isascii() and text.isprintable():
        return text[:300]
    clean = text[:300].encode("utf-8", "replace").decode()
    return "".join(character if character.isprintable() else " " for character in clean)
