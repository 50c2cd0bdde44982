"""Engines of tests, started by the library."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from gtpengine.engines import GtpEngine


def fake(way: str = "good", once: Path | None = None) -> list[str]:
    """Return the command of the fake engine; with ``once`` it misbehaves at its first start."""
    script = str(Path(__file__).with_name("fake_engine.py"))
    return [sys.executable, "-S", "-E", script, way, *([] if once is None else [str(once)])]


def engine(way: str = "good", once: Path | None = None, **options: Any) -> GtpEngine:
    """Return the fake engine, not started yet."""
    return GtpEngine(fake(way, once), **options)


def told(engine: GtpEngine) -> list[str]:
    """Return the commands that the engine got since its start, without questions."""
    text = engine._submit(lambda: engine._program.ready().client.send("told")).result()
    lines = [" ".join(line.split()[line[:1].isdigit() :]) for line in text.split("\n")]
    return [line for line in lines if line not in ("name", "version", "list_commands", "told")]
