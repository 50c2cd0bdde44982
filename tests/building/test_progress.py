"""What is told of a build while it goes on."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from gtpengine.building.progress import BuildProgress


def test_files_are_counted_once_they_are_written_anew(tmp_path: Path) -> None:
    old, other = tmp_path / "old.so", tmp_path / "other.so"
    old.touch()
    os.utime(old, (1, 1))
    progress = BuildProgress("Compiling", {old: 30, other: 90}, after=2)
    with progress:
        begun = time.time()
        assert progress.words(begun + 10) == "Compiling: 0 of 2 modules"
        os.utime(old, (begun + 1, begun + 1))
        # A fourth took ten seconds, the rest takes thirty, what follows twice all of it.
        told = progress.words(begun + 10)
        assert told.startswith("Compiling: 1 of 2 modules, about ")
        assert 109 <= int(told.split()[6]) <= 111
        other.touch()
        os.utime(other, (begun + 1, begun + 1))
        assert progress.words(begun + 40) == "Compiling: 2 of 2 modules"


def test_lines_go_to_stderr_alone(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with BuildProgress("Compiling", {tmp_path / "a.so": 1}):
        pass
    assert capfd.readouterr() == ("", "Compiling: 0 of 1 modules\n")


def test_nothing_is_said_where_nothing_is_built(capfd: pytest.CaptureFixture[str]) -> None:
    with BuildProgress("Compiling", {}):
        pass
    assert capfd.readouterr() == ("", "")
