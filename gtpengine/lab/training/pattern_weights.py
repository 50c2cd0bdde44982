"""Learning the 3x3 weights of the playouts.

    python -m gtpengine.lab.training.pattern_weights RECORDS

It learns from moves in quiet positions, where no earlier rule of the playouts has a move. There a
player chooses between the points around the last two moves and playing elsewhere. The probability
of a point is the gamma of its pattern times the factor of its kind (beside or diagonal to the last
move, or around the one before it), over the sum of all of them and 1 for elsewhere. This is a
generalized Bradley-Terry model, fitted by minorization-maximization (Coulom 2007).
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import arguments, option, repeated, required
from gtpengine.base.files.wholefile import user_file
from gtpengine.game.records import (
    ReadingCounts,
    RecordedGame,
    RecordSource,
    read_games,
    split_games,
    spread,
)
from gtpengine.lab.learning.pattern_choices import local_choices
from gtpengine.lab.weights.local3 import KINDS, LocalWeights, class_of
from gtpengine.tools.learning.reading import LICENCE
from gtpengine.tools.matches.errors import explained
from gtpengine.tools.matches.outputs import check_folder
from gtpengine.tools.running.leftout import leave_out
from gtpengine.tools.running.provenance import readable

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Choices:
    """The points of all choices, one after the other, as numbers of patterns and kinds.

    ``owner`` tells which choice each point belongs to, ``chosen`` which points were played.
    """

    n: int
    patterns: Ints
    kinds: Ints
    owner: Ints
    chosen: Ints


def collect(games: list[RecordedGame], classes: dict[int, int]) -> Choices:
    """Return the choices in the games; *classes* numbers the patterns and grows."""
    parts: list[tuple[npt.NDArray[np.uint16], npt.NDArray[np.int8]]] = []
    counts, played = [np.zeros(0, np.int32)], [np.zeros(0, np.int8)]
    for game in games:
        codes, kinds, count, chosen = local_choices(game.size, game.points, game.colors)
        parts.append((codes, kinds))
        counts.append(count)
        played.append(chosen)
    all_codes = np.concatenate([codes for codes, _ in parts])
    distinct, places = np.unique(all_codes, return_inverse=True)
    numbers = [classes.setdefault(class_of(int(code)), len(classes)) for code in distinct]
    count = np.concatenate(counts).astype(np.int64)
    chosen = np.concatenate(played).astype(np.int64)
    starts = np.cumsum(count) - count
    return Choices(
        len(count),
        np.array(numbers, dtype=np.int64)[places],
        np.concatenate([kinds for _, kinds in parts]).astype(np.int64),
        np.repeat(np.arange(len(count)), count),
        (starts + chosen)[chosen >= 0],
    )


def _probabilities(choices: Choices, gammas: Floats, factors: Floats) -> Floats:
    strength = gammas[choices.patterns] * factors[choices.kinds]
    total = 1.0 + np.bincount(choices.owner, strength, choices.n)
    return np.asarray(strength / total[choices.owner])


def mean_log(choices: Choices, gammas: Floats, factors: Floats) -> float:
    """Return the mean logarithm of the probability of what was played, elsewhere included."""
    probability = _probabilities(choices, gammas, factors)
    elsewhere = 1.0 - np.bincount(choices.owner, probability, choices.n)
    elsewhere[choices.owner[choices.chosen]] = 1.0
    return float((np.log(elsewhere).sum() + np.log(probability[choices.chosen]).sum()) / choices.n)


def fit(choices: Choices, n_patterns: int, rounds: int, prior: float) -> tuple[Floats, Floats]:
    """Return the gammas of the patterns and the factors of the kinds; the first factor is 1.

    *prior* is the number of wins, and of losses, against elsewhere that each pattern starts with.
    """
    gammas, factors = np.full(n_patterns, 0.1), np.ones(len(KINDS))
    wins = np.bincount(choices.patterns[choices.chosen], minlength=n_patterns)
    kind_wins = np.bincount(choices.kinds[choices.chosen], minlength=len(KINDS))
    for _ in range(rounds):
        expected = np.bincount(
            choices.patterns, _probabilities(choices, gammas, factors), n_patterns
        )
        gammas *= (wins + prior) / (expected + 2 * prior * gammas / (1 + gammas))
        expected = np.bincount(choices.kinds, _probabilities(choices, gammas, factors), len(KINDS))
        factors *= np.maximum(kind_wins, 1) / np.maximum(expected, 1e-9)
        gammas *= factors[0]
        factors /= factors[0]
    return gammas, factors


def learn(
    games: list[RecordedGame], test: list[RecordedGame], rounds: int, prior: float
) -> tuple[LocalWeights, str]:
    """Return the weights, and a line about how well they predict."""
    classes: dict[int, int] = {}
    choices = collect(games, classes)
    known = len(classes)
    gammas, factors = fit(choices, known, rounds, prior)
    others = collect(test, classes)
    # A pattern that only the test games have gets the gamma of the prior.
    tested = np.append(gammas, np.full(len(classes) - known, 1.0))
    flat = np.full(len(tested), len(choices.chosen) / len(choices.patterns))
    summary = (
        f"{choices.n} choices of {len(games)} games, {known} patterns; {others.n} other choices: "
        f"mean log p {mean_log(others, tested, factors):.3f}, all patterns alike "
        f"{mean_log(others, flat, np.ones(len(KINDS))):.3f}"
    )
    weights = {code: float(gammas[number]) for code, number in classes.items() if number < known}
    return LocalWeights((1.0, float(factors[1]), float(factors[2])), weights), summary


@dataclass(frozen=True, kw_only=True, slots=True)
class WeightsOptions:
    """What ``python -m gtpengine.lab.training.pattern_weights`` takes."""

    records: tuple[RecordSource, ...] = arguments(
        ".txt, .xz, .sgf, .zip or folders; FILE:d,p learns from players of these ranks alone",
        RecordSource.named,
        least=1,
    )
    size: tuple[int, ...] = repeated(
        "board size; as often as needed (default: 9)", numbers.board_size
    )
    games: int = option("the most games of each size", numbers.count_or_none, default=0)
    output: Path = required("the file to write", Path)
    note: str = option("where the records come from, for the file (default: none)", str, default="")
    rounds: int = option("rounds of minorization-maximization", numbers.count, default=30)
    prior: float = option(
        "wins and losses each pattern starts with", numbers.real(0, 1e6, above=True), default=2.0
    )


def run(options: WeightsOptions) -> int:
    """Learn and write the file; return the exit status."""
    unread: dict[str, None] = {}
    learned: list[RecordedGame] = []
    tested: list[RecordedGame] = []
    try:
        check_folder(options.output, [place.path for place in options.records])
        sizes = list(options.size) or [9]
        for size in sizes:
            reading = ReadingCounts()
            learn_from, test = split_games(read_games(options.records, size, reading), 0.03)
            unread.update(dict.fromkeys(reading.unread))
            learned += spread(learn_from, options.games or len(learn_from))
            tested += spread(test, 300)
        weights, summary = learn(learned, tested, options.rounds, options.prior)
        print(summary, file=sys.stderr)
        records = readable(", ".join(sorted(place.name for place in options.records)))
        settings = (
            f"sizes {sizes}, games {options.games}, rounds {options.rounds},"
            f" prior {options.prior:g}"
        )
        about = [readable(options.note), records, summary, settings, LICENCE]
        note = "\n".join(filter(None, about))
        with user_file(options.output) as file:
            file.write(weights.to_text(note).encode())
        for what in unread:
            leave_out(what)
    except (ValueError, OSError) as error:
        print(f"pattern_weights: {explained(error)}", file=sys.stderr)
        return 1
    return int(bool(unread))


def main() -> int:
    """Run the command from the command line."""
    command = CommandLine(WeightsOptions, run, "Learn the 3x3 weights of the playouts.")
    return command.run(command.read("pattern_weights", sys.argv[1:]))


if __name__ == "__main__":
    sys.exit(main())
