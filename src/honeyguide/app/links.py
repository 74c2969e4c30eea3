"""Links to pages of other people."""

from __future__ import annotations

from nicegui import ui


def outward(url: str, words: str = "") -> ui.element:
    """Opens in a tab that knows nothing of this one; what is not http or https is text."""
    shown = words or url
    if not url.startswith(("http://", "https://")):
        return ui.label(shown).classes("break-all")
    return ui.link(shown, url, new_tab=True).props('rel="noopener noreferrer"').classes("break-all")
