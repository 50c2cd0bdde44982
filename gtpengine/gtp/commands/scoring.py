"""GTP commands about the end of the game."""

from __future__ import annotations

from typing import Final

from board_ext.coords import points_to_vertices
from gtpengine.gtp.arguments import Args, shorten
from gtpengine.gtp.registry import command
from gtpengine.gtp.session import Session
from gtpengine.judge.life import Status

_STATUS: Final = {status.value: status for status in Status}


@command("final_score")
def final_score(session: Session, _args: Args) -> str:
    """The score if the game ended now: B+x, W+x or 0."""
    return format_score(session.engine.final_score())


@command("final_status_list", "alive|dead|seki")
def final_status_list(session: Session, args: Args) -> str:
    """The chains of a status, one on each line."""
    word = args.word("status")
    status = _STATUS.get(word.lower())
    if status is None:
        raise args.error(f"unknown status {shorten(word)}")
    size = session.engine.position.size
    chains = session.engine.final_status().chains
    return "\n".join(points_to_vertices(chain, size) for chain, found in chains if found is status)


def format_score(score: float) -> str:
    """Return Black's points minus White's in the notation of GTP and SGF."""
    # Six digits suffice for a ridiculous komi, and hide rounding errors of binary fractions.
    digits = f"{abs(score):.6f}".rstrip("0").rstrip(".")
    if digits == "0":
        return "0"
    winner = "B" if score > 0 else "W"
    return f"{winner}+{digits}" if "." in digits else f"{winner}+{digits}.0"
