"""GTP commands of the server KGS, through kgsGtp."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from board_ext.coords import color_name, point_to_vertex, points_to_vertices
from board_ext.rules import kgs_rules_named
from gtpengine import __version__
from gtpengine.clock.timeman import KGS_TIME_KINDS, parse_time_settings
from gtpengine.gtp.arguments import Args
from gtpengine.gtp.protocol import GtpError
from gtpengine.gtp.registry import command
from gtpengine.gtp.session import Session
from gtpengine.mcts.report.report import SearchReport
from gtpengine.session.analysis import SearchRequest

PV_MOVES: Final = 10


@command("kgs-rules", "chinese|aga|japanese|new_zealand")
def kgs_rules(session: Session, args: Args) -> str:
    """Play by the rules of a KGS name; komi stays."""
    try:
        session.engine.use_rules(kgs_rules_named(args.word("rules")))
    except ValueError as error:
        raise GtpError(str(error)) from None
    return ""


@command("kgs-time_settings", "none|absolute|byoyomi|canadian [NUMBER...]")
def kgs_time_settings(session: Session, args: Args) -> str:
    """Set the time limits of KGS; in byo-yomi time_left has periods instead of stones."""
    kind = args.word("kind").lower()
    if kind not in KGS_TIME_KINDS:
        raise args.error("unknown kind of time settings")
    try:
        session.engine.set_time(parse_time_settings(kind, args.rest()))
    except ValueError as error:
        raise args.error(str(error)) from None
    return ""


@command("kgs-genmove_cleanup", "COLOR")
def kgs_genmove_cleanup(session: Session, args: Args) -> str:
    """As genmove, but pass only after all dead stones of the opponent are captured."""
    move = session.engine.genmove(args.color(), SearchRequest(cleanup=True), session.arrival)
    return point_to_vertex(move, session.engine.position.size)


@command("kgs-game_over")
def kgs_game_over(_session: Session, _args: Args) -> str:
    """Do nothing: the game may only be adjourned, and go on with this position."""
    return ""


@command("kgs-chat", "game|private NAME [MESSAGE...]")
def kgs_chat(session: Session, args: Args) -> str:
    """Answer a remark with the win rate, the expected moves, the score or a help text."""
    if args.word("place").lower() not in ("game", "private"):
        raise args.error("game or private is expected")
    args.word("name")
    # The words of a stranger choose among the answers below and do nothing else.
    words = [word.strip("!?.,:;").lower() for word in args.rest()]
    for word in words:
        if word in _ANSWERS:
            return _ANSWERS[word](session)
    raise GtpError("nothing to say about that")


def _of_last_move(words: Callable[[SearchReport], str]) -> Callable[[Session], str]:
    """Return an answer about the last move; ``words`` tells of its search, or is empty."""

    def answer(session: Session) -> str:
        move, report = session.engine.last_book, session.engine.last_search
        if move is not None:
            return f"My last move came from my opening book: {move.reason()}."
        told = "" if report is None else words(report)
        return told or "I have not thought about a move yet."

    return answer


def _win_rate(report: SearchReport) -> str:
    rate = 100 * max((move.value for move in report.moves[:1]), default=report.value)
    return (
        f"At my last move I gave {color_name(report.to_play)} {rate:.0f} % "
        f"({report.visits} simulations)."
    )


def _variation(report: SearchReport) -> str:
    line = points_to_vertices(report.pv[:PV_MOVES], report.size)
    return f"At my last move I expected {line}." if line else ""


def _score(report: SearchReport) -> str:
    side = color_name(report.to_play)
    state = "ahead" if report.score >= 0 else "behind"
    return f"At my last move {side} was {state} by about {abs(report.score):.0f} points."


def _rules(session: Session) -> str:
    position = session.engine.position
    return f"I play by {position.rules.name} rules with komi {position.komi:.10g}."


def _who(_session: Session) -> str:
    return f"I am gtpengine {__version__}, a program that searches by Monte-Carlo simulations."


def _help(_session: Session) -> str:
    return "Ask me for: winrate, pv, score, rules, version."


_ANSWERS: Final[dict[str, Callable[[Session], str]]] = {
    **dict.fromkeys(("winrate", "wr"), _of_last_move(_win_rate)),
    **dict.fromkeys(("pv", "variation", "sequence"), _of_last_move(_variation)),
    "score": _of_last_move(_score),
    "rules": _rules,
    "komi": _rules,
    "version": _who,
    "who": _who,
    "bot": _who,
    "help": _help,
}
