"""What an event plays: its engines and games as the options name them, and its place in a store."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from gtpengine.tools.games.game import GameSettings, Opening
from gtpengine.tools.games.openings import (
    OpeningError,
    handicap_opening,
    load_openings,
    shuffled,
)
from gtpengine.tools.games.referee import make_referee
from gtpengine.tools.running.engines import (
    EngineSpec,
    SpecError,
    distinct_names,
    identify,
    load_specs,
    parse_engine,
)
from gtpengine.tools.storage.store import FREE, Entrant, Event, Store
from gtpengine.tools.storage.store_json import settings_to_json

from board_ext.rules import rules_named
from gtpengine.base.text.plain import plain
from gtpengine.game.handicap import HANDICAP_KOMI
from gtpengine.programs.engine_errors import EngineError
from gtpengine.programs.game_clock import TimeControl

from .enquiry import enquire
from .options import DEFAULT_POLICY, DEFAULT_STORE, EventOptions, GameOptions


@dataclasses.dataclass(frozen=True, slots=True)
class Setup:
    """The engines and games that the options ask for."""

    entrants: tuple[Entrant, ...]
    settings: GameSettings
    openings: tuple[Opening, ...]
    event_settings: dict[str, Any]


def read_setup(
    options: EventOptions, engines: Sequence[str | EngineSpec], handicap: int = 0
) -> Setup:
    """Check everything before the first game and return it.

    Of ``handicap`` stones the first engine takes Black in all games.

    :raises USER_ERRORS: one of them, for what cannot be played
    """
    known, game = known_engines(options), options.game
    specs = distinct_names(
        [e if isinstance(e, EngineSpec) else parse_engine(e, known) for e in engines]
    )
    settings, openings = read_games(game, known, handicap)
    digest = hashlib.sha256(repr(openings).encode()).hexdigest()[:16]
    event_settings = {
        "game": settings_to_json(settings),
        "openings": f"{game.openings} {len(openings)} {digest}",
        "seed": game.seed,
        "on_failure": options.run.on_failure,
    }
    entrants = tuple(Entrant(spec, enquire(spec, settings, openings[0])) for spec in specs)
    if settings.scorer is not None:
        try:
            identify(settings.scorer, game.hang, ("final_status_list",))
        except (EngineError, SpecError) as error:
            raise SpecError(f"--scorer: {error}") from error
    return Setup(entrants, settings, openings, event_settings)


def known_engines(options: EventOptions) -> Mapping[str, EngineSpec]:
    """Return the engines of ``--engines``, by name.

    :raises SpecError: if the file cannot be read or used
    """
    return load_specs(options.engines) if options.engines else {}


def read_games(
    game: GameOptions, known: Mapping[str, EngineSpec], handicap: int = 0
) -> tuple[GameSettings, tuple[Opening, ...]]:
    """Check what the games have in common and return it, with their start positions.

    :raises USER_ERRORS: one of them, for what cannot be played
    """
    TimeControl.parse(game.time)
    rules = rules_named(game.rules)
    make_referee(game.referee, game.size, rules, rules.komi)  # refuses rules that it does not know
    usual = HANDICAP_KOMI if handicap else rules.komi
    settings = GameSettings(
        size=game.size,
        komi=usual if game.komi is None else game.komi,
        rules=game.rules,
        time=game.time,
        lag=game.lag,
        hang_seconds=game.hang,
        max_moves=game.max_moves,
        referee=game.referee,
        scorer=parse_engine(game.scorer, known) if game.scorer else None,
    )
    if handicap:
        if game.openings != "empty":
            raise OpeningError("--handicap has a start position of its own; leave out --openings")
        return settings, (handicap_opening(game.size, handicap),)
    return settings, tuple(shuffled(load_openings(game.openings, game.size), game.seed))


def refuse_idle(options: EventOptions, *names: str) -> None:
    """Refuse options that do nothing in this command.

    :raises ValueError: if one of ``names`` is given
    """
    given = {
        "name": options.name is not None,
        "sgf": options.run.sgf is not None,
        "store": options.store != DEFAULT_STORE,
        "on_failure": options.run.on_failure != DEFAULT_POLICY,
    }
    for name in names:
        if given[name]:
            option = f"--{name.replace('_', '-')}"
            raise ValueError(f"{option} does nothing here; leave it out")


def event_name(options: EventOptions, kind: str, setup: Setup) -> str:
    """Return ``--name``, or a name made from engines, versions and settings."""
    if options.name:
        return options.name
    settings = {key: value for key, value in setup.event_settings.items() if key not in FREE}
    text = repr(setup.entrants) + json.dumps(settings, sort_keys=True)
    names = "-".join(entrant.spec.name for entrant in setup.entrants[:2])
    return f"{kind}-{names}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def open_event(store: Store, options: EventOptions, kind: str, setup: Setup) -> Event:
    """Begin or continue the event, and print which.

    :raises StoreError: if it exists with other engines or settings
    """
    event, new = store.open_event(
        event_name(options, kind, setup), kind, setup.event_settings, setup.entrants
    )
    done = store.counts(event)["done"]
    state = "new" if new else f"continued, {done} games done"
    print(plain(f"{kind} {event.name} in {options.store}: {state}"), file=sys.stderr)
    note_policy(event, options.run.on_failure)
    for entrant in setup.entrants:
        identity = entrant.identity
        revision = f" ({identity.revision})" if identity.revision else ""
        name = f"{identity.gtp_name} {identity.version}{revision}"
        print(plain(f"  {entrant.spec.name}: {name}"), file=sys.stderr)
    return event


def note_finished(store: Store, event: Event, more: str) -> None:
    """Say when there is nothing left to play; ``more`` is the option that gives more games."""
    counts = store.counts(event)
    if counts["done"] and not counts["waiting"] and not counts["running"]:
        print(
            f"all {counts['done']} games are played already: give {more} or another --name",
            file=sys.stderr,
        )


def note_policy(event: Event, policy: str) -> None:
    """Say when engines' failures are treated otherwise than at the beginning of the event."""
    if (begun := event.settings.get("on_failure", policy)) != policy:
        print(
            f"note: begun with --on-failure {begun}; games that failed under it stay as they are;"
            f" give another --name to have --on-failure {policy} in all games",
            file=sys.stderr,
        )
