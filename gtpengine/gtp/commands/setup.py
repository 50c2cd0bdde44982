"""GTP commands that change the position: board size, komi, moves, undo."""

from __future__ import annotations

from board_ext.coords import MAX_SIZE, MIN_SIZE, point_to_vertex
from board_ext.legality import IllegalMoveError
from gtpengine.gtp.arguments import Args
from gtpengine.gtp.protocol import GtpError
from gtpengine.gtp.registry import command
from gtpengine.gtp.session import Session


@command("boardsize", "SIZE")
def boardsize(session: Session, args: Args) -> str:
    """Change the size of the board, which empties it."""
    size = args.integer("size")
    # gtp2ogs sends width and height; only squares are accepted.
    height = args.integer("height") if len(args) else size
    if height != size or not MIN_SIZE <= size <= MAX_SIZE:
        raise GtpError("unacceptable size")
    session.engine.new_game(size)
    return ""


@command("clear_board")
def clear_board(session: Session, _args: Args) -> str:
    """Begin a new game; size, komi and time settings stay."""
    session.engine.new_game()
    return ""


@command("komi", "KOMI")
def komi(session: Session, args: Args) -> str:
    """Set komi, however ridiculous."""
    session.engine.set_komi(args.number("komi"))
    return ""


@command("get_komi")
def get_komi(session: Session, _args: Args) -> str:
    """The komi in force."""
    return f"{session.engine.position.komi:.10g}"


@command("play", "COLOR VERTEX")
def play(session: Session, args: Args) -> str:
    """Play a move of either colour; the same colour may play several times in a row."""
    color = args.color()
    size = session.engine.position.size
    point = args.vertex(size)
    try:
        session.engine.play(point, color)
    except IllegalMoveError as error:
        vertex = point_to_vertex(point, size)
        raise GtpError(f"illegal move: {vertex}: {error.reason.value}") from None
    return ""


@command("undo")
def undo(session: Session, _args: Args) -> str:
    """Take back one move; handicap and set-up stones stay."""
    return _undo(session, 1)


@command("gg-undo", "[COUNT]")
def gg_undo(session: Session, args: Args) -> str:
    """Take back several moves; fail if fewer were played."""
    return _undo(session, args.integer("count") if len(args) else 1)


def _undo(session: Session, count: int) -> str:
    try:
        session.engine.undo(count)
    except ValueError:
        raise GtpError("cannot undo") from None
    return ""
