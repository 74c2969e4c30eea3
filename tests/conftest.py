"""What holds for every test: Hypothesis tries the same examples on a busy machine, and webs are read once."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("tests", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")

sys.dont_write_bytecode = False  # hundreds of processes begin here: each would compile all of Honeyguide
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # tests run side by side; its threads wait by turning round
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in the background of a shell; commands would inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests first, so that at the end no process is left alone with a long one."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.fixture(scope="session", autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One cache of parsed webs, and one list of known places, for all tests, the processes of pytest-xdist included;
    none of the user's own."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        patch.setenv("XDG_STATE_HOME", str(folder / "state"))
        patch.setenv("HONEYGUIDE_ENCODER", "none")  # loading one takes seconds: who needs meaning says so
        patch.setenv("HONEYGUIDE_STRATEGY", "ops")
        patch.setenv("HONEYGUIDE_REJUDGE", "false")
        yield


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """Address of a real server with a password."""
    from tests.postgres_server import Unavailable, server  # a package of its own is tested without `tests` beside it

    try:
        with server() as address:
            yield address
    except Unavailable as reason:
        pytest.skip(f"no PostgreSQL server to test against: {reason}")


@pytest.fixture(scope="module")
def postgres(postgres_server: str) -> Iterator[str]:
    """Address of a database there in which no other module leaves anything."""
    from tests.postgres_server import own_database

    with own_database(postgres_server) as address:
        yield address
