"""The files that commands write: refused before long work if they could not be written after it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from gtpengine.tools.games.game import GameRecord
from gtpengine.tools.games.sgf_out import record_to_sgf
from gtpengine.tools.storage.store import Event, GameClaim, Store

from gtpengine.base.files.userpath import real_path
from gtpengine.base.files.wholefile import check_ours, user_file
from gtpengine.game.documents import SUFFIXES


def sgf_writer(
    folder: Path | None, store: Store, event: Event
) -> Callable[[GameClaim, GameRecord], None]:
    """Return a function that writes each stored game into the folder, if there is one.

    Games that are already in the store are written at once, unless their file is up to date.
    """
    if folder is None:
        return lambda _claim, _record: None
    folder.mkdir(parents=True, exist_ok=True)

    def write(number: int, record: GameRecord) -> None:
        data, path = record_to_sgf(record, event.name), folder / f"{number:06d}.sgf"
        if not path.is_file() or path.read_bytes() != data:
            with user_file(path) as file:
                file.write(data)

    for row in store.records(event):
        write(row.plan.number, row.record)
    return lambda claim, record: write(claim.plan.number, record)


def check_folder(path: Path, inputs: Iterable[Path] = (), mark: bytes | None = b"") -> None:
    """Refuse a file before long work if it could not be written after it.

    It must not replace what the work reads: a file of ``inputs``, or a record in one of its
    folders. Nor may it replace another program's file: see ``user_file`` for ``mark``; None is for
    a file that the work goes on from.

    :raises ValueError: if it cannot be written or is among the inputs
    """
    if not path.parent.is_dir():
        raise ValueError(f"{path}: there is no folder {path.parent}; make it, or give another")
    if path.is_dir():
        raise ValueError(f"{path}: is a folder; give the name of a file")
    # The file is written beside its place and moved there.
    if not os.access(path.parent, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise ValueError(f"{path}: cannot be written; give a file in a folder of your own")
    if not path.exists():
        return
    for given in inputs:
        of_folder = path.suffix.lower() in SUFFIXES and real_path(given) in real_path(path).parents
        if given.exists() and (given.samefile(path) or of_folder):
            raise ValueError(
                f"{path}: this command reads it and would overwrite it; give another name"
            )
    if mark is not None:
        try:
            check_ours(path, mark)
        except FileExistsError as error:
            raise ValueError(f"{path}: {str(error.strerror).lower()}") from None
