"""The parts of the report page. One function makes the HTML of each kind of section."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from statistics import fmean

from gtpengine.tools.matches.summary import summarize
from gtpengine.tools.matches.tournament import points_table, rate_event
from gtpengine.tools.statistics.stats import single_games
from gtpengine.tools.storage.positions import OUTCOMES, load_results
from gtpengine.tools.storage.store import Event, GameRow, Result, Store
from gtpengine.tools.tuning.space import Dimension, values_at

from . import charts
from .report_data import (
    BUCKET,
    FEWEST_GAMES,
    Course,
    EngineStats,
    Versions,
    collect,
    means,
    opening_table,
    terminations,
    trajectory,
    versions,
)

#: Openings listed for each event.
MAX_OPENINGS = 30
#: How the Elo of a match is computed; the key says whether all its games are paired.
METHOD = {
    True: "Elo with its 95 % interval, and likelihood of superiority: from the scores of pairs of"
    " games with colours swapped.",
    False: "Elo with its 95 % interval: from single games, because not all are paired; likelihood"
    " of superiority: from the pairs there are.",
}
BRADLEY_TERRY = (
    '<p class="muted">Elo: Bradley-Terry fit over all games of the table, relative to the mean'
    " of its engines, or to those of known rating.</p>"
)


def event_section(event: Event, store: Store, rows: Sequence[GameRow]) -> str:
    """Return the section of a match, tournament or SPRT: ratings, time use, ends, openings."""
    if not rows:
        return "<p>No finished games yet.</p>"
    results = store.results(event)
    stats = collect(event, rows)
    parts = [_settings(event)]
    if len(event.entrants) == 2:
        first, second = (entrant.spec.name for entrant in event.entrants)
        summary = summarize(first, second, ((row.plan.pair, row.record) for row in rows))
        parts.append(f"<pre>{text(chr(10).join(summary.lines()))}</pre>")
        parts.append(f'<p class="muted">{METHOD[summary.paired]}</p>')
    if "sprt" in event.settings:
        test = trajectory(event, results)
        if test.trajectory:
            pairs, llr = zip(*test.trajectory, strict=True)
            levels = [(test.bounds.upper, "H1 accepted"), (test.bounds.lower, "H0 accepted")]
            parts.append(
                charts.line_chart(
                    f"Log-likelihood ratio, H0: {test.bounds.elo0:g} Elo, H1: {test.bounds.elo1:g}",
                    [charts.Series("LLR", thin(pairs), thin(llr))],
                    "pairs of games",
                    levels,
                )
            )
    if len(event.entrants) != 2:  # for two the summary above has it
        parts.append(_ratings(event, results))
    parts.append(
        table(
            [
                "engine",
                "games",
                "score",
                "as Black",
                "as White",
                "s a move",
                "simulations a second",
                "failures",
            ],
            [_engine_row(one) for one in stats],
        )
    )
    ends = terminations(rows)
    parts.append(
        charts.share_chart("Ends of the games", [("all", list(ends.values()))], list(ends))
    )
    parts.append(_course(stats))
    openings = opening_table(rows)
    if len(openings) > 1:
        parts.append(
            "<details><summary>Openings</summary>"
            + table(
                ["opening", "games", "Black's score"],
                [[name, str(n), percent(share, n)] for name, n, share in openings[:MAX_OPENINGS]],
            )
            + "</details>"
        )
    return "".join(parts)


def _settings(event: Event) -> str:
    game = event.game_settings()
    engines = table(
        ["engine", "version", "revision", "command"],
        [
            [
                e.spec.name,
                f"{e.identity.gtp_name} {e.identity.version}",
                e.identity.revision,
                " ; ".join([e.spec.command, *e.spec.init]),
            ]
            for e in event.entrants
        ],
    )
    return (
        f"<p>{game.size}x{game.size}, komi {game.komi:g}, {text(game.rules)}, time"
        f" {text(game.time)}, openings {text(str(event.settings.get('openings', '')))}</p>"
        f"<details><summary>Engines</summary>{engines}</details>"
    )


def _ratings(event: Event, results: Sequence[Result]) -> str:
    ratings = rate_event(event, results)
    if ratings is None:
        return "<p>No ratings: some engines have not met.</p>"
    names = [entrant.spec.name for entrant in event.entrants]
    order = sorted(range(len(names)), key=lambda i: -float(ratings.elo[i]))
    points = points_table(len(names), results)
    games = points + points.T
    lines = []
    for place, index in enumerate(order):
        low, high = ratings.interval(index)
        after = order[place + 1] if place + 1 < len(order) else None
        lines.append(
            [
                str(place + 1),
                names[index],
                f"{ratings.elo[index]:+z.0f}",
                f"{low:+z.0f} to {high:+z.0f}",
                f"{points[index].sum():g}/{games[index].sum():g}",
                "" if after is None else f"{100 * ratings.superiority(index, after):.1f} %",
            ]
        )
    heads = ["", "engine", "Elo", "95 % interval", "points", "superior to next"]
    parts = [table(heads, lines), BRADLEY_TERRY]
    parts.append(
        charts.interval_chart(
            "Ratings (Elo) with 95 % intervals",
            [names[i] for i in order],
            [float(ratings.elo[i]) for i in order],
            [ratings.interval(i) for i in order],
        )
    )
    if len(names) > 2:
        cross = [
            [
                names[i],
                *("-" if not games[i, j] else f"{points[i, j]:g}/{games[i, j]:g}" for j in order),
            ]
            for i in order
        ]
        parts.append(table(["cross-table", *(names[i] for i in order)], cross))
    return "".join(parts)


def _engine_row(one: EngineStats) -> list[str]:
    seconds = one.all_seconds()
    cells = [one.name, str(one.games), percent(one.points / max(1, one.games), one.games)]
    for color in "bw":
        points = one.by_color[color]
        cells.append(percent(fmean(points), len(points)) if points else "-")
    cells.append(f"{fmean(seconds):.3f} (max {max(seconds):.2f})" if seconds else "-")
    cells.append(f"{fmean(one.speeds):,.0f}" if one.speeds else "not reported")
    cells.append(", ".join(f"{kind} {n}" for kind, n in sorted(one.failures.items())) or "none")
    return cells


def _course(stats: Sequence[EngineStats]) -> str:
    parts = []
    note = f"{BUCKET} moves to a point, of {FEWEST_GAMES} games or more"
    time_use = _series((one.name, one.seconds) for one in stats)
    if time_use:
        parts.append(charts.line_chart(f"Mean seconds a move; {note}", time_use, "move number"))
    winrates = _series((one.name, one.winrates) for one in stats)
    if winrates:
        title = f"Mean win rate each engine sees for itself; {note}"
        parts.append(charts.line_chart(title, winrates, "move number", [(0.5, "")]))
    lengths = sorted({start for one in stats for start in one.by_length})
    if len(lengths) > 1:
        rows = [
            [
                f"{start} to {start + 49} moves",
                *(
                    percent(fmean(one.by_length[start]), len(one.by_length[start]))
                    if start in one.by_length
                    else "-"
                    for one in stats
                ),
            ]
            for start in lengths
        ]
        heads = ["score by length of game", *(one.name for one in stats)]
        parts.append(table(heads, rows))
    return "".join(parts)


def _series(named: Iterable[tuple[str, Course]]) -> list[charts.Series]:
    found = [charts.Series(name, *means(course)) for name, course in named]
    return [series for series in found if len(series.x) > 1]


def progress_section(store: Store, events: Sequence[Event]) -> str:
    """Return ratings of versions over several events, for each kind of game; may be empty."""
    return "".join(_progress(found) for found in versions(store, events))


def _progress(found: Versions) -> str:
    count = len(found.labels)
    bounds = [found.ratings.interval(i) for i in range(count)]
    series = []
    for family in dict.fromkeys(found.families):
        members = [i for i in range(count) if found.families[i] == family]
        series.append(
            charts.Series(
                family,
                [float(i) for i in members],
                [float(found.ratings.elo[i]) for i in members],
                [bounds[i][0] for i in members],
                [bounds[i][1] for i in members],
                dots=True,
            )
        )
    numbers = [str(i + 1) for i in range(count)]
    chart = charts.line_chart("Elo by version", series, "version, oldest first", x_names=numbers)
    lines = [
        [
            str(i + 1),
            found.labels[i],
            f"{found.ratings.elo[i]:+z.0f}",
            f"{bounds[i][0]:+z.0f} to {bounds[i][1]:+z.0f}",
            str(found.games[i]),
        ]
        for i in range(count)
    ]
    heads = ["", "version", "Elo", "95 % interval", "games"]
    title = f"<h3>{text(found.conditions)}: {found.events} events</h3>"
    return title + chart + table(heads, lines) + BRADLEY_TERRY


def regression_section(store: Store, event: Event) -> str:
    """Return the outcomes of a regression run by suite, and its failures."""
    counts: dict[str, dict[str, int]] = {}
    results = load_results(store, event.name).values()
    for result in results:
        suite = counts.setdefault(result.test.partition(":")[0], dict.fromkeys(OUTCOMES, 0))
        suite[result.outcome] += 1
    rows = [(suite, list(found.values())) for suite, found in sorted(counts.items())]
    if not rows:
        return "<p>No finished tests yet.</p>"
    kinds = ["pass", "passes, a known failure", "fail", "known failure", "error", "skipped"]
    failed = [
        [r.test, r.expected, r.answer[:60], r.outcome]
        for r in results
        if r.outcome in ("fail", "error", "PASS")
    ]
    return charts.share_chart("Tests", rows, kinds, (2, 5, 1, 7, 6, 4)) + (
        "<details><summary>Failures and surprises</summary>"
        + table(["test", "expected", "answer", "outcome"], failed)
        + "</details>"
    )


def tuning_section(store: Store, event: Event) -> str:
    """Return the trials of a tuning run.

    :raises ValueError: if the run's settings are damaged
    :raises StoreError: if the store cannot be read
    """
    raw = event.settings.get("space")
    space = [Dimension.from_json(data) for data in raw] if isinstance(raw, list) else []
    if not space:
        raise ValueError("space is missing")
    trials = store.trials(event, len(space))
    if not trials:
        return "<p>No finished trials yet.</p>"
    shares = [100 * trial.points / trial.games for trial in trials]
    means_so_far = [fmean(shares[max(0, i - 9) : i + 1]) for i in range(len(shares))]
    numbers = [float(trial.number) for trial in trials]
    series = [
        charts.Series("trial", numbers, shares, dots=True),
        charts.Series("mean of ten", numbers, means_so_far),
    ]
    lines = [
        [
            str(trial.number),
            *(str(value) for value in values_at(space, trial.params).values()),
            f"{trial.points:g}/{trial.games}",
        ]
        for trial in trials
    ]
    heads = ["trial", *(dimension.name for dimension in space), "score"]
    return (
        f"<p>optimiser {text(str(event.settings.get('optimizer')))}</p>"
        + charts.line_chart("Score against the incumbent (%)", series, "trial", [(50, "")])
        + "<details><summary>Trials</summary>"
        + table(heads, lines)
        + "</details>"
    )


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return an HTML table; the style sheet aligns cells that look like numbers."""
    head = "".join(f"<th>{text(name)}</th>" for name in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{text(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return (
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody>'
        "</table></div>"
    )


def percent(share: float, games: int) -> str:
    interval = single_games(share * games, games)
    return f"{100 * share:.1f} % ({100 * interval.low:.0f}-{100 * interval.high:.0f})"


def thin(values: Sequence[float], most: int = 1500) -> list[float]:
    step = max(1, len(values) // most)
    kept = list(values[::step])
    if (len(values) - 1) % step:
        kept.append(values[-1])
    return kept


def text(raw: str) -> str:
    """Return ``raw`` escaped for HTML."""
    return html.escape(raw, quote=True)
