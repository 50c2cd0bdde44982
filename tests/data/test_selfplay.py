"""Positions of self-play as examples to learn from."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import gtpengine
from gtpengine.data import SelfPlay
from tests.tools.network.samples import selfplayed


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("games")
    selfplayed(place, 3)
    return place


@pytest.fixture
def games(folder: Path) -> SelfPlay:
    return SelfPlay(folder, history=2)


def test_an_example_has_the_documented_shapes_and_types(games: SelfPlay) -> None:
    shapes = {"planes": (5, 5, 5), "policy": (26,), "ownership": (5, 5)}
    assert len(games) == len(games.columns["game"]) > 10
    for at in (0, len(games) - 1, -1):
        told = games[at]
        assert {name: told[name].shape for name in told} == {  # type: ignore[literal-required]
            name: shapes.get(name, ()) for name in told
        }
        assert {value.dtype for value in told.values()} == {np.dtype(np.float32)}  # type: ignore[attr-defined]
        assert told["policy"].sum() == pytest.approx(1)
        assert 0 <= told["value"] <= 1 and abs(told["ownership"]).max() <= 1


def test_planes_are_the_boards_of_the_side_to_move(games: SelfPlay) -> None:
    for row in range(0, len(games), 3):
        position, planes = games.position(row), games[row]["planes"]
        black = position.to_play == "black"
        assert position.move_number == games.columns["ply"][row]
        assert (1 if black else 2) == games.columns["to_play"][row]
        own, other = (1, 2) if black else (2, 1)
        assert (planes[4] == black).all()
        for age in range(2):
            if age <= position.move_number:
                stones = position.stones()
                assert (planes[2 * age] == (stones == own)).all()
                assert (planes[2 * age + 1] == (stones == other)).all()
                position.undo(min(1, position.move_number))


def test_the_result_is_for_the_side_to_move(games: SelfPlay) -> None:
    for row in range(len(games)):
        black = games.result(row)
        side = 1 if games.columns["to_play"][row] == 1 else -1
        assert games[row]["result"] == (side * black > 0)
        owner = games.columns["ownership"][row].reshape(5, 5) * side / 100
        assert np.allclose(games[row]["ownership"], owner)
        assert games[row]["lead"] == games.columns["score"][row]
    assert {float(games[row]["result"]) for row in range(len(games))} == {0.0, 1.0}


def test_symmetries_turn_all_alike(folder: Path) -> None:
    games, turned = SelfPlay(folder), SelfPlay(folder, symmetries=True)
    assert len(turned) == 8 * len(games)
    for item in (0, 5, 8 * 7 + 3, len(turned) - 1):
        row, symmetry = divmod(item, 8)
        one, other = games[row], turned[item]
        assert (other["planes"] == gtpengine.turn(one["planes"], symmetry)).all()
        assert (other["policy"] == gtpengine.turn(one["policy"], symmetry)).all()
        assert (other["ownership"] == gtpengine.turn(one["ownership"], symmetry)).all()
        assert other["result"] == one["result"]
    assert turned[-1]["value"] == games[-1]["value"]


def test_an_item_that_is_not_there_is_an_index_error(games: SelfPlay) -> None:
    for wrong in (len(games), -len(games) - 1):
        with pytest.raises(IndexError, match=f"there are {len(games)}"):
            games[wrong]
        for told in (games.position, games.moves, games.result):
            with pytest.raises(IndexError, match=f"row -?\\d+: there are {len(games)}"):
                told(wrong)
    assert games.result(-1) == games.result(len(games) - 1)
    for odd in (1.5, "0", slice(2), None):
        with pytest.raises(TypeError, match="give a whole number"):
            games[odd]  # type: ignore[index]
        with pytest.raises(TypeError, match="give a whole number"):
            games.result(odd)  # type: ignore[arg-type]
    assert len(list(iter(games))) == len(games)


def test_what_is_no_folder_of_self_play_is_refused(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(ValueError, match="is no folder of games of 'gtpengine selfplay'"):
        SelfPlay(tmp_path)
    with pytest.raises(ValueError, match="history 0: give a whole number from 1 to 64"):
        SelfPlay(folder, history=0)
    with np.load(next(folder.glob("games-*.npz"))) as file:
        kept = {name: file[name] for name in file.files if name != "game_moves"}
    (tmp_path / "settings.json").write_bytes((folder / "settings.json").read_bytes())
    np.savez(tmp_path / "games-0000000.npz", **kept)
    with pytest.raises(ValueError, match=r"games-0000000\.npz is damaged \(no column game_moves\)"):
        SelfPlay(tmp_path)


def test_without_pytorch_the_error_says_what_to_install(
    games: SelfPlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch.utils.data", None)
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ModuleNotFoundError, match=r"SelfPlay\.loader needs torch; install it"):
        games.loader()


def test_pytorch_gets_batches_from_processes_and_in_the_order_of_its_seed(folder: Path) -> None:
    torch = pytest.importorskip("torch", reason="NOT TESTED: SelfPlay.loader; make train has it")
    games = SelfPlay(folder, symmetries=True)
    found = []
    for workers in (0, 1):
        torch.manual_seed(3)
        loader = games.loader(16, workers=workers, drop_last=True)
        batches = list(loader)
        assert len(batches) == len(games) // 16
        assert batches[0]["planes"].shape == (16, 17, 5, 5)
        assert batches[0]["planes"].dtype == torch.float32
        assert batches[0]["result"].shape == (16,)
        found.append(batches[0]["policy"])
    assert torch.equal(*found)
    [first] = list(games.loader(len(games), shuffle=False))
    assert np.array_equal(first["ownership"][9].numpy(), games[9]["ownership"])
