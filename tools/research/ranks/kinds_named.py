"""How many mistakes of ranked players a review has words for, by kind, and what it says of them.

    python -m gtpengine.tools.research.ranks.kinds_named GAMES.txt.xz --store named.jsonl --show 20

Records are lines as ``gtpengine.game.records`` describes them, with a rank of each player. From
each band of ranks of ``review_ranks`` the same number of games is taken, and from each game some
moves, spread evenly. Each is searched as a review searches it. Unlike in a review no other position
of the game confirms the loss.

What was searched is kept in ``--store``, so a run that was interrupted goes on there, and the same
searches can be asked again after a kind was changed. ``--show`` prints named mistakes as diagrams
to be judged by a person.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import lzma
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gtpengine.tools.research.ranks.review_ranks import chosen, record_of
from gtpengine.tools.running.plain import show

from board_ext.coords import BLACK
from gtpengine.base.arguments import numbers
from gtpengine.review.assembling import mistake_of
from gtpengine.review.mistakes.kinds import NAMES, kinds_of
from gtpengine.review.mistakes.mistake import Mistake
from gtpengine.review.searching.judging import verdict
from gtpengine.review.searching.model import MATTERS, MistakeKind
from gtpengine.review.searching.record import ReviewRecord
from gtpengine.review.searching.searched import Searched, search_position
from gtpengine.review.searching.searches import ReviewLimits, ReviewSearcher

GRADES: Final = ("inaccuracy", *MATTERS)


@dataclass(frozen=True, slots=True)
class JudgedLoss:
    """A move that lost something: where, how it is graded, and what the review says of it."""

    where: str
    grade: str
    mistake: Mistake
    kinds: tuple[MistakeKind, ...]


class SearchedMoves:
    """What was searched, a line for each move: the record's line, and ``Searched``.

    :raises OSError: when the file cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[tuple[int, int], Searched] = {}
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            with contextlib.suppress(ValueError, KeyError, TypeError):  # half a line
                values = json.loads(line)
                self._known[int(values["line"]), int(values["index"])] = Searched.from_dict(values)

    def find(self, line: int, index: int) -> Searched | None:
        """Return what is known of a move."""
        return self._known.get((line, index))

    def add(self, line: int, one: Searched) -> None:
        """Keep what was searched."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write("\n" + json.dumps({"line": line, **one.to_dict()}))


def moves_of(count: int, wanted: int, line: int) -> list[int]:
    """Return the numbers of some of a game's moves, spread evenly from a place that is drawn."""
    wanted = min(wanted, count)
    first = random.Random(line).random()
    return [int((k + first) * count / wanted) for k in range(wanted)]


def loss_at(record: ReviewRecord, one: Searched) -> JudgedLoss | None:
    """Return what a move lost; None where it lost nothing for sure."""
    judged = verdict(one.rounds, record.size, one.simulations)
    if judged.cost < 1:
        return None
    color, point = record.moves[one.index]
    made = mistake_of(list(record.positions())[one.index], color, point, one, judged)
    where = f"{record.name}, move {one.index + 1}"
    return JudgedLoss(where, judged.grade, made, kinds_of(made))


def table(losses: Sequence[JudgedLoss]) -> list[str]:
    """Return a Markdown table: how many losses of each grade have words, and of which kind."""
    rows = [f"| kind | {' | '.join(GRADES)} | all |", "| --- | --: | --: | --: | --: |"]

    def add(name: str, counts: Counter[str]) -> None:
        cells = " | ".join(str(counts[grade]) for grade in GRADES)
        rows.append(f"| {name} | {cells} | {counts.total()} |")

    add("moves that lost something", Counter(loss.grade for loss in losses))
    add("with words", Counter(loss.grade for loss in losses if loss.kinds))
    for name in NAMES:
        named = [loss for loss in losses if any(kind.name == name for kind in loss.kinds)]
        add(name, Counter(loss.grade for loss in named))
    return rows


def told(loss: JudgedLoss) -> list[str]:
    """Return a named loss as lines: the board, both lines of play, and the words."""
    m = loss.mistake
    played, best = m.pair
    color = "Black" if m.color == BLACK else "White"
    last = m.name(m.position.moves[-1][1]) if m.position.moves else "none"
    gain, drop = (
        sum(ones) / len(ones) - sum(others) / len(others)
        for ones, others in ((best.leads, played.leads), (best.win_rates, played.win_rates))
    )
    return [
        "",
        f"## {loss.where}: {color} to move, last {last}, {loss.grade},"
        f" {gain:.1f} points, {drop:.0%}",
        *m.position.to_diagram().splitlines(),
        f"played {' '.join(played.line[:8])}",
        f"better {' '.join(best.line[:8])}",
        *(f"{kind.name}: {kind.text}" for kind in loss.kinds),
    ]


def losses_of(
    records: Path, store: SearchedMoves, games: int, moves: int, searcher: ReviewSearcher
) -> Iterator[JudgedLoss | None]:
    """Yield what each of the moves lost, None where that is nothing for sure."""
    data = records.read_bytes()
    data = lzma.decompress(data) if records.suffix == ".xz" else data
    for line in chosen(data.decode("utf-8").splitlines(), games):
        record = record_of(line)
        positions = list(record.positions())
        for index in moves_of(len(record.moves), moves, line.number):
            one = store.find(line.number, index)
            if one is None:
                point = record.moves[index][1]
                one = search_position(searcher, index, positions[index], point)
                store.add(line.number, one)
            yield loss_at(record, one)


def main(argv: Sequence[str] | None = None) -> int:
    """Search the moves, print the table and the mistakes to be judged."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("records", type=Path, help="records as lines, also packed (.xz)")
    parser.add_argument("--store", type=Path, required=True, help="where what is found is kept")
    parser.add_argument("--games", type=numbers.count, default=25, help="games of each band")
    parser.add_argument("--moves", type=numbers.count, default=8, help="of each game")
    parser.add_argument("--simulations", type=numbers.count, default=100, help="of each position")
    parser.add_argument("--show", type=numbers.count_or_none, default=0, help="diagrams to print")
    parser.add_argument("--kind", choices=list(NAMES), help="show this kind alone")
    args = parser.parse_args(argv)
    searcher = ReviewSearcher(ReviewLimits(args.simulations))
    losses: list[JudgedLoss] = []
    seen = 0
    with contextlib.suppress(KeyboardInterrupt), contextlib.closing(searcher):  # shows what is done
        for seen, loss in enumerate(
            losses_of(args.records, SearchedMoves(args.store), args.games, args.moves, searcher), 1
        ):
            losses += [] if loss is None else [loss]
            if seen % 100 == 0:
                print(f"{seen} moves", file=sys.stderr)
    show([f"{seen} moves", "", *table(losses)])
    named = [
        loss
        for loss in losses
        if loss.kinds and args.kind in (None, *(kind.name for kind in loss.kinds))
    ]
    for loss in random.Random(1).sample(named, min(args.show, len(named))):
        show(told(loss))
    return 0


if __name__ == "__main__":
    sys.exit(main())
