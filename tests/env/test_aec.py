"""The environment in the AEC API, by PettingZoo's own tests and by ours."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="NOT TESTED: gtpengine.env; make rl installs PettingZoo")

from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.state_test import state_test

import gtpengine
from gtpengine import env as environment
from gtpengine.env import AGENTS, GoEnv

SETTINGS: list[dict[str, Any]] = [
    {},
    {"size": 5, "max_moves": 20},
    {"size": 19, "max_moves": 60, "rules": "tromp-taylor", "history": 1},
    {"size": 6, "rules": "capture-1", "random_moves": 4},
    {"size": 7, "rules": "japanese", "ko": "situational", "komi": 0.0},
]
KNOWN = [  # PettingZoo spares its own games these: a mask, and an empty board seen by White
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box",
    "ignore:Observation is not a NumPy array",
    "ignore:Observation numpy array is all zeros",
]


@pytest.mark.filterwarnings("error", *KNOWN)
@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_the_environment_passes_pettingzoos_tests(
    settings: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    for made in (environment.env, environment.raw_env):
        api_test(made(**settings), num_cycles=300)
        seed_test(lambda made=made: made(**settings), num_cycles=300)
    assert capsys.readouterr().out.count("Passed API test") == 2


@pytest.mark.filterwarnings("error", "ignore:State numpy array is all zeros")
def test_the_state_passes_pettingzoos_test() -> None:
    for settings in SETTINGS:
        state_test(environment.env(**settings), environment.parallel_env(**settings))
    game = GoEnv(size=5)
    game.step(7)
    state, seen = game.state(), game.observe("black_0")["observation"]
    assert (state[:-1] == seen[:-1]).all() and not state[-1].any()
    game.step(25)
    assert game.state()[-1].all()


def test_each_render_mode_passes_pettingzoos_test(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(environment.env, {"svg": lambda shown: shown.startswith("<svg")})
    assert "A B C D E F G H J" in capsys.readouterr().out


def test_what_is_rendered_is_the_board() -> None:
    text, picture = (GoEnv(size=5, render_mode=mode) for mode in ("ansi", "svg"))
    for game in (text, picture):
        game.step(12)
    assert text.render() == str(text.position)
    assert picture.render() == gtpengine.board_svg(text.position)
    assert GoEnv().render() is None


def test_an_illegal_action_raises_or_ends_the_game() -> None:
    raw, wrapped = environment.raw_env(size=5), environment.env(size=5)
    for game in (raw, wrapped):
        game.reset()
        game.step(12)
    with pytest.raises(gtpengine.IllegalMoveError):
        raw.step(12)
    for wrong in (26, -1):
        with pytest.raises(ValueError, match=f"action {wrong}: give a whole number from 0 to 25"):
            raw.step(wrong)
    assert raw.agent_selection == "white_0" and raw.position.move_number == 1
    wrapped.step(12)
    assert wrapped.rewards["white_0"] == -1.0 and all(wrapped.terminations.values())


def test_a_whole_game_is_played_and_counted() -> None:
    game = environment.env(size=5, komi=0.5)
    game.reset(seed=3)
    rewards = dict.fromkeys(AGENTS, 0.0)
    moves = iter([12, 25, 25])
    for agent in game.agent_iter():
        _, reward, terminated, truncated, info = game.last()
        rewards[agent] += reward
        if terminated:
            assert info == {"score": 24.5} and not truncated
        game.step(None if terminated else next(moves))
    assert rewards == {"black_0": 1.0, "white_0": -1.0} and game.agents == []


def test_copies_and_pickles_go_on_by_themselves() -> None:
    game = GoEnv(size=5)
    game.step(7)
    for other in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        other.step(8)
        assert other.position.move_number == 2 and game.position.move_number == 1
        assert np.array_equal(other.observe("black_0")["observation"][2], game.position.stones())


def test_a_search_chooses_actions() -> None:
    game = GoEnv(size=5, komi=0.5)
    with gtpengine.Search() as search:
        move = search.run(game.position, simulations=50).best_move
    game.step(game.position.number(move))
    assert game.position.moves == [("black", move)]


def test_without_the_extra_the_error_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['pettingzoo'] = None\n"
        "try:\n    import gtpengine.env\n"
        "except ModuleNotFoundError as error:\n    print(error)\n"
    )
    told = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert re.match(r"gtpengine\.env needs pettingzoo; install it with: .*(rl|pettingzoo)", told)
