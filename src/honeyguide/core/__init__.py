"""What a crawl knows and decides: no socket, no file, no clock. Drivers move bytes and time."""

from honeyguide.core.crawl_core import CrawlCore

__all__ = ["CrawlCore"]
