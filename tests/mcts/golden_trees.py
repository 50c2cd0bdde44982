"""Golden trees: what a short search finds, node by node, for `test_golden_trees.py`.

After a change of the search that is meant, make them again and commit what has changed:

    .venv/bin/python -m tests.mcts.golden_trees
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from board_ext.coords import point_to_vertex
from board_ext.position import Position
from gtpengine.cluster.digests.sharing_searcher import SharingSearcher
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from tests.mcts.network_search import network_file

FOLDER = Path(__file__).parent / "golden"
SIMULATIONS = 600
FIELDS = ("visits", "reward", "score", "amaf_visits", "amaf_reward")
COMMAND = ".venv/bin/python -m tests.mcts.golden_trees"

# A fight with stones in atari, and a board that is nearly settled, where scores are bounded.
FIGHT = """
    . . . . . . . . .
    . . . . . . . . .
    . . X . O . X . .
    . . X O X X . . .
    . . O O X O . . .
    . . . X O . O . .
    . . . X . . . . .
    . . . . . . . . .
    . . . . . . . . .
"""
ENDGAME = """
    . . X O . . .
    . X X O . O .
    X X O O O . .
    . X X X O O .
    X . . X X O O
    . X . . X . .
    . . X . . X .
"""


@dataclass(frozen=True)
class Case:
    """A position and what the search is told."""

    name: str
    diagram: str | int
    settings: tuple[tuple[str, str], ...] = ()
    network: bool = False
    """Whether a network judges: a small one with random weights."""

    lab: bool = False
    """Whether the laboratory's techniques take part."""

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.txt"


CASES = (
    Case("5x5", 5),
    Case("9x9", 9),
    Case("9x9_shipped", 9, (("network", "shipped"),)),
    Case("9x9_beside", 9, (("network", "shipped"), ("network_role", "beside"))),
    Case("fight", FIGHT),
    Case("endgame", ENDGAME),
    Case("fight_puct", FIGHT, (("tree_policy", "puct"),), lab=True),
    Case(
        "fight_grave_criticality",
        FIGHT,
        (("grave_threshold", "25"), ("criticality", "0.5")),
        lab=True,
    ),
    Case(
        "endgame_softmax_mercy",
        ENDGAME,
        (("playout_policy", "softmax"), ("mercy", "0.2")),
        lab=True,
    ),
    Case(
        "endgame_learned_linear",
        ENDGAME,
        (
            ("playout_learned_pattern_rate", "0.9"),
            ("playout_other_liberty_rate", "0.5"),
            ("rave_schedule", "linear"),
            ("rave_equivalence", "300"),
        ),
        lab=True,
    ),
    Case(
        "fight_network",
        FIGHT,
        (("network_role", "beside"), ("network_lambda", "0.3"), ("network_visits", "8")),
        True,
    ),
    Case(
        "endgame_transpositions",
        ENDGAME,
        (("transpositions", "true"), ("leaf_playouts", "2")),
        lab=True,
    ),
)


def tree_of(case: Case) -> list[str]:
    """The visited nodes, parents before children, the root first: moves, then FIELDS."""
    if isinstance(case.diagram, int):
        position = Position(case.diagram)
    else:
        position = Position.from_diagram(case.diagram)
    params = SearchParams(network="none")
    for name, value in case.settings:
        params.set(name, value)
    if case.network:
        with tempfile.TemporaryDirectory() as folder:
            params.set("network", str(network_file(Path(folder))))
    searcher = SharingSearcher(params, seed=1, memory_mb=16)
    searcher.keep_digests()
    searcher.set_position(position)
    searcher.search(Limits(simulations=SIMULATIONS))
    return list(_lines(searcher, position.size))


def _lines(searcher: SharingSearcher, size: int) -> Iterator[str]:
    for path, change in searcher.digest(0.0).changes().items():
        if change.visits:
            moves = [point_to_vertex(point, size) for point in path]
            numbers = [str(getattr(change, field)) for field in FIELDS]
            yield " ".join(["/".join(moves) or "root", *numbers])


def difference(stored: list[str], found: list[str]) -> str:
    """Say where two trees first differ, counted from the root; "" if they are equal."""
    rows = list(zip_longest(stored, found, fillvalue="no such node"))
    wrong = [i for i, (before, after) in enumerate(rows) if before != after]
    if not wrong:
        return ""
    before, after = rows[wrong[0]]
    return (
        f"{len(wrong)} of {len(rows)} nodes differ, the first in line {wrong[0] + 1}:\n"
        f"  (moves, {', '.join(FIELDS)})\n  stored: {before}\n  found:  {after}\n"
        f"If that is meant, say why in the commit, and make the trees again: {COMMAND}"
    )


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for case in CASES:
        case.path.write_text("".join(f"{line}\n" for line in tree_of(case)))
        print(f"{case.path.name}: {case.path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
