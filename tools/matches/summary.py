"""The summary of a match between two engines, as numbers and as text."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Iterable

from gtpengine.tools.games.game import FAILURES, GameRecord
from gtpengine.tools.games.variety import position_after, variety_warning
from gtpengine.tools.statistics.stats import (
    Estimate,
    normalized_elo,
    paired_games,
    single_games,
    superiority,
)
from gtpengine.tools.storage.replays import Replay


@dataclasses.dataclass(slots=True)
class SideStats:
    """What one engine did over all its games."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    faulty: int = 0
    """Games in which the engine had errors that the game survived; their results stand."""
    failures: collections.Counter[str] = dataclasses.field(default_factory=collections.Counter)
    last_failure: str = ""
    """The reason of the last one, with the engine's last words."""

    @property
    def mean_seconds(self) -> float:
        return self.seconds / self.moves if self.moves else 0.0


class MatchSummary:
    """Results of games between ``first`` and ``second``, by name; ``add`` takes finished games.

    Games with the same ``pair`` number are one pair. Void games count only in ``void``, and their
    pair is left out of the paired statistics. ``alike`` says that both search alike, if they do.
    """

    def __init__(self, first: str, second: str) -> None:
        self.names = (first, second)
        self.alike = ""
        self.games = 0
        self.void = 0
        self.void_reasons = collections.Counter[str]()
        self.score = 0.0
        self.wins = collections.Counter[str]()
        self.wins_as: dict[tuple[str, str], int] = collections.Counter()
        self.games_as: dict[tuple[str, str], int] = collections.Counter()
        self.draws = 0
        self.disputed = 0
        self.unscored = 0
        """Games in which the scorer failed."""
        self.scorer_trouble = ""
        self.terminations = collections.Counter[str]()
        self.sides = {first: SideStats(), second: SideStats()}
        self._digests = collections.Counter[str]()
        self._positions = collections.Counter[bytes]()
        self._pair_scores: dict[int, list[float]] = {}

    def add(self, record: GameRecord, pair: int) -> None:
        self.terminations[record.termination] += 1
        for name, count in zip((record.black, record.white), record.faults, strict=True):
            if count:
                self.sides[name].failures["error"] += count
                self.sides[name].faulty += 1
                self.sides[name].last_failure = record.detail
        if record.scorer_failed:
            self.unscored += 1
            self.scorer_trouble = self.scorer_trouble or record.detail
        if record.termination == "void":
            self.void += 1
            self.void_reasons[record.detail or "no reason known"] += 1
            return
        first = self.names[0]
        self.games += 1
        self._digests[record.digest()] += 1
        self._positions[position_after(record)] += 1
        self.disputed += record.disputed
        names = {"b": record.black, "w": record.white}
        for color, name in names.items():
            self.games_as[name, color] += 1
        if record.winner:
            winner = names[record.winner]
            self.wins[winner] += 1
            self.wins_as[winner, record.winner] += 1
            points = 1.0 if winner == first else 0.0
        else:
            self.draws += 1
            points = 0.5
        self.score += points
        self._pair_scores.setdefault(pair, []).append(points)
        for move in record.moves:
            side = self.sides[names[move.color]]
            side.moves += 1
            side.seconds += move.seconds
            side.longest = max(side.longest, move.seconds)
        if record.termination in FAILURES:
            self.add_failure(record)

    def add_failure(self, failure: GameRecord | Replay) -> None:
        """Count a failure alone: nothing else counts of a game that was played again."""
        side = self.sides[failure.loser]
        side.failures[failure.termination] += 1
        side.last_failure = failure.detail

    @property
    def trouble(self) -> bool:
        """Whether an engine failed or a game is void: the result may not mean what it says."""
        failed = any(side.failures for side in self.sides.values())
        return bool(self.void or self.unscored or failed)

    def trouble_lines(self) -> list[str]:
        """Return why games are void, and what failing engines said last."""
        text = [
            f"void, {count} {'game' if count == 1 else 'games'}: {reason[:500]}"
            for reason, count in self.void_reasons.most_common(3)
        ]
        text += [
            f"{name}: the last failure: {side.last_failure.removeprefix(f'{name}: ')[:500]}"
            for name, side in self.sides.items()
            if side.failures and side.last_failure
        ]
        if self.unscored:
            text.append(scorer_warning(self.unscored, self.scorer_trouble))
        return text

    @property
    def duplicates(self) -> int:
        """Games that repeat an earlier one move by move."""
        return sum(count - 1 for count in self._digests.values())

    def pairs(self) -> list[int]:
        """Return how many complete pairs gave the first engine 0, 0.5, 1, 1.5 and 2 points."""
        counts = [0] * 5
        for scores in self._pair_scores.values():
            if len(scores) == 2:
                counts[round(2 * sum(scores))] += 1
        return counts

    @property
    def paired(self) -> bool:
        """Whether all games are in complete pairs."""
        return bool(self.games) and 2 * sum(self.pairs()) == self.games

    def estimate(self) -> Estimate:
        """Return the first engine's expected score, from pairs if all games are paired."""
        if self.paired:
            return paired_games(self.pairs())
        return single_games(self.score, self.games)

    def lines(self) -> list[str]:
        """Return the report for a terminal."""
        first, second = self.names
        expected = self.estimate()
        simple = single_games(self.score, self.games)
        elo = expected.elo()
        pairs = self.pairs()
        score = f"{self.score:g}/{self.games}"
        if self.games:
            score += (
                f" ({100 * simple.value:.1f} %, Wilson 95 % {100 * simple.low:.1f}"
                f" to {100 * simple.high:.1f})"
            )
        else:
            score += ", no game counts"
        text = [
            f"{first} against {second}: {score}",
            f"Elo {shown(elo)}, nElo {shown(normalized_elo(pairs))},"
            f" likelihood of superiority {100 * superiority(pairs):.1f} %",
            f"pairs 0, 0.5, 1, 1.5, 2: {' '.join(map(str, pairs))};"
            f" draws {self.draws}, void {self.void}, disputed {self.disputed},"
            f" duplicate games {self.duplicates}",
            "ends: " + ", ".join(f"{k} {v}" for k, v in self.terminations.most_common()),
        ]
        for name in self.names:
            side = self.sides[name]
            black, white = (f"{self.wins_as[name, c]}/{self.games_as[name, c]}" for c in ("b", "w"))
            failed = ", ".join(f"{kind} {count}" for kind, count in sorted(side.failures.items()))
            text.append(
                f"{name}: wins as Black {black}, as White {white};"
                f" {side.mean_seconds:.3f} s a move, longest {side.longest:.2f};"
                f" failures: {failed or 'none'}"
            )
        return text + self.warning_lines()

    def warning_lines(self) -> list[str]:
        """Return what went wrong, and why the figures may say less than they seem to."""
        text = self.trouble_lines()
        text += [
            fault_warning(name, side.faulty, self.games + self.void)
            for name, side in self.sides.items()
            if side.faulty
        ]
        if self.alike:
            text.append(f"warning: {self.alike}")
        elif self.duplicates:
            text.append(
                "warning: duplicate games carry no information: play from more --openings, with"
                " engines that take set_random_seed"
            )
        if warning := variety_warning(self._positions):
            text.append(warning)
        return text


def shown(elo: Estimate, digits: int = 0) -> str:
    """Return a difference in Elo with its 95 % interval."""
    value, low, high = (f"{x:+z.{digits}f}" for x in (elo.value, elo.low, elo.high))
    return f"{value} ({low} to {high})"


def fault_warning(name: str, faulty: int, games: int) -> str:
    """Return the warning about an engine with errors in ``faulty`` of ``games`` games."""
    return (
        f"warning: {name} had errors in {faulty} of {games} games that went on all the same, so"
        " this does not measure its strength; read its standard error (--gtp-log), then play under"
        " another --name"
    )


def scorer_warning(games: int, why: str = "") -> str:
    """Return the warning about a scorer that failed in ``games`` games."""
    return (
        f"warning: the scorer failed in {games} {'game' if games == 1 else 'games'}, so the players"
        " named the dead stones" + (f"; the first time: {why[:500]}" if why else "")
    )


def summarize(first: str, second: str, records: Iterable[tuple[int, GameRecord]]) -> MatchSummary:
    """Return the summary of ``(pair, record)`` items."""
    summary = MatchSummary(first, second)
    for pair, record in records:
        summary.add(record, pair)
    return summary
