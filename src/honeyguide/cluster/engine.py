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
from honeyguide.cluster.actor import ShardActor, described
from honeyguide.cluster.rounds import ROUND_SECONDS
from honeyguide.config import Settings
from honeyguide.errors import CannotRun
from honeyguide.extras import require
from honeyguide.model import Topic

AUTO = "auto"
"""The cluster that this machine is a node of."""
_ADDRESS = "RAY_ADDRESS"
"""Where Ray's own commands look for its address."""
_LOOPBACK = "127.0.0.1"
_OPEN = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
"""What Ray calls it, on whatever system."""
_KNOCK_SECONDS = 5.0
_HELLO = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 0, _SETTINGS := 4, 0, 0, 0, 0, 0))
"""Of a client of gRPC, which Ray speaks over HTTP/2 (RFC 9113, 3.4). A server says its own settings at once, whoever
it lets in."""
_TLS = "RAY_USE_TLS"
_SHARED_MEMORY = 100_000_000
"""Messages are small: Ray would take a third of the machine's memory."""
_VITAL = {"gcs_server", "raylet"}
"""What Ray calls those of its processes that it cannot be without."""
_NO_TASK_EVENTS = {"task_events_report_interval_ms": 0}
"""They are for a dashboard, and cost a tenth of every call."""


def check_installed() -> None:
    require("ray", "a crawl in shards")


def found(cluster: str) -> str:
    """The address of a cluster where somebody listens, also for `auto`; empty for none. Where nobody does, that is
    said at once: Ray itself would try for minutes."""
    if not cluster:
        return ""
    named = (os.environ.get(_ADDRESS) or AUTO) if cluster == AUTO else cluster
    if named != AUTO:
        if wrong := _why_unreachable(named):
            raise CannotRun(f"the Ray cluster at {named} cannot be reached: {wrong}")
        return named
    tried = {address: _why_unreachable(address) for address in dict.fromkeys(_of_this_machine())}
    if there := next((address for address, wrong in tried.items() if not wrong), None):
        return there
    raise CannotRun(
        "no Ray cluster runs on this machine: start one (ray start --head), or name the address of another"
    )


def _of_this_machine() -> Iterator[str]:
    """Where clusters may be that this machine is a node of: that of the last `ray start`, and those of processes that
    run here. A Ray of a crawl on one machine listens at loopback alone, and is asked for at the machine's address in
    the world."""
    import ray  # noqa: PLC0415

    own: Any = ray._private
    if last := own.utils.read_ray_address():
        yield last
    for address in sorted(own.services.find_gcs_addresses()):
        reachable = own.services.canonicalize_bootstrap_address(address)
        if not reachable.startswith(f"{_LOOPBACK}:"):
            yield reachable


def _why_unreachable(address: str) -> str:
    """Empty where somebody listens."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    try:
        with socket.create_connection((host.strip("[]"), int(port)), _KNOCK_SECONDS) as knocked:
            return "" if os.environ.get(_TLS, "0").lower() in ("1", "true") else _why_no_ray(knocked)
    except OSError as wrong:
        return wrong.strerror or str(wrong)
    except (OverflowError, ValueError):
        return "it is no address such as 10.0.0.1:6379"


def _why_no_ray(connected: socket.socket) -> str:
    """Ray itself would try for many minutes to be understood by a web server."""
    connected.sendall(_HELLO)
    if connected.recv(len(_HELLO))[3:4] == bytes((_SETTINGS,)):
        return ""
    return "what listens there is no Ray; is it the port of its dashboard (8265) instead of Ray's own (6379)?"


@contextmanager
def started(cluster: str, shards: int) -> Iterator[None]:
    """Ray is there; one that was started for this crawl ends with it. `cluster` is the address of one."""
    check_installed()
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # it would tell its makers
    import ray  # noqa: PLC0415

    quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    on_stop = signal.getsignal(signal.SIGTERM)
    try:
        if cluster:
            with _silent():
                ray.init(address=cluster, **quiet)
        else:
            with _at_loopback(ray._private.ray_constants), _silent():
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
def _silent() -> Iterator[None]:
    """What Ray's own code in C++ writes to stderr before it has a file for it goes nowhere: what is wrong, its
    exception says."""
    try:
        ours = os.dup(2)
    except OSError:  # it is closed
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(ours, 2)
        os.close(ours)
        os.close(nowhere)


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
    whole, crawl, places = str(folder.resolve()), described(topic, seeds, settings), known_places.known()
    return [actor.remote(__version__, whole, number, crawl, places) for number in range(settings.shards)]


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


def logs() -> str:
    """The folder of Ray's logs on this machine; empty where no Ray is used."""
    import ray  # noqa: PLC0415

    node = ray._private.worker._global_node
    return str(node.get_logs_dir_path()) if node else ""


def check_alive() -> None:
    """Ray does not start its own processes again: without them a shard that dies stays away, and calls wait for long.
    Those of a cluster are not ours to watch."""
    import ray  # noqa: PLC0415

    node = ray._private.worker._global_node
    died: set[str] = {name for name, _ in node.dead_processes()} & _VITAL if node else set()
    if died:
        raise CannotRun(f"Ray's {' and '.join(sorted(died))} died; nothing stored is lost: the same command goes on")


async def all_of(calls: Iterable[Any]) -> list[Any]:
    """What all of these calls give; None for a process that died and is not there again yet."""
    from ray.exceptions import RayActorError, RayTaskError  # noqa: PLC0415

    coming = asyncio.gather(*calls, return_exceptions=True)
    while not (await asyncio.wait([coming], timeout=ROUND_SECONDS))[0]:
        check_alive()
    answers = coming.result()
    for answer in answers:
        if isinstance(answer, RayTaskError):
            raise answer.cause or answer
        if isinstance(answer, BaseException) and not isinstance(answer, RayActorError):
            raise answer
    return [None if isinstance(answer, RayActorError) else answer for answer in answers]


def _first_sentence(wrong: BaseException) -> str:
    return " ".join(str(wrong).split("\n")[0].split()).rstrip(".")
