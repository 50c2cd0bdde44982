"""Rows in a file: they come back as they were, and a damaged line is named."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from gtpengine.lab.study.tables.reading import TableError
from gtpengine.lab.study.tables.rowfile import read_rows, written


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    name: str
    games: int
    share: float

    def __post_init__(self) -> None:
        if self.games < 0:
            raise ValueError("fewer than no games")


ROWS = [Row("a b", 3, 0.5), Row('"quoted"', 0, float("-inf"))]
HEAD = "name\tgames\tshare\n"


def test_rows_are_read_as_they_were_written(tmp_path: Path) -> None:
    text = written(Row, ROWS)
    assert text.startswith(HEAD + "a b\t3\t0.5\n")
    path = tmp_path / "rows.tsv"
    path.write_text(text, encoding="utf-8")
    assert read_rows(path, Row, "file of rows") == ROWS


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "rows.tsv is no file of rows"),
        ("name\tshare\tgames\n", "rows.tsv is no file of rows"),
        (HEAD + "a\t1\t2\na\tone\t2\n", "line 3: invalid literal"),
        (HEAD + "a\t1\n", "line 2: "),
        (HEAD + "a\t1\t2\t3\n", "line 2: "),
        (HEAD + "a\t-1\t2\n", "line 2: fewer than no games"),
    ],
)
def test_what_is_damaged_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "rows.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TableError, match=complaint):
        read_rows(path, Row, "file of rows")
