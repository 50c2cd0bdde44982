"""The searcher of a session: made when first needed, idle between searches, stopped in time."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from board_ext.position import Position
from gtpengine.config.options import EngineOptions
from gtpengine.mcts.params.players import Remark, by_playouts, remarks
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits, Stopper
from gtpengine.session import memory
from gtpengine.session.analysis import PLAIN, RunningSearch, SearcherLike, SearchRequest
from gtpengine.session.playedrank import rank_is_asked
from gtpengine.session.pondering import Pondering
from gtpengine.session.searchers import SEARCHERS, Materials, kind_for

WARNING: Final = "warning: "
"""The beginning of a note that the user should see although nothing is broken."""

PAUSE: Final = 0.02
"""Most seconds of a pause between two looks at whether the move is due."""

SearcherFactory = Callable[[SearchParams, int, int, int], SearcherLike]
"""A function that makes a searcher from parameters, threads, megabytes and seed."""


def default_searcher(params: SearchParams, threads: int, memory_mb: int, seed: int) -> SearcherLike:
    """Return the tree search; imported at the first move so that the engine starts fast."""
    from gtpengine.mcts.searcher import Searcher

    searcher: SearcherLike = Searcher(params, threads, memory_mb, seed)
    return searcher


class Searching:
    """Searches for the engine, one at a time.

    All calls come from one thread, except :meth:`finish_quickly` and :meth:`finish_move`.
    ``options`` and ``params`` are the session's own and may change between searches.
    """

    def __init__(
        self,
        options: EngineOptions,
        params: SearchParams,
        make_searcher: SearcherFactory,
        note: Callable[[str], None],
    ) -> None:
        self._options = options
        self._params = params
        self._make_searcher = make_searcher
        self._note = note
        self._searcher: SearcherLike | None = None
        self._kind = ""
        self._tree_mb = 0
        self._pondering = Pondering(self.stop)
        self._hurry = False
        self._choosing = False
        self._move_is_due = False
        self._told: set[str] = set()
        self._cleans_up = False

    @property
    def searcher(self) -> SearcherLike | None:
        """The searcher, None before the first call that needs a search."""
        return self._searcher

    @property
    def pondering(self) -> bool:
        """Whether a search on the opponent's time was begun and not ended."""
        return self._pondering.active

    def begin_early(self) -> None:
        """Make the searcher now if its kind begins its work before the first search.

        :raises ValueError: when the kind that the options ask for cannot be had.
        """
        kind = SEARCHERS[kind_for(self._options)]
        kind.code.check()
        if kind.early:
            self.ready()

    def close(self) -> None:
        """End pondering, and give up what the searcher has beside memory."""
        self._pondering.end()
        if self._searcher is not None:
            SEARCHERS[self._kind].code.end(self._searcher)
            self._searcher = None

    def ready(self) -> SearcherLike:
        """Return the searcher, idle; the first call makes the searcher."""
        self._pondering.end()
        if self._searcher is None:
            self._searcher = self._made()
        return self._searcher

    def _made(self) -> SearcherLike:
        """Return a searcher with the option's megabytes, or fewer if the system refuses them."""
        options = self._options
        wanted = options.memory
        searcher, given = memory.fitted(self._with_memory, wanted, options.threads)
        self._tree_mb = given
        if given < wanted:
            options.memory = given
            self._note(
                f"{WARNING}the system refuses {wanted} MB for the search tree, so it has {given};"
                f" start with --memory {given} to choose so, or raise the limit (ulimit -v)"
            )
        return searcher

    def _with_memory(self, megabytes: int) -> SearcherLike:
        def make_tree(threads: int, memory_mb: int, seed: int) -> SearcherLike:
            return self._make_searcher(self._searched(), threads, memory_mb, seed)

        self._kind = kind_for(self._options)
        return SEARCHERS[self._kind].code.make(
            Materials(
                make_tree,
                self._options,
                megabytes,
                self._searched(),
                self._note,
                lambda text: self._note(WARNING + text),
            )
        )

    def set_position(
        self, position: Position, request: SearchRequest = PLAIN, komi_offset: float = 0.0
    ) -> SearcherLike:
        """Set the position that the searcher searches next; pass on each of its notices once."""
        searcher = self.ready()
        if request.cleanup != self._cleans_up:
            self._cleans_up = request.cleanup
            searcher.set_params(self._searched())
        searcher.keep_move_ownership(request.move_ownership)
        searcher.set_position(position, request.avoid, komi_offset)
        for text in searcher.notices():
            if text not in self._told:
                self._told.add(text)
                self._note(WARNING + text)
        return searcher

    def prepare(self, position: Position) -> None:
        """Make the searcher and read the models for this board now, before a clock runs; note
        failures."""
        try:
            self.set_position(position)
        except Exception:
            self._note(traceback.format_exc())

    def forget(self) -> None:
        """Forget the tree."""
        self._pondering.end()
        if self._searcher is not None:
            self._searcher.clear()

    def begin_anew(self) -> None:
        """Forget the tree and restart the random streams, as in a fresh session."""
        self.forget()
        if self._searcher is not None:
            self._searcher.set_seed(self._options.seed)

    def follow_params(self) -> None:
        """Take over changed search parameters."""
        self._pondering.end()
        if self._searcher is not None:
            self._searcher.set_params(self._searched())

    def remarks(self, position: Position) -> tuple[Remark, ...]:
        """Return what to say of settings that the search for a move does not read."""
        return remarks(
            self._of_moves(),
            position.size,
            position.rules.removes_dead,
            [self._options],
            kind_for(self._options) == "evaluator",
        )

    def _searched(self) -> SearchParams:
        """Return the parameters to search with. A cleanup has no network, which would take off dead
        stones that are to be captured."""
        return by_playouts(self._params) if self._cleans_up else self._of_moves()

    def _of_moves(self) -> SearchParams:
        """Return the parameters of searches for moves; at a rank these have no network."""
        if not rank_is_asked(self._options):
            return self._params
        params = self._params.copy()
        params.network = "none"
        return params

    def follow_option(self, name: str) -> None:
        """Take over a changed option.

        :raises ValueError: when the option cannot be met.
        :raises MemoryError: when there is no memory for the option.
        """
        self._pondering.end()
        if self._searcher is None:
            return
        kind = kind_for(self._options)
        if kind != self._kind or name in SEARCHERS[self._kind].anew:
            SEARCHERS[kind].code.check()
            self.close()
        elif name == "threads":
            self._searcher.set_threads(self._options.threads)
        elif name == "memory":
            self._resize(self._searcher)
        elif name == "seed":
            self._searcher.set_seed(self._options.seed)
        elif name in ("rank", "level"):
            self._searcher.set_params(self._searched())

    def _resize(self, searcher: SearcherLike) -> None:
        wanted = self._options.memory
        with memory.reserved(wanted - self._tree_mb):
            pass  # there is room: a searcher that finds none has already given up its tree
        searcher.set_memory(wanted)
        self._tree_mb = wanted

    def search(
        self, position: Position, limits: Limits, komi_offset: float = 0.0
    ) -> SearchReport | None:
        """Search a position; return None when something failed inside, which is noted.

        For ``komi_offset`` see ``gtpengine.session.dynkomi``.
        """
        begin = time.monotonic()
        try:
            self.set_position(position, PLAIN, komi_offset)
        except Exception:
            self._note(traceback.format_exc())
            return None
        if limits.seconds is not None:
            # The first search of a board reads its model; that time counts as well.
            spent = time.monotonic() - begin
            limits = Limits(limits.simulations, max(0.0, limits.seconds - spent))
        return self.go_on(limits)

    def search_without_network(self, position: Position, limits: Limits) -> SearchReport | None:
        """Search a position as ``search`` does, by playouts alone; the tree is forgotten then."""
        params = self._searched()
        if params.network == "none":
            return self.search(position, limits)
        return self._search_with(by_playouts(params), position, limits)

    def search_at_full_strength(
        self, position: Position, limits: Limits, komi_offset: float = 0.0
    ) -> SearchReport | None:
        """Search a position as ``search`` does, at a rank too with the network; the tree is
        forgotten then."""
        if self._cleans_up or self._params.network == self._searched().network:
            return self.search(position, limits, komi_offset)
        return self._search_with(self._params, position, limits, komi_offset)

    def _search_with(
        self, params: SearchParams, position: Position, limits: Limits, komi_offset: float = 0.0
    ) -> SearchReport | None:
        """Search a position with other parameters than moves have."""
        try:
            self.ready().set_params(params)
            try:
                return self.search(position, limits, komi_offset)
            finally:
                self.ready().set_params(self._searched())
        except Exception:
            self._note(traceback.format_exc())
            return None

    def go_on(
        self,
        limits: Limits,
        stop_conditions: Sequence[Stopper] = (),
        watch: Callable[[RunningSearch], None] | None = None,
    ) -> SearchReport | None:
        """Search on in the position that was set; return None after a failure, which is noted."""
        try:
            searcher = self.ready()
            # After this look at the flags the searcher itself remembers a stop.
            if self._hurry or self._move_is_due:
                limits = Limits(simulations=1, seconds=limits.seconds)
            if watch is None:
                return searcher.search(limits, stop_conditions)
            return self._watched(searcher, limits, stop_conditions, watch)
        except Exception:
            self._note(traceback.format_exc())
            return None

    def _watched(
        self,
        searcher: SearcherLike,
        limits: Limits,
        stop_conditions: Sequence[Stopper],
        watch: Callable[[RunningSearch], None],
    ) -> SearchReport:
        with RunningSearch(searcher, limits, stop_conditions) as running:
            try:
                watch(running)
            except Exception:  # a report that fails must not cost the move
                self._note(traceback.format_exc())
                running.finished.wait()
        return running.result()

    def ponder(self, position: Position, komi_offset: float = 0.0) -> None:
        """Start a background search that lasts until any other method is called.

        For ``komi_offset`` see ``gtpengine.session.dynkomi``.
        """
        if self._hurry or self._pondering.active:
            return
        try:
            searcher = self.set_position(position, komi_offset=komi_offset)
        except Exception:
            self._note(traceback.format_exc())
            return
        limits = Limits(seconds=self._options.ponder_seconds)

        def search() -> None:
            try:
                searcher.search(limits)
            except Exception:
                self._note(traceback.format_exc())

        try:
            self._pondering.begin(search)
        except (RuntimeError, MemoryError):  # no thread: the game goes on without pondering
            self._note(traceback.format_exc())

    def end_pondering(self) -> None:
        """End the background search within milliseconds; the tree stays."""
        self._pondering.end()

    @contextmanager
    def choosing(self) -> Iterator[None]:
        """Mark that a move is being chosen; otherwise ``finish_move`` does nothing."""
        self._move_is_due = False  # the request may have come as the last move ended
        self._choosing = True
        try:
            yield
        finally:
            self._choosing = self._move_is_due = False

    def pause(self, seconds: float) -> float:
        """Wait while a move is being chosen, until the move is to be finished; return the seconds
        waited."""
        begin = now = time.monotonic()
        while now < begin + seconds and not (self._hurry or self._move_is_due):
            time.sleep(min(begin + seconds - now, PAUSE))
            now = time.monotonic()
        return now - begin

    def stop(self) -> None:
        """End the running search; callable from any thread."""
        searcher = self._searcher
        if searcher is not None:
            searcher.stop()

    def finish_quickly(self) -> None:
        """End the running search and cut all later ones short; callable from any thread."""
        self._hurry = True
        self.stop()

    def finish_move(self) -> None:
        """End the search for the move being chosen, if any runs; callable from any thread."""
        if self._choosing:
            self._move_is_due = True
            self.stop()
