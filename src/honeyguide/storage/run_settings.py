"""The settings of the last run, and what was said of the seeds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

from honeyguide import atomic
from honeyguide.config import Settings, load, to_toml
from honeyguide.errors import BadFolder
from honeyguide.storage.damage import enough_room
from honeyguide.storage.files import DESCRIPTIONS, SETTINGS
from honeyguide.storage.places import place_of


def settings_of(folder: Path) -> Settings | None:
    """Those of the last run; None where none are kept."""
    kept = folder / SETTINGS
    return load({}, file=kept, environ={}, of_folder=True).settings if kept.is_file() else None


def keep_settings_of_run(folder: Path, settings: Settings, version: str) -> None:
    """Those of a run that begins in a crawl that is there, which is kept where it is."""
    place = place_of(folder)
    with enough_room(folder):
        keep_settings(folder, replace(settings, store=place.url if place else ""), version)


def keep_settings(folder: Path, settings: Settings, version: str) -> None:
    """Those of the last run."""
    atomic.write(folder / SETTINGS, f"# honeyguide {version}\n{to_toml(settings)}")


def keep_descriptions(folder: Path, described: Mapping[str, str]) -> None:
    """Beside those that are kept already."""
    known = descriptions(folder)
    now = {**known, **described}
    if now != known:
        atomic.write(folder / DESCRIPTIONS, msgspec.json.format(msgspec.json.encode(now)).decode())


def descriptions(folder: Path) -> dict[str, str]:
    try:
        return msgspec.json.decode((folder / DESCRIPTIONS).read_bytes(), type=dict[str, str])
    except FileNotFoundError:
        return {}
    except msgspec.MsgspecError as wrong:
        raise BadFolder(f"{folder / DESCRIPTIONS}: cannot be read: {wrong}") from None
