"""The games of a folder of self-play, position by position."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Any, Final, SupportsIndex, TypedDict

import numpy as np
import numpy.typing as npt

from board_ext.coords import BLACK
from gtpengine.base.arguments.extras import lacking
from gtpengine.data.folders import OWNED, columns_of, damaged, files_of, is_selfplay, settings_of
from gtpengine.library.positions.position import Position
from gtpengine.library.positions.stoneplanes import stone_planes
from gtpengine.library.positions.symmetry import SYMMETRIES, turn
from gtpengine.library.values.checks import MOST, path, whole

MOST_HISTORY: Final = 64


class Example(TypedDict):
    """A position and what its search and its game say, for the side to move."""

    planes: npt.NDArray[np.float32]
    """Shape (2 * history + 1, size, size), 0 or 1, row 0 at the bottom: the planes of
    ``gtpengine.env``."""
    policy: npt.NDArray[np.float32]
    """Shape (size * size + 1,), sum 1: the shares of the visits by point, the pass last."""
    result: np.float32
    """Who won the game: 1 the side to move, 0 the other side, 0.5 nobody."""
    value: np.float32
    """The win rate that the search found, 0 to 1."""
    lead: np.float32
    """The lead that the search expected, in points, komi counted."""
    ownership: npt.NDArray[np.float32]
    """Shape (size, size), from 1, owned by the side to move, to -1: what the search expected."""


class SelfPlay:
    """The searched positions of a folder of ``gtpengine selfplay``, unfinished files included.

    ``games[i]`` is position i as an ``Example``, and ``len(games)`` says how many there are. So it
    is a dataset for ``torch.utils.data.DataLoader``, which ``loader`` makes. ``columns`` has all
    as numpy arrays.

    :param folder: what ``gtpengine selfplay --output`` named.
    :param history: boards in the planes of an example, 1 to 64.
    :param symmetries: whether each position is there eight times, as the symmetries turn it:
        item i is position i // 8 under symmetry i % 8.
    :raises ValueError: when self-play did not write the folder, it has no games, or a file is
        damaged.
    """

    def __init__(self, folder: str | Path, *, history: int = 8, symmetries: bool = False) -> None:
        place = path("folder", folder)
        if not is_selfplay(place):
            raise ValueError(f"{place} is no folder of games of 'gtpengine selfplay'")
        self.settings = settings_of(place)
        self.history = whole("history", history, 1, MOST_HISTORY)
        self._symmetries = SYMMETRIES if symmetries else 1
        self.columns = _joined(
            [(file, columns_of(file, self.settings["size"])) for file in files_of(place)]
        )
        numbers = self.columns["game_number"].tolist()
        ends = np.cumsum(self.columns["game_length"], dtype=np.int64).tolist()
        self._games = {number: at for at, number in enumerate(numbers)}
        self._begins = [0, *ends[:-1]]
        self._first = Position(self.settings["size"], self.settings["rules"], self.settings["komi"])

    columns: dict[str, npt.NDArray[Any]]
    """The columns of all files, joined: docs/reference/selfplay.md has their shapes."""
    settings: dict[str, Any]
    """What decided the games: ``size``, ``komi``, ``rules``, ``simulations``, ``seed``, more."""

    def __len__(self) -> int:
        return len(self.columns["game"]) * self._symmetries

    def __getitem__(self, index: SupportsIndex) -> Example:
        """Return an example.

        :raises IndexError: when there is no such example.
        :raises TypeError: when the index is no whole number, as a slice.
        """
        number = _index("example", index, len(self))
        row, symmetry = divmod(number, self._symmetries)
        told = self._example(row)
        if symmetry:
            for name in ("planes", "policy", "ownership"):
                told[name] = turn(told[name], symmetry)
        return told

    def position(self, row: SupportsIndex) -> Position:
        """Return the position of a row of ``columns``, with the moves that led there.

        :raises IndexError: when there is no such row.
        """
        position = self._first.copy()
        position.play_all(self.moves(row).tolist())
        return position

    def moves(self, row: SupportsIndex) -> npt.NDArray[np.int16]:
        """Return the moves to the position of a row of ``columns``: points, -1 for a pass.

        The array has shape (moves,).

        :raises IndexError: when there is no such row.
        """
        number = self._row(row)
        begin = self._begins[self._game(number)]
        played = self.columns["game_moves"][begin : begin + int(self.columns["ply"][number])]
        return np.asarray(played, np.int16)

    def result(self, row: SupportsIndex) -> float:
        """Return how the game of a row ended: Black's points minus White's, komi counted.

        :raises IndexError: when there is no such row.
        """
        return float(self.columns["game_result"][self._game(self._row(row))])

    def loader(
        self, batch_size: int = 128, *, shuffle: bool = True, workers: int = 0, **options: Any
    ) -> Any:
        """Return a ``torch.utils.data.DataLoader`` of batches of examples: dicts of tensors.

        ``batch["planes"]`` is float32 of shape (batch_size, 2 * history + 1, size, size), and so on
        as in ``Example``. ``torch.manual_seed`` decides the order.

        :param workers: processes that make examples beside the one that learns.
        :param options: further ones of ``DataLoader``, such as ``drop_last=True``.
        :raises ModuleNotFoundError: without PyTorch; the message says how to install it.
        """
        try:
            from torch.utils.data import DataLoader
        except ModuleNotFoundError as error:
            told = lacking("SelfPlay.loader needs torch", "train")
            raise ModuleNotFoundError(told, name=error.name) from None
        return DataLoader(self, batch_size, shuffle=shuffle, num_workers=workers, **options)

    def _row(self, row: SupportsIndex) -> int:
        return _index("row", row, len(self.columns["game"]))

    def _game(self, row: int) -> int:
        return self._games[int(self.columns["game"][row])]

    def _example(self, row: int) -> Example:
        columns, color = self.columns, int(self.columns["to_play"][row])
        side = 1 if color == BLACK else -1
        visits = columns["visits"][row].astype(np.float32)
        size = self._first.size
        owners = columns["ownership"][row].reshape(size, size)
        return {
            "planes": stone_planes(self._boards(row), color, self.history).astype(np.float32),
            "policy": visits / visits.sum(),
            "result": np.float32(0.5 + 0.5 * np.sign(side * self.result(row))),
            "value": columns["value"][row],
            "lead": columns["score"][row],
            "ownership": owners.astype(np.float32) * np.float32(side / OWNED),
        }

    def _boards(self, row: int) -> deque[npt.NDArray[np.int8]]:
        """Return the last boards before a position and its own, the newest last."""
        position = self._first.copy()
        moves = self.moves(row).tolist()
        early = max(0, len(moves) - self.history + 1)
        position.play_all(moves[:early])
        boards = deque([position.stones()])
        for move in moves[early:]:
            position.play(move)
            boards.append(position.stones())
        return boards


def _index(name: str, index: SupportsIndex, count: int) -> int:
    """Return a place from 0 on below ``count``; negative numbers count from the end.

    :raises IndexError: when there is no such place.
    :raises TypeError: when it is no whole number.
    """
    number = whole(name, index, -MOST)
    if not -count <= number < count:
        raise IndexError(f"{name} {number}: there are {count}")
    return number % count


def _joined(files: list[tuple[Path, dict[str, Any]]]) -> dict[str, npt.NDArray[Any]]:
    """Return the columns of all files, one after the other."""
    names = files[0][1].keys()
    for file, columns in files:
        if columns.keys() != names:
            raise damaged(file, KeyError("other columns"))
    return {name: np.concatenate([columns[name] for _, columns in files]) for name in names}
