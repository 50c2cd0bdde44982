"""GTP commands that show the board, its legal moves, the parameters, and playouts."""

from __future__ import annotations

from board_ext.coords import color_name, point_to_vertex, points_to_vertices
from gtpengine.base.arguments.paramspec import ParamError, ParamSpec, ParamValue
from gtpengine.game.replay import stones_of
from gtpengine.gtp.arguments import Args
from gtpengine.gtp.protocol import GtpError
from gtpengine.gtp.registry import command
from gtpengine.gtp.session import Session
from gtpengine.mcts.views.playout_view import playout_from, playout_moves_of


@command("showboard")
def showboard(session: Session, _args: Args) -> str:
    """The position as a diagram."""
    position = session.engine.position
    black, white = position.prisoners
    lines = [
        "",
        position.to_diagram(),
        f"{color_name(position.to_play)} to play after move {position.move_number}, "
        f"komi {position.komi:.10g}, rules {position.rules.name}",
        f"prisoners: {black} captured by black, {white} by white",
    ]
    if position.handicap:
        lines.append(f"handicap: {position.handicap} stones")
    return "\n".join(lines)


@command("list_stones", "COLOR")
def list_stones(session: Session, args: Args) -> str:
    """The stones of a colour."""
    color = args.color()
    position = session.engine.position
    return points_to_vertices(stones_of(position, color), position.size)


@command("is_legal", "COLOR VERTEX")
def is_legal(session: Session, args: Args) -> str:
    """1 when the rules allow a move, otherwise 0."""
    color = args.color()
    position = session.engine.position
    return "1" if position.is_legal(args.vertex(position.size), color) else "0"


@command("all_legal", "COLOR")
def all_legal(session: Session, args: Args) -> str:
    """All legal moves of a colour except the pass."""
    color = args.color()
    position = session.engine.position
    return points_to_vertices(position.legal_moves(color), position.size)


@command("gtpengine-playout", "[SEED]")
def gtpengine_playout(session: Session, args: Args) -> str:
    """One playout from here: a line for each move with the rule that chose it, then the score."""
    seed = args.integer("seed") if len(args) else session.engine.options.seed
    position = session.engine.position
    moves, lead = playout_from(position, session.engine.search_params, seed % 2**64)
    lines = [
        f"{number} {color_name(color)} {point_to_vertex(point, position.size)} {reason}"
        for number, (color, point, reason) in enumerate(moves, 1)
    ]
    return "\n".join([*lines, f"black leads by {lead:+d} on the board, komi left out"])


@command("gtpengine-playout_reasons", "[PLAYOUTS]")
def gtpengine_playout_reasons(session: Session, args: Args) -> str:
    """First moves of playouts in percent, each point in all and then by rule."""
    count = args.integer("playouts") if len(args) else 1000
    if not 1 <= count <= 1_000_000:
        raise args.error("give 1 to 1000000 playouts")
    engine = session.engine
    found = playout_moves_of(engine.position, engine.search_params, engine.options.seed, count)
    by_point: dict[int, list[tuple[int, str]]] = {}
    for (point, reason), times in found.items():
        by_point.setdefault(point, []).append((times, reason))
    lines = []
    for point, rows in sorted(by_point.items(), key=lambda row: (-sum(n for n, _ in row[1]), row)):
        parts = [f"{reason} {100 * n / count:.1f}" for n, reason in sorted(rows, reverse=True)]
        total = 100 * sum(n for n, _ in rows) / count
        lines.append(
            f"{point_to_vertex(point, engine.position.size)} {total:.1f}: {', '.join(parts)}"
        )
    return "\n".join(lines)


@command("gtpengine-param", "[NAME [VALUE]]")
def gtpengine_param(session: Session, args: Args) -> str:
    """List all parameters, show one, or set one."""
    engine = session.engine
    try:
        if not len(args):
            return "\n".join(_describe(*row) for row in engine.parameters())
        name = args.word("name")
        if not len(args):
            return _describe(*engine.parameter(name))
        engine.set_parameter(name, " ".join(args.rest()))
    except ParamError as error:
        raise GtpError(str(error)) from None
    return ""


@command("gtpengine-remarks")
def gtpengine_remarks(session: Session, _args: Args) -> str:
    """Settings for which a match on this board is refused, and how to mend them; a line each."""
    found = session.engine.remarks()
    return "\n".join(remark.told(" to both") for remark in found if remark.refused)


def _describe(spec: ParamSpec, value: ParamValue) -> str:
    default = spec.format(spec.default)
    return f"{spec.name} {spec.format(value)} ({spec.range_text()}, default {default}): {spec.doc}"
