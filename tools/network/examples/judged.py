"""Folders of judged positions: numpy archives, ``part-NNNNNN.npz``, and ``settings.json``.

A part depends on its number and the settings alone, so a run that was interrupted goes on, and a
larger ``--positions`` extends it. Columns of a part, for n positions of ``size``:

- ``points`` int16, ``starts`` int64 (n + 1,): the moves to each position, one after the other;
- ``komi`` float32 (n,), ``games`` uint32 (n,): the id of the game it came from;
- ``policy`` float16 (n, points + 1), the pass last; ``value`` float32 (n,); ``lead`` float32 (n,);
  ``ownership`` int8 (n, points), from -127 to 127: all for the side to move.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt
from gtpengine.tools.running.leftout import leave_out

from gtpengine.base.files import filelock
from gtpengine.base.files.wholefile import whole_file

from .games import GameArrays, joined

FORMAT: Final = 1
OWNED: Final = 127
SETTINGS: Final = "settings.json"
_COLUMNS: Final = ("points", "starts", "komi", "games", "policy", "value", "lead", "ownership")


@dataclass(frozen=True, slots=True)
class Judged:
    """Judged positions; with the columns of a part."""

    size: int
    points: npt.NDArray[np.int16]
    starts: npt.NDArray[np.int64]
    komi: npt.NDArray[np.float32]
    games: npt.NDArray[np.uint32]
    policy: npt.NDArray[np.float16]
    value: npt.NDArray[np.float32]
    lead: npt.NDArray[np.float32]
    ownership: npt.NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.komi)

    def as_games(self) -> GameArrays:
        """Return the moves to the positions as games without a result."""
        n = len(self)
        return GameArrays(
            self.size,
            self.points,
            self.starts,
            self.komi,
            np.zeros(n, np.int8),
            np.full(n, np.nan, np.float32),
            np.full(n, 3, np.int8),
        )


class JudgedFolder:
    """A folder being written by one process; a context manager.

    ``settings`` decide the positions; ``about`` is provenance, kept from the first run.

    :raises ValueError: when another process writes there, or it has other settings.
    """

    def __init__(
        self, folder: Path, settings: Mapping[str, Any], about: Mapping[str, Any] | None = None
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        # The system drops the lock when the process ends, however it ends.
        self._lock = (folder / "lock").open("a")
        if not filelock.take(self._lock.fileno()):
            self._lock.close()
            raise ValueError(
                f"{folder}: another run writes there; wait for it, or give another --output"
            )
        wanted = {"format": FORMAT, **json.loads(json.dumps(settings))}
        file = folder / SETTINGS
        if file.exists():
            found = _settings(folder)
            if {name: found.get(name) for name in wanted} != wanted:
                self._lock.close()
                raise ValueError(f"{file} has other settings; give another --output")
        else:
            text = json.dumps({**wanted, "about": dict(about or {})}, indent=1)
            with whole_file(file) as out:
                out.write(text.encode())

    def __enter__(self) -> JudgedFolder:
        return self

    def __exit__(self, *exc: object) -> None:
        self._lock.close()

    def has(self, part: int) -> bool:
        """Return whether a part is written."""
        return _path(self.folder, part).exists()

    def write(self, part: int, judged: Judged) -> None:
        """Write a part, as a whole or not at all."""
        columns = {name: getattr(judged, name) for name in _COLUMNS}
        with whole_file(_path(self.folder, part)) as file:
            np.savez_compressed(file, **columns)


def _path(folder: Path, part: int) -> Path:
    return folder / f"part-{part:06d}.npz"


def _settings(folder: Path) -> dict[str, Any]:
    """Return the settings of a folder.

    :raises ValueError: when there are none.
    """
    try:
        found = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        found = None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ValueError(
            f"{folder}: no {SETTINGS} of judged positions (format {FORMAT}); 'gtpengine net judge'"
            " makes such folders"
        )
    return cast("dict[str, Any]", found)


def teacher_of(folder: Path) -> dict[str, str]:
    """Return who judged the positions of a folder, as `Teacher.describe` told it; empty where that
    is not known.

    :raises ValueError: when it is no folder of judged positions.
    """
    return dict(_settings(folder).get("about", {}).get("teacher", {}))


def read_judged(folder: Path, parts: int = 0) -> Judged:
    """Return the positions of a folder, or of its first ``parts``; damaged parts are left out.

    :raises ValueError: when there are none.
    """
    size = int(_settings(folder)["size"])
    paths = sorted(folder.glob("part-*.npz"))[: parts or None]
    if not paths:
        raise ValueError(f"{folder}: no judged positions yet")
    found = []
    for path in paths:
        try:
            with np.load(path) as part:
                found.append(Judged(size, *(part[name] for name in _COLUMNS)))
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
            leave_out(f"{path} is damaged ({error}); remove it and judge again")
    if not found:
        raise ValueError(f"{folder}: no sound part; remove them and judge again")
    return together(found)


def together(parts: Sequence[Judged]) -> Judged:
    """Return the positions of one or more parts or folders, all of one board size, as one."""
    columns = {name: np.concatenate([getattr(part, name) for part in parts]) for name in _COLUMNS}
    begins = np.cumsum([0, *(len(part.points) for part in parts)])
    starts = [part.starts[:-1] + begin for part, begin in zip(parts, begins[:-1], strict=True)]
    columns["starts"] = np.concatenate([*starts, begins[-1:]])
    return Judged(parts[0].size, **columns)


def judged_of(size: int, rows: Sequence[tuple[Any, int, Any]]) -> Judged:
    """Return positions as columns, of (question, id of its game, judgement)."""
    points, starts = joined([question.points for question, _, _ in rows])
    told = [judgement for _, _, judgement in rows]
    n, area = len(rows), size * size
    owned = np.array([j.ownership for j in told], np.float32).reshape(n, area)
    return Judged(
        size,
        points,
        starts,
        np.array([question.komi for question, _, _ in rows], np.float32),
        np.array([game for _, game, _ in rows], np.uint32),
        np.array([j.policy for j in told], np.float16).reshape(n, area + 1),
        np.array([j.value for j in told], np.float32),
        np.array([j.lead for j in told], np.float32),
        np.rint(np.clip(owned, -1, 1) * OWNED).astype(np.int8),
    )
