"""A file that one process has for itself."""

from __future__ import annotations

from pathlib import Path

from gtpengine.base.files.filelock import take


def test_one_at_a_time_and_free_when_closed(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("a") as first, (tmp_path / "lock").open("a") as second:
        assert take(first.fileno())
        assert not take(second.fileno())
        first.close()
        assert take(second.fileno())
