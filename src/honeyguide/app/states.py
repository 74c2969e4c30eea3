"""How the states of a crawl look."""

from __future__ import annotations

from honeyguide.workspace import State

COLOURS = {
    State.RUNNING: "positive",
    State.PAUSED: "warning",
    State.STOPPED: "secondary",
    State.FINISHED: "primary",
    State.DAMAGED: "negative",
}
