"""GTP commands for the clock. Floats and negative numbers are accepted everywhere."""

from __future__ import annotations

from gtpengine.clock.timeman import gtp_settings
from gtpengine.gtp.arguments import Args
from gtpengine.gtp.registry import command
from gtpengine.gtp.session import Session


@command("time_settings", "MAIN_TIME BYO_YOMI_TIME BYO_YOMI_STONES")
def time_settings(session: Session, args: Args) -> str:
    """Set the time limits; the same settings again change nothing."""
    main = args.number("main time")
    byo_time = args.number("byo yomi time")
    stones = args.number("byo yomi stones")
    session.engine.set_time(gtp_settings(main, byo_time, int(stones)))
    return ""


@command("time_left", "COLOR TIME STONES")
def time_left(session: Session, args: Args) -> str:
    """Report what a player's clock shows."""
    color = args.color()
    seconds = args.number("time")
    stones = args.number("stones")
    session.engine.report_time(color, seconds, int(stones))
    return ""
