"""The search of ``gtpengine --evaluator FILE``: a Python file of the user leads it.

The file defines ``evaluator(*words)``. It is called once, with the words behind the file's name,
and returns an ``Evaluator``.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from board_ext.position import Position as CorePosition
from gtpengine.base.arguments import pythonfile
from gtpengine.library.positions.position import Position
from gtpengine.library.searches.evaluator import Batches, Evaluator, SearchEvaluator
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits, Stopper
from gtpengine.mcts.searcher import Searcher
from gtpengine.session.searchers import Materials


class EvaluatedSearcher(Searcher):
    """The tree search, led by a function.

    What the function raises ends the program: a game that goes on would measure something else.
    """

    def __init__(self, materials: Materials, evaluator: Evaluator) -> None:
        options = materials.options
        super().__init__(materials.params, options.threads, materials.memory_mb, options.seed)
        self._evaluator = SearchEvaluator(Batches(evaluator), options.threads)
        self.set_evaluator(self._evaluator.door)
        self._position = Position()

    def set_position(
        self,
        position: CorePosition,
        avoid: Mapping[tuple[int, int], int] | None = None,
        komi_offset: float = 0.0,
    ) -> None:
        """Search this position next, as ``Searcher.set_position``."""
        super().set_position(position, avoid, komi_offset)
        self._position = Position.from_core(position.copy())

    def search(self, limits: Limits, stop_conditions: Sequence[Stopper] = ()) -> SearchReport:
        """Search as ``Searcher.search``.

        :raises SystemExit: when the function raised; with its traceback.
        """
        try:
            with self._evaluator.serving(self._position, self.stop):
                return super().search(limits, stop_conditions)
        except Exception as error:
            told = "".join(traceback.format_exception(error))
            raise SystemExit(f"{told}gtpengine: the evaluator failed, so the engine ends") from None


def evaluator_of(line: str) -> Evaluator:
    """Return the evaluator of a file and the words behind its name.

    What the file prints meanwhile goes to standard error, for standard output belongs to GTP.

    :raises ValueError: when the file cannot be loaded; the message says why.
    """
    path, words = pythonfile.named(line)
    with redirect_stdout(sys.stderr):
        return _made(path, words)


def _made(path: Path, words: list[str]) -> Evaluator:
    module = pythonfile.loaded(path, "evaluator_of_user")
    if not callable(getattr(module, "evaluator", None)):
        raise ValueError(f"{path}: define evaluator(*words) in it, which returns a function")
    try:
        made: Any = module.evaluator(*words)
    except (Exception, SystemExit) as error:
        raise pythonfile.failed(path, error) from error
    if not callable(made):
        raise ValueError(f"{path}: evaluator() returns a function, not {type(made).__name__}")
    return made  # type: ignore[no-any-return]


def check() -> None:
    """Do nothing: every machine can make this searcher."""


def make(materials: Materials) -> Searcher:
    """Return the search that the option ``evaluator`` names.

    :raises ValueError: when its file cannot be loaded.
    """
    return EvaluatedSearcher(materials, evaluator_of(materials.options.evaluator))


def end(searcher: object) -> None:
    """Do nothing: there is nothing but memory."""
