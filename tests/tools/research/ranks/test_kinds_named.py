"""How many mistakes have words: the searches are kept, and what is counted is shown."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from gtpengine.tools.research.ranks.kinds_named import main, moves_of

MOVES = "E5 G5 C5 E3 E7 G7 C7 G3 C3 E2 D2 F2 D3 D1 C1 E1 F6 G6 F7 F8 E8 G8 F3 E4 D4 F4 A1 J9"
LINE = f"9\t7.5\tB+R\t12k\t12k\tmade\t{MOVES}\n"


def test_moves_are_spread_over_a_game() -> None:
    found = moves_of(40, 8, 3)
    assert len(found) == 8 and 0 <= found[0] < 5 and found[-1] < 40
    assert {later - one for one, later in pairwise(found)} == {5}
    assert moves_of(3, 8, 3) == [0, 1, 2]


def test_what_was_searched_is_counted_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records, store = tmp_path / "games.txt", tmp_path / "store.jsonl"
    records.write_text(LINE, encoding="utf-8")
    words = [str(records), "--store", str(store), "--simulations", "30", "--moves", "28"]
    assert main([*words, "--show", "2"]) == 0
    first = capsys.readouterr().out
    assert first.startswith("28 moves\n") and "| moves that lost something |" in first
    assert first.count("## line 1, move ") == 2 and " 9 . " in first
    kept = store.read_bytes()
    store.write_bytes(kept[:-40])  # killed while a line was written
    assert main([*words, "--show", "2"]) == 0
    assert capsys.readouterr().out == first
    assert main([*words, "--kind", "self-atari"]) == 0
    assert len(store.read_bytes()) > len(kept) - 40
