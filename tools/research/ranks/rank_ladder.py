"""The ladder of ranks by komi: how many ranks is a game without komi worth?

    python -m gtpengine.tools.research.ranks.rank_ladder ladder9.jsonl --ranks 25k 22k --games 20

On servers a player one rank weaker takes Black, and White gets half a point of komi (the protocol
of KataGo's ladder of ranks, ``HumanSL_Rank_Ladder.md``). Here the engine at each of these ranks
plays Black against itself at higher ranks, as many ranks higher as ``--gaps`` says, with a komi of
0.5. The results of all ranks are pooled by the gap. An isotonic fit says at which gap both win
half of the games, and what Black wins at each gap, with 95 % intervals. A gap is even if that
interval of the fit is inside 40 to 60 %. The protocol takes Wilson's interval of the one setting
that such a fit has chosen. The table has Wilson's, too, but it asks for more games.

Each game is a line of the file. The same command continues an interrupted run, and more games,
ranks or gaps extend it. Games of another size, komi or version of the engine are refused.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from gtpengine.tools.running.plain import show
from gtpengine.tools.statistics.crossing import FittedShare, crossing, shares_at
from gtpengine.tools.statistics.stats import score_from_elo, wilson

from board_ext.coords import BLACK, PASS, RESIGN, opponent
from board_ext.rules import CHINESE
from gtpengine import __version__
from gtpengine.base.arguments import numbers
from gtpengine.base.files.userpath import user_path
from gtpengine.game.ranks import rank_name, rank_number
from gtpengine.session.engine import Engine
from gtpengine.session.rankscale import advantage, elo_per_rank, strongest

KOMI: Final = 0.5
LONGEST: Final = 3
"""A game ends after this many moves a point."""
EVEN: Final = 0.4, 0.6
"""Bounds of the interval of a gap that is even."""


class LadderGame(NamedTuple):
    """A game between two ranks; ``seed`` tells games of the same ranks apart."""

    black: str
    white: str
    seed: int


def games_of(
    ranks: Sequence[str], gaps: Sequence[int], games: int, size: int, first: int = 0
) -> Iterator[LadderGame]:
    """Yield the games of a ladder: all pairs once, then once more, so that each beginning of a run
    is a small run. Seeds count from ``first``."""
    for seed in range(first, first + games):
        for rank in ranks:
            for gap in gaps:
                white = rank_number(rank) + gap
                if white <= strongest(size):
                    yield LadderGame(rank, rank_name(white), seed)


def play(game: LadderGame, size: int, players: Sequence[Engine]) -> bool:
    """Play a game; return whether Black won."""
    for engine, rank in zip(players, (game.black, game.white), strict=True):
        engine.set_parameter("rank", rank)
        engine.set_seed(zlib.crc32(f"{game} {engine is players[0]}".encode()))
        engine.use_rules(CHINESE)
        engine.set_komi(KOMI)
        engine.new_game(size)
    color, passes = BLACK, 0
    while passes < 2 and players[0].position.move_number < LONGEST * size * size:
        mover, other = players if color == BLACK else reversed(players)
        move = mover.genmove(color)
        if move == RESIGN:
            return color != BLACK
        other.play(move, color)
        passes = passes + 1 if move == PASS else 0
        color = opponent(color)
    return players[0].final_score() > 0


class LadderFile:
    """The games of a run, a line each, after a line that says what they are games of."""

    def __init__(self, path: Path, about: dict[str, Any]) -> None:
        self._path = path
        self.results: dict[LadderGame, bool] = {}
        if not path.exists():
            path.write_text(json.dumps(about) + "\n", encoding="utf-8")
        whole, _, cut = path.read_text(encoding="utf-8").rpartition("\n")
        if cut:  # a line that was not finished: its game is played again
            path.write_text(whole + "\n", encoding="utf-8")
        first, *lines = [json.loads(line) for line in whole.splitlines()]
        if first != about:
            raise ValueError(f"{path} has games of {first}, not of {about}; give another file")
        for line in lines:
            self.results[LadderGame(line["black"], line["white"], line["seed"])] = line["won"]

    def add(self, game: LadderGame, *, won: bool) -> None:
        """Keep the result of a game: whether Black won."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(game._asdict() | {"won": won}) + "\n")
        self.results[game] = won


