"""A Go engine for the CPU: play through GTP, or search from Python.

Ten lines that search a position and draw it::

    import gtpengine

    position = gtpengine.Position(9)
    position.play_all("E5 G6 C6")
    print(position)

    with gtpengine.Search() as search:
        report = search.run(position, seconds=1)
    print(report.best_move, f"{report.win_rate:.0%}", *report.pv)

    with open("board.svg", "w") as file:
        file.write(report.svg())

What there is:

- ``Position``: the board, the rules, the moves so far. Points are text (``"E5"``) or numbers.
- ``Rules``: a set of rules; ``RULES`` has all ten by name. Their names do where rules are wanted.
- ``Search``: searches a position, also with a callback or from asyncio; ``Limits`` end it.
- ``Report``: what it found: ``best_move``, ``win_rate``, ``ownership``, and a ``MoveReport`` for
  each of its ``moves``.
- ``TreeNode``: a node of the tree of a search, which ``Search.tree`` returns.
- ``evaluate``: what the network says of positions without a search: an ``Evaluation``, with
  policy, value, lead, ownership. ``network_input`` is what it sees, ``turn`` turns arrays.
- ``search_many``: searches many positions at once, on all cores.
- ``Game``: a record of a game, from SGF and to SGF, with its tree of ``GameNode``; ``SgfError``.
- ``board_svg``: a board as a picture, with marks, ownership, best moves; ``curve_svg``: win rates.
- ``SearchParams``: the parameters of the search, typed.
- ``gtpengine.engines``, a module of its own: engines of others, by GTP or KataGo's JSON.

A value out of range is a ``ValueError`` or a kind of it, a value of a wrong kind a ``TypeError``.
The message says what to give.

``docs/guides/library.md`` teaches it step by step. These names are loaded when they are first used.
What is not in ``gtpengine.__all__`` is the engine's inside, and may change with any version.
"""

from typing import TYPE_CHECKING

import board_ext as _board_ext  # noqa: F401  the check of the machine comes before any extension

if TYPE_CHECKING:
    from board_ext.coords import BLACK as BLACK
    from board_ext.coords import EMPTY as EMPTY
    from board_ext.coords import PASS as PASS
    from board_ext.coords import WHITE as WHITE
    from board_ext.legality import IllegalMoveError as IllegalMoveError
    from board_ext.rules import RULES as RULES
    from board_ext.rules import HandicapBonus as HandicapBonus
    from board_ext.rules import Ko as Ko
    from board_ext.rules import Rules as Rules
    from board_ext.rules import Scoring as Scoring
    from gtpengine.base.arguments.paramspec import ParamError as ParamError
    from gtpengine.library.games.game import Game as Game
    from gtpengine.library.games.gamenode import GameNode as GameNode
    from gtpengine.library.pictures.curve import curve_svg as curve_svg
    from gtpengine.library.pictures.svg import board_svg as board_svg
    from gtpengine.library.positions.position import Position as Position
    from gtpengine.library.positions.symmetry import SYMMETRIES as SYMMETRIES
    from gtpengine.library.positions.symmetry import turn as turn
    from gtpengine.library.searches.evaluation import Evaluation as Evaluation
    from gtpengine.library.searches.evaluation import NetworkInput as NetworkInput
    from gtpengine.library.searches.evaluation import evaluate as evaluate
    from gtpengine.library.searches.evaluation import network_input as network_input
    from gtpengine.library.searches.many import search_many as search_many
    from gtpengine.library.searches.report import MoveReport as MoveReport
    from gtpengine.library.searches.report import Report as Report
    from gtpengine.library.searches.search import Search as Search
    from gtpengine.library.searches.searchtree import TreeNode as TreeNode
    from gtpengine.mcts.params.search_params import SearchParams as SearchParams
    from gtpengine.mcts.report.stoppers import Limits as Limits
    from gtpengine.sgf.error import SgfError as SgfError

__version__ = "0.17.0"

_HOMES = {
    "BLACK": "board_ext.coords",
    "EMPTY": "board_ext.coords",
    "Evaluation": "gtpengine.library.searches.evaluation",
    "Game": "gtpengine.library.games.game",
    "GameNode": "gtpengine.library.games.gamenode",
    "HandicapBonus": "board_ext.rules",
    "IllegalMoveError": "board_ext.legality",
    "Ko": "board_ext.rules",
    "Limits": "gtpengine.mcts.report.stoppers",
    "MoveReport": "gtpengine.library.searches.report",
    "NetworkInput": "gtpengine.library.searches.evaluation",
    "PASS": "board_ext.coords",
    "ParamError": "gtpengine.base.arguments.paramspec",
    "Position": "gtpengine.library.positions.position",
    "RULES": "board_ext.rules",
    "Report": "gtpengine.library.searches.report",
    "Rules": "board_ext.rules",
    "SYMMETRIES": "gtpengine.library.positions.symmetry",
    "Scoring": "board_ext.rules",
    "Search": "gtpengine.library.searches.search",
    "SgfError": "gtpengine.sgf.error",
    "SearchParams": "gtpengine.mcts.params.search_params",
    "TreeNode": "gtpengine.library.searches.searchtree",
    "WHITE": "board_ext.coords",
    "board_svg": "gtpengine.library.pictures.svg",
    "curve_svg": "gtpengine.library.pictures.curve",
    "evaluate": "gtpengine.library.searches.evaluation",
    "network_input": "gtpengine.library.searches.evaluation",
    "search_many": "gtpengine.library.searches.many",
    "turn": "gtpengine.library.positions.symmetry",
}
"""Public name -> its module, which is loaded late because every module imports this one."""

__all__ = list(_HOMES)


def __dir__() -> list[str]:
    return [*__all__, *(name for name in globals() if name.startswith("__"))]


# Type checkers would let every name pass if they saw this.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module 'gtpengine' has no attribute {name!r}")
        import importlib

        value = globals()[name] = getattr(importlib.import_module(_HOMES[name]), name)
        return value
