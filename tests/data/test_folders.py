"""What is a folder of self-play, and what cannot be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gtpengine.data.folders import columns_of, files_of, is_selfplay, settings_of
from tests.tools.network.samples import selfplayed


def test_a_folder_tells_its_settings_files_and_columns(tmp_path: Path) -> None:
    games = selfplayed(tmp_path, 3)
    assert is_selfplay(tmp_path) and not is_selfplay(tmp_path / "none")
    settings = settings_of(tmp_path)
    assert (settings["size"], settings["komi"], settings["rules"]) == (5, 7.5, "chinese")
    columns = [columns_of(path) for path in files_of(tmp_path)]
    assert sum(len(one["game"]) for one in columns) == sum(len(one["game"]) for one in games)


@pytest.mark.parametrize("text", ["{", "[]", '{"size": 5, "random_moves": 4}', '{"size": "x"}'])
def test_settings_that_tell_nothing_are_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.json").write_text(text)
    with pytest.raises(ValueError, match=r"settings\.json is damaged .* play again"):
        settings_of(tmp_path)


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no games yet; run 'gtpengine selfplay' again"):
        files_of(tmp_path)
    path = tmp_path / "games-0000000.npz"
    for data in (b"", b"PK\x03\x04 no archive"):
        path.write_bytes(data)
        with pytest.raises(ValueError, match=re.escape(f"{path} is damaged")):
            columns_of(path)
