"""Races in games of the engine against itself."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
from gtpengine.tools.research.made_games import positions

from board_ext.coords import BLACK, EMPTY, WHITE, vertex_to_point

#: Columns of four stones side by side, cut off, with three liberties and more each.
RACE = "D1 E1 D2 E2 D3 E3 D4 E4 E5 D5 C6 F6 pass pass pass pass"


def archive(folder: Path, moves: list[int]) -> None:
    (folder / "settings.json").write_text('{"rules": "tromp-taylor"}')
    np.savez(
        folder / "games-0000000.npz",
        ownership=np.zeros((1, 81), np.int8),
        game_length=np.array([len(moves)], np.uint16),
        game_moves=np.array(moves, np.int16),
    )


def test_an_open_race_is_found_once_a_game(tmp_path: Path) -> None:
    moves = [-1 if word == "pass" else vertex_to_point(word, 9) for word in RACE.split()]
    archive(tmp_path, moves)
    (made,) = positions(tmp_path, random.Random(1))
    assert made.size == 9
    assert made.winner is None
    assert {made.colors[vertex_to_point("D1", 9)], made.colors[vertex_to_point("E1", 9)]} == {
        BLACK,
        WHITE,
    }
    assert made.colors[vertex_to_point("A9", 9)] == EMPTY


def test_a_game_without_contact_has_none(tmp_path: Path) -> None:
    archive(tmp_path, [vertex_to_point(v, 9) for v in ("A1", "J9", "A3", "J7", "A5", "J5")])
    assert list(positions(tmp_path, random.Random(1))) == []
