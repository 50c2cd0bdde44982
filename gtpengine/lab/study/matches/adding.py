"""Games of an archive as games of a store: a study that several machines play goes on with all.

An archived game counts as a game that was played here. So it has to be a game that this program
would play: of the same commit, with the same settings, and planned from the same seed.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Sequence

from gtpengine.lab.study.figures.archive import ArchivedGame, sides_text
from gtpengine.lab.study.tables.reading import TableError
from gtpengine.lab.study.tables.table import Cell
from gtpengine.tools.games.game import OTHER, GameRecord, MoveRecord
from gtpengine.tools.games.schedule import PlannedGame, match_games
from gtpengine.tools.matches.setup import Setup, open_event
from gtpengine.tools.storage.store import Event, Store

from .arguments import PlayingOptions
from .playing import Narrowing, StudyMatch, setup_of


def add_games(
    store: Store,
    playing: PlayingOptions,
    cells: Iterable[Cell],
    games: Sequence[ArchivedGame],
    match_of: Callable[[Cell, int], StudyMatch],
) -> int:
    """Add the games that the store does not have; return how many these were.

    ``match_of`` takes a cell and the simulations of the side with the technique; 0 are the
    budget's. Errors that a game survived and games that were played again are in no archive.

    :raises TableError: for a game that this program would not play in a match of ``cells``
    :raises USER_ERRORS: one of them, where an engine cannot be started
    """
    by_key = {cell.key: cell for cell in cells}
    added = 0
    for key, group in itertools.groupby(sorted(games, key=_place), lambda game: game.key):
        if key not in by_key:
            row, size, budget, at = key
            raise TableError(f"the table has no match {row}, {size}x{size}, {budget}, {at}")
        mine, cell = list(group), by_key[key]
        simulations = _simulations(mine[0]) if cell.at == "cost" else 0
        match = match_of(cell, simulations)
        options, setup = setup_of(playing, match)
        plans = match_games(0, mine[-1].pair + 1, setup.openings, options.game.seed)
        _check(mine, sides_text(cell, simulations), setup, plans)
        event = open_event(store, options, match.kind, setup)
        added += _add(store, event, mine, plans)
        course = Narrowing(match.ending)
        course.refresh(store.results(event))
        if course.is_over():
            store.set_status(event, "done")
    return added


def _place(game: ArchivedGame) -> tuple[tuple[str, int, str, str], int]:
    return game.key, game.number


def _simulations(game: ArchivedGame) -> int:
    found = re.search(r"--simulations (\d+)", game.sides)
    return int(found[1]) if found else 0


def _check(
    games: Sequence[ArchivedGame], sides: str, setup: Setup, plans: Sequence[PlannedGame]
) -> None:
    """Refuse games that this program would not play.

    :raises TableError: with what differs
    """
    revision = setup.entrants[0].identity.revision
    for game in games:
        name = f"{game.row}, {game.size}x{game.size}, game {game.number}"
        if game.commit != revision:
            raise TableError(
                f"{name} was played by commit {game.commit or '(unknown)'}, this program is"
                f" {revision or '(unknown)'}: check out that commit and build it"
            )
        if game.sides != sides:
            raise TableError(f"{name} was played with {game.sides}, the table says {sides}")
        plan = plans[game.number] if 0 <= game.number < len(plans) else None
        planned = plan and (plan.pair, "bw"[plan.black], plan.opening.name, plan.seed)
        if planned != (game.pair, game.color, game.opening, game.seed):
            raise TableError(f"{name} was planned from another --seed or other start positions")


def _add(
    store: Store, event: Event, games: Sequence[ArchivedGame], plans: Sequence[PlannedGame]
) -> int:
    by_number = {game.number: game for game in games}
    store.schedule(event, [plans[number] for number in by_number])
    claims = store.claim(event, len(plans))
    mine = [claim for claim in claims if claim.plan.number in by_number]
    store.release(claim for claim in claims if claim.plan.number not in by_number)
    names = [entrant.spec.name for entrant in event.entrants]
    records = [_record(event, names, claim.plan, by_number[claim.plan.number]) for claim in mine]
    return sum(store.finish_all(list(zip(mine, records, strict=True))))


def _record(
    event: Event, names: Sequence[str], plan: PlannedGame, game: ArchivedGame
) -> GameRecord:
    """Return an archived game as a record; each move takes the mean seconds of its side."""
    vertices = game.moves.split()[len(plan.opening.moves) :]
    colors = itertools.cycle((plan.opening.to_play, OTHER[plan.opening.to_play]))
    seconds = {game.color: game.seconds, OTHER[game.color]: game.other_seconds}
    moves = [
        MoveRecord(color, vertex, seconds[color])
        for color, vertex in zip(colors, vertices, strict=False)
    ]
    winner = game.result[:1].lower()
    return GameRecord(
        names[plan.black], names[plan.white], event.game_settings(), plan.opening, plan.seed,
        winner if winner in OTHER else "", game.termination, "",
        float(game.score) if game.score else None, moves, started=game.date,
        seconds=sum(move.seconds for move in moves),
    )  # fmt: skip
