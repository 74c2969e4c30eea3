"""The form of a new crawl, a section a file; `draft.py` holds what was typed."""
