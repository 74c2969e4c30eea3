"""From a corpus to a domain ontology, and from it to the weights of a topic (ALGORITHMS T2)."""
