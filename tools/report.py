"""`gtpengine report`: one self-contained HTML page about the events of a store.

The page needs no network and no server: style, script, charts and games are inside it.
"""

from __future__ import annotations

import argparse
import datetime
import html
import importlib.resources
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean

from . import charts
from .event_cli import DEFAULT_STORE, user_errors
from .regress import OUTCOMES, load_results
from .report_data import (
    EngineStats,
    collect,
    game_for_viewer,
    means,
    opening_table,
    terminations,
    trajectory,
    versions,
)
from .space import Dimension, values_at
from .stats import single_games
from .store import Event, GameRow, Store
from .summary import MatchSummary
from .tournament import points_table, rate_event

#: Openings listed for each event.
MAX_OPENINGS = 30


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("event", nargs="*", help="names of events (default: all)")
    parser.add_argument("--store", type=Path, default=DEFAULT_STORE, help="SQLite file")
    parser.add_argument("--output", type=Path, default=Path("report.html"), help="the page")
    parser.add_argument("--title", default="gtpengine: report", help="heading of the page")
    parser.add_argument(
        "--viewer-games", type=int, default=200, help="games kept for the viewer per event (200)"
    )


def run(args: argparse.Namespace) -> int:
    with user_errors("report") as status, Store(args.store, read_only=True) as store:
        if args.event:
            events = [store.event(name) for name in args.event]
        else:
            # A tuning run stands for its trials.
            events = [store.event(name) for name in store.event_names()]
            events = [event for event in events if event.kind != "tune-trial"]
        if not events:
            raise ValueError(f"{args.store} has no events yet")
        page = make_page(store, events, args.title, args.viewer_games)
        args.output.write_text(page, encoding="utf-8")
        print(f"{args.output}: {len(events)} events, {len(page) // 1024} KiB", file=sys.stderr)
    return status[0]


def make_page(store: Store, events: Sequence[Event], title: str, viewer_games: int) -> str:
    """The whole page. Raises `StoreError`."""
    games: dict[str, list[dict[str, object]]] = {}
    sections, links = [], []
    played = [event for event in events if event.kind in ("match", "tournament", "sprt")]
    progress = _progress(store, played)
    if progress:
        sections.append(f'<section id="progress"><h2>All versions</h2>{progress}</section>')
        links.append('<a href="#progress">All versions</a>')
    for number, event in enumerate(events):
        links.append(f'<a href="#e{number}">{_text(event.name)}</a>')
        if event.kind == "regress":
            body = _regression(store, event)
        elif event.kind == "tune":
            body = _tuning(store, event)
        else:
            rows = store.records(event)
            body = _event(event, store, rows)
            if rows:
                games[event.name] = [game_for_viewer(row) for row in rows[:viewer_games]]
        sections.append(
            f'<section id="e{number}"><h2>{_text(event.name)}</h2>'
            f'<p class="muted">{_text(event.kind)}, {_text(event.status)}</p>{body}</section>'
        )
    if games:
        links.append('<a href="#viewer">Games</a>')
        sections.append(VIEWER)
    files = importlib.resources.files("gtpengine.tools") / "templates"
    template = (files / "report.html").read_text(encoding="utf-8")
    # Script data must not be able to close its element.
    data = json.dumps(games, separators=(",", ":")).replace("<", "\\u003c")
    made = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
    values = {
        "title": _text(title),
        "made": made,
        "links": "".join(links),
        "machines": _machines(store),
        "sections": "".join(sections),
        "style": (files / "report.css").read_text(encoding="utf-8"),
        "script": (files / "report.js").read_text(encoding="utf-8"),
        "data": data,
    }
    for name, value in values.items():
        template = template.replace("{{" + name + "}}", value)
    return template


VIEWER = """<section id="viewer"><h2>Games</h2>
<div class="viewer">
<div class="controls"><label>Event <select id="pick-event"></select></label>
<label>Game <select id="pick-game"></select></label></div>
<p id="players"></p>
<div class="board-and-graph"><div><svg id="board" role="img" aria-label="board"></svg>
<div class="buttons"><button id="first">first</button><button id="back">back</button>
<input id="at" type="range" min="0" value="0" aria-label="move number">
<button id="next">next</button><button id="last">last</button></div></div>
<div class="side"><p id="move-text"></p><svg id="graph" role="img" aria-label="win rate"></svg>
<p class="muted">Black's win rate as each engine saw it at its own moves. Arrow keys step.</p>
</div></div></div></section>"""


def _event(event: Event, store: Store, rows: Sequence[GameRow]) -> str:
    if not rows:
        return "<p>No finished games yet.</p>"
    results = store.results(event)
    stats = collect(event, rows)
    parts = [_settings(event)]
    if len(event.entrants) == 2:
        summary = MatchSummary(event.entrants[0].spec.name, event.entrants[1].spec.name)
        for row in rows:
            summary.add(row.record, row.plan.pair)
        parts.append(f"<pre>{_text(chr(10).join(summary.lines()))}</pre>")
    if "sprt" in event.settings:
        test = trajectory(event, results)
        if test.trajectory:
            pairs, llr = zip(*test.trajectory, strict=True)
            levels = [(test.bounds.upper, "H1 accepted"), (test.bounds.lower, "H0 accepted")]
            parts.append(
                charts.line_chart(
                    f"Log-likelihood ratio, H0: {test.bounds.elo0:g} Elo, H1: {test.bounds.elo1:g}",
                    [charts.Series("LLR", _thin(pairs), _thin(llr))],
                    "pairs of games",
                    levels,
                )
            )
    parts.append(_ratings(event, store))
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
                [[name, str(n), _percent(share, n)] for name, n, share in openings[:MAX_OPENINGS]],
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
        f"<p>{game.size}x{game.size}, komi {game.komi:g}, {_text(game.rules)}, time"
        f" {_text(game.time)}, openings {_text(str(event.settings.get('openings', '')))}</p>"
        f"<details><summary>Engines</summary>{engines}</details>"
    )


