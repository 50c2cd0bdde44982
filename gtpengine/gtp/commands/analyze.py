"""GTP commands that analyse, in the dialects of Leela Zero, KataGo, Sabaki and CGOS.

``*-analyze`` runs until any line of input comes; input does not stop ``*genmove_analyze``. A move
from the opening book comes without a report.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from board_ext.coords import point_to_vertex
from gtpengine.gtp.arguments import Args
from gtpengine.gtp.dialects.analyze_args import KATA_FLAGS, MAX_INTERVAL, AnalyzeArgs, parse_analyze
from gtpengine.gtp.dialects.analyze_lines import kata_line, leela_line
from gtpengine.gtp.dialects.cgos_lines import cgos_line
from gtpengine.gtp.protocol import ReplyError
from gtpengine.gtp.registry import Stream, Write, command
from gtpengine.gtp.session import Session
from gtpengine.session.analysis import RunningSearch, SearchRequest

Line = Callable[[RunningSearch, AnalyzeArgs], str]
"""A function that makes the text of one report."""

ARGUMENTS: Final = "[COLOR] [INTERVAL] [KEY VALUE...]"

DEFAULT_INTERVAL: Final = 1.0
POLL_SECONDS: Final = 0.01
"""How often a search that input may cancel looks for input, in seconds."""


@command("lz-analyze", ARGUMENTS)
def lz_analyze(session: Session, args: Args) -> Stream:
    """Analyse until input comes, in Leela Zero's form."""
    return _analysis(session, args, leela_line, frozenset())


@command("kata-analyze", ARGUMENTS)
@command("analyze", ARGUMENTS)  # Sabaki's name
def kata_analyze(session: Session, args: Args) -> Stream:
    """Analyse until input comes, in KataGo's form."""
    return _analysis(session, args, kata_line, KATA_FLAGS)


@command("lz-genmove_analyze", ARGUMENTS)
def lz_genmove_analyze(session: Session, args: Args) -> Stream:
    """Play a move, with reports in Leela Zero's form meanwhile."""
    return _genmove(session, args, leela_line, frozenset())


@command("kata-genmove_analyze", ARGUMENTS)
@command("genmove_analyze", ARGUMENTS)  # Sabaki's name
def kata_genmove_analyze(session: Session, args: Args) -> Stream:
    """Play a move, with reports in KataGo's form meanwhile."""
    return _genmove(session, args, kata_line, KATA_FLAGS)


@command("cgos-genmove_analyze", ARGUMENTS)
def cgos_genmove_analyze(session: Session, args: Args) -> Stream:
    """Play a move, after a report as the JSON that CGOS keeps."""
    return _genmove(session, args, cgos_line, frozenset())


@command("kata-search_analyze", ARGUMENTS)
def kata_search_analyze(session: Session, args: Args) -> Stream:
    """As kata-genmove_analyze, without playing the move."""
    return _genmove(session, args, kata_line, KATA_FLAGS, play=False)


@command("kata-search_analyze_cancellable", ARGUMENTS)
def kata_search_analyze_cancellable(session: Session, args: Args) -> Stream:
    """As kata-search_analyze; any input ends it with "play cancelled"."""
    return _genmove(session, args, kata_line, KATA_FLAGS, play=False, cancellable=True)


@command("kata-search", "[COLOR]")
def kata_search(session: Session, args: Args) -> str:
    """The move genmove would play now, without playing it."""
    color = args.color() if len(args) else session.engine.position.to_play
    return point_to_vertex(session.engine.propose(color), session.engine.position.size)


@command("kata-search_cancellable", "[COLOR]")
def kata_search_cancellable(session: Session, args: Args) -> str:
    """As kata-search; any input ends it with "cancelled"."""
    engine = session.engine
    color = args.color() if len(args) else engine.position.to_play
    end = _InputCancels(session)

    def watch(search: RunningSearch) -> None:
        while not end(search, POLL_SECONDS):
            pass

    move = engine.propose(color, SearchRequest(watch=watch))
    return "cancelled" if end.cancelled else point_to_vertex(move, engine.position.size)


@command("stop")
def stop(_session: Session, _args: Args) -> str:
    """End an analysis; every line of input does."""
    return ""


End = Callable[[RunningSearch, float], bool]
"""Waits that many seconds at most; returns whether the reports should end."""


def _analysis(session: Session, args: Args, line: Line, flags: frozenset[str]) -> Stream:
    wanted = parse_analyze(args, session.engine.position, flags)
    request = _request(wanted)

    def end(search: RunningSearch, seconds: float) -> bool:
        # A search that has reached its limit has nothing new to report, but waits for its end.
        return session.input_waits(MAX_INTERVAL if search.finished.is_set() else seconds)

    def run(write: Write) -> None:
        with session.engine.analyze(wanted.color, request) as search:
            _report(search, wanted, line, write, end)
            if search.finished.is_set():
                search.result()

    return run


def _genmove(
    session: Session,
    args: Args,
    line: Line,
    flags: frozenset[str],
    play: bool = True,
    cancellable: bool = False,
) -> Stream:
    engine = session.engine
    wanted = parse_analyze(args, engine.position, flags)
    live = wanted.interval is not None or cancellable

    def run(write: Write) -> None:
        end = _InputCancels(session) if cancellable else _wait_for_the_search

        last = ""

        def watch(search: RunningSearch) -> None:
            nonlocal last
            try:
                if live:
                    _report(search, wanted, line, write, end)
                search.finished.wait()
                # Clients that ask for no interval, or a very long one, rely on this last report.
                last = line(search, wanted)
                if live and last:
                    write(last)
            except ReplyError:  # writing the move fails in the same way, and ends the session
                engine.finish_quickly()

        request = _request(wanted, watch)
        if play:
            move = engine.genmove(wanted.color, request, session.arrival)
        else:
            move = engine.propose(wanted.color, request)
        cancelled = isinstance(end, _InputCancels) and end.cancelled
        vertex = "cancelled" if cancelled else point_to_vertex(move, engine.position.size)
        if last and not live:  # one report, of all stretches of the search together
            write(last)
        write(f"play {vertex}")

    return run


def _request(
    wanted: AnalyzeArgs, watch: Callable[[RunningSearch], None] | None = None
) -> SearchRequest:
    owners = not wanted.flags.isdisjoint({"movesOwnership", "movesOwnershipStdev"})
    return SearchRequest(wanted.avoid, owners, watch, book=True)


def _report(search: RunningSearch, wanted: AnalyzeArgs, line: Line, write: Write, end: End) -> None:
    """Write a line at each interval until ``end`` says so."""
    interval = DEFAULT_INTERVAL if wanted.interval is None else wanted.interval
    due = time.monotonic() + interval
    while not end(search, max(0.0, due - time.monotonic())):
        now = time.monotonic()
        if now >= due:
            # After a late report the next ones must not come in a bunch.
            due = max(due + interval, now)
            _write_line(search, wanted, line, write)


def _write_line(search: RunningSearch, wanted: AnalyzeArgs, line: Line, write: Write) -> None:
    text = line(search, wanted)
    if text:
        write(text)


def _wait_for_the_search(search: RunningSearch, seconds: float) -> bool:
    return search.finished.wait(seconds)


class _InputCancels:
    """The end of a search that any input cancels."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.cancelled = False

    def __call__(self, search: RunningSearch, seconds: float) -> bool:
        if search.finished.is_set():
            return True
        if self._session.input_waits(min(seconds, POLL_SECONDS)):
            self.cancelled = True
            self._session.engine.finish_move()
            return True
        return search.finished.is_set()
