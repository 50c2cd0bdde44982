"""What the playout rules answer in a diagram, for the tests of rules and of their moves."""

from board_ext.coords import WHITE, point_to_vertex, vertex_to_point
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.views.playout_view import playout_moves_of

ALWAYS = {
    "playout_atari_rate": 1.0,
    "playout_two_liberty_rate": 1.0,
    "playout_pattern_rate": 1.0,
    "playout_self_atari_rate": 1.0,
}
"""Parameters with which the rules of the default order always speak."""

SILENT = dict.fromkeys(ALWAYS, 0.0) | {"playout_self_atari_rate": 1.0}
"""Parameters with which no rule speaks."""


def answers(diagram: str, last: str, **params: float | str) -> dict[str, set[str]]:
    """Play *last* for White and return Black's answers as {reason: {vertices}} over many seeds.

    Rules of the default order always speak, unless *params* say otherwise.
    """
    position = Position.from_diagram(diagram)
    position.play(vertex_to_point(last, position.size), WHITE)
    found: dict[str, set[str]] = {}
    for point, reason in playout_moves_of(position, SearchParams(**(ALWAYS | params)), 0, 400):
        found.setdefault(reason, set()).add(point_to_vertex(point, position.size))
    return found


def answers_of(reason: str, diagram: str, last: str, **params: float) -> set[str]:
    """Return the answers to *last* that have this reason, where no other rule speaks.

    *params* switch the rule on. Without them nothing may speak, and with them nothing else.
    """
    found = answers(diagram, last, **(SILENT | params))
    assert set(found) <= {reason, "uniform", "pass"}
    assert set(answers(diagram, last, **SILENT)) <= {"uniform", "pass"}
    return found.get(reason, set())
