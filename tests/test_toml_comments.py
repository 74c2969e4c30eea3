from __future__ import annotations

import tomllib

from honeyguide.toml_comments import with_comments

EDITED = """\
# My birds.

name = "bird"  # the name
languages = [
  "en", # English
  # and Chinese
  "zh",
]

[keywords]
# the best
bird = 1.0
"song # bird" = 0.5 # a "quoted" one
# struck = 0.2
nest = 0.4
gone = 0.1   # too common

[thresholds] # lower
page = 0.1
# the end
"""
NEW = """\
name = "bird"
languages = ["en", "zh"]

[keywords]
bird = 1.0
nest = 0.3
"song # bird" = 0.5
plumage = 0.2

[thresholds]
page = 0.2
"""
BOTH = """\
# My birds.

name = "bird"  # the name
# English
# and Chinese
languages = ["en", "zh"]

[keywords]
# the best
bird = 1.0
# struck = 0.2
nest = 0.3
"song # bird" = 0.5  # a "quoted" one
plumage = 0.2
# gone: too common

[thresholds]  # lower
page = 0.2
# the end
"""


def test_a_file_that_is_written_anew_keeps_the_comments_of_the_edited_one() -> None:
    assert with_comments(NEW, EDITED) == BOTH
    assert tomllib.loads(BOTH) == tomllib.loads(NEW)


def test_comments_stay_as_they_are_however_often_a_file_is_written() -> None:
    first = with_comments(NEW, BOTH)
    assert with_comments(NEW, first) == first
    assert [line for line in first.splitlines() if line] == [line for line in BOTH.splitlines() if line]


def test_a_file_without_comments_is_as_it_was() -> None:
    assert with_comments(NEW, NEW) == NEW
    assert with_comments(NEW, "") == NEW


def test_comments_of_a_table_that_is_no_more_stand_at_the_end() -> None:
    edited = NEW + '\n[synonyms]\n# also\nnest = ["nests"]  # plural\n# more\n'
    assert with_comments(NEW, edited) == NEW + "# also\n# nest: plural\n# more\n"
