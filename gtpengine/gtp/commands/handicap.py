"""GTP commands for handicap stones, which are not moves: undo does not take them back."""

from __future__ import annotations

from board_ext.coords import PASS, points_to_vertices
from gtpengine.game.handicap import fixed_handicap as fixed_points
from gtpengine.game.handicap import free_handicap as free_points
from gtpengine.gtp.arguments import Args
from gtpengine.gtp.protocol import GtpError
from gtpengine.gtp.registry import command
from gtpengine.gtp.session import Session


@command("fixed_handicap", "STONES")
def fixed_handicap(session: Session, args: Args) -> str:
    """Place handicap stones on the star points."""
    return _place(session, args.integer("number of stones"), fixed=True)


@command("place_free_handicap", "STONES")
def place_free_handicap(session: Session, args: Args) -> str:
    """Place handicap stones where the engine likes."""
    return _place(session, args.integer("number of stones"), fixed=False)


def _place(session: Session, stones: int, fixed: bool) -> str:
    size = session.engine.position.size
    try:
        points = fixed_points(size, stones) if fixed else free_points(size, stones)
    except ValueError:
        raise GtpError("invalid number of stones") from None
    _require_empty_board(session)
    session.engine.place_handicap(points)
    return points_to_vertices(points, size)


@command("set_free_handicap", "VERTEX VERTEX...")
def set_free_handicap(session: Session, args: Args) -> str:
    """Place handicap stones where the controller says."""
    size = session.engine.position.size
    points: list[int] = []
    while len(args):
        try:
            point = args.vertex(size)
        except GtpError as error:
            raise GtpError(f"bad vertex list: {error}") from None
        if point == PASS or point in points:
            raise GtpError("bad vertex list: a pass or a repeated vertex")
        points.append(point)
    if not 2 <= len(points) < size * size:
        raise GtpError(f"bad vertex list: 2 to {size * size - 1} stones can be set")
    _require_empty_board(session)
    session.engine.place_handicap(points)
    return ""


def _require_empty_board(session: Session) -> None:
    if not session.engine.board_is_empty():
        raise GtpError("board not empty")
