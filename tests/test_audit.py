"""`make audit` fails on advisories, and on nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.audit import audit

KNOWN = {"name": "a", "version": "1.0", "vulns": [{"id": "X-1", "fix_versions": ["1.1"]}]}
CLEAN = {"name": "b", "version": "2.0", "vulns": []}
SKIPPED = {"name": "c", "skip_reason": "could not be asked for"}


def tool(folder: Path, *dependencies: object) -> str:
    """What answers as pip-audit does."""
    path = folder / "pip-audit"
    report = json.dumps({"dependencies": dependencies, "fixes": []})
    path.write_text(f"#!/bin/sh\necho '{report}'\n" if dependencies else "#!/bin/sh\nexit 1\n")
    path.chmod(0o755)
    return str(path)


def test_an_advisory_fails_and_is_named_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert audit(tool(tmp_path, KNOWN, CLEAN), ["x.lock", "y.lock"]) == 1
    said = capsys.readouterr().out
    assert "x.lock: 1 known advisories for 2 packages." in said
    assert said.count("a 1.0: X-1, mended in 1.1\n") == 1


def test_what_could_not_be_asked_for_is_said_and_does_not_fail(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit(tool(tmp_path, CLEAN, SKIPPED), ["x.lock"]) == 0
    said = capsys.readouterr().out
    assert said == "x.lock: no known advisories for 1 packages. The list did not answer for 1 more.\n"
    for unreachable in (tool(tmp_path), tool(tmp_path, SKIPPED)):
        assert audit(unreachable, ["x.lock"]) == 0
        said = capsys.readouterr().out
        assert said == "x.lock: not checked, since the list of advisories cannot be reached from here.\n"
