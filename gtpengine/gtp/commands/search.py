"""GTP commands that think."""

from __future__ import annotations

from board_ext.coords import point_to_vertex
from gtpengine.gtp.arguments import Args
from gtpengine.gtp.dialects.live_gfx import drawing_request
from gtpengine.gtp.dialects.ogs_chat import report_to_chat
from gtpengine.gtp.protocol import GtpError
from gtpengine.gtp.registry import command
from gtpengine.gtp.session import Session


@command("genmove", "COLOR")
def genmove(session: Session, args: Args) -> str:
    """Play a move for a colour: a vertex, pass or resign."""
    move = session.engine.genmove(args.color(), drawing_request(session.engine), session.arrival)
    report_to_chat(session.engine)
    return point_to_vertex(move, session.engine.position.size)


@command("reg_genmove", "COLOR")
def reg_genmove(session: Session, args: Args) -> str:
    """The move that genmove would choose, without playing it; depends on the position alone."""
    move = session.engine.reg_genmove(args.color())
    return point_to_vertex(move, session.engine.position.size)


@command("gtpengine-last_search")
def last_search(session: Session, _args: Args) -> str:
    """Win rate and lead of the mover, visits and new simulations of the last genmove's search."""
    book = session.engine.last_book
    if book is not None:
        return f"winrate {book.win_rate:.4f} book 1 simulations 0"
    report = session.engine.last_search
    if report is None:
        raise GtpError("no search yet")
    return (
        f"winrate {report.value:.4f} score {report.score:+.2f} visits {report.visits}"
        f" simulations {report.simulations} seconds {report.seconds:.3f}"
    )


@command("gtpengine-book", "[COLOR]")
def book(session: Session, args: Args) -> str:
    """The moves of the opening book here, one on each line, with their chance to be played."""
    engine = session.engine
    position = engine.position
    color = args.color() if len(args) else position.to_play
    try:
        moves = engine.opening.moves(position, color, engine.options)
    except ValueError as error:
        raise GtpError(str(error)) from None
    return "\n".join(
        f"{m.vertex(position.size)}"
        f" chance {m.weight:.3f} winrate {m.win_rate:.3f} games {m.games} visits {m.visits}"
        f" book {m.book}"
        for m in moves
    )


@command("clear_cache")
def clear_cache(session: Session, _args: Args) -> str:
    """Forget everything that was searched."""
    session.engine.clear_search()
    return ""


@command("set_random_seed", "SEED")
def set_random_seed(session: Session, args: Args) -> str:
    """Set the seed of all randomness."""
    seed = args.integer("seed")
    if seed < 0:
        raise args.error("seed must not be negative")
    session.engine.set_seed(seed)
    return ""
