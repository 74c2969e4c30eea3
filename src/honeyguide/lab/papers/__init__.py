"""The papers' own comparisons, run again: what was published, what comes out here, and where the two agree."""
