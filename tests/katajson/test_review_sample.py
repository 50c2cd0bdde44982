"""The script of docs/guides/review.md lists the costly moves of a game."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "docs/samples/review.py"


def review(path: Path, visits: int) -> list[str]:
    """Return the lines that the script prints about a game."""
    search_path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    run = subprocess.run(
        [sys.executable, str(SCRIPT), str(path), str(visits)],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env=os.environ | {"PATH": search_path},
    )
    return run.stdout.splitlines()


def test_the_sample_game_is_reviewed() -> None:
    lines = review(ROOT / "docs/samples/game.sgf", 60)
    assert lines
    for line in lines:
        assert re.fullmatch(r"move +\d+  [BW] [A-HJ]\d +costs +\d+ %: ([A-HJ]\d|pass)", line)


def test_a_missed_capture_is_found_in_a_game_with_set_up_stones(tmp_path: Path) -> None:
    # Two columns in atari: E7 captures seven stones for Black, and six for White.
    columns = {"AB": [("c", 7), ("e", 6)], "AW": [("d", 7), ("f", 7)]}
    stones = "".join(
        key + "".join(f"[{column}{'gfedcba'[row]}]" for column, n in groups for row in range(n))
        for key, groups in columns.items()
    )
    game = tmp_path / "game.sgf"
    game.write_text(f"(;GM[1]FF[4]SZ[7]KM[7]{stones};B[];W[ea];B[];W[])", encoding="utf-8")
    [line, *_] = review(game, 200)
    assert re.fullmatch(r"move +1  B pass costs +\d+ %: E7", line)
