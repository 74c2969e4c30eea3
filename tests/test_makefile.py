"""What `make` does when nothing is set up yet."""

import re
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_make_demo_says_what_it_waits_for() -> None:
    said = subprocess.run(
        ["make", "--dry-run", "--always-make", "demo"], check=True, cwd=ROOT, capture_output=True, text=True
    ).stdout
    assert "Setting up .venv" in said
    assert "--quiet" not in said


def test_make_demo_installs_no_extra_but_the_application() -> None:
    locked = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements.lock").read_text("utf-8"), re.MULTILINE))
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    names = {
        re.split(r"[\[><=]", each)[0]
        for extra, wanted in extras.items()
        if extra not in {"app", "all"}
        for each in wanted
    } - {"honeyguide"}
    assert {"matplotlib", "pyarrow"} <= names
    assert not names & locked


def test_the_bill_of_materials_has_all_extras_at_the_tested_versions_and_no_tool() -> None:
    told = subprocess.run(
        ["make", "--dry-run", "--always-make", "sbom"], check=True, cwd=ROOT, capture_output=True, text=True
    ).stdout
    (file,) = re.findall(r"cyclonedx-py requirements (\S+)", told)
    ours, tested = (
        dict(re.findall(r"^([a-z0-9-]+)(?:\[[a-z,]+\])?==(\S+)", (ROOT / name).read_text("utf-8"), re.MULTILINE))
        for name in (file, "requirements-dev.lock")
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [
        *project["dependencies"],
        *(each for extra in project["optional-dependencies"].values() for each in extra),
    ]
    names = {re.split(r"[\[><=;]", each)[0].strip().lower().replace("_", "-") for each in wanted} - {"honeyguide"}
    assert names <= ours.keys()
    assert ours.items() <= tested.items()
    assert not {"pytest", "mypy", "ruff", "playwright", "hatchling"} & ours.keys()
