"""Views of a position for GoGui, in the forms it reads.

Boards have a line for each row, the top one first, with a word for each point. ``gfx`` has drawing
commands. All views come from one search of the position (``Engine.overview``), which is short when
the position has just been searched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from board_ext.coords import BLACK, EMPTY, PASS, WHITE, color_name, point_to_vertex
from board_ext.tactics.probe import Probe
from gtpengine.gtp.protocol import GtpError
from gtpengine.judge.life import Status
from gtpengine.mcts.report.estimates import Priors
from gtpengine.mcts.report.report import MoveStats, SearchReport
from gtpengine.mcts.views.playout_view import playout_moves_of
from gtpengine.patterns.weight_files import MODELS
from gtpengine.session.engine import Engine

SHOWN: Final = 10
LINE: Final = 12
PLAYOUTS: Final = 2000


@dataclass(frozen=True, slots=True)
class GoguiView:
    """One entry of GoGui's analysis dialog: type, label, and the function that makes the view."""

    kind: str
    label: str
    show: Callable[[Engine], str]


def board(size: int, word: Callable[[int], str]) -> str:
    """Return the word of each point in rows."""
    return "\n".join(
        " ".join(word(row * size + column) for column in range(size))
        for row in range(size - 1, -1, -1)
    )


def _of_moves(value: Callable[[MoveStats], str]) -> Callable[[Engine], str]:
    """Return a view with a text at each move that was visited, and quotes elsewhere."""

    def show(engine: Engine) -> str:
        report = engine.overview()
        texts = {move.point: value(move) for move in report.moves}
        return board(report.size, lambda point: texts.get(point) or '""')

    return show


def _visits(move: MoveStats) -> str:
    return str(move.visits) if move.visits else ""


def _win_rate(move: MoveStats) -> str:
    return f"{100 * move.value:.0f}" if move.visits else ""


def _rave(move: MoveStats) -> str:
    return f"{100 * move.rave_value:.0f}" if move.rave_visits else ""


def _lead(move: MoveStats) -> str:
    return f"{move.score:+.0f}" if move.visits else ""


def _prior(engine: Engine) -> str:
    report = engine.overview()
    share = Priors(report.moves)
    texts = {move.point: f"{100 * share(move):.1f}" for move in report.moves}
    return board(report.size, lambda point: texts.get(point, '""'))


def _ownership(engine: Engine) -> str:
    report = engine.overview()
    values = report.ownership.reshape(-1).tolist()
    return board(report.size, lambda point: f"{values[point]:.2f}")


def _influence(engine: Engine) -> str:
    """Return the ownership of the empty points as squares."""
    report = engine.overview()
    values = report.ownership.reshape(-1).tolist()
    position = engine.position
    words = [
        f"{point_to_vertex(point, report.size)} {value:.2f}"
        for point, value in enumerate(values)
        if position.color_at(point) == EMPTY
    ]
    return "\n".join(["INFLUENCE " + " ".join(words), "TEXT " + _summary(report)])


def _best_moves(engine: Engine) -> str:
    """Return the best moves, numbered, the first marked, with the expected line below."""
    return moves_gfx(engine.overview())


def moves_gfx(report: SearchReport) -> str:
    """Return drawing commands for the best moves of a report."""
    moves = [m for m in report.moves if m.point != PASS and m.visits][:SHOWN]
    size = report.size
    lines = []
    if moves:
        lines.append(f"CIRCLE {point_to_vertex(moves[0].point, size)}")
        labels = [f"{point_to_vertex(m.point, size)} {100 * m.value:.0f}" for m in moves]
        lines.append("LABEL " + " ".join(labels))
    lines.append("TEXT " + _summary(report))
    return "\n".join(lines)


def _variation(engine: Engine) -> str:
    return variation_gfx(engine.overview())


def variation_gfx(report: SearchReport) -> str:
    """Return drawing commands for the expected line."""
    color, words = report.to_play, []
    for point in report.pv[:LINE]:
        words.append(f"{'b' if color == BLACK else 'w'} {point_to_vertex(point, report.size)}")
        color = WHITE if color == BLACK else BLACK
    lines = ["VAR " + " ".join(words)] if words else []
    return "\n".join([*lines, "TEXT " + _summary(report)])


def _book(engine: Engine) -> str:
    """Return the moves of the opening book with their chance in the draw, in percent."""
    try:
        moves = engine.opening.moves(engine.position, engine.position.to_play, engine.options)
    except ValueError as error:
        return f"TEXT {error}"
    size = engine.position.size
    lines = []
    shown = [move for move in moves if move.point != PASS]
    if shown:
        labels = [f"{m.vertex(size)} {100 * m.weight:.0f}" for m in shown]
        lines.append("LABEL " + " ".join(labels))
    best = next((move for move in shown if move.weight > 0), None)
    if best is not None:
        text = f"{best.vertex(size)} {best.reason()}"
    else:
        text = "no move of the book won enough to be played" if shown else "not in the book"
    return "\n".join([*lines, "TEXT " + text])


def _summary(report: SearchReport) -> str:
    return (
        f"{color_name(report.to_play)} wins {100 * report.value:.1f} %, "
        f"score {report.score:+.1f}, {report.visits} simulations"
    )


