"""How every kind of event is played and ends: with its pool, its progress and its game records."""

from __future__ import annotations

import dataclasses
from contextlib import nullcontext

from gtpengine.tools.running.progress import Reporter
from gtpengine.tools.storage.store import Event, Store

from .campaign import Callbacks, Campaign, Interrupt, ended
from .options import RunOptions
from .outputs import sgf_writer
from .pools import make_pool


@dataclasses.dataclass(frozen=True, slots=True)
class Played:
    """An event as far as it got: whether it is complete, or the failure that stopped it."""

    event: Event
    complete: bool
    failure: str = ""

    def status(self, trouble: bool = False) -> int:
        """Say why the event ended early, if it did, and return the exit status: see ``ended``."""
        return ended(self.complete, trouble, self.failure)


def play_event(
    store: Store,
    event: Event,
    options: RunOptions,
    interrupt: Interrupt,
    callbacks: Callbacks | None = None,
    *,
    games: int | None = None,
    reporter: Reporter | None = None,
    quiet: bool = False,
) -> Played:
    """Play what is scheduled and what the callbacks schedule, until it is done or decided.

    ``games`` is their number where it is known. A ``quiet`` event does not describe its pool, and
    has lines for its games only if the options ask for them. A ``reporter`` shows the progress of
    something greater, which begins and ends it.

    :raises USER_ERRORS: one of them, for what cannot be played
    """
    done = store.counts(event)["done"]
    showing = nullcontext(reporter) if reporter else Reporter("games", games, done)
    with showing as shown:
        campaign = Campaign(
            store,
            event,
            make_pool(options, quiet),
            shown,
            interrupt,
            options.on_failure,
            callbacks or Callbacks(),
            sgf_writer(options.sgf, store, event),
            verbose=options.verbose or not (quiet or reporter or shown.live),
        )
        complete = campaign.play()
    return Played(event, complete, campaign.failure)
