"""How well people's moves are guessed: shares that are known are found, and games are read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from gtpengine.tools.research.ranks.person_ranks import records_in
from gtpengine.tools.research.ranks.rank_guesses import (
    NEVER,
    MindShares,
    PlayedMoves,
    SharesLine,
    likeliest,
    main,
    moves_of,
    table,
)

GAME = (
    "(;GM[1]SZ[19]PB[Ann]BR[12k]PW[GNU Go]WR[8k]KM[6.5]"
    ";B[pd];W[dp];B[pp];W[dd];B[cq];W[dq];B[cp];W[co];B[bo])"
)


def drawn(line: SharesLine, moves: int, games: int) -> PlayedMoves:
    """Moves of 30 each, one of them illegal, drawn with the shares of a line."""
    chance = np.random.default_rng(4)
    rank = chance.integers(-20, 3, moves).astype(float)
    model, network = chance.normal(0.0, 2.0, (2, moves, 30))
    model[:, 7] = network[:, 7] = NEVER
    shares = np.array([(at.model, at.network) for at in map(line.at, rank)])
    logs = shares[:, :1] * model + shares[:, 1:] * network
    noise = chance.gumbel(size=logs.shape)
    played = (logs + noise).argmax(axis=1)
    model -= np.log(np.exp(model).sum(axis=1, keepdims=True))
    network -= np.log(np.exp(network).sum(axis=1, keepdims=True))
    return PlayedMoves(rank, np.arange(moves) % games, played, model, network)


def test_shares_that_drew_the_moves_are_found() -> None:
    line = SharesLine(MindShares(0.7, 0.4), MindShares(-0.1, 0.15))
    found = likeliest(drawn(line, 4000, 40))
    assert (found.middle.model, found.middle.network) == pytest.approx((0.7, 0.4), abs=0.06)
    assert (found.slope.model, found.slope.network) == pytest.approx((-0.1, 0.15), abs=0.08)


def test_what_the_network_adds_is_in_the_table() -> None:
    line = SharesLine(MindShares(0.7, 0.4), MindShares(-0.1, 0.15))
    rows = table(drawn(line, 2000, 20))
    total = [cell.strip() for cell in rows[-1].split("|")]
    assert total[1:4] == ["all", "20", "2,000"]
    assert float(total[6]) > float(total[4]) > float(total[5])
    low, high = map(float, total[7].split(" to "))
    assert 0.0 < low < float(total[6]) - float(total[4]) < high


def test_moves_of_programs_and_of_unknown_rank_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text(GAME)
    (tmp_path / "other.sgf").write_text(GAME.replace("12k", "?").replace("[cq]", "[cc]"))
    moves = moves_of(records_in([tmp_path], 19, 10, learned=False), "gnu", 19)
    assert moves.rank.tolist() == [-11.0] * 5
    assert np.exp(moves.model).sum(axis=1) == pytest.approx(1.0, abs=1e-4)
    assert moves.scored(moves.model)[:, 0].max() < 0.0


def test_boards_without_a_network_are_refused() -> None:
    with pytest.raises(ValueError, match="no network serves 5x5"):
        moves_of([], "", 5)


def test_too_few_games_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.sgf").write_text(GAME)
    assert main([str(tmp_path), "--bots", "gnu"]) == 2
    assert "5 moves of known rank; give more games" in capsys.readouterr().err
