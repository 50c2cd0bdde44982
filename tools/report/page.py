"""The whole page of a report, made from the templates of this folder."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from gtpengine.tools.storage.database import StoreError
from gtpengine.tools.storage.positions import load_results
from gtpengine.tools.storage.store import Event, Store
from gtpengine.tools.storage.workers import pairs_by_worker, workers_of
from gtpengine.tools.tuning.optimizers import OPTIMIZERS, Sample
from gtpengine.tools.tuning.space import values_at
from numpy import array

from gtpengine.web.pages import as_script, environment

from . import answers, sections
from .games_data import event_games
from .machines import machines_table
from .ratings_over_events import scales

#: Kinds whose games make ratings over several events.
RATED = ("match", "tournament", "sprt")

Result = TypeVar("Result")


@dataclasses.dataclass(frozen=True, slots=True)
class Shown:
    """An event on the page. ``kind`` names its template; without an answer it is damaged."""

    anchor: str
    name: str
    kind: str
    answer: answers.EventVerdict | None
    parts: dict[str, Any]
    games: dict[str, Any] | None = None


def make_page(
    store: Store, events: Sequence[Event], title: str, viewer_games: int, made: str
) -> str:
    """Return the whole page; events that cannot be read are left out and noted in the store.

    :raises StoreError: if the store cannot be read
    """
    shown = []
    for number, event in enumerate(events):
        make = partial(shown_event, store, event, f"e{number}", viewer_games)
        found = attempt(store, f"event {event.name!r}", make)
        shown.append(found or Shown(f"e{number}", event.name, "damaged", None, {}))
    rated = [event for event in events if event.kind in RATED]
    over = attempt(store, "ratings", lambda: scales(store, rated)) or []
    values = {
        "title": title,
        "made": made,
        "machines": attempt(store, "machines", partial(_machines, store)) or [],
        "events": shown,
        "scales": [sections.scale_section(scale) for scale in over],
        "games": as_script([one.games for one in shown if one.games]),
    }
    return environment("gtpengine.tools.report").get_template("page.html").render(values)


def attempt(store: Store, what: str, make: Callable[[], Result]) -> Result | None:
    """Return what ``make`` returns; if the store cannot give it, note that and return None."""
    try:
        return make()
    except StoreError as error:
        store.damaged.append(f"{what}: {error}")
    except ValueError as error:
        store.pass_over(what, error)
    return None


def shown_event(store: Store, event: Event, anchor: str, viewer_games: int) -> Shown:
    """Return an event with its answer, its parts and up to ``viewer_games`` of its games.

    :raises ValueError: if its settings are damaged
    :raises StoreError: if the store cannot be read
    """
    if event.kind == "regress":
        results = list(load_results(store, event.name).values())
        answer = answers.of_positions(event, results)
        parts = sections.positions_section(event, results)
        return Shown(anchor, event.name, "positions", answer, parts)
    if event.kind == "tune":
        space = sections.space_of(event)
        trials = store.trials(event, len(space))
        optimizer = OPTIMIZERS.get(str(event.settings.get("optimizer")))
        best: dict[str, float | int] = {}
        if optimizer and trials:
            history = [Sample(array(one.params), one.points, one.games) for one in trials]
            best = values_at(space, optimizer(len(space), 0).recommend(history))
        answer = answers.of_trials(event, trials, best)
        return Shown(
            anchor, event.name, "trials", answer, sections.trials_section(event, space, trials)
        )
    played = answers.PlayedGames.read(store, event)
    answer = answers.of_games(store, played)
    games = None
    if played.rows and viewer_games:
        games = event_games(event, played.rows, viewer_games, answer.title)
    parts = sections.played_section(played)
    if workers := workers_of(store, event):
        parts["machines"] = machines_table(workers, pairs_by_worker(store, event))
    return Shown(anchor, event.name, "played", answer, parts, games)


def _machines(store: Store) -> list[str]:
    rows = store.database.rows(
        "SELECT DISTINCT machine.name, cpu, cores, system FROM machine"
        " JOIN runner ON machine_id = machine.id ORDER BY machine.id"
    )
    return [f"{row['name']}: {row['cores']} cores, {row['cpu']}, {row['system']}" for row in rows]
