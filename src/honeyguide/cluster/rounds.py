"""How often the shards of a crawl hear of each other."""

from __future__ import annotations

ROUND_SECONDS = 0.5
"""Between two looks of the coordinator at all shards."""
RETURN_SECONDS = 120.0
"""That a shard whose process died may take to be there again."""
SETTLE_SECONDS = 0.25
"""That a page which was read waits for others to be settled with it at most."""
FORWARD_SECONDS = 1.0
"""That a message waits for others to go with it at most."""
GATHER_SECONDS = 2.0
"""Between two times that what the shards found is gathered."""
FORWARD_MESSAGES = 256
"""That go together."""
