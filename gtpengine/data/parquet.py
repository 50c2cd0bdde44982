"""Self-play as a Parquet file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import numpy as np

from gtpengine.base.arguments.extras import lacking
from gtpengine.base.files.wholefile import new_file
from gtpengine.data.selfplay import SelfPlay
from gtpengine.library.values import checks

ROWS: Final = 10_000
"""Rows of a group, which are in memory at a time."""

PLAIN: Final = ("game", "ply", "to_play", "move", "value", "score")
"""Columns with one number a row, as in the numpy archives; ``visits`` and ``ownership`` are lists.
"""


def write_parquet(games: SelfPlay, path: str | Path) -> None:
    """Write the positions of self-play to a Parquet file, a row each.

    ``docs/reference/selfplay.md`` lists the columns.

    :raises FileExistsError: when a file is there.
    :raises ModuleNotFoundError: without pyarrow; the message says how to install it.
    :raises OSError: when it cannot be written.
    """
    checks.one(SelfPlay, games)
    try:
        import pyarrow.parquet
    except ModuleNotFoundError as error:
        told = lacking("write_parquet needs pyarrow", "parquet")
        raise ModuleNotFoundError(told, name=error.name) from None
    first = _table(games, range(0)).replace_schema_metadata(
        {"gtpengine": json.dumps(games.settings)}
    )
    with (
        new_file(checks.path("path", path)) as file,
        pyarrow.parquet.ParquetWriter(file, first.schema, compression="zstd") as writer,
    ):
        total = len(games.columns["game"])
        for begin in range(0, total, ROWS):
            table = _table(games, range(begin, min(begin + ROWS, total)))
            writer.write_table(table.replace_schema_metadata(first.schema.metadata))


def _table(games: SelfPlay, rows: range) -> Any:
    """Return rows as a table of Arrow."""
    import pyarrow as pa

    part = slice(rows.start, rows.stop)
    columns = {name: pa.array(games.columns[name][part]) for name in PLAIN}
    for name in ("visits", "ownership"):
        values = games.columns[name][part]
        width = games.columns[name].shape[1]
        columns[name] = pa.FixedSizeListArray.from_arrays(pa.array(values.ravel()), width)
    columns["result"] = pa.array(np.array([games.result(row) for row in rows], np.float32))
    moves = [games.moves(row) for row in rows]
    columns["moves"] = pa.array(moves, pa.list_(pa.int16()))
    return pa.table(columns)
