"""A store that lives as long as the process, a cage for every folder."""

from pathlib import Path

from honeyguide.storage.memory import MemoryStore

_cages: dict[Path, "CageStore"] = {}


class CageStore(MemoryStore):
    """Keeps crawls in memory, by the name of the folder that they were given."""

    @classmethod
    def open(cls, folder: Path) -> "CageStore":
        _cages[folder] = cls(_cages.get(folder))
        return _cages[folder]
