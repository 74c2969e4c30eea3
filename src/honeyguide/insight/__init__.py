"""What did we find? Events among the items, how far they can be trusted, how current they are, how they move."""
