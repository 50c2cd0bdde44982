"""Folders of judged positions: written part by part, read as one, refused when they don't fit."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from gtpengine.tools.network.examples.judged import (
    OWNED,
    Judged,
    JudgedFolder,
    read_judged,
    together,
)

from tests.tools.network.samples import SIZE, judged_positions

SETTINGS = {"size": SIZE, "seed": 1}


def same(first: Judged, second: Judged) -> bool:
    names = Judged.__slots__
    return all(np.array_equal(getattr(first, n), getattr(second, n)) for n in names)


def test_parts_are_read_as_one(tmp_path: Path) -> None:
    judged = judged_positions(8)
    with JudgedFolder(tmp_path / "a", SETTINGS, {"teacher": "x"}) as folder:
        assert not folder.has(0)
        folder.write(0, judged)
        folder.write(1, judged)
        assert folder.has(0)
    assert same(read_judged(tmp_path / "a", 1), judged)
    both = read_judged(tmp_path / "a")
    assert len(both) == 16
    assert both.points[both.starts[9] : both.starts[10]].tolist() == (
        judged.points[judged.starts[1] : judged.starts[2]].tolist()
    )
    about = json.loads((tmp_path / "a" / "settings.json").read_text())["about"]
    assert about == {"teacher": "x"}


def test_positions_of_folders_follow_each_other() -> None:
    first, second = judged_positions(8), judged_positions(3)
    both = together([first, second])
    assert len(both) == 11
    assert np.array_equal(both.policy, np.concatenate([first.policy, second.policy]))
    for row in range(3):
        assert both.as_games().moves_of(8 + row).tolist() == (
            second.as_games().moves_of(row).tolist()
        )
    assert both.starts[-1] == len(both.points)


def test_columns_hold_what_was_said() -> None:
    judged = judged_positions(5)
    assert judged.policy.shape == (5, SIZE * SIZE + 1)
    assert np.allclose(judged.policy.astype(float).sum(1), 1, atol=0.01)
    assert np.abs(judged.ownership.astype(int)).max() <= OWNED
    assert judged.as_games().lengths.tolist() == np.diff(judged.starts).tolist()


def test_other_settings_are_refused(tmp_path: Path) -> None:
    with JudgedFolder(tmp_path, SETTINGS):
        pass
    with JudgedFolder(tmp_path, SETTINGS):
        pass
    with pytest.raises(ValueError, match="other settings"):
        JudgedFolder(tmp_path, {**SETTINGS, "seed": 2})


def test_two_runs_at_once_are_refused(tmp_path: Path) -> None:
    with JudgedFolder(tmp_path, SETTINGS), pytest.raises(ValueError, match="another run"):
        JudgedFolder(tmp_path, SETTINGS)


def test_folders_without_positions_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="net judge"):
        read_judged(tmp_path)
    with JudgedFolder(tmp_path, SETTINGS):
        pass
    with pytest.raises(ValueError, match="no judged positions"):
        read_judged(tmp_path)


def test_a_damaged_part_is_named_and_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with JudgedFolder(tmp_path, SETTINGS) as folder:
        for number in range(2):
            folder.write(number, judged_positions(3))
    parts = [tmp_path / f"part-{number:06d}.npz" for number in range(2)]
    parts[0].write_bytes(parts[0].read_bytes()[:200])
    assert len(read_judged(tmp_path).value) == 3
    assert f"left out: {parts[0]} is damaged" in capsys.readouterr().err
    parts[1].write_bytes(b"")
    with pytest.raises(ValueError, match="no sound part"):
        read_judged(tmp_path)
