"""Tables on a terminal."""

from __future__ import annotations

from gtpengine.tools.running.tables import table_lines


def test_words_are_left_and_numbers_right() -> None:
    lines = table_lines(["engine", "games"], [["a", "7"], ["[red]b[/red]", "1,000"]])
    head, rule, first, second = lines
    assert head.startswith("engine") and head.endswith("games")
    assert set(rule) <= set("─ ╴╶")
    assert first.startswith("a ") and first.endswith("    7")
    assert second.startswith("[red]b[/red] ") and second.endswith("1,000")


def test_nothing_is_cut() -> None:
    long = "x" * 3000
    assert table_lines(["a", "b"], [[long, "1"]])[2].startswith(long)
