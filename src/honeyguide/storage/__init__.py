"""What do we keep? The folder of a crawl, or another store; all SQL."""
