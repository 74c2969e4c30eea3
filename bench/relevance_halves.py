"""R-precision of relevance models on the labels that `rocchio` was chosen on, and on those that were held out.

    honeyguide lab relevance --web warc:wikispeedia.warc.gz --labels wikispeedia.labels.tsv --exclude "*/index/*" \\
      --draws 5 --out judged
    python bench/relevance_halves.py judged/trials.csv

Labels by their number of pages: the first, the third and so on were looked at, the others held out.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from statistics import fmean

from rich.console import Console
from rich.table import Table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trials", type=Path, metavar="TRIALS", help="the table of single trials")
    with parser.parse_args().trials.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    labels = list(dict.fromkeys(row["label"] for row in rows))
    halves = labels[::2], labels[1::2]
    table = Table(
        "model",
        *(f"{name}, {len(half)} labels" for name, half in zip(("chosen on", "held out"), halves, strict=True)),
    )
    for model in dict.fromkeys(row["model"] for row in rows):
        values = {
            label: fmean(float(row["r_precision"]) for row in rows if (row["model"], row["label"]) == (model, label))
            for label in labels
        }
        table.add_row(model, *(f"{fmean(values[label] for label in half):.3f}" for half in halves))
    Console().print(table)


if __name__ == "__main__":
    main()
