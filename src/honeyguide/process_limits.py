"""What a process has, where it can be told: more open files for a crawl, less memory for a reader, one thread for
matrices.

A system may refuse the first two: macOS does not bound address space, and opens no more than 10,240 files.
"""

from __future__ import annotations

import os
import resource
from contextlib import suppress

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
"""The environment of a process whose numpy computes in one thread. Our matrices are small: further threads of
OpenBLAS mostly wait for each other, turning round, and take the cores from whatever else there is to do."""
_FILES = 10_240


def compute_in_one_thread() -> None:
    """In this process and those that it starts, unless a person has said otherwise; before numpy is imported."""
    for name, threads in ONE_THREAD.items():
        os.environ[name] = os.environ.get(name) or threads


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
