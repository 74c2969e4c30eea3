"""Who published what, and when? The elements of a page (NEWS def. 3.2.2)."""
