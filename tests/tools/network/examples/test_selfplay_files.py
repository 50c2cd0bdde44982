"""Folders of self-play: what is one, and its games as records."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from gtpengine.tools.learning.selfplay import Archive
from gtpengine.tools.network.examples.reading import NetRecordsOptions, read_split
from gtpengine.tools.network.examples.selfplay_files import selfplay_games

from board_ext.coords import BLACK, EMPTY, WHITE
from gtpengine.data.folders import files_of, is_selfplay
from gtpengine.game.records import RecordSource
from tests.tools.network.samples import SELFPLAY, SIZE, lines_of, random_games, selfplayed


def arguments(*places: Path, size: int = SIZE) -> NetRecordsOptions:
    return NetRecordsOptions(records=tuple(map(RecordSource, places)), size=size, test=0.2)


def test_games_are_records_with_moves_winner_and_margin(tmp_path: Path) -> None:
    columns = selfplayed(tmp_path, 3)
    games = selfplay_games(tmp_path)
    assert [game.points.tolist() for game in games] == [
        game["game_moves"].tolist() for game in columns
    ]
    for game, told in zip(games, columns, strict=True):
        (result,) = told["game_result"].tolist()
        assert (game.size, game.komi, game.scored, game.margin) == (SIZE, 7.5, True, result)
        assert game.winner == (BLACK if result > 0 else WHITE if result < 0 else EMPTY)


def test_a_game_ends_before_its_first_suicide(tmp_path: Path) -> None:
    game = dict(selfplayed(tmp_path / "whole", 1)[0])
    # White fills A1 beside B1 and A2, and dies of it with B2 and C1 black.
    game["game_moves"] = np.array([5, 10, 1, 0, 12], np.int16)
    game["game_length"] = np.array([5], np.uint16)
    rows = game["ply"] <= 5
    for name in ("game", "ply", "to_play", "move", "visits", "value", "score", "ownership"):
        game[name] = game[name][rows]
    archive = Archive(tmp_path / "suicide", SELFPLAY, 2)
    archive.add(0, game)
    archive.close()
    (found,) = selfplay_games(tmp_path / "suicide")
    assert found.points.tolist() == [5, 10, 1]


def test_a_folder_of_games_counts_beside_other_records(tmp_path: Path) -> None:
    selfplayed(tmp_path / "own", 5)
    (tmp_path / "lines.txt").write_text(lines_of(random_games(5)))
    found = read_split(arguments(tmp_path / "own", tmp_path / "lines.txt"), np.zeros(0, np.uint32))
    sources = [game.source for game in found.learn]
    assert sources.count("own") == 4 and len(found.learn) == 8 and len(found.test) == 2
    alone = read_split(arguments(tmp_path / "own"), np.zeros(0, np.uint32))
    assert len(alone.learn) == 4 and len(alone.test) == 1


def test_what_cannot_be_read_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not is_selfplay(tmp_path)
    Archive(tmp_path, SELFPLAY, 2).close()
    assert is_selfplay(tmp_path)
    with pytest.raises(ValueError, match="no games yet"):
        files_of(tmp_path)
    selfplayed(tmp_path / "own", 1)
    with pytest.raises(ValueError, match="has games on 5x5; give --size"):
        read_split(arguments(tmp_path / "own", size=9), np.zeros(0, np.uint32))
    (tmp_path / "part-0000000.npz").write_bytes(b"PK no archive")
    with pytest.raises(ValueError, match="no game there has a move"):
        selfplay_games(tmp_path)
    assert f"left out: {tmp_path / 'part-0000000.npz'} is damaged" in capsys.readouterr().err


def test_games_without_moves_are_none(tmp_path: Path) -> None:
    game = dict(selfplayed(tmp_path / "whole", 1)[0])
    game["game_moves"] = np.zeros(0, np.int16)
    game["game_length"] = np.array([0], np.uint16)
    archive = Archive(tmp_path / "empty", SELFPLAY, 2)
    archive.add(0, game)
    archive.close()
    with pytest.raises(ValueError, match="no game there has a move"):
        selfplay_games(tmp_path / "empty")


def test_settings_without_a_size_are_damaged(tmp_path: Path) -> None:
    Archive(tmp_path, SELFPLAY, 2).close()
    (tmp_path / "settings.json").write_text('{"random_moves": 3}')
    with pytest.raises(ValueError, match=r"settings.json is damaged \('size'\)"):
        selfplay_games(tmp_path)
