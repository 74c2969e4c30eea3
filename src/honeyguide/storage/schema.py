"""The tables of a crawl. It only ever appends rows, so that a page costs the same late in it as early.

`docs/folder.md` describes them for those who read them with other tools.
"""

from __future__ import annotations

VERSION = 8

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

PAGES = """
CREATE TABLE pages (                                   -- what was found: a row for each visit that brought a page
  visit INTEGER PRIMARY KEY,
  link INTEGER NOT NULL,
  relevance REAL NOT NULL,
  on_topic BOOLEAN NOT NULL,
  duplicate_of INTEGER,                                -- an earlier link with (nearly) the same text
  fingerprint BLOB NOT NULL,                           -- for near-duplicates; empty for none
  language TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  canonical TEXT NOT NULL,                             -- the address that the page claims, when it is another one
  noindex BOOLEAN NOT NULL,
  evidence TEXT NOT NULL,                              -- JSON: how every topic term contributed
  text TEXT,                                           -- of pages on topic; all raw responses are in the WARC
  links BLOB                                           -- what its links look like, see page_links.py; NULL: not known
)"""

FEATURES = "ALTER TABLE pages ADD COLUMN features BLOB"
"""What a model judges the page again by; NULL: its raw response does."""

KIND = "ALTER TABLE pages ADD COLUMN kind TEXT NOT NULL DEFAULT 'html'"
"""`html`, `text` or `pdf`."""

MARKS = """
CREATE TABLE marks (                                   -- what people say of pages
  link INTEGER PRIMARY KEY,
  on_topic BOOLEAN NOT NULL,                           -- so are the page's rows in `pages`, whatever they score
  at REAL NOT NULL,
  judged BOOLEAN NOT NULL                              -- what the relevance model says: counts when the mark is gone
)"""

SEARCH_CHANGES = """
CREATE TABLE search_changes (                          -- pages that joined or left after they came: the search index
  visit INTEGER PRIMARY KEY                            -- has yet to hear of it
)"""

PAGES_OF_LINK = "CREATE INDEX pages_of_link ON pages (link, visit)"

NEWEST_PAGES = """
CREATE VIEW newest_pages AS                            -- each link once
  SELECT * FROM pages WHERE NOT EXISTS (
    SELECT 1 FROM pages AS newer WHERE newer.link = pages.link AND newer.visit > pages.visit
  )"""

TOTALS = """
CREATE TABLE totals (                                  -- pages, on_topic, duplicates, bytes, settled (links that do
  name TEXT PRIMARY KEY, value NUMERIC NOT NULL        -- not wait any more), foreign (links that other shards
                                                       -- fetched), first_visit, last_visit
) WITHOUT ROWID"""

OUTCOME_TOTALS = """
CREATE TABLE outcome_totals (
  outcome TEXT PRIMARY KEY, visits INTEGER NOT NULL
) WITHOUT ROWID"""

HOST_TOTALS = """
CREATE TABLE host_totals (                             -- of hosts that gave a page
  host INTEGER PRIMARY KEY, pages INTEGER NOT NULL, on_topic INTEGER NOT NULL
)"""

REFERRALS = """
CREATE TABLE referrals (                               -- pages that other shards of the crawl fetched, with links of
  visit INTEGER PRIMARY KEY,                           -- this one on them
  link INTEGER NOT NULL,
  relevance REAL NOT NULL,
  on_topic BOOLEAN NOT NULL,
  title TEXT NOT NULL,
  links BLOB,                                          -- as in `pages`
  features BLOB
)"""

OUTBOX = """
CREATE TABLE outbox (                                  -- what other shards are to hear, until they have stored it
  shard INTEGER NOT NULL,
  id INTEGER NOT NULL,
  message BLOB NOT NULL,
  PRIMARY KEY (shard, id)
) WITHOUT ROWID"""

LINKS_ELSEWHERE = """
CREATE TABLE links_elsewhere (                         -- of a page, here or in `referrals`: how many more links it
  link INTEGER PRIMARY KEY, links INTEGER NOT NULL     -- has than `citations` names, which other shards own
)"""

