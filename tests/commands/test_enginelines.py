"""What to enter in other programs: a line for each."""

from __future__ import annotations

from pathlib import Path

from gtpengine.commands.enginelines import EngineEntry, lines_to_paste, own_program


def test_lines_to_paste_name_each_program_once() -> None:
    lines = lines_to_paste(EngineEntry("/opt/gtpengine", "--threads 2 --time-per-move 5"))
    for name in ("Sabaki", "GoGui", "Lizzie", "KaTrain", "KGS"):
        assert sum(line.startswith(name) for line in lines) == 1
    [kgs] = [line for line in lines if line.startswith("KGS")]
    assert kgs.endswith("--threads 2"), "a server sends a clock"
    assert Path(own_program()).name.startswith("gtpengine")
