"""``gtpengine tournament``: round robin, gauntlet, ladder or Swiss, with ratings.

Each pairing is two games with colours swapped. The same command continues an interrupted
tournament; more ``--rounds`` extend it.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np
from gtpengine.tools.games.game import FAILURES, Opening
from gtpengine.tools.games.schedule import (
    gauntlet,
    ladder,
    pairings_to_games,
    round_robin,
    swiss_round,
)
from gtpengine.tools.running.plain import show
from gtpengine.tools.running.tables import table_lines
from gtpengine.tools.statistics.ratings import Ratings, rate
from gtpengine.tools.statistics.stats import normalized_elo, paired_games
from gtpengine.tools.storage.replays import replays_of
from gtpengine.tools.storage.store import Event, Result, Store
from numpy.typing import NDArray

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import arguments, group, option

from .campaign import Callbacks, Interrupt
from .errors import user_errors
from .options import FOLDED, STATUS_HELP, EventOptions
from .playing import play_event
from .setup import note_finished, open_event, read_setup
from .summary import fault_warning, scorer_warning, shown


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class TournamentOptions:
    """What ``gtpengine tournament`` takes."""

    engine: tuple[str, ...] = arguments("two or more engines, as in match", str, least=1)
    system: str = option(
        "who meets whom; in a ladder each engine meets the next one",
        str,
        default="round-robin",
        choices=("round-robin", "gauntlet", "ladder", "swiss"),
    )
    heroes: int = option(
        "gauntlet: engines, from the first on, that meet all others", numbers.count, default=1
    )
    rounds: int = option("rounds of pairings", numbers.whole(1, 100_000), default=5)
    event: EventOptions = group(EventOptions)


@user_errors("tournament")
def run(options: TournamentOptions) -> int:
    if len(options.engine) < 2:
        raise ValueError("a tournament needs at least two engines")
    if options.system == "gauntlet" and options.heroes >= len(options.engine):
        raise ValueError(f"--heroes {options.heroes}: leave at least one engine to meet")
    setup = read_setup(options.event, options.engine)
    setup.event_settings["system"] = options.system
    setup.event_settings["heroes"] = options.heroes if options.system == "gauntlet" else 0
    seed, rounds, count = options.event.game.seed, options.rounds, len(setup.entrants)
    with Store(options.event.store) as store, Interrupt() as interrupt:
        event = open_event(store, options.event, "tournament", setup)

        def more() -> bool:
            if options.system != "swiss":
                return False
            return swiss_more(store, event, rounds, setup.openings, seed)

        pairings = pairings_of(options, count)
        store.schedule(event, pairings_to_games(pairings, setup.openings, seed))
        more()
        note_finished(store, event, "more --rounds")
        total = 2 * len(pairings) or 2 * (count // 2) * rounds
        total = max(total, sum(store.counts(event).values()))
        played = play_event(
            store, event, options.event.run, interrupt, Callbacks(more), games=total
        )
        if played.complete:
            store.set_status(event, "done")
        return played.status(report(store, event, options.system))


COMMAND: Final = CommandLine(
    TournamentOptions,
    run,
    "Play each engine against others, in pairs of games with colours swapped, and rate them all"
    " (Bradley-Terry). The same command continues an interrupted tournament; more --rounds"
    " extend it.",
    "# three strengths, each against each\n"
    "gtpengine tournament 'gtpengine --simulations 50' 'gtpengine --simulations 100'"
    " 'gtpengine --simulations 200'",
    "# one engine against all others\n"
    "gtpengine tournament --system gauntlet --rounds 10 'gtpengine --simulations 500'"
    " 'gtpengine --rank 12k' 'gtpengine --rank 3k'\n"
    "# are the steps from rank to rank even?\n"
    "gtpengine tournament --system ladder --rounds 50 'gtpengine --rank 12k'"
    " 'gtpengine --rank 9k' 'gtpengine --rank 6k'",
    more=STATUS_HELP,
    folded=FOLDED,
)


def pairings_of(options: TournamentOptions, count: int) -> list[tuple[int, int, int]]:
    """Return who meets whom, as (round, engine, engine); none where results decide that."""
    if options.system == "round-robin":
        return round_robin(count, options.rounds)
    if options.system == "gauntlet":
        return gauntlet(count, options.heroes, options.rounds)
    if options.system == "ladder":
        return ladder(count, options.rounds)
    return []


def report(store: Store, event: Event, system: str) -> bool:
    """Print the tables, and return whether an engine failed or a game is void."""
    results = store.results(event)
    show(result_lines(event, results))
    if system == "ladder":
        show(["", *step_lines(event, results)])
    replays = replays_of(store, event)
    if replays:
        print(f"played again after a failure: {len(replays)} times")
    trouble = bool(replays) or any(result.trouble for result in results)
    if trouble:
        last = store.last_trouble(event) or replays[-1].detail
        show([f"the last failure: {last}"])
    return trouble


def swiss_more(
    store: Store, event: Event, rounds: int, openings: Sequence[Opening], seed: int
) -> bool:
    """Schedule the next Swiss round if the last one is complete; return whether it did."""
    results = store.results(event)
    counts = store.counts(event)
    played = max((result.round for result in results), default=-1) + 1
    if counts["waiting"] or counts["running"] or played >= rounds:
        return False
    entrants = range(len(event.entrants))
    scores = dict.fromkeys(entrants, 0.0)
    met: set[frozenset[int]] = set()
    present: dict[int, set[int]] = {}
    for result in results:
        for player in (result.black, result.white):
            present.setdefault(result.round, set()).add(player)
            if result.termination != "void":
                scores[player] += result.points(player)
        met.add(frozenset((result.black, result.white)))
    byes = [p for round_ in range(played) for p in entrants if p not in present[round_]]
    for player in byes:
        scores[player] += 2.0
    pairing, _ = swiss_round(scores, met, byes)
    first_pair = sum(counts.values()) // 2
    games = pairings_to_games(
        [(played, first, second) for first, second in pairing], openings, seed, first_pair
    )
    return store.schedule(event, games) > 0


def points_table(entrants: int, results: Sequence[Result]) -> NDArray[np.float64]:
    """Return the points of entrant i against entrant j: an array of shape (entrants, entrants)."""
    table = np.zeros((entrants, entrants))
    for result in results:
        if result.termination != "void":
            table[result.black, result.white] += result.points(result.black)
            table[result.white, result.black] += result.points(result.white)
    return table


def rate_event(event: Event, results: Sequence[Result]) -> Ratings | None:
    """Return the ratings of the entrants, or None while games do not connect all of them."""
    anchors = {
        index: entrant.spec.anchor
        for index, entrant in enumerate(event.entrants)
        if entrant.spec.anchor is not None
    }
    try:
        return rate(points_table(len(event.entrants), results), anchors)
    except ValueError:
        return None


def pairs_of(entrant: int, results: Sequence[Result]) -> list[int]:
    """Return how many complete pairs gave an entrant 0, 0.5, 1, 1.5 and 2 points."""
    points: dict[int, list[float]] = {}
    for result in results:
        if entrant in (result.black, result.white) and result.termination != "void":
            points.setdefault(result.pair, []).append(result.points(entrant))
    counts = [0] * 5
    for pair in points.values():
        if len(pair) == 2:
            counts[round(2 * sum(pair))] += 1
    return counts


RATING_HEADS: Final = (
    "",
    "engine",
    "Elo",
    "95 % interval",
    "nElo (95 %)",
    "points",
    "games",
    "LOS over next",
)


def result_lines(event: Event, results: Sequence[Result]) -> list[str]:
    """Return the rating table and the cross-table for a terminal."""
    table = points_table(len(event.entrants), results)
    games = table + table.T
    names = [entrant.spec.name for entrant in event.entrants]
    ratings = rate_event(event, results)
    if ratings is None:
        order = sorted(range(len(names)), key=lambda i: -table[i].sum())
    else:
        order = sorted(range(len(names)), key=lambda i: -ratings.elo[i])
    rows = []
    for place, index in enumerate(order):
        elo = bounds = los = "-"
        if ratings is not None:
            low, high = ratings.interval(index)
            elo, bounds = f"{ratings.elo[index]:+z.0f}", f"{low:+z.0f} to {high:+z.0f}"
            if place + 1 < len(order):
                los = f"{100 * ratings.superiority(index, order[place + 1]):.1f} %"
        pairs = pairs_of(index, results)
        normalized = shown(normalized_elo(pairs)) if sum(pairs) else "-"
        points, played = f"{table[index].sum():g}", str(int(games[index].sum()))
        rows.append((str(place + 1), names[index], elo, bounds, normalized, points, played, los))
    lines = table_lines(RATING_HEADS, rows, words=(1,))
    if ratings is None:
        lines.append("no ratings yet: some engines have not met, directly or through others")
    cross = [
        [
            str(place + 1),
            names[index],
            *(
                f"{table[index, other]:g}/{games[index, other]:.0f}" if games[index, other] else "-"
                for other in order
            ),
        ]
        for place, index in enumerate(order)
    ]
    lines += ["", *table_lines(["", "engine", *(row[0] for row in cross)], cross, words=(1,))]
    return lines + failure_lines(names, results)


def step_lines(event: Event, results: Sequence[Result]) -> list[str]:
    """Return the table of a ladder's steps: each engine against the next one, by pairs of games."""
    names = [entrant.spec.name for entrant in event.entrants]
    rows = []
    for index in range(len(names) - 1):
        met = [r for r in results if {r.black, r.white} == {index, index + 1}]
        pairs = pairs_of(index, met)
        points = sum(r.points(index) for r in met if r.termination != "void")
        games = sum(r.termination != "void" for r in met)
        step = shown(paired_games(pairs).elo()) if sum(pairs) else "-"
        rows.append((names[index], names[index + 1], f"{points:g}", str(games), step))
    return table_lines(("engine", "against", "points", "games", "Elo (95 %)"), rows, words=(0, 1))


def failure_lines(names: Sequence[str], results: Sequence[Result]) -> list[str]:
    """Return what went wrong, by engine; empty if nothing did."""
    lost: dict[int, Counter[str]] = {}
    faulty, games = Counter[int](), Counter[int]()
    for result in results:
        for player, faults in (
            (result.black, result.faults_black),
            (result.white, result.faults_white),
        ):
            games[player] += 1
            faulty[player] += faults > 0
        if result.termination in FAILURES:
            loser = result.white if result.winner == "b" else result.black
            lost.setdefault(loser, Counter())[result.termination] += 1
    lines = [
        f"{names[player]}: lost by " + ", ".join(f"{kind} {n}" for kind, n in sorted(kinds.items()))
        for player, kinds in sorted(lost.items())
    ]
    lines += [
        fault_warning(names[player], count, games[player])
        for player, count in sorted(faulty.items())
        if count
    ]
    if unscored := sum(result.scorer_failed for result in results):
        lines.append(scorer_warning(unscored))
    return ["", *lines] if lines else []
