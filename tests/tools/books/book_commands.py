"""Helpers for the tests of ``gtpengine book``."""

from __future__ import annotations

from pathlib import Path

from gtpengine.cli import main


def book(*words: str) -> int:
    return main(["book", *words])


def write_records(path: Path) -> None:
    games = ["E5 C3 G7 C7"] * 6 + ["C3 E5 G7"] * 4 + ["G7 E5 C3"] * 2
    path.write_text("".join(f"9\t7\tB+R\t3d\t3d\tx\t{moves}\n" for moves in games))
