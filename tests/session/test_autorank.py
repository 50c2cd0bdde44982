"""The player's rank: found from results, remembered, and played."""

from __future__ import annotations

import dataclasses
import json
import random
from pathlib import Path

import numpy as np
import pytest

from board_ext.coords import BLACK, PASS, WHITE
from board_ext.position import Position
from board_ext.rules import CHINESE, JAPANESE
from gtpengine.game.handicap import fixed_handicap
from gtpengine.mcts.report.report import SearchReport
from gtpengine.session.autorank import (
    RankEstimate,
    default_path,
    load,
    save,
    updated,
)
from gtpengine.session.engine import Engine
from gtpengine.session.rankscale import CLASSES, WEAKEST, advantage
from tests.session.fake_searcher import fake_engine


def win_probability(ahead: float, elo_per_rank: float) -> float:
    """Return how probably a player wins who is this many ranks stronger, by the Elo model."""
    return float(1.0 / (1.0 + 10.0 ** (-ahead * elo_per_rank / 400.0)))


@pytest.mark.parametrize("board", CLASSES)
@pytest.mark.parametrize("true", [-20, -12, -4])
def test_it_settles_within_ten_games(board: str, true: int) -> None:
    """Simulated players win about half of the games that follow the tenth.

    Where a rank makes more Elo, the same error in ranks is a larger one in games. Ten games tell no
    more: 110 Elo a rank give 0.1 of Fisher's information a game, a deviation of one rank in all.
    """
    of_board = CLASSES[board]
    chance = random.Random(f"{board} {true}")
    expected = []
    for _ in range(200):
        estimate = RankEstimate()
        for _ in range(10):
            played = min(max(round(estimate.mean), WEAKEST), of_board.strongest)
            won = chance.random() < win_probability(true - played, of_board.elo)
            estimate = updated(estimate, played, 0.0, won, of_board.elo)
        played = min(max(round(estimate.mean), WEAKEST), of_board.strongest)
        expected.append(win_probability(true - played, of_board.elo))
    assert 0.42 < np.mean(expected) < 0.58
    settled = 0.85 if of_board.elo < 60 else 0.7
    assert np.mean([0.25 < share < 0.75 for share in expected]) > settled


def test_a_win_raises_and_what_is_expected_says_little() -> None:
    start = RankEstimate()
    won, lost = updated(start, -11, 0.0, True, 36.0), updated(start, -11, 0.0, False, 36.0)
    assert lost.mean < start.mean < won.mean
    assert won.spread < start.spread
    # The win of a player with nine stones more says less about his rank.
    assert updated(start, -11, 9.0, True, 36.0).mean < won.mean
    assert updated(start, -11, 9.0, False, 36.0).mean < lost.mean


def test_handicap_and_komi_are_ranks() -> None:
    position = Position(19)
    position.komi = 7.0
    assert advantage(position) == 0.0
    position.komi = 0.5
    assert advantage(position) == pytest.approx(0.5, abs=0.05)
    position.set_up(fixed_handicap(19, 4), [], WHITE, 4)
    assert advantage(position) == pytest.approx(3.5, abs=0.05)


@pytest.mark.parametrize(("size", "ranks"), [(9, 2.75), (13, 1.375), (19, 5.5 / 12)])
def test_half_a_point_of_komi_is_worth_what_ogs_says(size: int, ranks: float) -> None:
    """The values of ``get_handicap_rank_difference`` in OGS's goratings; by area Black has a point
    more."""
    by_territory = Position(size, JAPANESE, 0.5)
    assert advantage(by_territory) == pytest.approx(ranks)
    by_area = Position(size, CHINESE, 0.5)
    assert advantage(by_area) == pytest.approx(ranks * 6.5 / 5.5)
    by_area.set_up(fixed_handicap(size, 2), [], WHITE, 2)
    assert advantage(by_area) == pytest.approx(ranks * 17.5 / 5.5)


def test_the_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "new" / "rank.json"
    assert load(path) == {}
    known = {"9x9": RankEstimate(-3.5, 2.0, 7), "19x19": RankEstimate()}
    save(path, known)
    assert load(path) == known


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"9x9": 3}', '{"9x9": {"mean": 99}}', '{"9x9": {"spread": -1}}',
             '{"9x9": {"mean": "x"}}', '{"9x9": {"rank": 1}}', '{"9x9": {"mean": NaN}}']
)  # fmt: skip
def test_a_damaged_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "rank.json"
    path.write_text(text)
    with pytest.raises(ValueError, match="remove it, or set rank_file"):
        load(path)