def _playout_reasons(engine: Engine) -> str:
    """Return the first moves of playouts: at each point a letter for its most frequent rule, and
    how many of a hundred playouts go there; below, how often each rule chose."""
    size = engine.position.size
    found = playout_moves_of(engine.position, engine.search_params, engine.options.seed, PLAYOUTS)
    at_point: dict[int, Counter[str]] = {}
    of_rule: Counter[str] = Counter()
    for (point, reason), times in found.items():
        at_point.setdefault(point, Counter())[reason] += times
        of_rule[reason] += times
    labels = []
    for point, reasons in sorted(at_point.items()):
        percent = round(100 * reasons.total() / PLAYOUTS)
        if point != PASS and percent:
            letter = reasons.most_common(1)[0][0][0]
            labels.append(f"{point_to_vertex(point, size)} {letter}{percent}")
    rules = ", ".join(f"{rule} {100 * n / PLAYOUTS:.0f} %" for rule, n in of_rule.most_common())
    return "\n".join([*(["LABEL " + " ".join(labels)] if labels else []), f"TEXT {rules}"])


def _criticality(engine: Engine) -> str:
    """Return how much more often than by chance the winner owns each point."""
    values = engine.overview().criticality.reshape(-1).tolist()
    return board(engine.position.size, lambda point: f"{2 * values[point]:.2f}")


def _predictions(engine: Engine) -> str:
    """Return the moves that the model expects of a strong player, in percent."""
    position = engine.position
    loaded, notices = MODELS.serving(engine.search_params.prior_model_file, position.size)
    if loaded is None:
        raise GtpError("; ".join(notices))
    shares = loaded.model.probabilities(position).tolist()
    legal = set(position.legal_moves())
    return board(
        position.size,
        lambda point: f"{100 * shares[point]:.1f}" if point in legal else '""',
    )


def _ladders(engine: Engine) -> str:
    """Return the chains that a ladder catches: a square where they cannot escape any more, a
    triangle where they can still be caught, by a move at the circle."""
    position = engine.position
    tactics = Probe.of(position)
    marks: dict[str, list[int]] = {"SQUARE": [], "TRIANGLE": [], "CIRCLE": []}
    seen: set[int] = set()
    for point in range(position.size**2):
        if point in seen or position.color_at(point) == EMPTY:
            continue
        chain = position.chain_at(point)
        seen.update(chain)
        liberties = len(position.liberties_of(point))
        if liberties == 1 and tactics.ladder_escapes(point) is None:
            marks["SQUARE"] += chain
        elif liberties == 2 and (move := tactics.ladder_captures(point)) is not None:
            marks["TRIANGLE"] += chain
            marks["CIRCLE"].append(move)
    lines = [
        f"{mark} " + " ".join(point_to_vertex(point, position.size) for point in sorted({*points}))
        for mark, points in marks.items()
        if points
    ]
    caught = len(marks["SQUARE"]), len(marks["TRIANGLE"])
    return "\n".join([*lines, f"TEXT {caught[0]} stones caught, {caught[1]} can be caught"])


def _score(engine: Engine) -> str:
    report = engine.overview()
    lead = report.score if report.to_play == BLACK else -report.score
    winner = "B" if lead > 0 else "W"
    return f"{winner}+{abs(lead):.1f} (standard deviation {report.score_stdev:.1f})"


def _liberties(engine: Engine) -> str:
    position = engine.position
    counts = position.liberties().reshape(-1).tolist()
    return board(position.size, lambda point: str(counts[point]) if counts[point] else '""')


def _status(engine: Engine) -> str:
    colors = {Status.ALIVE: "green", Status.DEAD: "red", Status.SEKI: "yellow"}
    found = engine.final_status()
    by_point = {point: colors[status] for chain, status in found.chains for point in chain}
    return board(engine.position.size, lambda point: by_point.get(point, '""'))


def _unconditional(engine: Engine) -> str:
    position = engine.position
    owner: dict[int, str] = {}
    for color, word in ((BLACK, "B"), (WHITE, "W")):
        for points in position.unconditional_life(color):
            owner.update(dict.fromkeys(points, word))
    return board(position.size, lambda point: owner.get(point, "E"))


VIEWS: Final[dict[str, GoguiView]] = {
    "best_moves": GoguiView("gfx", "Best Moves", _best_moves),
    "variation": GoguiView("gfx", "Principal Variation", _variation),
    "book": GoguiView("gfx", "Book Moves", _book),
    "win_rates": GoguiView("sboard", "Win Rates", _of_moves(_win_rate)),
    "visits": GoguiView("sboard", "Simulations", _of_moves(_visits)),
    "rave": GoguiView("sboard", "RAVE Values", _of_moves(_rave)),
    "priors": GoguiView("sboard", "Priors", _prior),
    "leads": GoguiView("sboard", "Expected Leads", _of_moves(_lead)),
    "ownership": GoguiView("dboard", "Ownership", _ownership),
    "influence": GoguiView("gfx", "Influence", _influence),
    "criticality": GoguiView("dboard", "Criticality", _criticality),
    "predictions": GoguiView("sboard", "Moves from Patterns", _predictions),
    "ladders": GoguiView("gfx", "Ladders", _ladders),
    "playout_reasons": GoguiView("gfx", "Playout Reasons", _playout_reasons),
    "score": GoguiView("string", "Score Estimate", _score),
    "liberties": GoguiView("sboard", "Liberties", _liberties),
    "status": GoguiView("cboard", "Life and Death", _status),
    "unconditional": GoguiView("bwboard", "Unconditional Life", _unconditional),
}
