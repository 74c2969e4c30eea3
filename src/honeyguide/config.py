"""Typed settings: defaults, then a config file, then the environment, then what a crawl kept, then flags."""

from __future__ import annotations

import ast
import inspect
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from honeyguide import known_places
from honeyguide.errors import BadSetting
from honeyguide.text_files import read_text
from honeyguide.toml_files import Value, line_finder, parse, toml_value
from honeyguide.validation import check, check_fields, field_types, unknown

FILE = "honeyguide.toml"
RENAMED = {"elements": "extract", "site": "allow_hosts", "sites": "allow_hosts"}
"""Settings that people may know by another name."""
PREFIX = "HONEYGUIDE_"
PLACES = ("store", "raw")
"""Settings that name a place outside of the folder of a crawl."""
APP_TOKEN = f"{PREFIX}APP_TOKEN"
"""No setting of a crawl: what lets people into the web application."""

# The kinds of value: the constraints are checked; a title says in words what a pattern wants.
Count = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Limit = Annotated[int, Meta(ge=-1, le=2**63 - 1)]
Few = Annotated[int, Meta(ge=0, le=100)]
AtLeastOne = Annotated[int, Meta(ge=1, le=2**63 - 1)]
Parallel = Annotated[int, Meta(ge=1, le=10_000)]
Processes = Annotated[int, Meta(ge=-1, le=1_000)]
Shards = Annotated[int, Meta(ge=1, le=1_024)]
Seconds = Annotated[float, Meta(ge=0, le=1_000_000_000)]
SomeSeconds = Annotated[float, Meta(gt=0, le=1_000_000)]
_PLAIN = r"[^\x00-\x1f\x7f-\x9f\ud800-\udfff]"
Text = Annotated[str, Meta(pattern=rf"^{_PLAIN}*\Z", title="text without control characters")]
Name = Annotated[str, Meta(pattern=rf"^{_PLAIN}+\Z", title="text, not empty, without control characters")]
Host = Annotated[
    str, Meta(pattern=r"^(\*?\.)?[^\s/*@\x00-\x1f\x7f\ud800-\udfff]+\Z", title="host names such as example.org")
]
Pattern = Annotated[str, Meta(pattern=rf"^{_PLAIN}+\Z", title="URL patterns such as *://example.org/news/*")]
Language = Annotated[str, Meta(pattern=r"^[a-z]{2}\Z", title="two-letter codes such as en or zh")]
Endpoint = Annotated[
    str,
    Meta(
        pattern=r"^(|([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):[0-9]{1,5})\Z",
        title="an address and a port such as 127.0.0.1:8080",
    ),
]
Cluster = Annotated[
    str,
    Meta(
        pattern=r"^(|auto|([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):[0-9]{1,5})\Z",
        title="the address and port of a Ray cluster such as 10.0.0.1:6379, or auto",
    ),
]
Proxy = Annotated[
    str,
    Meta(
        pattern=r"^(|http://([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):[0-9]{1,5}/?)\Z",
        title="the address of an HTTP proxy (SOCKS is not supported) such as http://proxy.example:3128, "
        "its login being a matter of access",
    ),
]
Port = Annotated[int, Meta(ge=0, le=65_535)]
LOG_LEVELS = ("debug", "info", "warning", "error")
LogLevel = Annotated[
    str, Meta(pattern=rf"^({'|'.join(LOG_LEVELS)})\Z", title="one of debug, info, warning and error")
]
_SHARE = r"0?\.[0-9]{0,6}[1-9][0-9]{0,6}"
_RECALL = rf"recall {_SHARE}( confidence {_SHARE})?"
_HARVEST = rf"harvest {_SHARE}( over [1-9][0-9]{{0,5}})?"
StopRule = Annotated[
    str,
    Meta(
        pattern=rf"^(|{_RECALL}|{_HARVEST}|{_RECALL} or {_HARVEST}|{_HARVEST} or {_RECALL})\Z",
        title="like 'recall 0.9', 'recall 0.9 confidence 0.95', 'harvest 0.02 over 200', or two such joined by 'or'",
    ),
]


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything about a crawl that is neither its topic nor its seeds."""

    # which link next
    strategy: Name = "guide"
    """Name of the strategy, with parameters after a colon: `ops:r2=0.1`."""
    links: Text = ""
    """Name of the link model, with parameters after a colon: `cpe:l1=0.4`; empty for the strategy's own."""
    seed: Count = 0
    """Seed of all randomness."""

    # limits
    pages: Count = 1000
    """Stop after this many pages; 0 for no limit."""
    time: Seconds = 0.0
    """Stop after this many seconds; 0 for no limit."""
    depth: Limit = -1
    """Follow links at most this many clicks from a seed; -1 for no limit."""
    per_host: Limit = -1
    """At most this many pages from one host; 0 for no limit, -1 for what it earns with `guide`, else no limit."""
    per_site: Count = 0
    """At most this many pages from one site (registrable domain: all hosts of `example.org`); 0 for no limit."""
    per_site_time: Seconds = 0.0
    """Spend at most this many seconds on one site, requests and rests between them; 0 for no limit."""
    stop_when: StopRule = ""
    """Stop when it is enough: `recall 0.9`, `harvest 0.02 over 200`, or both joined by `or`; empty for never."""

    # scope
    stay: bool = False
    """Only the hosts of the seeds, with or without `www.`, also after a redirect; and those of `allow_hosts`."""
    allow_hosts: tuple[Host, ...] = ()
    """Only these hosts and their subdomains, or sites; empty for all."""
    deny_hosts: tuple[Host, ...] = ()
    """Never these hosts and their subdomains."""
    include: tuple[Pattern, ...] = ()
    """Only URLs that match one of these patterns (`*` and `?` as in a shell); empty for all."""
    exclude: tuple[Pattern, ...] = ()
    """Never URLs that match one of these patterns."""
    sitemaps: bool = False
    """Read sitemaps that robots.txt of the seeds' hosts names or links lead to; as a seed, one is always read."""
    feeds: bool = False
    """Read feeds (RSS, Atom) that pages name or links lead to; as a seed, one is always read."""
    languages: tuple[Language, ...] = ()
    """Keep only pages in these languages (two-letter codes); empty for what the topic names, or any."""

    # manners
    user_agent: Name = "honeyguide/{version} (focused crawler{contact})"
    """`{version}` and `{contact}` are filled in."""
    contact: Text = ""
    """A URL or mail address where a webmaster reaches you; it goes into the User-Agent."""
    delay: Seconds = 1.0
    """Seconds between two requests to one host; a longer Crawl-delay in robots.txt wins."""
    connections_per_host: Parallel = 1
    """Requests in flight to one host."""
    concurrency: Parallel = 256
    """Requests in flight over all hosts."""
    robots: bool = True
    """Keep to robots.txt (RFC 9309)."""
    honour_nofollow: bool = True
    """Leave links marked nofollow, and keep noindex pages out of the results."""

    # budgets of one fetch
    timeout: SomeSeconds = 30.0
    """Seconds for one request, from connecting to the last byte."""
    max_bytes: AtLeastOne = 4_000_000
    """Largest body as it comes over the wire."""
    max_decoded_bytes: AtLeastOne = 16_000_000
    """Largest body after decompression."""
    max_links: Count = 2_000
    """Links read from one page."""
    max_redirects: Few = 5
    """Redirects followed in a row."""
    retries: Few = 3
    """Further tries after 429, 5xx and broken connections."""
    parse_seconds: SomeSeconds = 5.0
    """A page that takes more processor time to read is given up."""

    # what is read and kept
    pdf: bool = True
    """Fetch PDF documents and read their text, where the extra `pdf` is installed."""
    extract: bool = True
    """Extract title, date, source, author and main text from pages on topic, for search and insight."""

    rejudge: bool = True
    """Judge pages again when the crawl has ended, by all that it learnt; up to 20,000 of them."""

    warc: bool = True
    """Keep the raw responses, as WARC; `recover` and explanations of scores need them."""

    raw: Text = ""
    """Move the raw responses to this place in object storage, `s3://bucket/folder`, file by file; empty for not."""

    store: Text = ""
    """Keep what is found in this PostgreSQL database, `postgresql://host/database`, instead of in the folder."""

    # where requests may go
    allow_private: bool = False
    """Also connect to private, loopback and link-local addresses."""
    connect_to: Endpoint = ""
    """Send every request to this `address:port`, whatever the host name (a local mirror or test web)."""

    proxy: Proxy = ""
    """Send every request through this HTTP proxy: `http://proxy.example:3128`; what HTTP_PROXY says is not used."""
    access: Text = ""
    """A TOML file with the logins, headers and cookies that hosts want; the settings keep its path alone."""

    # parts
    web: Text = ""
    """Crawl this web instead of the live one: `synthetic:…`, `warc:…`, `folder:…`, or one of a plug-in."""
    plugins: tuple[Name, ...] = ()
    """Python modules that register parts of their own: installed, in this folder, or a path to a file."""
    encoder: Name = "use"
    """What makes vectors of texts, for parts that ask: `use`, `minilm`, `use-minilm`, `folder:path=DIR`, `none`."""

    # the machine, or several
    shards: Shards = 1
    """Divide the crawl by site among this many processes, where the extra `cluster` is installed."""
    cluster: Cluster = ""
    """Run the shards on this Ray cluster, `address:port`, or `auto` on a machine of it; empty for this one alone."""
    workers: Processes = -1
    """Processes that read pages; 0 to read in the main one, -1 for one a core but one."""
    log_level: LogLevel = "info"
    """What goes into the `crawl.log` of the folder: `debug` (also every page), `info`, `warning` or `error`."""
    metrics_port: Port = 0
    """Serve what the crawl counts, as Prometheus reads it, at this port of this machine alone; 0 for not."""

    def __post_init__(self) -> None:
        check_fields(self, "Settings")
        if self.access:  # a crawl that goes on may be called from elsewhere
            force_setattr(self, "access", os.path.abspath(os.path.expanduser(self.access)))


