"""Games of self-play as positions to learn from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from gtpengine.tools.learning.selfplay import Archive
from gtpengine.tools.network.examples.judged import OWNED
from gtpengine.tools.network.examples.selfplayed import read_examples, read_selfplayed

from board_ext.coords import BLACK
from tests.tools.network.samples import SELFPLAY, selfplayed


def test_each_position_has_its_moves_the_visits_and_the_result(tmp_path: Path) -> None:
    games = selfplayed(tmp_path)
    found = read_examples(tmp_path)
    assert len(found) == sum(len(game["ply"]) for game in games)
    row = 0
    for game in games:
        names = ("ply", "to_play", "visits", "ownership", "value", "score")
        for ply, side, visits, owners, value, score in zip(
            *(game[name] for name in names), strict=True
        ):
            moves = found.points[found.starts[row] : found.starts[row + 1]]
            assert moves.tolist() == game["game_moves"][:ply].tolist()
            np.testing.assert_allclose(found.policy[row], visits / visits.sum(), atol=1e-3)
            sign = 1 if side == BLACK else -1
            result = sign * game["game_result"][0]
            assert found.value[row] == pytest.approx((float(result > 0) + value) / 2, abs=1e-6)
            assert found.lead[row] == pytest.approx((result + score) / 2, abs=1e-4)
            np.testing.assert_allclose(found.ownership[row] / OWNED, sign * owners / 100, atol=0.01)
            assert found.komi[row] == pytest.approx(7.5)
            row += 1


def test_positions_after_a_suicide_are_left_out(tmp_path: Path) -> None:
    game = dict(selfplayed(tmp_path / "whole", 1)[0])
    # White fills A1 beside B1 and A2, and dies of it with B2 and C1 black.
    moves = [5, 10, 1, 0, 12]
    game["game_moves"], game["game_length"] = np.array(moves, np.int16), np.array([5], np.uint16)
    rows = {name: game[name][:5] for name in game if not name.startswith("game_")}
    rows["ply"] = np.arange(5, dtype=np.uint16)
    archive = Archive(tmp_path / "suicide", SELFPLAY, 2)
    archive.add(0, game | rows)
    archive.close()
    found = read_selfplayed(tmp_path / "suicide")
    assert np.diff(found.starts).tolist() == [0, 1, 2, 3]
