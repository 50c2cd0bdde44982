"""The archive of games: a reader counts again what the study counted."""

from __future__ import annotations

from pathlib import Path

import pytest
from gtpengine.tools.storage.store import Store

from gtpengine.cli import main
from gtpengine.lab.study.figures.archive import read_archive, write_archive
from gtpengine.lab.study.figures.results import figures
from tests.lab.study.examples import add_event, table_at, table_in


def test_a_reader_can_count_again(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    first, second, *_ = table.cells()
    path = tmp_path / "games.tsv.xz"
    with Store(tmp_path / "store.sqlite") as store:
        add_event(store, first, [(1.0, 0.0), (1.0, 1.0)])
        add_event(store, second, [(0.0, 0.0)])
        assert write_archive(store, table.cells(), path) == 6
        found = figures(store, table.cells(), 2)
    games = read_archive(path)
    mine = [game for game in games if game.at == "simulations"]
    assert [game.points for game in mine] == [1.0, 0.0, 1.0, 1.0]
    assert [(game.pair, game.color) for game in mine] == [(0, "b"), (0, "w"), (1, "b"), (1, "w")]
    assert found[first.key].games == len(mine)
    assert mine[0].sides == "gtpengine --simulations 5 --set mercy=0.3 | gtpengine --simulations 5"
    assert mine[0].moves.split()
    with pytest.raises(FileExistsError):
        write_archive(Store(tmp_path / "store.sqlite"), [], path)


def test_the_command_tells_the_size(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = table_at(tmp_path)
    with Store(Path("gtpengine-runs.sqlite")) as store:
        add_event(store, table_in(tmp_path).cells()[0], [(1.0, 0.0)])
    assert main(["study", "--table", str(path), "--archive", "games.tsv.xz"]) == 0
    assert "games.tsv.xz: 2 games, 1 kB" in capsys.readouterr().err
