"""Searches with small random networks, for tests."""

from __future__ import annotations

from pathlib import Path

from gtpengine.patterns.weight_files import MODELS

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import MoveStats, SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher
from gtpengine.network.net import Judgement, Network
from gtpengine.network.netfile import NetParts, load_net
from gtpengine.network.netwriting import write_net
from tests.network.nets import a_shape, random_parts

NEVER = 1_000_000
"""Visits that no node of a test has."""


def network_file(
    folder: Path, size: int | None = None, seed: int = 1, *, board_alone: bool = False
) -> Path:
    """Write a network that was learned on boards of a size, or does not say; it may do without the
    move model."""
    parts = random_parts(a_shape(board_alone=board_alone), seed)
    path = folder / f"{size or 'all'}.net"
    write_net(path, NetParts(parts.shape, parts.arrays, {"size": size} if size else {}))
    return path


def midgame() -> Position:
    """A position of 9x9 after six moves."""
    position = Position(9)
    for point in (40, 24, 56, 22, 58, 60):
        position.play(point)
    return position


def judged(path: Path, position: Position, symmetry: int = 0) -> Judgement:
    """What the network itself says, and that under a symmetry of the board."""
    loaded, _ = MODELS.serving("shipped", position.size)
    assert loaded is not None
    network: Network = load_net(path)
    return network.evaluate(position, loaded.model, symmetry)


def searcher_with(
    path: Path | str, threads: int = 1, memory_mb: int = 32, **params: int | float | str
) -> Searcher:
    """A searcher with a network beside playouts, unless the parameters say otherwise."""
    return Searcher(_params(path, params), threads, memory_mb, 7)


def _params(path: Path | str, params: dict[str, int | float | str]) -> SearchParams:
    return SearchParams(network=str(path), **{"network_role": "beside", **params})


def searched(
    path: Path | str, position: Position, simulations: int, **params: int | float | str
) -> SearchReport:
    """The report of a search of a position with one thread."""
    searcher = Searcher(_params(path, params), 1, 32, 7)
    searcher.set_position(position)
    return searcher.search(Limits(simulations=simulations))


def counts(report: SearchReport) -> list[MoveStats]:
    """What a search found of each move of the root, in the order of the points."""
    return sorted(report.moves, key=lambda move: move.point)
