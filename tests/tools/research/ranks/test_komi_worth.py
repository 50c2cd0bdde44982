"""What komi is worth to people: what another komi changes, and what synthetic games say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from gtpengine.tools.research.ranks.komi_worth import RankedGames, main, ranked, table, worth
from gtpengine.tools.statistics.stats import ELO, score_from_elo

from gtpengine.game.records import parse_line

BEGIN = "E5 E3 D3 D4 E4 D2 C3 C2 F3 F2 B2 G3 F4 D1"
"""White has lost three stones, or is about to."""


def line(result: str, komi: float = 5.5, ranks: str = "12k\t10k") -> str:
    return f"9\t{komi}\t{result}\t{ranks}\togs:1,2019\t{BEGIN}"


def test_a_counted_game_has_its_margin_and_turns_over_with_komi() -> None:
    games = ranked(map(parse_line, [line("W+4.5"), line("W+5.5"), line("B+0.5", 7.5)]), 9)
    assert games.lead.tolist() == [-4.5, -5.5, 0.5] and games.counted.all()
    assert games.won(0.5).tolist() == [True, False, True]
    assert games.rank.tolist() == [-10, -10, -10] and games.gap.tolist() == [2, 2, 2]


def test_a_resigned_game_has_the_lead_of_the_network_if_the_loser_was_behind() -> None:
    lost, won = ranked(map(parse_line, [line("W+R"), line("B+R")]), 9).lead
    assert np.isfinite([lost, won]).sum() == 1
    assert lost == -np.inf or lost < 0 < won == np.inf, "who was ahead keeps the result"
    far = ranked([parse_line(line("W+R", 60.0))], 9)
    assert far.lead[0] < -15 and not far.counted.any()


def test_games_without_ranks_winner_or_komi_and_of_other_boards_are_left_out() -> None:
    lines = [line("0"), line("B+R", ranks="?\t9k"), line("B+R").replace("5.5", "?")]
    assert not len(ranked(map(parse_line, lines), 9).rank)
    assert not len(ranked([parse_line(line("B+2"))], 13).rank)
    far = [parse_line(line("B+2", ranks="12k\t8k"))]
    assert not len(ranked(far, 9).rank) and ranked(far, 9, apart=4).gap.tolist() == [4]


def synthetic(games: int = 20_000) -> RankedGames:
    """Games in which a rank makes 36 Elo and a point 18; 6 is fair, and half are counted."""
    chance = np.random.default_rng(3)
    gap = chance.integers(-3, 4, games).astype(float)
    points = chance.logistic(6.0 - 2.0 * gap, ELO / 18, games)
    counted = chance.random(games) < 0.5
    return RankedGames(np.full(games, -8.0), gap, np.full(games, 5.5), points - 5.5, counted)


def test_synthetic_games_say_what_made_them() -> None:
    games = synthetic()
    found = worth(games, games.won(0.5))
    assert found.rank == pytest.approx(36, abs=3) and found.elo == pytest.approx(99, abs=6)
    assert found.low < 2.75 < found.high and found.high - found.low < 0.6
    share = games.won(0.5)[games.gap == 0].mean()
    assert share == pytest.approx(score_from_elo(99), abs=0.02)


def test_the_table_has_a_row_for_each_band_and_for_all() -> None:
    games = synthetic(2000)
    rows = table(games)
    assert len(rows) == 4
    assert rows[2].startswith("| 11k-9k | 2,000 |") and rows[3].startswith("| all | 2,000 |")
    least, most = (float(x) for x in rows[3].split("|")[7].split(" to "))
    assert least < most


def test_a_file_without_such_games_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.txt"
    path.write_text(line("0") + "\n")
    assert main([str(path)]) == 2
    assert "no game with a winner" in capsys.readouterr().err
