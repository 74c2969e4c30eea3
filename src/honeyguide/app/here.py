"""What a page is handed when it is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from honeyguide.crawl_folder import CrawlFolder
from honeyguide.workspace import Workspace


class Here(NamedTuple):
    workspace: Workspace
    parameters: Mapping[str, str]
    """The parts of its path that stand in braces."""
    query: Mapping[str, str]
    """What follows `?`."""

    def crawl(self) -> CrawlFolder:
        """That of `/…/{crawl}`; one that is not there is refused in a sentence."""
        return self.workspace.open(self.parameters["crawl"])
