"""What the engine does after the opponent's pass in finished games: does it pass, and should it?

    python -m gtpengine.tools.regression.endings games/*.json games9.txt.xz --simulations 100 600

Finished games are ``.json`` files as ``gtpengine autoscore`` reads them, or records in lines
(``gtpengine.game.records``) whose result is the engine's own count by territory. In each game both
colours answer a pass, in four tests:

- **settled**, Japanese rules: the opponent goes on passing until the engine passes. The count then
  is compared with the count of an immediate pass. Fewer points are wasted, unless a long search
  for the opponent takes points after a pass: then the move was a defence, although the players did
  not see the need. A game that was won and is lost is thrown away.
- **holes**, Japanese rules: one stone is taken off whose absence lets the opponent take points, as
  long searches with either side to move see it. To pass there forgets a defence.
- **dame**, Chinese rules: neutral points are open. To pass there forgets them.

The exit status is 1 where more than one position in a hundred wastes points, or a game is thrown
away. An interrupted run (Ctrl-C) shows what is done.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import lzma
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

from gtpengine.tools.running.plain import show

from board_ext.coords import BLACK, EMPTY, PASS, RESIGN, WHITE, opponent, point_to_vertex
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.base.arguments import numbers
from gtpengine.base.files.userpath import read_regular
from gtpengine.game.ending import without_history
from gtpengine.game.records import RecordedGame, parse_line
from gtpengine.judge import life
from gtpengine.judge.settling import odds
from gtpengine.judge.situation import flat_ownership
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.session.engine import Engine

from .suites import LARGEST_RECORD

STONES: Final = {"b": BLACK, "W": WHITE}
PLAYERS: Final = (BLACK, WHITE)

MOST_MOVES: Final = 8
"""Moves after which the engine is stopped that does not pass."""

SCREEN: Final = 300
"""Simulations that find a hole."""

PROOF: Final = 3000
"""Simulations that prove a hole."""

THREAT: Final = 0.7
"""Win rate from which a long search for the opponent takes points."""

FACTOR: Final = 4.0
"""How many times lower its odds are after a defence."""

AT_STAKE: Final = 5.0
"""Changes of ownership that a hole costs; who fills it loses less than half as much."""

TRIED: Final = 30
"""Stones that are taken off on trial in each game."""

MOST_WASTED: Final = 0.01


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game: its board, without history; komi, prisoners included; all points' owners."""

    name: str
    board: Position
    owners: tuple[int, ...]

    def to_answer(self, color: int, rules: str, hole: int | None = None) -> Position:
        """Return the game under ``rules`` after a pass of the opponent of ``color``."""
        size = self.board.size
        position = Position(size, rules_named(rules), self.board.komi)
        owned = [(p, self.board.color_at(p)) for p in range(size**2) if p != hole]
        black, white = ([p for p, stone in owned if stone == player] for player in PLAYERS)
        position.set_up(black, white, opponent(color))
        position.play(PASS, opponent(color))
        return position


@dataclass(slots=True)
class EndingCounts:
    """The counts of one setting; ``wasted`` is of settled positions, ``points`` what was lost."""

    settled: int = 0
    passed: int = 0
    defended: int = 0
    wasted: int = 0
    points: float = 0.0
    thrown: int = 0
    holes: int = 0
    forgotten: int = 0
    dame: int = 0
    left_open: int = 0

    def row(self) -> list[str]:
        return [f"{getattr(self, each.name):g}" for each in fields(self)]


