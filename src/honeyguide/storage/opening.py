"""From a name or a class to an open store."""

from __future__ import annotations

from honeyguide.protocols import Store
from honeyguide.registry import Registry, build, methods_of

registry = Registry(
    "honeyguide.stores",
    "store",
    {"folder": "honeyguide.storage.store:FolderStore", "memory": "honeyguide.storage.memory:MemoryStore"},
    must_have=methods_of(Store),
)
register = registry.register


def open_store(store: str | type | Store, **offered: object) -> Store:
    """A store by its name or class, opened with those of `offered` that it asks for; or one that is open."""
    kind = registry.find(store) if isinstance(store, str) else store
    opened: Store = build(getattr(kind, "open", kind), None, offered) if isinstance(kind, type) else kind
    return registry.checked(opened)
