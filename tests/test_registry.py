"""Names of parts: those that installed packages bring stand beside ours, and never in their place."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from honeyguide.registry import Registry

TOLD = "there is a strategy 'ops' already; elsewhere:Mine is left out"


def test_an_installed_part_with_the_name_of_ours_is_left_out_and_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    metadata = tmp_path / "elsewhere-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: elsewhere\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[honeyguide.strategies]\nops = elsewhere:Mine\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    registry = Registry("honeyguide.strategies", "strategy", {"ops": "honeyguide.strategies.ops:Ops"})
    with caplog.at_level(logging.WARNING):
        assert registry.names() == ["ops"]
    assert TOLD in caplog.text
    assert registry.find("ops").__module__ == "honeyguide.strategies.ops"