def finished_json(path: Path, engine: Engine) -> Finished:
    """Return the game of an autoscore file.

    :raises ValueError: when the file holds no such game.
    """
    try:
        game = json.loads(read_regular(path, LARGEST_RECORD))
        rows = game["board"][::-1]
        size = len(rows)
        cells = [STONES.get(rows[p // size][p % size], EMPTY) for p in range(size**2)]
        position = Position(size, rules_named("japanese"), 6.5)
        black, white = ([p for p in range(size**2) if cells[p] == color] for color in PLAYERS)
        position.set_up(black, white, BLACK)
    except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        raise ValueError(f"{path} is not an autoscore game: {error}") from None
    return _judged(path.stem, position, engine)


def finished_line(game: RecordedGame, engine: Engine) -> Finished | None:
    """Return a game of a line; None where its result is not the engine's count by territory."""
    if game.margin is None or game.komi is None:
        return None
    position = Position(game.size, rules_named("japanese"), game.komi)
    for point in game.points:
        position.play(int(point))
    found = _judged(game.source, without_history(position), engine)
    counted = life.score(engine.position, engine.final_status())
    return found if counted == game.margin else None


def _judged(name: str, position: Position, engine: Engine) -> Finished:
    begin(engine, position)
    return Finished(name, position, tuple(life.owners(position, engine.final_status())))


def begin(engine: Engine, position: Position) -> None:
    """Set the engine to a position, as in a fresh session."""
    engine.use_rules(position.rules)
    engine.set_komi(position.komi)
    engine.new_game(position.size)
    stones = range(position.size**2)
    black, white = ([p for p in stones if position.color_at(p) == color] for color in PLAYERS)
    engine.set_stones(black, white, position.to_play)
    for color, point in position.moves:
        engine.play(point, color)
    engine.clear_search()


def count_after(engine: Engine, game: Finished, color: int, moves: Sequence[int]) -> float:
    """Return the lead of ``color`` when it plays ``moves``, the opponent passes, and all ends."""
    begin(engine, game.to_answer(color, "japanese"))
    for point in (*moves, PASS):
        engine.play(point, color)
        engine.play(PASS, opponent(color))
    score = engine.final_score()
    return score if color == BLACK else -score


def play_on(engine: Engine, game: Finished, color: int) -> list[int]:
    """Return the engine's moves before it passes against an opponent who only passes."""
    begin(engine, game.to_answer(color, "japanese"))
    moves: list[int] = []
    while len(moves) < MOST_MOVES:
        move = engine.genmove(color)
        if move in (PASS, RESIGN):
            break
        moves.append(move)
        engine.play(PASS, opponent(color))
    return moves


def holes_of(engine: Engine, game: Finished, most: int) -> Iterator[tuple[int, int]]:
    """Yield (colour, point) of up to ``most`` stones whose absence costs points; chance draws."""
    alive = [
        p for p in range(game.board.size**2) if game.board.color_at(p) == game.owners[p] != EMPTY
    ]
    random.Random(game.name).shuffle(alive)
    found = 0
    for point in alive[:TRIED]:
        color = game.owners[point]
        if found == most:
            return
        with contextlib.suppress(ValueError):
            position = game.to_answer(color, "japanese", point)
            if position.is_legal(point, color) and _costs(engine, game, position, color):
                found += 1
                yield color, point


def _costs(engine: Engine, game: Finished, position: Position, color: int) -> bool:
    """Return whether the opponent takes points by moving first, and not by moving second."""
    sign = 1.0 if color == BLACK else -1.0

    def lost(first: int, simulations: int) -> float:
        board = without_history(position)
        board.to_play = first
        # With an even count each point decides who wins.
        board.komi += life.score(board, life.judge(board, _ownership(game.owners)))
        engine.searching.forget()
        report = engine.searching.search(board, Limits(simulations))
        assert report is not None
        before_and_after = zip(_ownership(game.owners), flat_ownership(report), strict=True)
        losses = [sign * (before - after) for before, after in before_and_after if before]
        return sum(loss for loss in losses if loss > 0.6)

    enemy = opponent(color)
    return (
        lost(enemy, SCREEN) > AT_STAKE
        and lost(enemy, PROOF) > AT_STAKE
        and lost(color, PROOF) < AT_STAKE / 2
    )


def _ownership(owners: Sequence[int]) -> list[float]:
    return [{BLACK: 1.0, WHITE: -1.0}.get(owner, 0.0) for owner in owners]


def measure(
    engine: Engine,
    judge: Engine,
    game: Finished,
    holes: Sequence[tuple[int, int]],
    tally: EndingCounts,
) -> None:
    """Add what the engine does in one game to ``tally``; tell each fault on stderr.

    ``judge`` is another engine, which counts.
    """
    for color in PLAYERS:
        moves = play_on(engine, game, color)
        before = count_after(judge, game, color, [])
        change = count_after(judge, game, color, moves) - before if moves else 0.0
        tally.settled += 1
        tally.passed += not moves
        if change < 0 and is_needed(judge, game, color, moves[0]):
            tally.defended += 1
            _tell(game, color, "defended by", *moves)
        elif change < 0:
            tally.wasted += 1
            tally.points += change
            tally.thrown += before > 0 >= before + change
            _tell(game, color, f"{change:+g} points by", *moves)
        if EMPTY in game.owners:
            begin(engine, game.to_answer(color, "chinese"))
            tally.dame += 1
            tally.left_open += engine.genmove(color) == PASS
    for color, point in holes:
        begin(engine, game.to_answer(color, "japanese", point))
        tally.holes += 1
        if engine.genmove(color) in (PASS, RESIGN):
            tally.forgotten += 1
            _tell(game, color, "forgotten:", point)


def is_needed(judge: Engine, game: Finished, color: int, move: int) -> bool:
    """Return whether the opponent takes points after a pass, and none after the move."""
    sign = 1.0 if color == BLACK else -1.0

    def look(point: int, offset: float) -> SearchReport:
        board = game.to_answer(color, "japanese")
        board.play(point, color)
        judge.searching.forget()
        report = judge.searching.search(without_history(board), Limits(PROOF), offset)
        assert report is not None
        return report

    # With this komi the player wins by half a point after the move, and by more after a pass.
    offset = -sign * round(look(move, 0.0).score + 0.5)
    after_pass, after_move = look(PASS, offset).value, look(move, offset).value
    return after_pass > THREAT and odds(after_pass) > FACTOR * odds(after_move)


def _tell(game: Finished, color: int, what: str, *points: int) -> None:
    vertices = " ".join(point_to_vertex(point, game.board.size) for point in points)
    print(f"{game.name}, {'BW'[color - 1]}: {what} {vertices}", file=sys.stderr)


def finished_games(paths: Sequence[Path], engine: Engine, most: int) -> Iterator[Finished]:
    """Yield up to ``most`` games of each file."""
    for path in paths:
        if path.suffix == ".json":
            yield finished_json(path, engine)
            continue
        data = path.read_bytes()
        data = lzma.decompress(data) if path.suffix == ".xz" else data
        found = 0
        for line in data.decode("utf-8").splitlines():
            game = finished_line(parse_line(line), engine)
            if game is not None:
                found += 1
                yield game
            if found == most:
                break


def fresh_engine(settings: Sequence[str] = ()) -> Engine:
    """Return an engine that does not resign, with parameters such as ``simulations=100``."""
    engine = Engine()
    for setting in ("seed=1", "resign=0", *settings):
        name, _, value = setting.partition("=")
        engine.set_parameter(name, value)
    return engine


def main(argv: Sequence[str] | None = None) -> int:
    """Measure all settings in all games, and print a table of them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", nargs="+", type=Path, help="finished games (.json) or records")
    parser.add_argument("--simulations", nargs="+", type=numbers.count, default=[600])
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--games", type=numbers.count, default=20, help="games of each file")
    parser.add_argument("--holes", type=numbers.count_or_none, default=1, help="holes in each game")
    args = parser.parse_args(argv)
    judge = fresh_engine()
    tallies = [EndingCounts() for _ in args.simulations]
    with contextlib.suppress(KeyboardInterrupt):  # what is done is shown
        for game in finished_games(args.file, judge, args.games):
            holes = list(holes_of(judge, game, args.holes))
            for simulations, tally in zip(args.simulations, tallies, strict=True):
                engine = fresh_engine([*args.set, f"simulations={simulations}"])
                measure(engine, judge, game, holes, tally)
    print("simulations " + " ".join(each.name for each in fields(EndingCounts)))
    rows = zip(args.simulations, tallies, strict=True)
    show(" ".join([f"{simulations}", *tally.row()]) for simulations, tally in rows)
    return int(any(t.thrown or t.wasted > MOST_WASTED * t.settled for t in tallies))


if __name__ == "__main__":
    sys.exit(main())