def gap_of(game: LadderGame) -> int:
    """Return how many ranks White is above Black."""
    return rank_number(game.white) - rank_number(game.black)


def table(results: dict[LadderGame, bool], size: int) -> list[str]:
    """Return the shares by gap, and where Black wins half of the games, as Markdown."""
    games: Counter[int] = Counter()
    wins: Counter[int] = Counter()
    for game, won in results.items():
        games[gap_of(game)] += 1
        wins[gap_of(game)] += won
    gaps = sorted(games)
    counts = [wins[gap] for gap in gaps], [games[gap] for gap in gaps]
    found = crossing(gaps, *counts)
    engine = Engine()
    engine.use_rules(CHINESE)
    engine.set_komi(KOMI)
    engine.new_game(size)
    meant = advantage(engine.position)
    engine.close()
    *fits, fit_as_meant = shares_at([*gaps, meant], gaps, *counts)
    rows = [
        "| ranks apart | Black won | share | 95 % | fit | 95 % of the fit | meant | even |",
        "|--:" * 8 + "|",
    ]
    for gap, fit in zip(gaps, fits, strict=True):
        low, high = wilson(wins[gap], games[gap])
        should = score_from_elo(elo_per_rank(size) * (meant - gap))
        rows.append(
            f"| {gap} | {wins[gap]} of {games[gap]} | {wins[gap] / games[gap]:.0%}"
            f" | {low:.0%} to {high:.0%} | {fit.share:.0%} | {fit.low:.0%} to {fit.high:.0%}"
            f" | {should:.0%} | {'yes' if _is_even(fit) else 'no'} |"
        )
    at, low_end, high_end = (_within(x, gaps) for x in (found.at, found.low, found.high))
    rows.append("")
    rows.append(
        f"Even where White is {at} ranks higher (95 %: {low_end} to {high_end}); meant are"
        f" {meant:.1f}. {sum(games.values())} games."
    )
    if gaps[0] <= meant <= gaps[-1]:
        proved = "within" if _is_even(fit_as_meant) else "not within"
        rows.append(
            f"Where White is {meant:.1f} ranks higher Black wins {fit_as_meant.share:.0%} (95 %:"
            f" {fit_as_meant.low:.0%} to {fit_as_meant.high:.0%}), {proved} {EVEN[0]:.0%} to"
            f" {EVEN[1]:.0%}."
        )
    return rows


def _is_even(fit: FittedShare) -> bool:
    return EVEN[0] <= fit.low and fit.high <= EVEN[1]


def _within(ranks: float, gaps: Sequence[int]) -> str:
    """Return a number of ranks; beyond the gaps that were played nothing is known."""
    if math.isfinite(ranks):
        return f"{ranks:.1f}"
    return f"below {gaps[0]}" if ranks < 0 else f"above {gaps[-1]}"


def main(argv: Sequence[str] | None = None) -> int:
    """Play the games that are missing, and show the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", help="file of the games, made if there is none")
    parser.add_argument("--size", type=int, choices=(9, 13, 19), default=9, help="the board")
    parser.add_argument("--ranks", nargs="+", default=["25k", "22k", "19k"], help="Black's ranks")
    parser.add_argument(
        "--gaps", nargs="+", type=numbers.whole(), default=[0, 2, 4, 6], help="ranks apart"
    )
    parser.add_argument("--games", type=numbers.count, default=10, help="games of each pair")
    parser.add_argument(
        "--first", type=numbers.whole(), default=0, help="seed of the first; others play new games"
    )
    args = parser.parse_args(argv)
    about = {"size": args.size, "komi": KOMI, "rules": CHINESE.name, "version": __version__}
    players = [Engine(), Engine()]
    try:
        ranks = [rank_name(rank_number(rank)) for rank in args.ranks]
        file = LadderFile(user_path(args.file), about)
        for game in games_of(ranks, sorted(args.gaps), args.games, args.size, args.first):
            if game not in file.results:
                file.add(game, won=play(game, args.size, players))
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", file=sys.stderr)
    finally:
        for engine in players:
            engine.close()
    if file.results:
        show(table(file.results, args.size))
    return 0


if __name__ == "__main__":
    sys.exit(main())
