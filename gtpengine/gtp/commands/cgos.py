"""GTP commands of the server CGOS."""

from __future__ import annotations

from gtpengine.gtp.arguments import Args
from gtpengine.gtp.registry import command
from gtpengine.gtp.session import Session


@command("cgos-opponent_name", "NAME")
def cgos_opponent_name(session: Session, args: Args) -> str:
    """Note in the log who the opponent is."""
    session.note(f"opponent {' '.join((args.word('name'), *args.rest()))}")
    return ""


@command("cgos-opponent_rating", "RATING")
def cgos_opponent_rating(session: Session, args: Args) -> str:
    """Note in the log how strong the opponent is."""
    session.note(f"opponent's rating {args.word('rating')}")
    return ""


@command("cgos-gameover", "RESULT")
def cgos_gameover(session: Session, args: Args) -> str:
    """Note in the log how the game ended."""
    session.note(f"game over: {args.word('result')}")
    return ""
