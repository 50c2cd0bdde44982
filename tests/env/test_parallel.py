"""The environment in the parallel API, by PettingZoo's own tests and by ours."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="NOT TESTED: gtpengine.env; make rl installs PettingZoo")

from pettingzoo.test import parallel_api_test, parallel_seed_test

from gtpengine import env as environment
from tests.env.test_aec import SETTINGS

BLACK, WHITE = environment.AGENTS


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_the_environment_passes_pettingzoos_tests(
    settings: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    parallel_api_test(environment.parallel_env(**settings), num_cycles=300)
    parallel_seed_test(lambda: environment.parallel_env(**settings), num_cycles=300)
    assert "Passed Parallel API test" in capsys.readouterr().out


def test_the_action_of_the_agent_to_move_counts() -> None:
    game = environment.parallel_env(size=5)
    seen, infos = game.reset(seed=1)
    assert seen[WHITE]["action_mask"].sum() == 1 and infos == {BLACK: {}, WHITE: {}}
    game.step({BLACK: 12, WHITE: 3})
    assert game.position.moves == [("black", "C3")] and game.to_play == WHITE
    game.step({WHITE: 25})
    _, rewards, ended, truncated, infos = game.step({BLACK: 25, WHITE: 25})
    assert rewards == {BLACK: 1.0, WHITE: -1.0} and all(ended.values())
    assert not any(truncated.values()) and infos[WHITE] == {"score": 17.5}
    assert game.agents == [] and game.step({BLACK: 1}) == ({}, {}, {}, {}, {})


def test_an_illegal_action_ends_the_game_and_costs_its_agent_1() -> None:
    game = environment.parallel_env(size=5)
    game.reset()
    game.step({BLACK: 12})
    _, rewards, ended, _, infos = game.step({BLACK: 25, WHITE: 12})
    assert rewards == {BLACK: 0.0, WHITE: -1.0} and all(ended.values())
    assert infos == {BLACK: {}, WHITE: {}} and game.agents == []


def test_a_step_needs_an_action_that_there_is() -> None:
    game = environment.parallel_env(size=5)
    game.reset()
    with pytest.raises(ValueError, match="no action for black_0, who is to move"):
        game.step({WHITE: 1})
    with pytest.raises(ValueError, match="action 26: give a whole number from 0 to 25"):
        game.step({BLACK: 26})
    assert game.agents == [BLACK, WHITE] and game.position.move_number == 0
