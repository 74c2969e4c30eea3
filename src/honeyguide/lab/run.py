"""One call: run an experiment, and write its report."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from honeyguide import atomic
from honeyguide.errors import BadInput
from honeyguide.extras import require
from honeyguide.lab.experiment import Experiment, checked, read_experiment
from honeyguide.lab.model import Report
from honeyguide.lab.processes import all_cores
from honeyguide.lab.report import write
from honeyguide.lab.runner import ExperimentRunner
from honeyguide.progress import Progress, silent

FIGURES = "report.json"
"""The report for programs."""


def run_experiment(
    experiment: str | Path | Mapping[str, Any] | Experiment,
    out: str | Path | None = None,
    *,
    jobs: int = 0,
    progress: Progress = silent,
) -> Report:
    """Crawl as a TOML file says, or its tables as dicts, and write the report into the folder `out`.

    Finished runs that are there are not run again. For a file `out` is by default its name with `-lab`, beside it.
    """
    require("matplotlib", "a report with charts")
    if isinstance(experiment, str | Path):
        folder = Path(out) if out else default_folder(Path(experiment))
        experiment = read_experiment(Path(experiment))
    elif out is None:
        raise BadInput("an experiment that is no file needs a folder for its report: give out")
    else:
        folder = Path(out)
    if not isinstance(experiment, Experiment):
        experiment = checked(dict(experiment), lambda *place: f"experiment, {'.'.join(place)}")
    with ExperimentRunner(experiment, jobs or all_cores(), progress) as runner:
        report = runner.run(folder)
    write(report, folder)
    atomic.write(folder / FIGURES, msgspec.json.encode(report))
    return report


def read_report(folder: Path) -> Report | None:
    """What came of the experiment in this folder; None where it has not ended."""
    try:
        return msgspec.json.decode((folder / FIGURES).read_bytes(), type=Report)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError) as wrong:
        raise BadInput(f"{folder / FIGURES}: is no report of an experiment: {wrong}") from None


def default_folder(file: Path) -> Path:
    return file.with_name(f"{file.stem}-lab")
