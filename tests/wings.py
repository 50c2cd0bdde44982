"""The wings of the house, and what each may import; ``python -m tests.wings`` lists them.

A wing is a folder with code; the docstring of its package says what the wing is for.
`tests/test_layering.py` proves the table, and `tests/housepicture.py` draws the wings.
"""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]

_PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

FOLDERS: Final[dict[str, str]] = {"board_ext": "board_ext", "gtpengine": "gtpengine"} | {
    folder: package for package, folder in _PROJECT["tool"]["setuptools"]["package-dir"].items()
}
"""Folder of the repository -> name of its package."""

_SESSION: Final = "gtpengine.config gtpengine.session"
_SEARCH: Final = "gtpengine.mcts gtpengine.mcts.params gtpengine.mcts.report"
_TECHNIQUE: Final = (
    "board_ext board_ext.playouts board_ext.tactics gtpengine.patterns gtpengine.mcts.params "
    "gtpengine.mcts.tree gtpengine.mcts.moves gtpengine.mcts.playout gtpengine.mcts.doors "
    "gtpengine.lab.doors "
    "gtpengine.lab.weights gtpengine.lab.softmax"
)
_RUN: Final = (
    "gtpengine.programs gtpengine.tools.running gtpengine.tools.games gtpengine.tools.storage"
)
_REVIEW: Final = (
    "gtpengine.review gtpengine.review.searching gtpengine.review.mistakes gtpengine.review.pages"
)
_MATCH: Final = f"{_RUN} gtpengine.tools.statistics gtpengine.tools.matches"
_STUDY: Final = "gtpengine.lab.study.tables gtpengine.lab.study.figures gtpengine.lab.study.matches"

