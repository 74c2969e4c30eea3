"""How often the shards of a crawl hear of each other."""

from __future__ import annotations

ROUND_SECONDS = 0.25
"""Between two looks of the coordinator at all shards."""
FORWARD_SECONDS = 0.5
"""That a message waits for others to go with it at most."""
FORWARD_MESSAGES = 256
"""That go together."""