def test_the_file_lies_in_the_folder_for_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_path() == Path("/data/gtpengine/rank.json")


def auto_engine(path: Path, notes: list[str]) -> Engine:
    engine = fake_engine()
    engine.note = notes.append
    engine.set_parameter("rank_file", str(path))
    engine.set_parameter("rank", "auto")
    engine.new_game(9)
    return engine


def test_it_says_what_it_plays_and_learns_from_a_result(tmp_path: Path) -> None:
    path, notes = tmp_path / "rank.json", list[str]()
    engine = auto_engine(path, notes)
    engine.genmove(BLACK)
    assert [note for note in notes if "12k" in note]
    engine.note_result(WHITE)
    engine.note_result(BLACK)  # a game counts once
    known = json.loads(path.read_text())["9x9"]
    assert known["games"] == 1
    assert known["mean"] > RankEstimate().mean
    engine.new_game(9)
    engine.genmove(BLACK)
    assert "12k" not in notes[-1]
    assert engine.ranks.estimate(9).games == 1
    # On another board it begins from what is known of this one.
    assert engine.ranks.estimate(19).mean == engine.ranks.estimate(9).mean
    assert engine.ranks.estimate(19).spread > engine.ranks.estimate(9).spread


def test_two_passes_end_a_game_and_self_play_says_nothing(tmp_path: Path) -> None:
    path = tmp_path / "rank.json"
    engine = auto_engine(path, [])
    engine.genmove(BLACK)
    engine.play(PASS, WHITE)
    engine.play(PASS, BLACK)
    assert load(path)["9x9"].games == 1
    engine.new_game(9)
    engine.genmove(BLACK)
    engine.genmove(WHITE)
    engine.note_result(BLACK)
    assert load(path)["9x9"].games == 1


def test_a_file_that_cannot_be_written_costs_no_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    notes = list[str]()
    engine = auto_engine(tmp_path / "file" / "rank.json", notes)
    engine.genmove(BLACK)
    engine.note_result(BLACK)
    assert [note for note in notes if "rank_file" in note]
    assert engine.ranks.estimate(9).games == 1


def test_ranks_and_levels_by_name() -> None:
    engine = fake_engine()
    engine.set_parameter("rank", "12 kyu")
    assert engine.ranks.number(9) == -11
    engine.set_parameter("level", "1")
    assert engine.ranks.number(9) == WEAKEST
    engine.set_parameter("rank", "1d")
    assert engine.options.level is None
    engine.set_parameter("rank", "off")
    assert not engine.ranks.asked


@pytest.mark.parametrize("text", ["26k", "4d", "9d", "x", "12", "0k"])
def test_what_is_no_rank_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="from 25k to 3d, or auto, or off"):
        fake_engine().set_parameter("rank", text)


def test_a_rank_above_the_highest_is_told_once() -> None:
    notes = list[str]()
    engine = fake_engine()
    engine.note = notes.append
    engine.set_parameter("rank", "3d")
    engine.new_game(19)
    engine.genmove(BLACK)
    engine.genmove(WHITE)
    assert len([note for note in notes if "the strongest rank on 19x19 is" in note]) == 1


@pytest.mark.parametrize("ending", ["new game", "close"])
def test_a_game_left_lost_counts_as_resigned(tmp_path: Path, ending: str) -> None:
    path = tmp_path / "rank.json"

    def winning(_: Position, report: SearchReport) -> SearchReport:
        return dataclasses.replace(report, value=0.99)

    engine = fake_engine(winning, size=5)
    engine.set_parameter("rank_file", str(path))
    engine.set_parameter("rank", "auto")
    for point in (0, 4, 20, 24):
        engine.genmove(BLACK)
        if engine.position.is_legal(point, WHITE):
            engine.play(point, WHITE)
    assert not path.exists()
    engine.new_game(5) if ending == "new game" else engine.close()
    assert load(path)["9x9"].mean < RankEstimate().mean