# Wing -> what it may import besides itself: wings further up, or single modules of them where the
# rest is not meant. All may use board_ext.lowlevel, and all but board_ext gtpengine.base. A module
# belongs to the wing with the longest name.
_ROWS: Final[dict[str, str]] = {
    "board_ext.lowlevel": "",
    "board_ext": "",
    "board_ext.playouts": "board_ext",
    "board_ext.tactics": "board_ext",
    "board_ext.solvers": "board_ext board_ext.tactics",
    "board_ext.solvers.fights": "board_ext board_ext.tactics",
    "board_ext.solvers.proofs": "board_ext board_ext.tactics board_ext.solvers.fights",
    "board_ext.benches": "board_ext board_ext.tactics board_ext.solvers",
    "gtpengine.base": "",
    "gtpengine.base.text": "",
    "gtpengine.base.files": "",
    "gtpengine.base.streams": "",
    "gtpengine.base.arguments": "gtpengine.base.text gtpengine.base.files",
    "gtpengine.base.system": "gtpengine.base.streams",
    "gtpengine.web": "",
    "gtpengine": "board_ext",
    "gtpengine.sgf": "",
    "gtpengine.game": "gtpengine board_ext gtpengine.sgf",
    "gtpengine.programs": "board_ext gtpengine.game",
    "gtpengine.config": "board_ext gtpengine.game.ranks",
    "gtpengine.prediction": "board_ext board_ext.playouts board_ext.tactics",
    "gtpengine.patterns": "board_ext gtpengine.prediction",
    "gtpengine.network.kernel": "",
    "gtpengine.network": "board_ext board_ext.tactics gtpengine.prediction gtpengine.patterns "
    "gtpengine.network.kernel",
    "gtpengine.books": "board_ext gtpengine.sgf gtpengine.game",
    "gtpengine.mcts.report": "",
    "gtpengine.mcts.params": "gtpengine.patterns gtpengine.network",
    "gtpengine.building": "gtpengine.config gtpengine.mcts.params",
    "gtpengine.mcts.tree": "gtpengine.mcts.params",
    "gtpengine.mcts.moves": "board_ext board_ext.playouts board_ext.tactics gtpengine.patterns "
    "gtpengine.mcts.params",
    "gtpengine.mcts.playout": "board_ext board_ext.playouts gtpengine.mcts.params "
    "gtpengine.mcts.moves",
    "gtpengine.mcts.doors": "board_ext gtpengine.prediction gtpengine.mcts.params "
    "gtpengine.mcts.tree gtpengine.mcts.moves gtpengine.mcts.playout",
    "gtpengine.mcts.expansion": "board_ext board_ext.tactics gtpengine.prediction "
    "gtpengine.mcts.params gtpengine.mcts.tree gtpengine.mcts.moves gtpengine.mcts.doors",
    "gtpengine.mcts.worker": "board_ext board_ext.playouts gtpengine.mcts.params "
    "gtpengine.mcts.tree "
    "gtpengine.mcts.moves gtpengine.mcts.doors gtpengine.mcts.expansion",
    "gtpengine.mcts.by_playouts": "board_ext board_ext.playouts gtpengine.mcts.params "
    "gtpengine.mcts.tree "
    "gtpengine.mcts.playout gtpengine.mcts.doors gtpengine.mcts.expansion gtpengine.mcts.worker",
    "gtpengine.mcts.by_network": "board_ext gtpengine.prediction gtpengine.network "
    "gtpengine.mcts.params gtpengine.mcts.tree gtpengine.mcts.doors gtpengine.mcts.expansion "
    "gtpengine.mcts.worker gtpengine.mcts.by_playouts",
    "gtpengine.mcts.search": "board_ext gtpengine.patterns gtpengine.network "
    "gtpengine.mcts.params gtpengine.mcts.tree gtpengine.mcts.moves gtpengine.mcts.playout "
    "gtpengine.mcts.doors gtpengine.mcts.worker gtpengine.mcts.by_playouts "
    "gtpengine.mcts.by_network gtpengine.mcts.report",
    "gtpengine.mcts": "board_ext gtpengine.mcts.params gtpengine.mcts.doors "
    "gtpengine.mcts.worker gtpengine.mcts.search gtpengine.mcts.report",
    "gtpengine.mcts.views": "board_ext board_ext.playouts gtpengine.mcts.params "
    "gtpengine.mcts.tree "
    "gtpengine.mcts.moves gtpengine.mcts.playout gtpengine.mcts.doors gtpengine.mcts.worker "
    "gtpengine.mcts.by_playouts gtpengine.mcts.by_network",
    "gtpengine.mcts.probes": "board_ext board_ext.playouts gtpengine.mcts gtpengine.mcts.params "
    "gtpengine.mcts.tree "
    "gtpengine.mcts.moves gtpengine.mcts.playout gtpengine.mcts.doors gtpengine.mcts.worker "
    "gtpengine.mcts.by_playouts gtpengine.mcts.by_network gtpengine.mcts.views",
    "gtpengine.learning": "board_ext gtpengine.prediction gtpengine.patterns gtpengine.network",
    "gtpengine.patterns.training": "board_ext gtpengine.game gtpengine.prediction "
    "gtpengine.patterns gtpengine.learning",
    "gtpengine.clock": "board_ext.coords gtpengine.config gtpengine.mcts.report",
    "gtpengine.judge": "board_ext board_ext.solvers gtpengine.config gtpengine.game "
    "gtpengine.mcts.report",
    "gtpengine.session": f"board_ext board_ext.tactics.probe gtpengine.config "
    "gtpengine.game gtpengine.prediction gtpengine.patterns gtpengine.network gtpengine.books "
    f"gtpengine.clock gtpengine.judge {_SEARCH}",
    "gtpengine.cluster.digests": "board_ext gtpengine.mcts gtpengine.mcts.tree "
    "gtpengine.mcts.doors gtpengine.mcts.expansion gtpengine.mcts.worker",
    "gtpengine.cluster": f"gtpengine board_ext gtpengine.cluster.digests {_SESSION} {_SEARCH}",
    "gtpengine.commands": f"gtpengine board_ext gtpengine.config "
    f"gtpengine.mcts.views gtpengine.network.kernel {_SEARCH}",
    "gtpengine.gtp.protocol": "",
    "gtpengine.gtp": f"gtpengine.gtp.protocol board_ext {_SESSION}",
    "gtpengine.gtp.dialects": "board_ext board_ext.tactics.probe gtpengine.game gtpengine.config "
    "gtpengine.patterns "
    "gtpengine.mcts.report gtpengine.mcts.views gtpengine.judge gtpengine.session gtpengine.gtp "
    "gtpengine.gtp.protocol",
    "gtpengine.gtp.commands": "gtpengine board_ext gtpengine.sgf gtpengine.game gtpengine.clock "
    "gtpengine.judge gtpengine.mcts.report gtpengine.mcts.views gtpengine.session gtpengine.gtp "
    "gtpengine.gtp.protocol gtpengine.gtp.dialects",
    "gtpengine.katajson": "gtpengine board_ext gtpengine.config gtpengine.mcts.params "
    "gtpengine.mcts.report gtpengine.session gtpengine.gtp gtpengine.gtp.protocol "
    "gtpengine.gtp.dialects",
    "gtpengine.library.values": "board_ext gtpengine.sgf",
    "gtpengine.library.pictures": "board_ext gtpengine.library.values",
    "gtpengine.library.positions": "board_ext board_ext.tactics.probe gtpengine.sgf "
    "gtpengine.game gtpengine.library.values gtpengine.library.pictures",
    "gtpengine.library.searches": "gtpengine board_ext gtpengine.judge gtpengine.patterns "
    f"gtpengine.network gtpengine.session {_SEARCH} gtpengine.mcts.doors gtpengine.library.values "
    "gtpengine.library.pictures gtpengine.library.positions",
    "gtpengine.library.games": "gtpengine board_ext gtpengine.sgf gtpengine.game gtpengine.web "
    "gtpengine.library.values gtpengine.library.pictures gtpengine.library.positions "
    "gtpengine.library.searches",
    "gtpengine.library": "",
    "gtpengine.data": "gtpengine board_ext gtpengine.library.values gtpengine.library.positions",
    "gtpengine.env": "gtpengine board_ext gtpengine.library.values gtpengine.library.pictures "
    "gtpengine.library.positions",
    "gtpengine.engines": "gtpengine board_ext gtpengine.programs gtpengine.library.values "
    "gtpengine.library.positions gtpengine.library.searches gtpengine.library.games "
    "gtpengine.mcts.report",
    "gtpengine.review.searching": "gtpengine board_ext gtpengine.sgf gtpengine.game "
    "gtpengine.programs gtpengine.library.positions gtpengine.library.searches "
    "gtpengine.mcts.report",
    "gtpengine.review.mistakes": "board_ext board_ext.tactics.probe gtpengine.game "
    "gtpengine.review.searching",
    "gtpengine.review.pages": "gtpengine board_ext gtpengine.sgf gtpengine.game gtpengine.web "
    "gtpengine.review.searching",
    "gtpengine.review": "gtpengine board_ext gtpengine.sgf gtpengine.game gtpengine.programs "
    "gtpengine.review.searching gtpengine.review.mistakes gtpengine.review.pages",
    "gtpengine.problems": "board_ext gtpengine.sgf gtpengine.game gtpengine.programs "
    f"gtpengine.library.pictures gtpengine.library.positions {_REVIEW}",
    "gtpengine.personrank": "board_ext gtpengine.sgf gtpengine.game gtpengine.patterns "
    f"gtpengine.network {_REVIEW}",
    "gtpengine.lifedeath": "board_ext board_ext.solvers.proofs gtpengine.sgf gtpengine.game "
    "gtpengine.library.positions gtpengine.library.searches",
    "gtpengine.play": "gtpengine board_ext gtpengine.sgf gtpengine.config gtpengine.game "
    "gtpengine.programs gtpengine.clock gtpengine.judge gtpengine.mcts.report gtpengine.session",
    "gtpengine.server": "gtpengine board_ext gtpengine.config gtpengine.game gtpengine.clock "
    f"gtpengine.programs gtpengine.web gtpengine.library.positions gtpengine.library.searches "
    f"gtpengine.library.games {_REVIEW} gtpengine.problems "
    "gtpengine.personrank gtpengine.lifedeath "
    "gtpengine.play",
    "gtpengine.terminal": "board_ext gtpengine.config gtpengine.game gtpengine.programs "
    "gtpengine.play",
    "gtpengine.cli": f"gtpengine gtpengine.gtp gtpengine.commands {_SESSION}",
    "gtpengine.__main__": "gtpengine.cli",
    "gtpengine.tools": "",
    "gtpengine.tools.running": "gtpengine gtpengine.programs",
    "gtpengine.tools.builds": "gtpengine.programs gtpengine.tools.running",
    "gtpengine.tools.sharing": "gtpengine board_ext gtpengine.programs gtpengine.cluster "
    "gtpengine.mcts "
    "gtpengine.mcts.params gtpengine.mcts.report gtpengine.tools.running gtpengine.tools.builds",
    "gtpengine.tools.statistics": "",
    "gtpengine.tools.games": "board_ext gtpengine.sgf gtpengine.game gtpengine.programs "
    "gtpengine.tools.running",
    "gtpengine.tools.storage": "board_ext gtpengine.tools.running gtpengine.tools.games",
    "gtpengine.tools.matches": f"board_ext gtpengine.game gtpengine.cluster.identity {_RUN} "
    "gtpengine.tools.statistics gtpengine.tools.builds gtpengine.tools.sharing",
    "gtpengine.tools.tuning": f"gtpengine.mcts.params {_MATCH}",
    "gtpengine.tools.measuring": f"gtpengine board_ext {_MATCH} gtpengine.cluster gtpengine.config "
    f"gtpengine.commands gtpengine.tools.sharing {_SEARCH}",
    "gtpengine.tools.regression": "board_ext board_ext.solvers board_ext.tactics.probe "
    "gtpengine.sgf gtpengine.game gtpengine.judge gtpengine.session gtpengine.gtp "
    f"gtpengine.lifedeath {_REVIEW} {_SEARCH} {_MATCH}",
    "gtpengine.tools.report": f"board_ext gtpengine.web {_MATCH} gtpengine.tools.tuning "
    "gtpengine.tools.regression",
    "gtpengine.tools.learning": f"board_ext gtpengine.game gtpengine.prediction gtpengine.patterns "
    f"gtpengine.patterns.training gtpengine.learning gtpengine.judge gtpengine.session "
    f"{_SEARCH} {_MATCH}",
    "gtpengine.tools.network.examples": "board_ext gtpengine.data gtpengine.game "
    f"gtpengine.prediction gtpengine.patterns gtpengine.network gtpengine.learning {_MATCH}",
    "gtpengine.tools.network.learning": "board_ext gtpengine.game gtpengine.prediction "
    f"gtpengine.patterns gtpengine.network gtpengine.learning gtpengine.tools.network.examples "
    f"{_MATCH}",
    "gtpengine.tools.network": "board_ext gtpengine.data gtpengine.game gtpengine.prediction "
    "gtpengine.patterns gtpengine.network gtpengine.network.kernel "
    "gtpengine.tools.network.examples gtpengine.tools.network.learning "
    f"{_SEARCH} {_MATCH}",
    "gtpengine.tools.books": f"board_ext gtpengine.game gtpengine.books "
    f"gtpengine.commands {_SESSION} {_SEARCH} {_MATCH}",
    # Nothing above may use the laboratory, because its rows come last.
    "gtpengine.lab": "gtpengine.config",
    "gtpengine.lab.weights": "board_ext gtpengine.patterns",
    "gtpengine.lab.softmax": "board_ext board_ext.tactics gtpengine.patterns "
    "gtpengine.mcts.params gtpengine.mcts.moves gtpengine.lab.weights",
    "gtpengine.lab.rules": "board_ext board_ext.tactics board_ext.solvers.semeai "
    "gtpengine.mcts.params gtpengine.mcts.moves gtpengine.mcts.playout",
    "gtpengine.lab.doors": "board_ext gtpengine.mcts.params gtpengine.mcts.tree "
    "gtpengine.mcts.playout gtpengine.mcts.doors",
    "gtpengine.lab.techniques": "",
    "gtpengine.lab.techniques.policies": _TECHNIQUE,
    "gtpengine.lab.techniques.biases": _TECHNIQUE,
    "gtpengine.lab.techniques.root": f"{_TECHNIQUE} gtpengine.lab.techniques.policies.values",
    "gtpengine.lab.techniques.tree": f"{_TECHNIQUE} gtpengine.lab.techniques.policies.values",
    "gtpengine.lab.techniques.amaf": _TECHNIQUE,
    "gtpengine.lab.techniques.evaluation": f"{_TECHNIQUE} board_ext.solvers.fights "
    "board_ext.solvers.proofs",
    "gtpengine.lab.techniques.playouts": _TECHNIQUE,
    "gtpengine.lab.techniques.statistics": f"{_TECHNIQUE} gtpengine.lab.techniques.playouts.values",
    "gtpengine.lab.techniques.adapting": _TECHNIQUE,
    "gtpengine.lab.techniques.led": f"{_TECHNIQUE} gtpengine.network gtpengine.mcts.by_network "
    "gtpengine.lab.techniques.tree",
    "gtpengine.lab.probes": "board_ext board_ext.playouts gtpengine.patterns gtpengine.mcts.params "
    "gtpengine.mcts.tree gtpengine.mcts.moves gtpengine.mcts.playout gtpengine.mcts.doors "
    "gtpengine.mcts.expansion gtpengine.mcts.worker gtpengine.mcts.by_playouts "
    "gtpengine.mcts.by_network gtpengine.mcts.views gtpengine.lab.doors gtpengine.lab.weights "
    "gtpengine.lab.softmax gtpengine.lab.techniques.playouts gtpengine.lab.techniques.statistics",
    "gtpengine.lab.parallel": f"board_ext gtpengine.cluster gtpengine.cluster.digests "
    f"gtpengine.session gtpengine.mcts.tree gtpengine.mcts.doors gtpengine.mcts.worker "
    f"gtpengine.mcts.search {_SEARCH}",
    "gtpengine.lab.learning": "board_ext board_ext.playouts gtpengine.prediction "
    "gtpengine.patterns "
    "gtpengine.mcts.moves gtpengine.learning gtpengine.lab.weights gtpengine.lab.softmax",
    "gtpengine.lab.training": f"board_ext gtpengine.game gtpengine.patterns "
    f"gtpengine.patterns.training gtpengine.tools.learning gtpengine.lab.weights "
    f"gtpengine.lab.learning {_SEARCH} {_MATCH}",
    "gtpengine.lab.study.tables": "board_ext gtpengine.config gtpengine.mcts.params gtpengine.lab",
    "gtpengine.lab.study.figures": f"gtpengine.lab.study.tables {_MATCH}",
    "gtpengine.lab.study.matches": "gtpengine.lab.study.tables gtpengine.lab.study.figures "
    f"{_MATCH}",
    "gtpengine.lab.study.pages": "gtpengine.mcts.params gtpengine.web gtpengine.lab "
    "gtpengine.lab.techniques gtpengine.tools.running gtpengine.tools.report "
    "gtpengine.lab.study.tables gtpengine.lab.study.figures",
    "gtpengine.lab.study": f"{_STUDY} gtpengine.lab.study.pages {_MATCH}",
    "gtpengine.lab.surveys": f"gtpengine.commands.param_page {_STUDY}",
    "gtpengine.lab.reproduction": f"{_MATCH} {_STUDY}",
    "gtpengine.tools.research.cluster": "board_ext gtpengine gtpengine.cluster "
    "gtpengine.cluster.digests gtpengine.config gtpengine.lab.parallel gtpengine.tools.sharing "
    f"{_SEARCH} {_MATCH}",
    "gtpengine.tools.research.ranks": "board_ext gtpengine gtpengine.game gtpengine.judge "
    "gtpengine.network gtpengine.patterns gtpengine.personrank gtpengine.session "
    f"{_REVIEW} {_SEARCH} {_MATCH}",
    "gtpengine.tools.research.problems": "board_ext board_ext.solvers board_ext.tactics.probe "
    f"gtpengine.lifedeath gtpengine.programs gtpengine.tools.regression {_SEARCH} "
    "gtpengine.tools.statistics",
    "gtpengine.tools.research": "board_ext gtpengine.game gtpengine.mcts.views gtpengine.programs "
    "gtpengine.tools.network.examples gtpengine.tools.running",
}

