"""Self-play as Parquet: a row for each position."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from gtpengine.data import SelfPlay, parquet, write_parquet
from tests.tools.network.samples import selfplayed

COLUMNS = {
    "game": "uint32",
    "ply": "uint16",
    "to_play": "uint8",
    "move": "int16",
    "value": "float",
    "score": "float",
    "visits": "fixed_size_list<element: uint32>[26]",
    "ownership": "fixed_size_list<element: int8>[25]",
    "result": "float",
    "moves": "list<element: int16>",
}


def test_each_position_is_a_row_with_its_moves_and_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reason = "NOT TESTED: write_parquet; make parquet installs pyarrow"
    pq = pytest.importorskip("pyarrow.parquet", reason=reason)
    selfplayed(tmp_path / "games", 3)
    games = SelfPlay(tmp_path / "games")
    monkeypatch.setattr(parquet, "ROWS", 7)  # several groups
    path = tmp_path / "games.parquet"
    write_parquet(games, path)
    table = pq.read_table(path)
    assert {field.name: str(field.type).replace("item", "element") for field in table.schema} == (
        COLUMNS
    )
    assert json.loads(table.schema.metadata[b"gtpengine"])["simulations"] == 30
    assert pq.ParquetFile(path).num_row_groups > 1 and table.num_rows == len(games)
    for name in ("game", "ply", "value", "visits", "ownership"):
        assert np.array_equal(np.array(table[name].to_pylist()), games.columns[name])
    for row in (0, 8, len(games) - 1):
        assert table["moves"][row].as_py() == games.moves(row).tolist()
        assert table["result"][row].as_py() == games.result(row)
    with pytest.raises(FileExistsError):
        write_parquet(games, path)
    with pytest.raises(TypeError, match="SelfPlay is wanted"):
        write_parquet(None, tmp_path / "other")  # type: ignore[arg-type]


def test_without_pyarrow_the_error_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    selfplayed(tmp_path, 1)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    told = "write_parquet needs pyarrow; install it"
    with pytest.raises(ModuleNotFoundError, match=told):
        write_parquet(SelfPlay(tmp_path), tmp_path / "x.parquet")
    assert not (tmp_path / "x.parquet").exists()
