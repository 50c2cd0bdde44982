"""Bands of ranks, the choice of games, and what is told of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from gtpengine.tools.research.review_ranks import (
    EDGES,
    Band,
    Line,
    band_name,
    band_of,
    chosen,
    inversions,
    main,
    record_of,
    table,
)

MOVES = "D4 C5 D5 C6 D6 C3 D3 C2 D2 pass E4 F4 F5 G5 E6 F6 B5 B6 F3 G4"


def line(black: str, white: str, moves: str = MOVES) -> str:
    return f"7\t6.5\tB+1.5\t{black}\t{white}\ttest,2026\t{moves}"


def test_bands_have_no_gaps() -> None:
    names = [band_name(band) for band in range(len(EDGES) - 1)]
    assert names[:2] == ["25k-18k", "17k-15k"] and names[-2:] == ["2k-1k", "1d+"]
    assert [band_of(rank) for rank in ("25k", "18k", "17k", "1k", "1d", "9d")] == [0, 0, 1, 6, 7, 7]
    assert band_of("27k") is None and band_of("?") is None


def test_games_are_of_one_band_long_enough_and_spread() -> None:
    lines = [line("12k", "13k"), line("12k", "1d"), line("1d", "2d", "D4 E4"), "nonsense"]
    lines += [line("2d", "1d") for _ in range(9)]
    found = sorted(chosen(lines, 3), key=lambda one: one.number)
    assert [(one.number, one.band) for one in found] == [(0, 2), (4, 7), (7, 7), (10, 7)]
    record = record_of(found[0])
    assert len(record.moves) == 20 and record.size == 7 and record.komi == 6.5
    with pytest.raises(ValueError, match="occupied"):
        record_of(Line(0, line("12k", "12k", "D4 D4"), 2))


def test_the_first_games_come_from_all_of_the_records() -> None:
    lines = [line("12k", "13k") for _ in range(400)]
    numbers = [one.number for one in chosen(lines, 40)]
    assert sorted(numbers) == list(range(0, 400, 10))
    assert min(numbers[:8]) < 100 and max(numbers[:8]) >= 300


def test_an_inversion_counts_beyond_the_interval() -> None:
    weak = Band("weak", [2.0, 2.2, 1.8, 2.0], [0.1] * 4, [0.3] * 4)
    same = Band("same", [2.1, 2.3, 1.9, 2.1], [0.1] * 4, [0.3] * 4)
    worse = Band("worse", [4.0, 4.2, 3.8, 4.0], [0.1] * 4, [0.3] * 4)
    assert inversions([weak, same]) == [] == inversions([worse, weak])
    assert inversions([weak, worse]) == ["worse lost more than weak"]
    assert table([weak])[-1] == "| weak | 4 | 2.00 ± 0.16 | 10.00 ± 0.00 % | 30 % |"


def test_a_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "games.txt").write_text(line("12k", "13k") + "\n" + line("1d", "1d") + "\n")
    words = [str(tmp_path / "games.txt"), "--simulations", "4", "--threads", "1"]
    status = main([*words, "--plot", str(tmp_path / "plot.png")])
    out = capsys.readouterr().out
    assert "| 14k-12k | 1 |" in out and "| 1d+ | 1 |" in out and status in (0, 1)
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")
