"""The library beside other packages: a row a task, a column a package that is installed."""

from __future__ import annotations

import pytest
from gtpengine.tools.measuring.librarybench import TASKS, measured, run, titled
from gtpengine.tools.measuring.librarytasks import Material


def test_a_table_with_the_packages_that_are_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(1, 0.01, ["sgfmill", "no_such_package"]) == 0
    out, err = capsys.readouterr()
    assert "no_such_package is not installed" in err
    lines = out.splitlines()
    assert titled("gtpengine") in lines[0] and "sgfmill" in lines[0]
    rows = lines[2 : 2 + len(TASKS)]
    assert [row[: len(name)] for row, name in zip(rows, TASKS.values(), strict=True)] == [
        *TASKS.values()
    ]
    assert [row.split()[-1] == "-" for row in rows] == [False] + [True] * (len(TASKS) - 1)
    assert all(int(row.split()[-2].replace(",", "")) > 0 for row in rows)


def test_each_works_in_turn_and_the_median_counts() -> None:
    order: list[str] = []

    def work(name: str) -> int:
        order.append(name)
        return sum(range(20_000)) % 2 + 3

    speeds = measured({name: lambda name=name: work(name) for name in "ab"}, 3)  # type: ignore[misc]
    assert order == ["a", "b"] * 4 and set(speeds) == {"a", "b"} and min(speeds.values()) > 0


def test_the_same_games_each_time() -> None:
    one, other = Material.made(2), Material.made(2)
    assert one == other and len(one.records) == 2 and len(one.beginnings()) == 200
