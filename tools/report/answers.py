"""The answer of each event, as the first screen shows it: a verdict and its figures."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from statistics import fmean
from typing import Final

from gtpengine.tools.matches.sprt import Sequential, spoiled
from gtpengine.tools.matches.summary import MatchSummary, summarize
from gtpengine.tools.matches.tournament import rate_event
from gtpengine.tools.statistics.stats import normalized_elo, superiority
from gtpengine.tools.storage.positions import PositionResult
from gtpengine.tools.storage.store import Event, GameRow, Result, Store, Trial

from . import texts
from .courses import trajectory
from .engine_labels import differences, named_by

KINDS: Final = {
    "sprt": "SPRT",
    "match": "Match",
    "study": "Match of a study",
    "tournament": "Tournament",
    "tune": "Tuning",
    "regress": "Positions",
}
PAIR_POINTS: Final = ("0", "½", "1", "1½", "2")
#: Games shorter than this share of the median are called short.
SHORT: Final = 0.5


@dataclasses.dataclass(frozen=True, slots=True)
class Fact:
    """A figure with its name; ``note`` is shown when the pointer is on it."""

    name: str
    value: str
    note: str = ""
    tone: str = ""
    wide: bool = False


@dataclasses.dataclass(slots=True)
class EventVerdict:
    """What one event says. ``tone`` colours the verdict: good, bad, open, trouble or plain."""

    kind: str
    title: str
    engines: str
    conditions: str
    verdict: str
    meaning: str
    tone: str
    facts: list[Fact]
    apart: list[tuple[str, str]] = dataclasses.field(default_factory=list)
    """Each engine with the options that only it has."""
    commits: list[tuple[str, str]] = dataclasses.field(default_factory=list)
    """Each engine with the subject of its commit, of a test between commits."""


@dataclasses.dataclass(frozen=True, slots=True)
class PlayedGames:
    """An event of games as read from the store."""

    event: Event
    rows: Sequence[GameRow]
    results: Sequence[Result]
    waiting: int
    """Games that are scheduled and not finished."""

    @classmethod
    def read(cls, store: Store, event: Event) -> PlayedGames:
        """Read an event.

        :raises StoreError: if the store cannot be read
        """
        counts = store.counts(event)
        waiting = counts["waiting"] + counts["running"]
        return cls(event, store.records(event), store.results(event), waiting)

    def summary(self) -> MatchSummary:
        """Return the summary of an event of two engines."""
        first, second = (entrant.spec.name for entrant in self.event.entrants)
        return summarize(first, second, ((row.plan.pair, row.record) for row in self.rows))


def of_games(store: Store, played: PlayedGames) -> EventVerdict:
    """Return the answer of a match, test or tournament.

    :raises ValueError: if the event's settings are damaged
    :raises StoreError: if the store cannot be read
    """
    event = played.event
    heading, engines = texts.title(event)
    where = f"{texts.conditions(event)}, {texts.openings(event)}"
    answer = EventVerdict(
        KINDS.get(event.kind, event.kind), heading, engines, where, "No games yet", "", "open", []
    )
    names = [entrant.spec.name for entrant in event.entrants]
    own = differences(event.entrants)
    if commits := texts.subjects(event):
        answer.commits = list(zip(names, commits, strict=True))
    else:
        answer.apart = [
            (name, text)
            for name, text in zip(names, own, strict=True)
            if text and not named_by(name, text)
        ]
    waiting = played.waiting
    if played.rows:
        if "sprt" in event.settings:
            test = trajectory(event, played.results)
            waiting *= not test.decision
            _test(answer, test)
        elif len(event.entrants) == 2:
            _match(answer, played)
        else:
            _tournament(answer, played)
        answer.facts += _figures(played) if len(event.entrants) == 2 else []
        if spoiled(store, event):
            bad = sum(result.trouble for result in played.results)
            answer.verdict, answer.tone = "No verdict", "trouble"
            answer.meaning = (
                f"{bad} of {texts.many(len(played.results), 'game')} failed or are void"
            )
        answer.facts += _games(played)
    if waiting:
        answer.facts.append(Fact("To play", texts.many(waiting, "game")))
    answer.facts += _times(played)
    return answer


def _test(answer: EventVerdict, test: Sequential) -> None:
    bounds = test.bounds
    answer.verdict, answer.meaning, answer.tone = {
        "H1": ("Passed", f"H1 accepted: more than {bounds.elo0:g} Elo stronger", "good"),
        "H0": ("Failed", f"H0 accepted: not {bounds.elo1:g} Elo stronger", "bad"),
        "": ("Undecided", "no bound is reached", "open"),
    }[test.decision]
    answer.facts.append(
        Fact(
            "LLR",
            f"{test.llr:+z.2f} ({bounds.lower:.2f} to {bounds.upper:.2f})".replace(
                "-", texts.MINUS
            ),
            f"log-likelihood ratio of H1, {bounds.elo1:g} Elo, to H0, {bounds.elo0:g} Elo",
        )
    )


def _match(answer: EventVerdict, played: PlayedGames) -> None:
    summary = played.summary()
    elo = summary.estimate().elo()
    first = summary.names[0]
    answer.verdict = f"{texts.signed(elo.value)} Elo"
    if math.isinf(elo.value):
        answer.verdict = f"{'Won' if elo.value > 0 else 'Lost'} all {summary.games}"
    elif not summary.games:
        answer.verdict = "No games"
    if elo.low > 0:
        answer.meaning, answer.tone = f"{first} is stronger", "good"
    elif elo.high < 0:
        answer.meaning, answer.tone = f"{first} is weaker", "bad"
    else:
        answer.meaning, answer.tone = "no difference shown", "plain"
    if played.waiting:
        answer.meaning += " so far"


def _tournament(answer: EventVerdict, played: PlayedGames) -> None:
    ratings = rate_event(played.event, played.results)
    names = [entrant.spec.name for entrant in played.event.entrants]
    answer.tone = "plain"
    if ratings is None:
        answer.verdict, answer.meaning, answer.tone = "No ratings", "not all have met", "open"
        return
    order = sorted(range(len(names)), key=lambda i: -float(ratings.elo[i]))
    first, second = order[:2]
    answer.verdict = f"1st {names[first]}"
    sure = 100 * ratings.superiority(first, second)
    answer.meaning = f"{sure:.0f} % likely stronger than the 2nd"
    if played.waiting:
        answer.meaning += ", so far"
    for place, i in enumerate(order[:4]):
        half = ratings.interval(i)[1] - float(ratings.elo[i])
        rating = f"{texts.signed(float(ratings.elo[i]))} ±{half:.0f}"
        answer.facts.append(Fact(f"{place + 1}. {names[i]}", rating, wide=True))


def _figures(played: PlayedGames) -> list[Fact]:
    """Return Elo, normalized Elo, wins, and pairs of the first of two engines."""
    summary = played.summary()
    first, second = summary.names
    pairs = summary.pairs()
    elo = summary.estimate().elo()
    method = "from pairs of games with colours swapped"
    if not summary.paired:
        method = "from single games, because not all are paired"
    if "sprt" in played.event.settings:
        method += "; after an SPRT it leans away from zero"
    sure = f"; likelihood of superiority {100 * superiority(pairs):.1f} %" if sum(pairs) else ""
    facts = [Fact("Elo", texts.with_interval(elo), f"95 % interval, {method}{sure}")]
    if sum(pairs):
        nelo = texts.with_interval(normalized_elo(pairs))
        note = "normalized Elo: the gain in units of a game's standard deviation, from pairs"
        facts.append(Fact("nElo", nelo, note))
    wins = f"W {summary.wins[first]:,} · D {summary.draws:,} · L {summary.wins[second]:,}"
    facts.append(Fact("Games", f"{summary.games:,}: {wins}", f"wins, draws, losses of {first}"))
    if sum(pairs):
        note = f"pairs in which {first} got {', '.join(PAIR_POINTS)} points"
        facts.append(Fact("Pairs", " ".join(f"{count:,}" for count in pairs), note))
    return facts


def _games(played: PlayedGames) -> list[Fact]:
    records = [row.record for row in played.rows]
    facts = []
    if len(played.event.entrants) != 2:
        facts.append(Fact("Games", f"{len(records):,}"))
    void = sum(record.termination == "void" for record in records)
    failed = sum(record.failed for record in records)
    disputed = sum(record.disputed for record in records)
    trouble = [
        f"{count} {what}"
        for what, count in (("failed", failed), ("void", void), ("disputed", disputed))
        if count
    ]
    if trouble:
        facts.append(Fact("Trouble", ", ".join(trouble), "see the games' table", "bad"))
    lengths = [len(record.moves) for record in records if record.termination != "void"]
    if lengths:
        facts.append(Fact("Length", f"{fmean(lengths):.0f} moves", "mean of all games"))
    return facts


def _times(played: PlayedGames) -> list[Fact]:
    facts = [Fact("Begun", texts.date(played.event.created) or "unknown", "UTC")]
    seconds = texts.span(row.record for row in played.rows)
    if seconds is not None:
        note = "from the start of the first game to the end of the last"
        facts.append(Fact("Took", texts.duration(seconds), note))
    return facts


def of_positions(event: Event, results: Sequence[PositionResult]) -> EventVerdict:
    """Return the answer of a regression run."""
    heading, engines = texts.title(event)
    if texts.AUTOMATIC_NAME.fullmatch(event.name) and results:
        heading += " on " + texts.joined(sorted({one.suite for one in results}), "")
    answer = EventVerdict(
        KINDS["regress"], heading, engines, "", "No tests yet", "", "open", _begun(event)
    )
    run = [one for one in results if one.outcome != "skip"]
    if run:
        good = sum(one.outcome in ("pass", "PASS") for one in run)
        wrong = sum(one.outcome in ("fail", "error") for one in run)
        answer.verdict = f"{good} of {len(run)} pass"
        answer.tone = "bad" if wrong else "good"
        answer.meaning = f"{wrong} fail or end in an error" if wrong else "nothing new fails"
        seconds = sum(one.seconds for one in results)
        answer.facts.append(Fact("Took", texts.duration(seconds), "all tests together"))
    return answer


def of_trials(event: Event, trials: Sequence[Trial], best: dict[str, float | int]) -> EventVerdict:
    """Return the answer of a tuning run; ``best`` is what its optimiser recommends."""
    heading, engines = texts.title(event)
    where = f"{texts.conditions(event)}, {texts.openings(event)}"
    answer = EventVerdict(
        KINDS["tune"], heading, engines, where, "No trials yet", "", "open", _begun(event)
    )
    if trials:
        answer.verdict = texts.many(len(trials), "trial")
        answer.tone = "plain"
        answer.meaning = "recommended: " + ", ".join(f"{k} = {v:.6g}" for k, v in best.items())
        games = sum(trial.games for trial in trials)
        points = sum(trial.points for trial in trials)
        answer.facts[:0] = [
            Fact("Score", texts.percent(points / games, games), "of all trials"),
            Fact("Games", f"{games:,}"),
        ]
    return answer


def _begun(event: Event) -> list[Fact]:
    return [Fact("Begun", texts.date(event.created) or "unknown", "UTC")]
