"""Self-play files: legal games, consistent columns, resumption."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import numpy as np
import pytest
from gtpengine.tools.learning import selfplay
from gtpengine.tools.learning.selfplay import Archive, SelfplaySettings, draw, play, result_of

from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.cli import main
from gtpengine.network.serving import FILES

SETTINGS = SelfplaySettings(5, 0.5, "tromp-taylor", 40, 4, 1.0, 6, 3)


def run(folder: Path, *words: str) -> int:
    base = ["--output", str(folder), "--size", "5", "--komi", "0.5", "--simulations", "40"]
    return selfplay.COMMAND.ready("gtpengine selfplay", [*base, *words])()


def test_a_game_is_legal_and_its_columns_fit() -> None:
    columns = play(7, SETTINGS)
    rows, start = len(columns["ply"]), int(columns["game_random_moves"][0])
    position = Position(5, rules_named("tromp-taylor"), 0.5)
    moves = columns["game_moves"].tolist()
    for index, move in enumerate(moves):
        if index >= start:
            row = index - start
            assert columns["ply"][row] == index and columns["move"][row] == move
            assert columns["to_play"][row] == position.to_play
            # Only legal moves and the pass have visits.
            visited = np.flatnonzero(columns["visits"][row])
            assert set(visited) <= {*position.legal_moves(), 25}
            assert columns["visits"][row].sum() >= 39
        position.play(move)  # raises if illegal
    assert rows == len(moves) - start == columns["game_length"][0] - start
    assert moves[-2:] == [-1, -1] or len(moves) == 75
    assert ((columns["value"] >= 0) & (columns["value"] <= 1)).all()
    assert np.abs(columns["ownership"]).max() <= 100
    assert columns["game_result"][0] % 1 == 0.5


def test_games_are_functions_of_number_and_seed() -> None:
    first, again, other = play(3, SETTINGS), play(3, SETTINGS), play(4, SETTINGS)
    assert first.keys() == again.keys()
    assert all(np.array_equal(first[name], again[name]) for name in first)
    assert not np.array_equal(first["game_moves"], other["game_moves"])


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("--random-moves -3", "--random-moves: '-3': give a whole number from 0"),
        ("--temperature nan", "--temperature: 'nan': give a number from 0"),
        ("--temperature-moves -1", "--temperature-moves: '-1': give a whole number from 0"),
        ("--games 0", "--games: '0': give a whole number from 1"),
        ("--rules japanese", "results are by area; give chinese or tromp-taylor"),
        (
            f"--size 13 --set network={FILES[19]}",
            "net19.net was learned on 19x19; boards of 13x13: playing without the network; change"
            " --size, or what --set names",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(
    words: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["selfplay", "--output", str(tmp_path / "games"), *words.split()]) == 2
    assert why in capsys.readouterr().err
    assert not (tmp_path / "games").exists()


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        (MemoryError(), "less --concurrency, or free some memory"),
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), "free some space and run the same"),
        (KeyError("x"), "the same command continues; if the error comes again, report both"),
    ],
)
def test_a_failed_game_says_what_to_do(
    error: Exception,
    advice: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(selfplay, "play", fail)
    assert run(tmp_path, "--games", "1") == 2
    told = capsys.readouterr().err
    assert f"game 0: {type(error).__name__}" in told and advice in told


def test_temperature() -> None:
    visits = np.array([10, 30, 0, 60], np.uint32)
    rng = np.random.default_rng(1)
    assert draw(visits, 0.0, rng) == 3
    counts = np.bincount([draw(visits, 1.0, rng) for _ in range(4000)], minlength=4) / 4000
    assert counts == pytest.approx([0.1, 0.3, 0.0, 0.6], abs=0.03)
    sharp = np.bincount([draw(visits, 0.5, rng) for _ in range(4000)], minlength=4) / 4000
    assert sharp == pytest.approx(np.array([1, 9, 0, 36]) / 46, abs=0.03)


def test_dead_stones_by_ownership() -> None:
    position = Position.from_diagram(
        """
        . X . . .
        X X . . .
        . . . O .
        . . . . .
        . . . . .
        """,
        komi=0.5,
    )
    alive = np.zeros((5, 5), np.float32)
    assert result_of(position, alive) == 1.5 + 3 - 1 - 1  # corner and stones against one stone
    black = np.ones((5, 5), np.float32)
    assert result_of(position, black) == 24.5
    position.rules = rules_named("tromp-taylor")
    assert result_of(position, black) == 1.5 + 3 - 1 - 1  # these rules count what stands


def test_a_file_of_the_name_of_the_lock_keeps_its_content(tmp_path: Path) -> None:
    (tmp_path / "lock").write_text("mine")
    assert run(tmp_path, "--games", "1") == 0
    assert (tmp_path / "lock").read_text() == "mine"


def test_files_resume_and_extend(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "games"
    assert run(folder, "--games", "3", "--games-per-file", "2") == 0
    assert sorted(p.name for p in folder.iterdir()) == [
        "games-0000000.npz",
        "lock",
        "part-0000002.npz",
        "settings.json",
    ]
    before = (folder / "games-0000000.npz").read_bytes()
    assert run(folder, "--games", "4", "--games-per-file", "2") == 0
    assert (folder / "games-0000000.npz").read_bytes() == before
    second = np.load(folder / "games-0000002.npz")
    assert second["game_number"].tolist() == [2, 3]
    assert second["game_length"].sum() == len(second["game_moves"])
    assert set(second["game"]) == {2, 3}
    assert run(folder, "--games", "4", "--games-per-file", "2", "--seed", "9") == 2
    assert "other settings" in capsys.readouterr().err
    assert run(folder, "--set", "nonsense=1") == 2
    assert "nonsense" in capsys.readouterr().err


def test_a_kill_between_joining_and_tidying_loses_nothing(tmp_path: Path) -> None:
    archive = Archive(tmp_path, SETTINGS, 2)
    with pytest.raises(ValueError, match="another selfplay writes there"):
        Archive(tmp_path, SETTINGS, 2)
    archive.add(0, play(0, SETTINGS))
    archive.add(1, play(1, SETTINGS))
    assert archive.finished() == {0, 1}
    archive.close()
    # As if killed after the file was written and before the parts went.
    np.savez(tmp_path / "part-0000001.npz", x=np.zeros(1))
    (tmp_path / "games-0000002.tmp").write_bytes(b"half")
    again = Archive(tmp_path, SETTINGS, 2)
    assert again.finished() == {0, 1}
    again.join(0)
    assert not list(tmp_path.glob("part-*"))
