"""What is counted of answers to a pass in finished games."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
from gtpengine.tools.regression import endings
from gtpengine.tools.regression.endings import (
    EndingCounts,
    Finished,
    count_after,
    finished_games,
    finished_json,
    fresh_engine,
    holes_of,
    is_needed,
    main,
    measure,
)

from board_ext.coords import BLACK, PASS, WHITE, point_to_vertex, vertex_to_point
from gtpengine.session.analysis import PLAIN, SearchRequest
from gtpengine.session.engine import Engine

#: Black has A and B, White D to G; the neutral point D1 is open.
ROWS = [*["  bW   "] * 6, "  b WWW"]


def write(folder: Path, rows: list[str]) -> Path:
    path = folder / "game.json"
    path.write_text(json.dumps({"board": rows, "correct_ownership": rows}))
    return path


@pytest.fixture(scope="module")
def judge() -> Engine:
    return fresh_engine(["status_simulations=500"])


@pytest.fixture
def game(tmp_path: Path, judge: Engine) -> Finished:
    return finished_json(write(tmp_path, ROWS), judge)


def test_the_owners_of_a_finished_game_are_judged(game: Finished) -> None:
    assert game.owners[vertex_to_point("A3", 7)] == BLACK
    assert game.owners[vertex_to_point("F3", 7)] == WHITE
    assert game.owners[vertex_to_point("D1", 7)] == 0


def test_a_move_inside_costs_a_point_and_a_neutral_one_nothing(
    judge: Engine, game: Finished
) -> None:
    for color, inside in ((BLACK, "A4"), (WHITE, "G4")):
        before = count_after(judge, game, color, [])
        assert count_after(judge, game, color, [vertex_to_point(inside, 7)]) == before - 1
        assert count_after(judge, game, color, [vertex_to_point("D1", 7)]) == before


def test_an_answer_under_other_rules_and_without_a_stone(game: Finished) -> None:
    point = vertex_to_point("C4", 7)
    position = game.to_answer(BLACK, "chinese", point)
    assert position.moves == [(WHITE, PASS)]
    assert position.to_play == BLACK
    assert position.color_at(point) == 0
    assert position.rules.name == "chinese"


class Scripted(Engine):
    """An engine that plays these vertices where they are legal, and then passes."""

    def __init__(self, *vertices: str) -> None:
        super().__init__()
        self._vertices = vertices

    def genmove(
        self, color: int, request: SearchRequest = PLAIN, arrival: float | None = None
    ) -> int:
        del request, arrival
        points = (vertex_to_point(vertex, self.position.size) for vertex in self._vertices)
        move = next((p for p in points if self.position.is_legal(p, color)), PASS)
        self.play(move, color)
        return move


def tally_of(engine: Engine, judge: Engine, game: Finished) -> EndingCounts:
    tally = EndingCounts()
    measure(engine, judge, game, [(BLACK, vertex_to_point("C4", 7))], tally)
    return tally


def test_faults_are_counted_and_told(
    judge: Engine, game: Finished, capsys: pytest.CaptureFixture[str]
) -> None:
    tally = tally_of(Scripted(), judge, game)
    assert (tally.settled, tally.passed, tally.wasted) == (2, 2, 0)
    assert (tally.holes, tally.forgotten, tally.dame, tally.left_open) == (1, 1, 2, 2)
    tally = tally_of(Scripted("A4", "G4"), judge, game)
    assert (tally.passed, tally.wasted, tally.points, tally.forgotten) == (0, 2, -4.0, 0)
    assert "game, B: -2 points by A4 G4" in capsys.readouterr().err
    tally = tally_of(Scripted("D1"), judge, game)
    assert (tally.passed, tally.wasted, tally.left_open) == (0, 0, 0)


@pytest.mark.parametrize(
    ("row", "move", "expected"), [(3, "C4", True), (6, "C1", True), (None, "A4", False)]
)
def test_a_move_is_a_defence_where_a_long_search_takes_points_after_a_pass(
    tmp_path: Path, judge: Engine, row: int | None, move: str, expected: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """A stone that is missing in Black's wall is needed; a stone in Black's territory is not."""
    monkeypatch.setattr(endings, "PROOF", 500)
    rows = list(ROWS)
    if row is not None:
        rows[row] = rows[row].replace("b", " ")
    found = finished_json(write(tmp_path, rows), judge)
    assert is_needed(judge, found, BLACK, vertex_to_point(move, 7)) == expected


def test_a_hole_is_a_stone_whose_absence_costs_points(judge: Engine, game: Finished) -> None:
    for color, point in holes_of(judge, game, 2):
        assert game.board.color_at(point) == color == game.owners[point]


def test_records_count_where_the_engine_counts_the_same(
    tmp_path: Path, judge: Engine, game: Finished
) -> None:
    stones = [
        [point_to_vertex(p, 7) for p in range(49) if game.board.color_at(p) == color]
        for color in (BLACK, WHITE)
    ]
    # The colours in turn; who has fewer stones passes.
    turns = itertools.zip_longest(*stones, fillvalue="pass")
    moves = " ".join(vertex for turn in turns for vertex in turn)
    lead = count_after(judge, game, BLACK, []) + game.board.komi
    results = (f"B+{lead}" if lead > 0 else f"W+{-lead}", "B+R", "B+49.5")
    path = tmp_path / "games.txt"
    path.write_text("".join(f"7\t0\t{text}\t1d\t1d\t{text}\t{moves}\n" for text in results))
    assert [found.name for found in finished_games([path], judge, 9)] == [results[0]]


def test_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, ROWS)
    assert main([str(path), "--simulations", "50", "100", "--holes", "0"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("simulations settled passed defended wasted")
    assert [line.split()[:2] for line in lines[1:]] == [["50", "2"], ["100", "2"]]


def test_a_file_that_is_no_game(tmp_path: Path, judge: Engine) -> None:
    path = tmp_path / "none.json"
    path.write_text("{}")
    with pytest.raises(ValueError, match=r"none\.json is not an autoscore game"):
        finished_json(path, judge)