DEFAULTS = Settings()


class Resolved(Struct, frozen=True):
    """The settings that hold, and where each came from."""

    settings: Settings
    origins: dict[str, str]
    unused: tuple[str, ...] = ()
    """What does not count, since the crawl has settings of its own: `delay of environment HONEYGUIDE_DELAY`."""


def load(
    flags: Mapping[str, object],
    *,
    file: Path | None = None,
    environ: Mapping[str, str],
    kept: Path | None = None,
    by_name: bool = False,
    of_folder: bool = False,
) -> Resolved:
    """Resolve every setting; a flag that is None or an empty list was not given. `by_name`: nobody wrote flags, and
    what is wrong is said of the settings.

    `kept` are the settings of a crawl that goes on: they win over the environment and the file that is found here,
    and give way to flags and to a file that was named. `of_folder`: the file is such a one, which is only looked at.
    """
    values: dict[str, Any] = {}
    origins = dict.fromkeys(Settings.__struct_fields__, "default")
    unused: list[str] = []
    by_folder: set[str] = set()
    """Places that only the settings of a crawl name."""

    def settle(name: str, value: object, origin: str, where: str = "") -> None:
        given, name = name, RENAMED.get(name, name)
        kind = field_types(Settings).get(name)
        if kind is None:
            raise BadSetting(f"{where or origin}: {unknown(name, field_types(Settings), 'setting')}")
        values[name] = check(value, kind, f"{where or origin}: '{given}'", written=not where)
        origins[name] = origin

    def read(file: Path) -> None:
        text = read_text(file, "a config file")
        data = parse(text, file, "a config file")
        line_of = line_finder(text)
        for name, value in data.items():
            told = str(file) if name == "access" and isinstance(value, dict) else value  # its tables stand there
            settle(name, told, str(file), f"{file}:{line_of((name,))}")

    if file is None and Path(FILE).exists():
        read(Path(FILE))
    elif file is not None and kept is None:
        read(file)
    for variable in sorted(environ):
        if variable.startswith(PREFIX) and variable not in (APP_TOKEN, known_places.VARIABLE):
            name = variable.removeprefix(PREFIX).lower()
            settle(name, environ[variable], f"environment {variable}")
    if kept is not None:
        said, said_by = dict(values), dict(origins)
        read(kept)
        unused = [f"{name} of {said_by[name]}" for name in said if values[name] != said[name]]
        by_folder = {name for name in PLACES if origins[name] == str(kept) and values[name] != said.get(name)}
        if file is not None:
            read(file)
            by_folder = {name for name in by_folder if origins[name] == str(kept)}
    for name, value in flags.items():
        if value is None or (isinstance(value, list | tuple) and not value):
            continue
        flag = f"flag --{'no-' if value is False else ''}{name.replace('_', '-')}"
        settle(name, value, "settings" if by_name else flag)
        by_folder.discard(name)
    for name in () if of_folder else PLACES:
        (known_places.of_folder if name in by_folder else known_places.said_by_user)(values.get(name, ""))
    return Resolved(Settings(**values), origins, tuple(unused))


