"""Draws the picture of README: `python docs/samples/draw_board.py docs/pictures/board.svg`.

A position of docs/samples/game.sgf with the best moves, their win rates in per cent, and the owner
of each point. With one thread and fixed simulations the picture is the same each time.
"""

from __future__ import annotations

import sys
from pathlib import Path

import gtpengine

HERE = Path(__file__).parent

game = gtpengine.Game.read(HERE / "game.sgf")
position = list(game.positions())[22]
with gtpengine.Search() as search:
    report = search.run(position, simulations=20_000)
Path(sys.argv[1]).write_text(report.svg(width=420), encoding="utf-8")
