"""What agents see, may do and get."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="NOT TESTED: gtpengine.env; make rl installs PettingZoo")

from gtpengine import Position
from gtpengine.env.state import AGENTS, GoState

BLACK, WHITE = AGENTS


def played(state: GoState, moves: str) -> GoState:
    for move in moves.split():
        number = state.position.number(move)
        state.play(state.size**2 if number == -1 else number)
    return state


def ended(state: GoState) -> tuple[bool, bool]:
    return state.terminated, state.truncated


def test_planes_have_own_stones_first_and_the_newest_board_first() -> None:
    state = played(GoState(size=5, history=2), "A1 E5 C3")
    black, white = (state.observe(agent)["observation"] for agent in AGENTS)
    assert black.shape == (5, 5, 5) and black.dtype == np.bool_
    assert np.argwhere(black[0]).tolist() == [[0, 0], [2, 2]]
    assert np.argwhere(black[1]).tolist() == [[4, 4]]
    assert np.argwhere(black[2]).tolist() == [[0, 0]]  # before C3
    assert black[4].all() and not white[4].any()
    assert (white[[0, 2]] == black[[1, 3]]).all() and (white[[1, 3]] == black[[0, 2]]).all()


def test_the_mask_has_the_legal_moves_of_the_side_to_move_and_the_pass_of_the_other() -> None:
    # A1 is suicide for Black, B1 is occupied.
    state = played(GoState(size=5), "E5 A2 E4 B1")
    black, white = (state.observe(agent)["action_mask"] for agent in AGENTS)
    assert black.shape == (26,) and black.dtype == np.int8
    assert not black[[0, 1, 5, 19, 24]].any() and black.sum() == 21 and black[25]
    assert white.nonzero()[0].tolist() == [25]
    with pytest.raises(KeyError, match="green_0"):
        state.observe("green_0")


def test_two_passes_end_a_game_and_the_winner_gets_1() -> None:
    state = played(GoState(size=5, komi=3.5), "C3 pass")
    assert ended(state) == (False, False) and state.rewards() == {BLACK: 0.0, WHITE: 0.0}
    played(state, "pass")
    assert ended(state) == (True, False)
    assert state.rewards() == {BLACK: 1.0, WHITE: -1.0}
    assert state.infos() == {BLACK: {"score": 21.5}, WHITE: {"score": 21.5}}
    assert state.observe(WHITE)["action_mask"].nonzero()[0].tolist() == [25]
    lost = played(GoState(size=5, komi=25.5), "C3 pass pass")
    assert lost.rewards() == {BLACK: -1.0, WHITE: 1.0}
    drawn = played(GoState(size=5, komi=0), "pass pass")
    assert drawn.terminated and drawn.rewards() == {BLACK: 0.0, WHITE: 0.0}


def test_the_limit_of_moves_truncates_a_game_without_rewards() -> None:
    state = played(GoState(size=5, max_moves=3, random_moves=2), "pass pass")
    long = played(GoState(size=5, max_moves=3), "C3 pass C4")
    assert ended(state) == (True, False)  # two passes come first
    assert ended(long) == (False, True)
    assert long.rewards() == {BLACK: 0.0, WHITE: 0.0}
    assert long.infos()[BLACK] == {"score": 25 - 7.5}


@pytest.mark.parametrize("ko", ["simple", "positional", "situational"])
def test_the_ko_rule_can_be_chosen(ko: str) -> None:
    assert GoState(ko=ko).position.rules.ko.value == ko
    assert GoState(rules="japanese", ko=ko).position.rules.scoring.value == "territory"


@pytest.mark.parametrize(("ko", "allowed"), [("simple", 1), ("situational", 1), ("positional", 0)])
def test_superko_forbids_what_simple_ko_allows(ko: str, allowed: int) -> None:
    diagram = """
        . . . . .
        . . . . .
        . . . . .
        O O X . .
        . X . X .
    """
    state = GoState(size=5, ko=ko)
    first = Position.from_diagram(diagram, rules=state.position.rules)
    state.begin(None, {"position": first})
    played(state, "A1 C1")  # Black sends two stones; B1 would take back one
    assert state.observe(BLACK)["action_mask"][1] == allowed


def test_random_moves_open_a_game_by_its_seed() -> None:
    state = GoState(size=7, random_moves=3)
    boards = []
    for seed in (1, 2, 1, None):
        state.begin(seed, None)
        assert state.position.move_number == 3 and state.moves == 0 and state.to_play == WHITE
        boards.append(state.position.to_diagram())
    assert boards[0] == boards[2] and len({*boards}) == 3


def test_a_game_begins_at_a_given_position() -> None:
    position = Position(5, "tromp-taylor", 0.5)
    position.play_all("C3 C2 B2")
    state = GoState(size=5)
    state.begin(None, {"position": position, "unknown": 1})
    assert state.to_play == WHITE and state.position == position
    assert state.position.rules.name == "tromp-taylor" and state.position.komi == 0.5
    played(state, "D4")
    assert position.move_number == 3
    with pytest.raises(ValueError, match="a position of size 9: size 5 is wanted"):
        state.begin(None, {"position": Position(9)})
    with pytest.raises(TypeError, match=r"a gtpengine\.Position is wanted"):
        state.begin(None, {"position": "C3"})
    position.play_all("pass pass")
    with pytest.raises(ValueError, match="the game of this position is over"):
        state.begin(None, {"position": position})
    assert state.position.move_number == 4


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"size": 4}, "size 4: give a whole number from 5 to 19"),
        ({"size": 20}, "size 20: give a whole number from 5 to 19"),
        ({"history": 0}, "history 0: give a whole number from 1 to 64"),
        ({"max_moves": 0}, "max_moves 0"),
        ({"random_moves": -1}, "random_moves -1"),
        ({"rules": "tromp"}, "did you mean tromp-taylor"),
        ({"ko": "super"}, "ko 'super': give simple, positional, situational or None"),
        ({"render_mode": "rgb"}, "render_mode 'rgb': give human, ansi, svg or None"),
        ({"komi": float("nan")}, "komi"),
    ],
)
def test_wrong_settings_say_what_to_give(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        GoState(**wrong)
