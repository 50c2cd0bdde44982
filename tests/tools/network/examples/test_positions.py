"""Positions for a teacher: legal, of the games or beside them, always the same for a seed."""

from __future__ import annotations

import numpy as np
from gtpengine.tools.network.examples.games import games_of
from gtpengine.tools.network.examples.positions import MOST_ASIDE, ODD_KOMI, USUAL_KOMI, Drawer

from board_ext.coords import PASS
from board_ext.position import Position
from gtpengine.game.records import RecordedGame
from tests.patterns.models import empty_model
from tests.tools.network.samples import SIZE, random_games

GAMES = games_of(random_games(6), SIZE)


def drawer(aside: float, seed: int = 1) -> Drawer:
    return Drawer(GAMES, empty_model(), aside, np.random.default_rng(seed))


def test_positions_of_games_are_their_beginnings() -> None:
    source = drawer(0.0)
    for _ in range(40):
        drawn = source.draw()
        of_game = GAMES.moves_of(drawn.game)
        assert len(drawn.points) < len(of_game)
        assert drawn.points.tolist() == of_game[: len(drawn.points)].tolist()


def test_positions_beside_games_go_on_with_legal_moves() -> None:
    source = drawer(1.0)
    aside = 0
    for _ in range(60):
        drawn = source.draw()
        position = Position(SIZE)
        for point in drawn.points.tolist():
            position.play(point)
        of_game = GAMES.moves_of(drawn.game)
        same = 0
        while same < min(len(drawn.points), len(of_game)) and drawn.points[same] == of_game[same]:
            same += 1
        assert len(drawn.points) - same <= MOST_ASIDE
        aside += same < len(drawn.points)
    assert aside > 30


def test_no_position_is_of_a_game_that_is_over() -> None:
    points = np.array([3, 5, PASS, PASS, 7, PASS], np.int16)
    games = games_of([RecordedGame(SIZE, points, "test:over")], SIZE)
    for aside in (0.0, 1.0):
        source = Drawer(games, empty_model(), aside, np.random.default_rng(1))
        ends = {tuple(source.draw().points[-2:].tolist()) for _ in range(300)}
        assert (PASS, PASS) not in ends
        assert (5, PASS) in ends


def test_komi_is_a_usual_one_or_an_odd_one() -> None:
    source = drawer(0.0)
    komi = [source.draw().komi for _ in range(400)]
    odd = [k for k in komi if k not in USUAL_KOMI]
    assert 60 < len(odd) < 200
    assert all(ODD_KOMI[0] <= k <= ODD_KOMI[1] and (2 * k).is_integer() for k in odd)


def test_the_same_seed_draws_the_same_positions() -> None:
    first, second, other = drawer(0.5), drawer(0.5), drawer(0.5, 2)
    texts = [[str(d.draw()) for _ in range(10)] for d in (first, second, other)]
    assert texts[0] == texts[1] != texts[2]
