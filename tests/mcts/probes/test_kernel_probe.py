"""The probe of the kernel: losses of a search on its way, and parameters as the kernel has them."""

from __future__ import annotations

import numpy as np

from board_ext.position import Position
from gtpengine.mcts.doors.python_evaluator import PythonEvaluator
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.kernel_probe import cparams_fields, virtual_losses
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

SIZE = 5


def test_a_simulation_on_its_way_has_virtual_losses_and_takes_them_back() -> None:
    searcher = Searcher(SearchParams(virtual_loss=3), 1, 32, 7)
    seen: list[int] = []

    def even(_: Position) -> tuple[np.ndarray, float, float]:
        seen.append(virtual_losses(searcher))
        return np.full(SIZE * SIZE + 1, 0.01, np.float32), 0.5, 0.0

    evaluator = PythonEvaluator(even)
    evaluator.begin(Position(SIZE))
    searcher.set_evaluator(evaluator)
    searcher.set_position(Position(SIZE))
    searcher.search(Limits(simulations=100))
    # Three for each node of the way below the root, where the first question stands.
    assert seen[0] == 0
    assert max(seen) >= 6 and all(losses % 3 == 0 for losses in seen)
    assert virtual_losses(searcher) == 0


def test_fields_of_the_blocks_are_read_with_their_own_types() -> None:
    fields = cparams_fields(SearchParams(virtual_loss=3, network_exploration=0.25))
    assert fields["virtual_loss"] == 3 and isinstance(fields["virtual_loss"], int)
    assert fields["network_exploration"] == 0.25
