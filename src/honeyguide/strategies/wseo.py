"""Web space evolution for an ontology topic: FCWSEO, the same search with what an ontology says (WSE 6.3)."""

from __future__ import annotations

from honeyguide.strategies.wse import Parameters, Wse

__all__ = ["Parameters", "Wseo"]


class Wseo(Wse):
    """Steps 1 and 2 of Algorithm 1, the ontology and its semantic weights, are the topic's part: `honeyguide topic
    ontology` makes such a topic, and `rainstorm-disaster-ontology` is one. With another topic it runs as `wse`."""

    paper = "WSE 3, 4 and 6"
