"""What tests take that are about something else: pages judged by keywords alone, which costs little."""

from __future__ import annotations

from msgspec.structs import replace

from honeyguide.topics.files import load_topic

RAIN = replace(load_topic("rainstorm-disaster"), relevance="tag-vsm")
