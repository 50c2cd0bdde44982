"""The ladder of ranks by komi: which games, a file that is gone on with, synthetic results."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from gtpengine.tools.research.ranks.rank_ladder import (
    LadderFile,
    LadderGame,
    games_of,
    gap_of,
    play,
    table,
)
from gtpengine.tools.statistics.stats import score_from_elo

from gtpengine.game.ranks import rank_name
from gtpengine.session.engine import Engine

ABOUT = {"size": 9, "komi": 0.5}
GAME = LadderGame("25k", "22k", 0)


def test_each_beginning_of_a_run_is_a_small_run() -> None:
    found = list(games_of(["2k", "1d"], [0, 3], 2, 9))
    assert found[:3] == [
        LadderGame("2k", "2k", 0),
        LadderGame("2k", "2d", 0),
        LadderGame("1d", "1d", 0),
    ], "4d is not played"
    assert len(found) == 6 and {game.seed for game in found} == {0, 1}
    assert [gap_of(game) for game in found[:3]] == [0, 3, 0]
    later = list(games_of(["2k", "1d"], [0, 3], 2, 9, first=2))
    assert {game.seed for game in later} == {2, 3} and len(later) == 6


def test_a_run_goes_on_where_it_was_cut(tmp_path: Path) -> None:
    path = tmp_path / "ladder.jsonl"
    LadderFile(path, ABOUT).add(GAME, won=True)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"black": "25k", "wh')
    again = LadderFile(path, ABOUT)
    assert again.results == {GAME: True}
    again.add(GAME._replace(seed=1), won=False)
    assert LadderFile(path, ABOUT).results == {GAME: True, GAME._replace(seed=1): False}
    with pytest.raises(ValueError, match="give another file"):
        LadderFile(path, ABOUT | {"size": 13})


def test_results_by_36_elo_a_rank_are_even_at_the_ranks_that_komi_is_meant_to_be_worth() -> None:
    chance = np.random.default_rng(2)
    results: dict[LadderGame, bool] = {}
    for gap in (0, 1, 2, 3, 4, 6, 8):
        share = score_from_elo(36 * (3.25 - gap))
        for seed in range(400):
            game = LadderGame("20k", rank_name(-19 + gap), seed)
            results[game] = bool(chance.random() < share)
    rows = table(results, 9)
    assert rows[5].startswith("| 3 |") and rows[5].endswith("| 51% | yes |")
    at, low, high, meant = map(float, re.findall(r"\d+\.\d", rows[-2]))
    assert low <= 3.25 <= high and high - low < 2.5 and abs(at - 3.25) < 1
    assert meant == 3.2 and rows[-2].endswith("2800 games.")
    assert rows[-1].startswith("Where White is 3.2 ranks higher Black wins ")
    assert rows[-1].endswith("), within 40% to 60%.")


def test_gaps_beside_tell_of_a_gap_too() -> None:
    """With 80 games a gap Wilson's interval of no gap is inside 40 to 60 %, the fit's is."""
    wins = {1: 46, 2: 43, 3: 40, 4: 37, 6: 30}
    results = {
        LadderGame("20k", rank_name(-19 + gap), seed): seed < won
        for gap, won in wins.items()
        for seed in range(80)
    }
    rows = table(results, 9)
    assert "| 39% to 61% |" in rows[4] and "| 36% to 57% |" in rows[5]
    assert rows[-1].endswith("Black wins 49% (95 %: 42% to 56%), within 40% to 60%.")
    few = {game: won for game, won in results.items() if game.seed % 6 == 0}
    assert table(few, 9)[-1].endswith("not within 40% to 60%.")


def test_an_end_beyond_the_gaps_is_said() -> None:
    results = {GAME._replace(seed=seed): True for seed in range(9)}
    assert "above 3 ranks higher (95 %: above 3 to above 3)" in table(results, 9)[-1]


def test_a_game_has_a_winner() -> None:
    players = [Engine(), Engine()]
    try:
        assert play(LadderGame("25k", "25k", 0), 9, players) in (True, False)
    finally:
        for engine in players:
            engine.close()