TABLES = (
    """
CREATE TABLE meta (
  key TEXT PRIMARY KEY, value TEXT NOT NULL            -- schema_version, honeyguide_version, topic, strategy, seed
) WITHOUT ROWID""",
    """
CREATE TABLE hosts (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL
)""",
    """
CREATE TABLE links (                                   -- every URL that the crawl knows, in order of discovery
  id INTEGER PRIMARY KEY,
  url TEXT NOT NULL,
  host INTEGER NOT NULL,
  depth INTEGER NOT NULL,                              -- clicks from a seed
  parent INTEGER NOT NULL,                             -- the link whose page first named it; -1 for a seed, -2 where
                                                       -- another shard of the crawl fetched this
  hops INTEGER NOT NULL,                               -- redirects in a row that led here
  hash INTEGER NOT NULL                                -- XXH3 of the URL, 64 bits: what it is on every machine
)""",
    """
CREATE TABLE citations (                               -- every occurrence of a link on a page
  source INTEGER NOT NULL,
  target INTEGER NOT NULL,
  anchor TEXT,                                         -- NULL: not a link but a redirect from source to target,
  relevance REAL NOT NULL,                             -- of the anchor; for a redirect, the score passed on
  around REAL,                                         -- relevance of the text around it; NULL: nobody asked
  position INTEGER                                     -- its place among the page's links; NULL: not known
)""",
    """
CREATE TABLE link_state (                              -- what the strategy keeps with a link: its own two numbers
  link INTEGER PRIMARY KEY, value REAL NOT NULL, second_value REAL NOT NULL
)""",
    """
CREATE TABLE visits (                                  -- every request and how it ended
  id INTEGER PRIMARY KEY,
  link INTEGER NOT NULL,
  at REAL NOT NULL,
  seconds REAL NOT NULL,
  outcome TEXT NOT NULL,
  status INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  final BOOLEAN NOT NULL,                              -- 0: it is tried again
  again_at REAL,                                       -- when that is worth it; NULL when it never is
  detail TEXT NOT NULL,
  warc_file TEXT, warc_offset INTEGER, warc_length INTEGER
)""",
    PAGES,
    FEATURES,
    KIND,
    PAGES_OF_LINK,
    NEWEST_PAGES,
    ELEMENTS,
    MARKS,
    SEARCH_CHANGES,
    REFERRALS,
    OUTBOX,
    LINKS_ELSEWHERE,
    """
CREATE TABLE events (                                  -- what happened beside the visits
  id INTEGER PRIMARY KEY,
  at REAL NOT NULL,
  kind TEXT NOT NULL,
  detail TEXT NOT NULL,
  visit INTEGER NOT NULL,                              -- it happened before the visit with this id
  link INTEGER
)""",
    TOTALS,
    OUTCOME_TOTALS,
    HOST_TOTALS,
    """
CREATE TABLE state (                                   -- what the crawl must know to go on; replaced at every commit
  key TEXT PRIMARY KEY, value TEXT NOT NULL
) WITHOUT ROWID""",
)

COUNT_AGAIN = (
    """
INSERT INTO totals
  SELECT 'pages', count(*) FROM pages
  UNION ALL SELECT 'on_topic', count(*) FROM pages WHERE on_topic AND duplicate_of IS NULL
  UNION ALL SELECT 'duplicates', count(duplicate_of) FROM pages
  UNION ALL SELECT 'bytes', coalesce(sum(bytes), 0) FROM visits
  UNION ALL SELECT 'settled', count(DISTINCT link) FROM visits WHERE final
  UNION ALL SELECT 'first_visit', min(at) FROM visits HAVING count(*) > 0
  UNION ALL SELECT 'last_visit', max(at) FROM visits HAVING count(*) > 0
""",
    "INSERT INTO outcome_totals SELECT outcome, count(*) FROM visits GROUP BY outcome",
    """
INSERT INTO host_totals
  SELECT host, count(*), count(*) FILTER (WHERE on_topic AND duplicate_of IS NULL)
  FROM pages JOIN links ON links.id = pages.link GROUP BY host
""",
)
"""Fills empty tables of totals."""

UPGRADES = {
    1: (
        "ALTER TABLE citations ADD COLUMN around REAL",
        "CREATE TABLE kept (link INTEGER PRIMARY KEY, one REAL NOT NULL, other REAL NOT NULL)",
    ),
    2: (ELEMENTS,),
    3: (
        "ALTER TABLE kept RENAME TO link_state",
        "ALTER TABLE link_state RENAME COLUMN one TO value",
        "ALTER TABLE link_state RENAME COLUMN other TO second_value",
        "ALTER TABLE links ADD COLUMN hash INTEGER NOT NULL DEFAULT 0",
        "UPDATE links SET hash = url_hash(url)",
        "ALTER TABLE citations ADD COLUMN position INTEGER",
        "ALTER TABLE pages RENAME TO old_pages",
        PAGES,
        "INSERT INTO pages SELECT *, NULL FROM old_pages ORDER BY visit",
        "DROP TABLE old_pages",
        PAGES_OF_LINK,
        NEWEST_PAGES,
        "ALTER TABLE events ADD COLUMN visit INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE events ADD COLUMN link INTEGER",
        "CREATE INDEX visits_at ON visits (at)",
        "UPDATE events SET visit = (SELECT count(*) FROM visits WHERE visits.at < events.at)",
        "DROP INDEX visits_at",
        """
UPDATE events SET visit = seen FROM (SELECT id AS event, max(visit) OVER (ORDER BY id) AS seen FROM events)
  WHERE id = event""",
        TOTALS,
        OUTCOME_TOTALS,
        HOST_TOTALS,
        *COUNT_AGAIN,
    ),
    4: (FEATURES, MARKS, SEARCH_CHANGES),
    5: (KIND,),
    6: (REFERRALS, OUTBOX),
    7: (LINKS_ELSEWHERE,),
}
"""What makes a folder of this version one of the next; `url_hash` is `link_table.url_hash`."""
