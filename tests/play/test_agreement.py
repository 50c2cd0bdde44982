"""A finished board: what each side has, marks, an objection, and playing on to settle it."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK, EMPTY, WHITE
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.judge import life
from gtpengine.judge.life import FinalStatus
from gtpengine.play.agreement import Agreement
from gtpengine.play.session import PlaySession
from gtpengine.play.stage import Stage
from gtpengine.play.terms import PlaySettings
from gtpengine.play.trouble import PlayError
from tests.play.test_session import at, finished, stage


def position(rules: str = "chinese", handicap: int = 0, komi: float = 0.5) -> Position:
    """Black has the left three columns of 5x5 with a white stone on A3, White the right two."""
    found = Position(5, rules_named(rules), komi)
    black = [at(f"C{row}") for row in range(1, 6)]
    white = [at(f"D{row}") for row in range(1, 6)] + [at("A3")]
    found.set_up(black, white, BLACK, handicap)
    return found


def with_dead(board: Position, *dead: str) -> FinalStatus:
    gone = {at(vertex) for vertex in dead}
    chains = [
        (chain, life.Status.DEAD if chain[0] in gone else life.Status.ALIVE)
        for chain in life.all_chains(board)
    ]
    return FinalStatus(tuple(chains))


@pytest.mark.parametrize(
    ("rules", "handicap", "black", "white"),
    [
        ("chinese", 0, "10 territory + 5 stones = 15", "5 territory + 5 stones + 0.5 komi = 10.5"),
        ("japanese", 0, "10 territory + 1 prisoner = 11", "5 territory + 0.5 komi = 5.5"),
        (
            "chinese",
            2,
            "10 territory + 5 stones = 15",
            "5 territory + 5 stones + 0.5 komi + 2 for the handicap = 12.5",
        ),
    ],
)
def test_what_each_side_has(rules: str, handicap: int, black: str, white: str) -> None:
    board = position(rules, handicap)
    count = Agreement(BLACK).count(board, with_dead(board, "A3"))
    assert tuple(str(count.sides[color].text) for color in (BLACK, WHITE)) == (black, white)
    assert count.sides[BLACK].total - count.sides[WHITE].total == count.score


@pytest.mark.parametrize(("person", "disputed"), [(BLACK, True), (WHITE, False)])
def test_marks_are_an_objection_where_they_cost_the_engine_points(
    person: int, disputed: bool
) -> None:
    board = position()
    agreement = Agreement(person)
    agreement.count(board, with_dead(board))
    assert agreement.disputed() == []
    agreement.toggle(board, at("A3"))
    assert agreement.disputed() == ([at("A3")] if disputed else [])


@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_what_the_engine_calls_dead_and_does_not_capture_lives_where_area_counts(
    rules: str,
) -> None:
    board = position(rules)
    agreement = Agreement(WHITE)
    agreement.count(board, with_dead(board, "A3"))
    agreement.toggle(board, at("A3"))
    agreement.play_on(board)
    assert agreement.played_on and agreement.marked is None
    where = {at(f"{column}{row}") for column in "AB" for row in range(1, 6)} - {at("A3")}
    assert agreement.place_to_capture(board) == (where if rules == "chinese" else set())
    again = agreement.count(board, with_dead(board, "A3"))
    assert (at("A3") in again.dead) == (rules == "japanese")


def test_playing_on_without_an_objection_settles_nothing() -> None:
    board = position()
    agreement = Agreement(BLACK)
    agreement.count(board, with_dead(board, "A3"))
    agreement.play_on(board)
    assert not agreement.played_on and not agreement.place_to_capture(board)


def dispute() -> PlaySession:
    """A game in which the person, Black, calls White's living stones dead."""
    game = finished("A3 E3")
    game.engine_work()
    game.toggle_dead(at("D3"))
    return game


def test_the_engine_does_not_agree_to_lose_living_stones() -> None:
    game = dispute()
    assert game.agree() == ""
    assert stage(game) is Stage.PLAYING
    assert [str(text) for text in game.remarks] == [
        "The engine does not agree about D1 D2 D3 E3 D4 D5. The game goes on: capture what is dead,"
        " then pass."
    ]
    game.pass_turn()
    while game.due:
        game.engine_work()
    assert stage(game) is Stage.AGREEING
    game.toggle_dead(at("D3"))
    with pytest.raises(PlayError, match="does not agree about .*: change the marks, or play on"):
        game.agree()
    game.toggle_dead(at("D3"))
    assert game.agree() and stage(game) is Stage.OVER


def test_marks_that_cost_the_person_are_agreed_on() -> None:
    game = finished("A3 E3")
    game.engine_work()
    game.toggle_dead(at("C3"))
    assert game.agree().startswith("W+") and stage(game) is Stage.OVER


def test_stones_that_the_person_calls_alive_are_captured_at_whatever_rank() -> None:
    walls = "".join(f";B[e{row}];W[f{row}]" for row in "abcdefghi")
    game = PlaySession.from_sgf(
        f"(;SZ[9]KM[6.5]RU[chinese]{walls};B[hb];W[gc];B[];W[])",
        PlaySettings(options={"rank": "25k", "memory": "16", "status_simulations": "600"}),
        hint_simulations=300,
    )
    game.engine_work()
    stone = at("H8", 9)
    assert game.counted is not None and stone in game.counted.dead
    game.toggle_dead(stone)
    assert game.agree() == ""
    for _ in range(6):
        if game.position.color_at(stone) == EMPTY:
            break
        game.pass_turn()
        while game.due == "move":
            game.engine_work()
    assert game.position.color_at(stone) == EMPTY
    assert game.stage is Stage.PLAYING
