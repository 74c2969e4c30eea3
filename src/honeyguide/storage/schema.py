"""The tables of `crawl.db`. Rows are only ever appended, so that a page costs the same late in a crawl as early."""

from __future__ import annotations

VERSION = 3

ELEMENTS = """
CREATE TABLE elements (                                -- of pages on topic (NEWS def. 3.2.2)
  link INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  published TEXT NOT NULL,                             -- as the page tells it, ISO 8601; empty for none
  updated TEXT NOT NULL,
  moment REAL,                                         -- published, in seconds since 1970; NULL when it cannot be
  source TEXT NOT NULL,
  author TEXT NOT NULL,
  language TEXT NOT NULL,
  content TEXT NOT NULL,
  keywords TEXT NOT NULL,                              -- JSON: terms with weights, the best first
  fingerprint BLOB NOT NULL                            -- of the content
)"""

TABLES = f"""
CREATE TABLE meta (
  key TEXT PRIMARY KEY, value TEXT NOT NULL            -- schema_version, honeyguide_version, created, topic, ...
) WITHOUT ROWID;

CREATE TABLE hosts (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL
);

CREATE TABLE links (                                   -- every URL that the crawl knows, in order of discovery
  id INTEGER PRIMARY KEY,
  url TEXT NOT NULL,
  host INTEGER NOT NULL,
  depth INTEGER NOT NULL,                              -- clicks from a seed
  parent INTEGER NOT NULL,                             -- the link whose page first named it; -1 for a seed
  hops INTEGER NOT NULL                                -- redirects in a row that led here
);

CREATE TABLE citations (                               -- every occurrence of a link on a page
  source INTEGER NOT NULL,
  target INTEGER NOT NULL,
  anchor TEXT,                                         -- NULL: not a link but a redirect from source to target,
  relevance REAL NOT NULL,                             -- of the anchor; for a redirect, the score passed on
  around REAL                                          -- relevance of the text around it; NULL: nobody asked
);

CREATE TABLE kept (                                    -- what the strategy keeps with a link, two numbers
  link INTEGER PRIMARY KEY, one REAL NOT NULL, other REAL NOT NULL
);

CREATE TABLE visits (                                  -- every request and how it ended
  id INTEGER PRIMARY KEY,
  link INTEGER NOT NULL,
  at REAL NOT NULL,
  seconds REAL NOT NULL,
  outcome TEXT NOT NULL,
  status INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  final INTEGER NOT NULL,                              -- 0: it is tried again
  again_at REAL,                                       -- when that is worth it; NULL when it never is
  detail TEXT NOT NULL,
  warc_file TEXT, warc_offset INTEGER, warc_length INTEGER
);

CREATE TABLE pages (                                   -- what was found
  visit INTEGER PRIMARY KEY,
  link INTEGER NOT NULL UNIQUE,
  relevance REAL NOT NULL,
  on_topic INTEGER NOT NULL,
  duplicate_of INTEGER,                                -- an earlier link with (nearly) the same text
  fingerprint BLOB NOT NULL,                           -- for near-duplicates; empty for none
  language TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  canonical TEXT NOT NULL,                             -- the address that the page claims, when it is another one
  noindex INTEGER NOT NULL,
  evidence TEXT NOT NULL,                              -- JSON: how every topic term contributed
  text TEXT                                            -- of pages on topic; all raw responses are in the WARC
);

{ELEMENTS};

CREATE TABLE events (
  id INTEGER PRIMARY KEY, at REAL NOT NULL, kind TEXT NOT NULL, detail TEXT NOT NULL
);

CREATE TABLE state (                                   -- what the crawl must know to go on; replaced at every commit
  key TEXT PRIMARY KEY, value TEXT NOT NULL
) WITHOUT ROWID;
"""

UPGRADES = {
    1: (
        "ALTER TABLE citations ADD COLUMN around REAL",
        "CREATE TABLE kept (link INTEGER PRIMARY KEY, one REAL NOT NULL, other REAL NOT NULL)",
    ),
    2: (ELEMENTS,),
}
"""What makes a folder of this version one of the next."""
