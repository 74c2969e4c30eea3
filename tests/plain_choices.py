"""What tests take that are about something else: pages judged by keywords alone, which costs little."""

from __future__ import annotations

from pathlib import Path

from honeyguide.topics.files import load_topic

RAIN_FILE = str(Path(__file__).with_name("data") / "rain-by-keywords.toml")
RAIN = load_topic(RAIN_FILE)
