"""How fast the shipped models load and score games."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from gtpengine.patterns import modelfile
from gtpengine.patterns.training import evaluation

from tests.patterns.games import random_game

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
