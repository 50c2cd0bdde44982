"""The bench command: equal signatures for equal work, speeds apart from them."""

from typing import Any

import pytest

from gtpengine.base.arguments.parser import UsageError
from gtpengine.commands import bench, scaling


def run(module: Any, *words: str) -> int:
    return int(module.COMMAND.ready("gtpengine x", words)())


@pytest.mark.parametrize("layer", sorted(bench.LAYERS))
def test_signatures_repeat_and_speeds_go_to_stderr(
    layer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = (layer, "--runs", "1", "--scale", "0.005", "--size", "9")
    assert run(bench, *words) == 0
    first = capsys.readouterr()
    assert run(bench, *words) == 0
    second = capsys.readouterr()
    assert first.out == second.out
    assert first.out.startswith(f"{layer} 9x9 ")
    assert "/s" in first.err
    assert "/s" not in first.out


def test_the_signature_depends_on_the_work(capsys: pytest.CaptureFixture[str]) -> None:
    outputs = set()
    for scale in ("0.005", "0.006"):
        run(bench, "board", "--runs", "1", "--scale", scale, "--size", "9")
        outputs.add(capsys.readouterr().out)
    assert len(outputs) == 2


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("bord",), "argument LAYER: 'bord': layers are board, playout, search"),
        (("board", "--size", "30"), "argument --size: '30': give a whole number from 2 to 19"),
        (("bord",), "; or library"),
        (("--runs", "0"), "argument --runs: '0': give a whole number from 1"),
        (("--scale", "nan"), "argument --scale: 'nan': give a number above 0"),
        (("--scale", "0"), "argument --scale: '0': give a number above 0"),
    ],
)
def test_each_mistake_is_named(words: tuple[str, ...], why: str) -> None:
    with pytest.raises(UsageError, match=why):
        run(bench, *words)


def test_scaling_prints_a_row_for_each_number_of_threads(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("--threads", "1", "2", "--size", "5", "--runs", "1", "--simulations", "200")
    assert run(scaling, *words) == 0
    rows = capsys.readouterr().out.splitlines()[2:]
    assert [row.split("|")[2].strip() for row in rows] == ["1", "2"]


def test_scaling_beside_what_the_machine_allows(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--threads", "1", "2", "--size", "5", "--runs", "1", "--simulations", "200", "--limit")
    assert run(scaling, *words) == 0
    rows = [line.strip("| ").split(" | ") for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == 4 and {len(row) for row in (rows[0], *rows[2:])} == {5}
    assert rows[2][4] == "1.00" and float(rows[3][4]) > 0.0


@pytest.mark.parametrize("words", [("--threads", "0"), ("--size", "25"), ("--runs", "nan")])
def test_scaling_refuses_nonsense(words: tuple[str, str]) -> None:
    with pytest.raises(UsageError, match="give a whole number from"):
        run(scaling, *words)


def test_the_library_is_measured_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(bench, "library", "board") == 2
    assert "library takes --runs and --scale alone" in capsys.readouterr().err


def test_without_rich_the_library_is_not_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert run(bench, "library") == 2
    assert "gtpengine bench library needs rich; install it with: " in capsys.readouterr().err
