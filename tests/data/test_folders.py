"""What is a folder of self-play, and what cannot be read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gtpengine.data.folders import columns_of, files_of, is_selfplay, settings_of
from tests.tools.network.samples import selfplayed


def test_a_folder_tells_its_settings_files_and_columns(tmp_path: Path) -> None:
    games = selfplayed(tmp_path, 3)
    assert is_selfplay(tmp_path) and not is_selfplay(tmp_path / "none")
    settings = settings_of(tmp_path)
    assert (settings["size"], settings["komi"], settings["rules"]) == (5, 7.5, "chinese")
    columns = [columns_of(path, 5) for path in files_of(tmp_path)]
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
            columns_of(path, 5)


def _cut(name: str) -> Callable[[dict[str, Any]], None]:
    return lambda columns: columns.update({name: columns[name][:-1]})


def _typed(name: str, kind: str) -> Callable[[dict[str, Any]], None]:
    return lambda columns: columns.update({name: columns[name].astype(kind)})


def _filled(name: str, value: float) -> Callable[[dict[str, Any]], None]:
    return lambda columns: columns[name].fill(value)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (_cut("visits"), "visits of shape"),
        (_cut("value"), "value of shape"),
        (_cut("game_result"), "game_result of shape"),
        (_cut("game_moves"), "game_moves are not as many"),
        (_filled("visits", 0), "a position without visits"),
        (_filled("game", 60_000), "a position of a game that is not there"),
        (_filled("ply", 60_000), "a position behind the end of its game"),
        (_filled("to_play", 9), "to_play has values beyond 1 to 2"),
        (_filled("value", np.nan), "value has values beyond 0 to 1"),
        (_filled("score", np.inf), "score has values beyond"),
        (_filled("ownership", 101), "ownership has values beyond -100 to 100"),
        (_filled("game_moves", 99), "game_moves has values beyond -1 to 24"),
        (_filled("game_result", np.nan), "game_result has values beyond"),
        (_typed("game_moves", "float64"), "game_moves has values of type float64"),
        (_typed("value", "str"), "value has values of type <U"),
        (lambda columns: columns.pop("ownership"), "ownership"),
    ],
)
def test_columns_that_do_not_fit_together_are_damage(
    tmp_path: Path, change: Callable[[dict[str, Any]], None], told: str
) -> None:
    selfplayed(tmp_path, 2)
    path = files_of(tmp_path)[0]
    columns = columns_of(path, 5)
    change(columns)
    np.savez(path, **columns)
    with pytest.raises(ValueError, match=f"{re.escape(str(path))} is damaged .*{told}"):
        columns_of(path, 5)


def test_games_of_another_board_size_are_named(tmp_path: Path) -> None:
    selfplayed(tmp_path, 2)
    with pytest.raises(ValueError, match=r"is damaged \(visits of shape .*, 26\), not .*, 50\)"):
        columns_of(files_of(tmp_path)[0], 7)


@pytest.mark.parametrize("wrong", [{"size": 99}, {"komi": float("nan")}, {"rules": "none"}])
def test_settings_of_no_game_are_named(tmp_path: Path, wrong: dict[str, object]) -> None:
    settings = {"size": 5, "komi": 7.5, "rules": "chinese", "random_moves": 4}
    (tmp_path / "settings.json").write_text(json.dumps(settings | wrong))
    with pytest.raises(ValueError, match=r"settings\.json is damaged .* play again"):
        settings_of(tmp_path)