BASES: Final = tuple(wing for wing in _ROWS if f"{wing}.".startswith("gtpengine.base."))

ALLOWED: Final = {
    wing: (
        *uses.split(),
        *(() if wing == "board_ext.lowlevel" else ("board_ext.lowlevel",)),
        *(() if wing.startswith("board_ext") or wing in BASES else BASES),
    )
    for wing, uses in _ROWS.items()
}

DATA: Final = (
    "gtpengine.learning",
    "gtpengine.patterns.training",
    "gtpengine.tools.learning",
    "gtpengine.tools.network",
    "gtpengine.tools.regression",
    "gtpengine.tools.books",
)
"""Wings that make data or judge with it: networks, models of moves, books, suites of positions.
``make test-data`` types and tests them and the wings below them; ``make test`` leaves them out."""

MATCHES: Final = ("gtpengine.cluster", "gtpengine.tools")
"""Wings that let engines play each other and say what was measured, on one machine or many.
``make test-matches`` tests them, `DATA` and research aside; ``make test`` leaves them out."""

COMPILED: Final = "gtpengine.cluster.digests"
"""What is compiled of them, as part of the search; ``make test`` builds and tests it."""

FACE: Final = "gtpengine"
"""The one module with hints that point up: it shows what ``gtpengine.__all__`` names to editors and
type checkers. At run time such a name is loaded when it is first used."""


def wing_of(module: str) -> str:
    """The wing that a module belongs to."""
    return max((w for w in ALLOWED if f"{module}.".startswith(f"{w}.")), key=len)


def folder_of(wing: str) -> Path:
    """Where a wing lies, relative to the root of the repository."""
    for folder, package in sorted(FOLDERS.items(), key=lambda item: -len(item[1])):
        if f"{wing}.".startswith(f"{package}."):
            return Path(folder, *wing.removeprefix(package).strip(".").split("."))
    raise ValueError(f"{wing} is in no package")


def listing() -> str:
    """Return the wings from the top down, a line each, with what each is for."""
    lines = []
    for wing in reversed(ALLOWED):
        folder = ROOT / folder_of(wing)
        code = {path.stem for pattern in ("*.py", "*.p[xy]*") for path in folder.glob(pattern)}
        if code - {"__init__", "__main__", "cli"}:
            init = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
            purpose = (ast.get_docstring(init) or "").partition("\n")[0].rstrip(".")
            lines.append(f"{folder_of(wing).as_posix() + '/':<38}{purpose}\n")
    return "".join(lines)


if __name__ == "__main__":
    print(listing(), end="")
