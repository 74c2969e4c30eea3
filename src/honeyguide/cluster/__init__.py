"""A crawl over several processes or machines: shards that own sites, and a coordinator that keeps them focused."""
