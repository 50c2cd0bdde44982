"""Games as arrays, and the games of the test."""

from __future__ import annotations

import dataclasses

import numpy as np
from gtpengine.tools.network.examples.games import games_of, split

from board_ext.coords import EMPTY
from gtpengine.game.records import RecordedGame, game_ids, margin_of
from tests.tools.network.samples import SIZE, random_games

NONE = np.zeros(0, np.uint32)


def names(games: list[RecordedGame]) -> list[str]:
    return [game.source for game in games]


def test_games_become_arrays() -> None:
    games = random_games(3)
    other = RecordedGame(9, games[0].points, "another size")
    unknown = dataclasses.replace(games[2], winner=EMPTY, komi=None, margin=None, colors=1)
    arrays = games_of([games[0], other, games[1], unknown], SIZE)
    assert len(arrays) == 3
    assert arrays.lengths.tolist() == [len(g.points) for g in games]
    assert arrays.moves_of(1).tolist() == games[1].points.tolist()
    assert arrays.komi.tolist() == [6.5, 6.5, 7.5]
    assert arrays.margins.tolist()[:2] == [3.5, -2.5]
    assert np.isnan(arrays.margins[2])
    assert arrays.winners.tolist() == [1, 2, EMPTY]
    assert arrays.colors.tolist() == [3, 3, 1]


def test_the_last_games_of_each_file_are_the_test() -> None:
    games = random_games(20)
    found = split([games[:10], games[10:]], 0.2, NONE)
    assert names(found.test) == names([*games[8:10], *games[18:]])
    assert names(found.learn) == names([*games[:8], *games[10:18]])


def test_what_the_model_has_learned_is_not_in_the_test() -> None:
    games = random_games(10)
    found = split([games], 0.2, game_ids([games[9]]))
    assert names(found.test) == ["game 8"]
    assert names(found.learn) == names(games[:8])


def test_a_game_that_stands_in_two_files_is_on_one_side() -> None:
    games = random_games(10)
    # The last game of the first file is also the first of the second.
    found = split([games[:5], [games[4], *games[5:]]], 0.2, NONE)
    assert "game 4" in names(found.test)
    assert "game 4" not in names(found.learn)


def test_margins_of_results() -> None:
    assert [margin_of(text) for text in ("B+3.5", "W+12", "0", "Draw")] == [3.5, -12, 0, 0]
    assert [margin_of(text) for text in ("B+R", "W+T", "?", "", "B+", "W+F")] == [None] * 6