def _ratings(event: Event, store: Store) -> str:
    results = store.results(event)
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
                f"{ratings.elo[index]:+.0f}",
                f"{low:+.0f} to {high:+.0f}",
                f"{points[index].sum():g}/{games[index].sum():g}",
                "" if after is None else f"{100 * ratings.superiority(index, after):.1f} %",
            ]
        )
    heads = ["", "engine", "Elo", "95 % interval", "points", "superior to next"]
    parts = [table(heads, lines)]
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
    cells = [one.name, str(one.games), _percent(one.points / max(1, one.games), one.games)]
    for color in "bw":
        points = one.by_color[color]
        cells.append(_percent(fmean(points), len(points)) if points else "-")
    cells.append(f"{fmean(seconds):.3f} (max {max(seconds):.2f})" if seconds else "-")
    cells.append(f"{fmean(one.speeds):,.0f}" if one.speeds else "not reported")
    return cells


def _course(stats: Sequence[EngineStats]) -> str:
    parts = []
    time_use = [
        charts.Series(one.name, *means(one.seconds)) for one in stats if len(one.seconds) > 1
    ]
    if time_use:
        parts.append(charts.line_chart("Mean seconds a move", time_use, "move number"))
    winrates = [
        charts.Series(one.name, *means(one.winrates)) for one in stats if len(one.winrates) > 1
    ]
    if winrates:
        parts.append(
            charts.line_chart(
                "Mean win rate each engine sees for itself", winrates, "move number", [(0.5, "")]
            )
        )
    lengths = sorted({start for one in stats for start in one.by_length})
    if len(lengths) > 1:
        rows = [
            [
                f"{start} to {start + 49} moves",
                *(
                    _percent(fmean(one.by_length[start]), len(one.by_length[start]))
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


def _series(named: Iterable[tuple[str, dict[int, list[float]]]]) -> list[charts.Series]:
    return [charts.Series(name, *means(found)) for name, found in named if len(found) > 1]


def _progress(store: Store, events: Sequence[Event]) -> str:
    found = versions(store, events)
    if found is None:
        return ""
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
            f"{found.ratings.elo[i]:+.0f}",
            f"{bounds[i][0]:+.0f} to {bounds[i][1]:+.0f}",
            str(found.games[i]),
        ]
        for i in range(count)
    ]
    return chart + table(["", "version", "Elo", "95 % interval", "games"], lines)


def _regression(store: Store, event: Event) -> str:
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


def _tuning(store: Store, event: Event) -> str:
    rows = store.database.rows(
        "SELECT number, params, points, games FROM trial WHERE event_id = ? AND points IS NOT NULL"
        " ORDER BY number",
        event.id,
    )
    if not rows:
        return "<p>No finished trials yet.</p>"
    space = [Dimension(**dimension) for dimension in event.settings["space"]]
    shares = [100 * row["points"] / row["games"] for row in rows]
    means_so_far = [fmean(shares[max(0, i - 9) : i + 1]) for i in range(len(shares))]
    numbers = [float(row["number"]) for row in rows]
    series = [
        charts.Series("trial", numbers, shares, dots=True),
        charts.Series("mean of ten", numbers, means_so_far),
    ]
    lines = [
        [
            str(row["number"]),
            *(str(value) for value in values_at(space, json.loads(row["params"])).values()),
            f"{row['points']:g}/{row['games']}",
        ]
        for row in rows
    ]
    heads = ["trial", *(dimension.name for dimension in space), "score"]
    return (
        f"<p>optimiser {_text(event.settings['optimizer'])}</p>"
        + charts.line_chart("Score against the incumbent (%)", series, "trial", [(50, "")])
        + "<details><summary>Trials</summary>"
        + table(heads, lines)
        + "</details>"
    )


def _machines(store: Store) -> str:
    rows = store.database.rows(
        "SELECT DISTINCT machine.name, cpu, cores, system FROM machine"
        " JOIN runner ON machine_id = machine.id ORDER BY machine.id"
    )
    return "; ".join(
        _text(f"{row['name']}: {row['cores']} cores, {row['cpu']}, {row['system']}") for row in rows
    )


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """An HTML table; cells that look like numbers are aligned by the style sheet."""
    head = "".join(f"<th>{_text(name)}</th>" for name in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{_text(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return (
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody>'
        "</table></div>"
    )


def _percent(share: float, games: int) -> str:
    interval = single_games(share * games, games)
    return f"{100 * share:.1f} % ({100 * interval.low:.0f}-{100 * interval.high:.0f})"


def _thin(values: Sequence[float], most: int = 1500) -> list[float]:
    step = max(1, len(values) // most)
    kept = list(values[::step])
    if (len(values) - 1) % step:
        kept.append(values[-1])
    return kept


def _text(text: str) -> str:
    return html.escape(text, quote=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="gtpengine report", description=__doc__)
    add_arguments(parser)
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
