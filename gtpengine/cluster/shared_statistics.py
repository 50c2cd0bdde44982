"""What the searches of one position have told each other: who knows which statistics of which node.

For each node there is the sum of all that the parties told, and for each party the part that this
party knows, by telling or by being told. The difference is what the party is sent next. So nothing
is told twice and nothing goes back to its sender, whatever the order in which messages come.
``gtpengine.cluster.digests.digest`` has the same rule for trees; here the parties are machines.

A party that comes back knows nothing: it must have forgotten its tree, and is told everything.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from gtpengine.cluster.digests.exchange import ENTRY, Digest, Origin

MOST_NODES: Final = 1 << 18
"""Nodes at which everything is forgotten; trees have those that matter by then."""

MOST_VISITS: Final = 1 << 30
"""The most that a node may be told at once; trees hold no more (``digest.pxd``)."""

_FIELDS: Final = ("reward", "amaf_reward", "score", "visits", "amaf_visits")
_VISITS: Final = _FIELDS.index("visits")
_AMAF_VISITS: Final = _FIELDS.index("amaf_visits")
_ROOT: Final = 0
_KEYS: Final = 1024
"""More than there are moves on a board: ``parent * _KEYS + point`` is one number for each node."""

Sums = npt.NDArray[np.int64]


class SharedStatistics:
    """The sums of all digests heard, and who knows what of them.

    Parties are named by anything that can be a key. Nobody knows anything at first.
    """

    def __init__(self, origin: Origin) -> None:
        self._known: dict[Hashable, Sums] = {}
        self.begin(origin)

    def begin(self, origin: Origin) -> None:
        """Forget all nodes; the parties stay, and the next digests are of this position."""
        self._origin = origin
        self._rows: dict[int, int] = {}
        self._nodes = 1
        self._parent = np.full(256, -1, np.int32)
        self._point = np.full(256, -1, np.int32)
        self._total = np.zeros((256, len(_FIELDS)), np.int64)
        for who in self._known:
            self._known[who] = np.zeros_like(self._total)

    @property
    def nodes(self) -> int:
        """Return the number of nodes, the root counted."""
        return self._nodes

    @property
    def visits(self) -> int:
        """Return the visits of the root that were told in all."""
        return int(self._total[_ROOT, _VISITS])

    @property
    def parties(self) -> tuple[Hashable, ...]:
        """Return the parties."""
        return tuple(self._known)

    def join(self, who: Hashable) -> None:
        """Let a party take part, or begin anew: it knows nothing."""
        self._known[who] = np.zeros_like(self._total)

    def leave(self, who: Hashable) -> None:
        """Forget what a party knows; what it has told stays."""
        self._known.pop(who, None)

    def heard(self, who: Hashable, digest: Digest, since: Sequence[int] = ()) -> int:
        """Add what a party tells; return how many nodes it told of.

        ``since`` are the moves played from the digest's position to the present one; what it
        tells of other moves is of no use any more.

        :raises KeyError: when the party takes no part.
        :raises ValueError: when the digest is damaged.
        """
        table = _sound(digest)
        known = self._known[who]
        if not len(table):
            return 0
        if self._nodes + len(table) > MOST_NODES:
            self.begin(self._origin)
        rows = self._rows_of(table, since)
        known = self._known[who]  # it may have grown
        there = rows >= 0
        changes = _changes_of(table[there])
        np.add.at(self._total, rows[there], changes)
        np.add.at(known, rows[there], changes)
        return int(there.sum())

    def news(self, who: Hashable) -> Digest:
        """Return what a party does not know; from now on the party is taken to know that, too.

        :raises KeyError: when the party takes no part.
        """
        n = self._nodes
        known = self._known[who]
        changed = self._total[:n] - known[:n]
        too_much = (changed[:, _VISITS] > MOST_VISITS) | (changed[:, _AMAF_VISITS] > MOST_VISITS)
        changed[too_much] = 0
        known[:n] += changed
        wanted: npt.NDArray[np.bool_] = np.asarray(changed.any(axis=1))
        level = np.flatnonzero(wanted)
        while level.size:  # with their parents, up to the root
            level = np.unique(self._parent[level])
            level = level[level >= 0]
            level = level[~wanted[level]]
            wanted[level] = True
        rows = np.flatnonzero(wanted)
        place = np.cumsum(wanted) - 1
        table = np.empty(len(rows), ENTRY)
        for column, field in enumerate(_FIELDS):
            table[field] = changed[rows, column]
        table["parent"] = place[self._parent[rows]]
        table["parent"][:1] = -1
        table["point"] = self._point[rows]
        return Digest(self._origin, table.tobytes())

    def returned(self, who: Hashable, digest: Digest) -> None:
        """Take back news that found no place with a party: it is told them again.

        :raises KeyError: when the party takes no part.
        """
        table = digest.table()
        if len(table):
            rows = self._rows_of(table)
            np.subtract.at(self._known[who], rows, _changes_of(table))

    def follow(self, moves: Sequence[int], origin: Origin) -> None:
        """Go on to the position after these moves; what was told of other moves is forgotten."""
        row = _ROOT
        for point in moves:
            row = self._rows.get(_key(row, point), -1)
            if row < 0:
                self.begin(origin)
                return
        self._origin = origin
        if row != _ROOT:
            self._keep_below(row)

    def moves(self, path: Sequence[int]) -> dict[int, tuple[int, int]]:
        """Return visits and reward of the moves that were told of after these; none where the
        there is no such node."""
        row = _ROOT
        for point in path:
            row = self._rows.get(_key(row, point), -1)
            if row < 0:
                return {}
        rows = np.flatnonzero(self._parent[: self._nodes] == row)
        told = self._total[rows][:, [_VISITS, _FIELDS.index("reward")]].tolist()
        points = self._point[rows].tolist()
        return {point: (row[0], row[1]) for point, row in zip(points, told, strict=True)}

    def sums(self) -> dict[tuple[int, ...], tuple[int, ...]]:
        """Return all that was told, by the moves from the root: visits, reward, score, RAVE visits
        and RAVE reward. For tests and reports."""
        paths: list[tuple[int, ...]] = []
        for parent, point in zip(
            self._parent[: self._nodes].tolist(), self._point[: self._nodes].tolist(), strict=True
        ):
            paths.append((*paths[parent], point) if paths else ())
        order = [_FIELDS.index(f) for f in ("visits", "reward", "score")]
        order += [_AMAF_VISITS, _FIELDS.index("amaf_reward")]
        rows = self._total[: self._nodes, order].tolist()
        return {path: tuple(row) for path, row in zip(paths, rows, strict=True)}

    def _rows_of(
        self, table: npt.NDArray[np.void], since: Sequence[int] = ()
    ) -> npt.NDArray[np.intp]:
        """Return the row of each entry, made where there is none; -1 off the moves ``since``."""
        parents, points = table["parent"].tolist(), table["point"].tolist()
        rows = [-1] * len(parents)
        start = 0
        for point in since:
            below = range(start + 1, len(parents))
            start = next((i for i in below if (parents[i], points[i]) == (start, point)), -1)
            if start < 0:
                return np.asarray(rows, np.intp)
        rows[start] = _ROOT
        for i in range(start + 1, len(parents)):
            above = rows[parents[i]]
            if above < 0:
                continue
            key = _key(above, points[i])
            row = self._rows.get(key)
            rows[i] = self._new_row(above, points[i], key) if row is None else row
        return np.asarray(rows, np.intp)

    def _new_row(self, parent: int, point: int, key: int) -> int:
        row = self._nodes
        if row == len(self._parent):
            self._grow()
        self._parent[row], self._point[row] = parent, point
        self._rows[key] = row
        self._nodes += 1
        return row

    def _grow(self) -> None:
        self._parent = np.concatenate((self._parent, np.full_like(self._parent, -1)))
        self._point = np.concatenate((self._point, np.full_like(self._point, -1)))
        self._total = np.concatenate((self._total, np.zeros_like(self._total)))
        for who, known in self._known.items():
            self._known[who] = np.concatenate((known, np.zeros_like(known)))

    def _keep_below(self, top: int) -> None:
        """Keep a node, which becomes the root, and those below it; parents stay before children."""
        kept = np.zeros(self._nodes, bool)
        kept[top] = True
        for row, parent in enumerate(self._parent[: self._nodes].tolist()):
            if row > top and kept[parent]:
                kept[row] = True
        rows = np.flatnonzero(kept)
        place = np.cumsum(kept) - 1
        parents = place[self._parent[rows]]
        points = self._point[rows]
        parents[0], points[0] = -1, -1
        n = len(rows)
        self._parent[:n], self._point[:n] = parents, points
        for sums in (self._total, *self._known.values()):
            sums[:n] = sums[rows]
            sums[n:] = 0
        self._nodes = n
        pairs = zip(parents[1:].tolist(), points[1:].tolist(), strict=True)
        self._rows = {_key(parent, point): 1 + i for i, (parent, point) in enumerate(pairs)}


def _sound(digest: Digest) -> npt.NDArray[np.void]:
    """Return the entries of a digest, in which each but the first has its parent before it."""
    if len(digest.entries) % ENTRY.itemsize:
        raise ValueError("a digest is damaged: it ends within a node")
    table = digest.table()
    parents = table["parent"]
    before = np.arange(len(table))
    if len(table) and not (
        parents[0] == -1 and (parents[1:] >= 0).all() and (parents[1:] < before[1:]).all()
    ):
        raise ValueError("a digest is damaged: a node comes before its parent")
    if len(table) and not ((table["point"] >= -1) & (table["point"] < _KEYS - 2)).all():
        raise ValueError("a digest is damaged: a move is off the board")
    return table


def _key(parent: int, point: int) -> int:
    return parent * _KEYS + point + 1


def _changes_of(table: npt.NDArray[np.void]) -> Sums:
    return np.stack([table[field].astype(np.int64) for field in _FIELDS], axis=1)
