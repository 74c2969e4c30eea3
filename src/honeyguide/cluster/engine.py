"""Ray: one on this machine for as long as the crawl runs, or a cluster that is there. Only here and in `actor` is it
spoken."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from honeyguide import __version__, known_places
from honeyguide.cluster.actor import ShardActor
from honeyguide.config import Settings
from honeyguide.errors import CannotRun
from honeyguide.extras import require
from honeyguide.model import Topic

AUTO = "auto"
"""The cluster that this process is part of."""
_LOOPBACK = "127.0.0.1"
_OPEN = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
"""What Ray calls it, on whatever system."""
_KNOCK_SECONDS = 5.0
_SHARED_MEMORY = 100_000_000
"""Messages are small: Ray would take a third of the machine's memory."""
_NO_TASK_EVENTS = {"task_events_report_interval_ms": 0}
"""They are for a dashboard, and cost a tenth of every call."""


def check_installed() -> None:
    require("ray", "a crawl in shards")


@contextmanager
def started(cluster: str, shards: int) -> Iterator[None]:
    """Ray is there; one that was started for this crawl ends with it."""
    check_installed()
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # it would tell its makers
    import ray  # noqa: PLC0415

    quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    on_stop = signal.getsignal(signal.SIGTERM)
    try:
        if cluster:
            ray.init(address=cluster, **quiet)
        else:
            with _at_loopback(ray._private.ray_constants):
                ray.init(
                    address="local",
                    num_cpus=shards,
                    include_dashboard=False,
                    object_store_memory=_SHARED_MEMORY,
                    _system_config=_NO_TASK_EVENTS,
                    _node_ip_address=_LOOPBACK,
                    **quiet,
                )
    except Exception as wrong:  # noqa: BLE001  # where a node does not start in time, Ray raises just that
        if cluster == AUTO and "Could not find any running Ray instance" in str(wrong):
            raise CannotRun(
                "no Ray cluster runs on this machine: start one (ray start --head), or name the address of another"
            ) from None
        where = f"the Ray cluster at {cluster}" if cluster else "Ray on this machine"
        token = "; is its RAY_AUTH_TOKEN set here, too?" if cluster else ""
        raise CannotRun(f"{where} cannot be used: {_first_sentence(wrong)}{token}") from None
    if on_stop is not None and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, on_stop)  # Ray would end the process at once
    # Ray would print to stdout that a process died, which is for results; its own debugger stops it so, too.
    ray._private.worker._worker_logs_enabled = False
    try:
        yield
    finally:
        ray.shutdown()


@contextmanager
def _at_loopback(constants: Any) -> Iterator[None]:
    """Ray, and what it starts meanwhile, listens there alone: else it takes the machine's address in the world for
    loopback's, and who reaches it may run programs."""
    was, constants.ENABLE_RAY_CLUSTER = constants.ENABLE_RAY_CLUSTER, False
    os.environ[_OPEN] = "0"
    try:
        yield
    finally:
        constants.ENABLE_RAY_CLUSTER = was
        del os.environ[_OPEN]


def shard_actors(topic: Topic, seeds: Sequence[str], folder: Path, settings: Settings) -> list[Any]:
    """Handles of all shards by number, spread over the cluster."""
    import ray  # noqa: PLC0415

    actor = ray.remote(ShardActor).options(
        num_cpus=1 if settings.cluster else 0, max_restarts=-1, max_task_retries=0, scheduling_strategy="SPREAD"
    )
    whole = str(folder.resolve())
    given = (topic, seeds, whole, settings)
    places = known_places.known()
    return [actor.remote(*given, number, __version__, places) for number in range(settings.shards)]


def placing(actors: Iterable[Any]) -> list[asyncio.Task[object]]:
    """Each is done when its actor has a process; where no core is free, Ray waits for one without end."""

    async def placed(actor: Any) -> object:
        return await all_of([actor.__ray_ready__.remote()])

    return [asyncio.create_task(placed(actor)) for actor in actors]


def free_cores() -> str:
    import ray  # noqa: PLC0415

    resources: Any = ray
    free, all_ = (of().get("CPU", 0.0) for of in (resources.available_resources, resources.cluster_resources))
    return f"{free:g} of its {all_:g} cores are free"


def check_reachable(cluster: str) -> None:
    """Whether anybody listens there: Ray itself would try for minutes."""
    if not cluster or cluster == AUTO:
        return
    host, _, port = cluster.rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), _KNOCK_SECONDS).close()
    except OSError as wrong:
        raise CannotRun(f"the Ray cluster at {cluster} cannot be reached: {wrong.strerror or wrong}") from None


async def all_of(calls: Iterable[Any]) -> list[Any]:
    """What all of these calls give; None for a process that died and is not there again yet."""
    from ray.exceptions import RayActorError, RayTaskError  # noqa: PLC0415

    answers = await asyncio.gather(*calls, return_exceptions=True)
    for answer in answers:
        if isinstance(answer, RayTaskError):
            raise answer.cause or answer
        if isinstance(answer, BaseException) and not isinstance(answer, RayActorError):
            raise answer
    return [None if isinstance(answer, RayActorError) else answer for answer in answers]


def _first_sentence(wrong: BaseException) -> str:
    return " ".join(str(wrong).split("\n")[0].split()).rstrip(".")
