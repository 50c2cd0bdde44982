"""The games that ship, counted again, are the figures that ship."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path

import pytest
from gtpengine.tools.statistics.stats import paired_games

from gtpengine.lab.study.figures.archive import ArchivedGame, read_archive
from gtpengine.lab.study.figures.results import SHIPPED, Key, MatchFigure, read_figures

GAMES = Path(__file__).resolve().parents[4] / "docs/games"
ARCHIVES = sorted(GAMES.glob("*.tsv.xz"))


def counted(games: list[ArchivedGame]) -> tuple[int, float, float, float]:
    """Return how many games a match has in complete pairs, and its Elo with the interval."""
    points: Counter[int] = Counter()
    there = Counter(game.pair for game in games)
    counting = [game for game in games if there[game.pair] == 2]
    for game in counting:
        points[game.pair] += round(2 * game.points)
    pairs = Counter(points.values())
    elo = paired_games([pairs[score] for score in range(5)]).elo()
    return len(counting), round(elo.value, 1), round(elo.low, 1), round(elo.high, 1)


def shown(figure: MatchFigure) -> tuple[int, float, float, float]:
    return figure.games, figure.elo, figure.low, figure.high


@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.name)
def test_games_make_the_figures(path: Path) -> None:
    found = read_figures(SHIPPED)
    games = sorted(read_archive(path), key=lambda game: (game.key, game.number))
    matches: dict[Key, list[ArchivedGame]] = {
        key: list(mine) for key, mine in itertools.groupby(games, lambda game: game.key)
    }
    assert matches
    for key, mine in matches.items():
        assert [game.number for game in mine] == list(range(len(mine))), key
        assert {game.commit for game in mine} == {found[key].commit}, key
        assert counted(mine) == shown(found[key]), key


def test_there_are_games() -> None:
    assert ARCHIVES
