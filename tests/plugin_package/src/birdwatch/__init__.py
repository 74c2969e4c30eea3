"""Parts for Honeyguide from a package of its own: a strategy, a link model, relevance functions, a web, a store."""
