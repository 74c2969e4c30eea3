"""What `stop_when` says, taken apart: its form is checked where settings are."""

from __future__ import annotations

from typing import NamedTuple


class StopRules(NamedTuple):
    recall: float = 0.0
    """Stop when so much of what can be found is found …"""
    confidence: float = 0.95
    """… with this confidence."""
    harvest: float = 0.0
    """Stop when a smaller share is on topic …"""
    over: int = 200
    """… of the last so many pages."""


def stop_rules(text: str) -> StopRules:
    """`recall 0.9 confidence 0.95 or harvest 0.02 over 200`; what is left out is as above, 0 for never."""
    words = [word for word in text.split() if word != "or"]
    told = dict(zip(words[::2], map(float, words[1::2]), strict=True))
    if "over" in told:
        told["over"] = int(told["over"])
    return StopRules(**told)  # type: ignore[arg-type]
