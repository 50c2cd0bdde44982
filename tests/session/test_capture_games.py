"""Games that captures decide: the engine sees them, plays for them, and ends with them."""

from __future__ import annotations

import random

import pytest

from board_ext.coords import BLACK, PASS, WHITE, vertex_to_point
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.config.settings import Settings
from gtpengine.game.ending import game_is_over, winner_by_capture
from gtpengine.gtp.front_end import make_engine
from gtpengine.session.engine import Engine


def engine_for(stones: int, size: int, **options: str) -> Engine:
    given = {"simulations": "400", "seed": "1", "memory": "32", **options}
    rules = ("rules", f"capture-{stones}")
    return make_engine(Settings(boardsize=size, options=(rules, *given.items())))


def play(engine: Engine, moves: str) -> None:
    """Play moves of alternating colours, Black first."""
    size = engine.position.size
    for vertex in moves.split():
        engine.play(vertex_to_point(vertex, size), engine.position.to_play)


def captures(position: Position, stones: int) -> set[int]:
    """The moves that capture some ``stones``, found by playing them all."""
    found = set()
    for point in position.legal_moves():
        if position.copy().play(point) >= stones:
            found.add(point)
    return found


@pytest.mark.parametrize("size", [5, 7, 9])
@pytest.mark.parametrize("stones", [1, 2])
def test_no_capture_in_one_is_missed(size: int, stones: int) -> None:
    """In positions of random play."""
    engine = engine_for(stones, size, simulations="30")
    chance, met = random.Random(size), 0
    while met < 12:
        position = Position(size, rules_named(f"capture-{stones}"))
        while not game_is_over(position):
            winning = captures(position, stones - position.prisoners[position.to_play == WHITE])
            if winning:
                met += 1
                engine.new_game()
                for color, point in position.moves:
                    engine.play(point, color)
                assert engine.propose(position.to_play) in winning
            position.play(chance.choice(position.legal_moves() or [PASS]))


def test_a_stone_in_atari_is_saved() -> None:
    engine = engine_for(1, 5)
    play(engine, "C3 B3 C4 C2 A5 D3")  # Black's two stones keep their liberties by C5, B4 and D4
    play(engine, "E1 D4 A1 B4")  # and now have C5 alone, but White's D3 and D4 can be taken on
    assert engine.genmove(BLACK) == vertex_to_point("C5", 5)


def test_a_capture_of_fewer_stones_than_are_needed_does_not_end_the_game() -> None:
    engine = engine_for(2, 5)
    play(engine, "A1 A2 C3 B1")
    assert engine.position.prisoners == (0, 1)
    assert not game_is_over(engine.position) and engine.final_score() == 0
    move = engine.genmove(BLACK)
    assert move != PASS and engine.position.moves[-1] == (BLACK, move)


def test_after_the_capture_the_engine_passes_and_says_who_has_won() -> None:
    engine = engine_for(1, 5)
    play(engine, "C3 A1 A2 D4 B1")
    assert winner_by_capture(engine.position) == BLACK
    assert engine.genmove(WHITE) == PASS
    assert engine.final_score() == 1
    assert all(status.value == "alive" for _, status in engine.final_status().chains)


def test_who_passes_loses() -> None:
    engine = engine_for(1, 5)
    play(engine, "C3 pass")
    assert engine.final_score() == 1
    assert engine.genmove(BLACK) == PASS and engine.final_score() == 1


def test_where_all_is_lost_the_engine_does_not_give_a_stone_away() -> None:
    """Black's C3 is in atari, and White wins in the end whatever Black does."""
    engine = engine_for(1, 5, simulations="3000")
    play(engine, "C3 C2 D2 B3 E5 D3")
    assert engine.propose(BLACK) == vertex_to_point("C4", 5)
    report = engine.last_search
    assert report is not None and all(move.proven is False for move in report.moves if move.visits)


def test_black_wins_on_5x5_against_random_moves() -> None:
    engine = engine_for(1, 5, simulations="100")
    chance = random.Random(1)
    for _ in range(8):
        engine.new_game()
        while not game_is_over(engine.position):
            engine.genmove(BLACK)
            if not game_is_over(engine.position):
                engine.play(chance.choice(engine.position.legal_moves() or [PASS]), WHITE)
        assert winner_by_capture(engine.position) == BLACK


@pytest.mark.parametrize("size", [7, 9])
def test_full_strength_begins_where_territory_is(size: int) -> None:
    """Who has more of it can go on when the other side cannot; playouts alone begin at the edge."""
    engine = engine_for(1, size)
    for color in (BLACK, WHITE):
        row, column = divmod(engine.genmove(color), size)
        assert min(row, column, size - 1 - row, size - 1 - column) >= 2


@pytest.mark.parametrize("size", [5, 7])
def test_against_itself_nobody_misses_a_capture(size: int) -> None:
    engine = engine_for(1, size)
    while not game_is_over(engine.position):
        winning = captures(engine.position, 1)
        move = engine.genmove(engine.position.to_play)
        assert not winning or move in winning
    assert winner_by_capture(engine.position) in ((BLACK,) if size == 5 else (BLACK, WHITE))


def test_full_strength_beats_a_beginner_on_both_sides() -> None:
    strong, weak = engine_for(1, 7, simulations="1000"), engine_for(1, 7, rank="25k")
    for color in (BLACK, WHITE):
        for engine in (strong, weak):
            engine.new_game()
        while not game_is_over(strong.position):
            mover = strong.position.to_play
            active, other = (strong, weak) if mover == color else (weak, strong)
            move = active.genmove(mover)
            other.play(move, mover)
        assert winner_by_capture(strong.position) == color


def test_a_beginner_plays_a_whole_game_and_no_rank_is_learned() -> None:
    engine = engine_for(1, 9, rank="25k")
    while not game_is_over(engine.position) and engine.position.move_number < 150:
        assert engine.genmove(engine.position.to_play) >= PASS
    assert game_is_over(engine.position)


def test_the_search_proves_a_win_that_begins_with_a_double_atari() -> None:
    """Two white stones are put into atari at once, and Black has no stone in atari."""
    engine = engine_for(1, 7, simulations="2000")
    position = Position.from_diagram(
        """
        . . . . . . .
        . . X X . . .
        . X O . X . .
        . X . O X . .
        . . X X . . .
        . . . . . . .
        . . . . . . O
        """,
        BLACK,
        rules_named("capture-1"),
    )
    black = [p for p in range(49) if position.color_at(p) == BLACK]
    white = [p for p in range(49) if position.color_at(p) == WHITE]
    engine.set_stones(black, white, BLACK)
    assert engine.propose(BLACK) in (vertex_to_point("C4", 7), vertex_to_point("D5", 7))
    report = engine.last_search
    assert report is not None and report.moves[0].proven
