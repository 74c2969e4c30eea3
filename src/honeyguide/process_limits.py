"""What the system lets a process have, where it can be told: more open files for a crawl, less memory for a reader.

A system may refuse either: macOS does not bound address space, and opens no more than 10,240 files.
"""

from __future__ import annotations

import resource
from contextlib import suppress

_FILES = 10_240


def open_many_files() -> None:
    """A wide crawl keeps a connection open to many hosts."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    for files in (most, _FILES):
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
            return


def bound_memory(most: int) -> None:
    """Address space in bytes; what is bounded more closely already stays so."""
    _, allowed = resource.getrlimit(resource.RLIMIT_AS)
    bound = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (bound, bound))
