"""Who published what, when? The elements of a page: title, time, source, author, content, keywords (NEWS def. 3.2.2)."""
