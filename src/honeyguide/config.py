"""Typed settings: defaults, then a config file, then the environment, then flags."""

from __future__ import annotations

from msgspec import Struct


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything about a crawl that is neither its topic nor its seeds."""

    # which link next
    strategy: str = "ops"
    """Name of the strategy, with parameters after a colon: `ops:r2=0.1`."""
    seed: int = 0
    """Seed of all randomness."""

    # limits
    pages: int = 1000
    """Stop after this many pages; 0 for no limit."""
    time: float = 0.0
    """Stop after this many seconds; 0 for no limit."""
    depth: int = -1
    """Follow links at most this many clicks from a seed; -1 for no limit."""
    per_host: int = 0
    """At most this many pages from one host; 0 for no limit."""

    # scope
    allow_hosts: tuple[str, ...] = ()
    """Only these hosts and their subdomains; empty for all."""
    deny_hosts: tuple[str, ...] = ()
    """Never these hosts and their subdomains."""
    include: tuple[str, ...] = ()
    """Only URLs that match one of these patterns (`*` and `?` as in a shell); empty for all."""
    exclude: tuple[str, ...] = ()
    """Never URLs that match one of these patterns."""
    languages: tuple[str, ...] = ()
    """Keep only pages in these languages (two-letter codes); empty for what the topic names, or any."""

    # manners
    user_agent: str = "honeyguide/{version} (focused crawler{contact})"
    """`{version}` and `{contact}` are filled in."""
    contact: str = ""
    """A URL or mail address where a webmaster reaches you; it goes into the User-Agent."""
    delay: float = 1.0
    """Seconds between two requests to one host; a longer Crawl-delay in robots.txt wins."""
    connections_per_host: int = 1
    concurrency: int = 256
    """Requests in flight over all hosts."""
    robots: bool = True
    """Keep to robots.txt (RFC 9309)."""
    honour_nofollow: bool = True
    """Leave links marked nofollow, and keep noindex pages out of the results."""

    # budgets of one fetch
    timeout: float = 30.0
    """Seconds for one request, from connecting to the last byte."""
    max_bytes: int = 4_000_000
    """Largest body as it comes over the wire."""
    max_decoded_bytes: int = 16_000_000
    """Largest body after decompression."""
    max_links: int = 2_000
    """Links read from one page."""
    max_redirects: int = 5
    retries: int = 3
    """Further tries after 429, 5xx and broken connections."""
    parse_seconds: float = 20.0
    """A page that takes longer to read is given up."""

    # where requests may go
    allow_private: bool = False
    """Also connect to private, loopback and link-local addresses."""
    connect_to: str = ""
    """Send every request to this `address:port`, whatever the host name (a local mirror or test web)."""

    # the machine
    workers: int = -1
    """Processes that read pages; 0 to read in the main one, -1 for one a core."""
