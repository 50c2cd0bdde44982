"""How fast the shipped models load and score games."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from gtpengine.patterns import modelfile
from gtpengine.patterns.training import evaluation

from gtpengine.cli import main
from tests.patterns.games import random_game

LINE = "9\t7.5\tB+R\t1d\t1d\tmade\tE5 C7 G3 C3 G7 G5\n"
DATA = Path(modelfile.__file__).parent / "data"


def least_seconds(work: Callable[[], object], rounds: int = 5) -> float:
    """The least CPU time of some rounds: other work on the machine only adds to it."""
    seconds = []
    for _ in range(rounds):
        begun = time.process_time()
        work()
        seconds.append(time.process_time() - begun)
    return min(seconds)


@pytest.mark.parametrize("size", [9, 19])
def test_shipped_models_load_and_score_within_a_coarse_bound(size: int) -> None:
    """Half a second and a millisecond a move, some twenty and twelve times what a core takes that
    is its own: a slip of the order shows, how fast they are `evaluate` tells."""
    path = DATA / modelfile.shipped_name(size)
    assert least_seconds(lambda: modelfile.load(path)) < 0.5
    model, game = modelfile.load(path).model, random_game(size, 30 if size == 9 else 300, 1)
    assert least_seconds(lambda: evaluation.judge(model, [game])) / len(game.points) < 1e-3


def test_a_bad_file_is_named_and_the_rest_is_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "good.txt").write_text(LINE * 60)
    (tmp_path / "bad.txt").write_text("no game")
    status = main(["patterns", "evaluate", str(tmp_path), "--size", "9"])
    told = capsys.readouterr()
    assert "left out: " in told.err and "bad.txt" in told.err
    assert "top" in told.out, told
    assert status == 1
