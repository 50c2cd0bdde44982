"""Numbers of move paths and of legal positions against published values.

The deep rows take about 20 minutes: ``pytest -m slow tests/board_ext/benches/test_perft.py``.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from board_ext.benches.perft import count_legal_positions, perft
from board_ext.coords import BLACK, PASS, WHITE, vertex_to_point
from board_ext.legality import IllegalMoveError
from board_ext.position import Position
from board_ext.rules import RULES, Ko

DATA = Path(__file__).parents[4] / "shared" / "data" / "rules" / "go_perft.json"
TABLE: dict[str, Any] = json.loads(DATA.read_text()) if DATA.exists() else {}
RULES_OF = {"tt": RULES["tromp-taylor"], "cgos": RULES["cgos"]}
# Rows up to this many paths run by default, which takes a fraction of a second each.
QUICK = 4_000_000

needs_table = pytest.mark.skipif(not TABLE, reason=f"{DATA} is missing")


def position_of_fen(fen: str, rules: str) -> Position:
    """Rows top first, then the side to move, then the number of passes (0 throughout)."""
    if fen == "empty19":
        fen = "/".join(["." * 19] * 19) + " b 0"
    rows, side, passes = fen.split()
    assert passes == "0"
    text = rows.replace("/", "\n").replace("b", "X").replace("w", "O")
    to_play = BLACK if side == "b" else WHITE
    return Position.from_diagram(text, to_play=to_play, rules=RULES_OF[rules])


def rows(slow: bool) -> Iterator[Any]:
    """One parameter set for each depth of each row."""
    for case in TABLE.get("cases", []):
        for rules in case["rules"]:
            for depth, paths in enumerate(case["perft"]):
                if (paths > QUICK) is slow:
                    name = f"{case['name']} {rules} depth {depth}"
                    yield pytest.param(case["fen"], rules, depth, paths, id=name)


@needs_table
@pytest.mark.parametrize(("fen", "rules", "depth", "paths"), list(rows(slow=False)))
def test_perft(fen: str, rules: str, depth: int, paths: int) -> None:
    assert perft(position_of_fen(fen, rules), depth) == paths


@needs_table
@pytest.mark.slow
@pytest.mark.parametrize(("fen", "rules", "depth", "paths"), list(rows(slow=True)))
def test_perft_deep(fen: str, rules: str, depth: int, paths: int) -> None:
    assert perft(position_of_fen(fen, rules), depth) == paths


@needs_table
@pytest.mark.parametrize("case", TABLE.get("move_cases", []), ids=lambda case: str(case["name"]))
def test_move_cases(case: dict[str, Any]) -> None:
    position = position_of_fen(case["fen"], case["rules"])
    for vertex in case.get("play_seq", []) + ([case["play"]] if "play" in case else []):
        position.play(vertex_to_point(vertex, position.size))
    if "after" in case:
        assert position == position_of_fen(case["after"], case["rules"])
    for vertex in case.get("illegal", []) + case.get("then_illegal", []):
        point = vertex_to_point(vertex, position.size)
        assert not position.is_legal(point)
        with pytest.raises(IllegalMoveError):
            position.play(point)
    for vertex in case.get("then_legal", []):
        assert position.is_legal(vertex_to_point(vertex, position.size))


@needs_table
def test_history_of_the_game_counts() -> None:
    """Paths from a position in mid-game are cut by the boards before it."""
    fen = next(c["fen"] for c in TABLE["cases"] if c["name"] == "5x5 triple ko tt")
    position = position_of_fen(fen, "tt")
    children = 0
    for point in [*position.legal_moves(), PASS]:
        position.play(point)
        children += perft(position, 4)
        position.undo()
    assert children == perft(position, 5) == 8451


def test_each_ko_rule_cuts_other_paths() -> None:
    """From depth 7 on, two paths can meet the same board with the other side to move."""
    paths = {}
    for ko in Ko:
        rules = dataclasses.replace(RULES["cgos"], ko=ko)
        paths[ko] = [perft(Position(2, rules), depth) for depth in (6, 8)]
    assert paths[Ko.SIMPLE][0] == paths[Ko.SITUATIONAL][0] == paths[Ko.POSITIONAL][0] == 604
    assert paths[Ko.SIMPLE][1] > paths[Ko.SITUATIONAL][1] > paths[Ko.POSITIONAL][1] == 2184


def test_two_passes_end_the_game() -> None:
    position = Position(3, RULES["tromp-taylor"])
    position.play(PASS)
    assert perft(position, 1) == 10
    position.play(PASS)
    assert perft(position, 0) == 1
    assert perft(position, 1) == 0


def test_perft_refuses_a_negative_depth() -> None:
    with pytest.raises(ValueError, match="depth -1"):
        perft(Position(3), -1)


def legal_positions(size: int) -> int:
    """The published number; size 1 (where it is 1) is below our smallest board."""
    return int(TABLE["legal_positions_square"][size])


@needs_table
@pytest.mark.parametrize("size", [2, 3])
def test_legal_positions(size: int) -> None:
    assert count_legal_positions(size) == legal_positions(size)


@needs_table
@pytest.mark.slow
def test_legal_positions_4() -> None:
    assert count_legal_positions(4) == legal_positions(4) == 24318165


@pytest.mark.parametrize("size", [1, 5])
def test_legal_positions_out_of_reach(size: int) -> None:
    with pytest.raises(ValueError, match="2 to 4"):
        count_legal_positions(size)