def settings(**given: object) -> Settings:
    """For Python: these settings on top of the environment, `honeyguide.toml` and the defaults, checked."""
    return load(given, environ=os.environ, by_name=True).settings


def changes(before: Settings, now: Settings) -> dict[str, str]:
    """What differs, by name: `2.0, was 1.0`."""
    return {
        name: f"{toml_value(new)}, was {toml_value(old)}"
        for name in Settings.__struct_fields__
        if (new := getattr(now, name)) != (old := getattr(before, name))
    }


def render(resolved: Resolved) -> list[tuple[str, Value, str, str]]:
    """Every setting: name, value, where it came from, what it means."""
    meaning = describe()
    return [
        (name, getattr(resolved.settings, name), origin, meaning[name]) for name, origin in resolved.origins.items()
    ]


@cache
def describe() -> dict[str, str]:
    """What each setting means: the text that stands below it in the source."""
    body = ast.parse(inspect.getsource(Settings)).body[0]
    assert isinstance(body, ast.ClassDef)
    found = {}
    for field, below in zip(body.body, body.body[1:], strict=False):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                found[name] = text
    return found


def to_toml(settings: Settings) -> str:
    """The settings as a config file that `load` reads back."""
    fields = Settings.__struct_fields__
    return "".join(f"{name} = {toml_value(getattr(settings, name))}\n" for name in fields)
