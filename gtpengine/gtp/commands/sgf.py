"""GTP commands that read and write games."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from board_ext.coords import BLACK, WHITE
from gtpengine import __version__
from gtpengine.base.userpath import open_regular
from gtpengine.base.wholefile import whole_file
from gtpengine.game.replay import initial_position
from gtpengine.game.sgf import SgfError, read_file, write_game
from gtpengine.gtp.arguments import Args
from gtpengine.gtp.protocol import GtpError
from gtpengine.gtp.registry import command
from gtpengine.gtp.session import Session


@command("loadsgf", "FILE [MOVE_NUMBER]")
def loadsgf(session: Session, args: Args) -> str:
    """Load the main line of a game up to before a move, or all of it."""
    path = args.word("file name")
    move_number = args.integer("move number") if len(args) else None
    if move_number is not None and move_number < 0:
        raise args.error("move number must not be negative")
    try:
        session.engine.load(read_file(path), move_number)
    except SgfError as error:
        raise GtpError(f"cannot load file: {error}") from None
    return ""


@command("printsgf", "[FILE]")
def printsgf(session: Session, args: Args) -> str:
    """The game as SGF, or write it into a file."""
    data = _sgf(session)
    if not len(args):
        return data.decode("utf-8", "replace")
    try:
        _replace(args.word("file name"), data)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no such file or directory"
        raise GtpError(f"cannot write file: {reason.lower()}") from None
    return ""


def _replace(name: str, data: bytes) -> None:
    """Write a file as a whole; the target of a link is replaced, a pipe or device refused."""
    path = Path(os.path.realpath(name))
    with contextlib.suppress(FileNotFoundError):
        os.close(open_regular(path, os.O_WRONLY))
    with whole_file(path) as file:
        file.write(data)


def _sgf(session: Session) -> bytes:
    position = session.engine.position
    first = initial_position(position)
    stones: dict[int, list[int]] = {BLACK: [], WHITE: []}
    for point in range(first.size**2):
        if (color := first.color_at(point)) in stones:
            stones[color].append(point)
    return write_game(
        size=position.size,
        komi=position.komi,
        rules=position.rules.name,
        handicap=position.handicap,
        black=stones[BLACK],
        white=stones[WHITE],
        first_to_play=first.to_play,
        moves=position.moves,
        application=f"gtpengine:{__version__}",
    )
