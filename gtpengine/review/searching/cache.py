"""What was searched is kept in a file for each game and budget, so that a review can go on.

A line is added for each position as soon as it was searched. What a kill leaves half written is
not read, and searched again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from pathlib import Path
from typing import BinaryIO, Final, Self

from gtpengine import __version__
from gtpengine.base.files.userpath import cache_folder
from gtpengine.review.searching.record import ReviewRecord
from gtpengine.review.searching.searched import Searched
from gtpengine.review.searching.searches import VERSION, ReviewLimits

MOST_FILES: Final = 1000
"""Games kept; those longest unused go first. A game is 0.1 MB on 9x9, up to 1 MB on 19x19."""


def default_folder() -> Path:
    """Return the user's folder for such files."""
    return cache_folder() / "review"


def key_of(record: ReviewRecord, budget: ReviewLimits, judge: str = "") -> str:
    """Return a name for the moves of a game, how they are searched, and by which engine."""
    points = range(record.size**2)
    facts = [
        VERSION,
        __version__,
        record.size,
        record.rules.name,
        record.komi,
        [record.start.color_at(p) for p in points],
        record.start.handicap,
        record.moves,
        budget.simulations,
        budget.seconds,
        *([judge] if judge else []),
    ]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:32]


class Cache:
    """The searches of one game. Without a folder nothing is kept.

    ``judge`` says which other engine searches, and how that engine is started; empty for ours.
    """

    def __init__(
        self, folder: Path | None, record: ReviewRecord, budget: ReviewLimits, judge: str = ""
    ) -> None:
        name = f"{key_of(record, budget, judge)}.jsonl"
        self._path = None if folder is None else folder / name
        self._file: BinaryIO | None = None
        self._count = len(record.moves) + 1

    def read(self) -> dict[tuple[int, bool], Searched]:
        """Return what was searched, by position and whether it was searched deeper."""
        found: dict[tuple[int, bool], Searched] = {}
        if self._path is None:
            return found
        try:
            lines = self._path.read_bytes().split(b"\n")
        except OSError:
            return found
        for line in lines:
            try:
                one = Searched.from_dict(json.loads(line))
            except (ValueError, KeyError, TypeError):
                continue  # half a line, where a review was killed
            if 0 <= one.index < self._count and one.found.candidates:
                found[one.index, one.deep] = one
        return found

    def add(self, one: Searched) -> None:
        """Keep what was searched.

        :raises OSError: when the file cannot be written.
        """
        if self._file is None:
            return
        self._file.write(json.dumps(one.to_dict()).encode() + b"\n")
        self._file.flush()

    def __enter__(self) -> Self:
        """Open the file.

        :raises OSError: when the file cannot be written.
        """
        if self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            _thin(self._path.parent)
            self._file = self._path.open("ab")
            self._file.write(b"\n")  # ends what a kill left half written
        return self

    def __exit__(self, *_error: object) -> None:
        if self._file is not None:
            self._file.close()


def _thin(folder: Path) -> None:
    """Remove the files that were not used for longest, if there are too many."""
    with contextlib.suppress(OSError):
        files = sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime)
        for path in files[: max(0, len(files) - MOST_FILES)]:
            path.unlink(missing_ok=True)
