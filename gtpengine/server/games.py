"""The games that are played here. Each lives in the server: pages come, go and are reloaded.

A game has a thread of its own, which does what the engine has to do and what takes long; requests
only say what they want.
"""

from __future__ import annotations

import secrets
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from board_ext.coords import BLACK, PASS, WHITE, point_to_vertex, vertex_to_point
from board_ext.rules import ALL_RULES
from gtpengine.base.arguments.paramspec import AUTO
from gtpengine.base.text.language import Text, _, later
from gtpengine.clock.timeman import TimeSystem
from gtpengine.config.option_rows import STRONGEST_RANK, WEAKEST_RANK
from gtpengine.game.handicap import MOST_HANDICAP
from gtpengine.game.ranks import rank_name
from gtpengine.game.replay import initial_position, vertices_of
from gtpengine.game.results import result_words
from gtpengine.play import ladder
from gtpengine.play.advice import SearchSnapshot
from gtpengine.play.session import PlaySession
from gtpengine.play.stage import Stage
from gtpengine.play.teaching import SHARPNESS, VERDICTS, Teaching
from gtpengine.play.terms import PlaySettings, parse_clock
from gtpengine.play.trouble import PlayError, side
from gtpengine.programs.session_judge import SessionJudge
from gtpengine.server.live import Topic
from gtpengine.server.requests import Form, refusal, wrong

MOST_GAMES: Final = 12
"""Games at a time. A finished game gives way to a new game."""

MEMORY: Final = 128
"""Most megabytes of the tree of each of a game's two engines."""

TICK: Final = 0.5
"""Seconds between two looks at a running clock."""

SIZES: Final = (5, 19)
RULES_OFFERED: Final = tuple(ALL_RULES)
FULL: Final = "full"

RANKS: Final = tuple(rank_name(rank) for rank in range(WEAKEST_RANK, STRONGEST_RANK + 1))
STRENGTHS: Final = (*RANKS, AUTO, FULL)
"""How strong the engine plays: like people of a rank, of the person's, at its best."""

LONGEST_NAME: Final = 40
"""Most characters of a person's name."""
NOBODY: Final = later("You")
"""The name, in records too, of a person who gives none."""

SLOW: Final = {"hint": later("thinking of a hint"), "score": later("estimating the score")}


class GameSession:
    """A game, its thread, and the state that pages follow.

    ``begun`` is when the game began here, in seconds since 1970. ``advice`` is the last hint or
    estimate, ``live`` the last snapshot of the search, where the person wants to watch; a move
    clears both.
    """

    def __init__(self, name: str, session: PlaySession) -> None:
        self.id = name
        self.begun = time.time()
        self.topic = Topic()
        self._session = session
        self._wanted: str = ""
        self._asked = threading.Condition()
        self._ended = threading.Event()
        self._doing = threading.Lock()
        self._showing = threading.Lock()
        self._advice: dict[str, Any] = {}
        self._live: dict[str, Any] = {}
        self._watching = False
        self._trouble: Text | str = ""
        self._publish()
        tasks = [self._work]
        if session.terms.clock.system is not TimeSystem.NONE:
            tasks.append(self._watch_clocks)
        self._threads = [threading.Thread(target=task, name=f"game {name}") for task in tasks]
        for thread in self._threads:
            thread.start()

    @property
    def over(self) -> bool:
        """Whether the game has its result."""
        return self._session.stage is Stage.OVER

    @property
    def title(self) -> Text:
        """The game in some words."""
        terms = self._session.terms
        return later(
            "{size}: {person} ({color}) against {opponent}",
            size=f"{terms.size}x{terms.size}",
            person=terms.person,
            color=side(terms.color),
            opponent=terms.opponent,
        )

    @property
    def status(self) -> Text:
        """How far the game is, in some words."""
        moves = len(self._session.position.moves)
        if self._session.result:
            return result_words(self._session.result)
        return later("move {number}", number=moves) if moves else later("no moves yet")

    def sgf(self) -> bytes:
        """Return the game as SGF."""
        return self._session.to_sgf()

    def to_analyse(self) -> bytes:
        """Return the game as SGF, to be analysed, which is a help.

        :raises PlayError: when the game is without analysis.
        """
        self._session.take_help()
        return self.sgf()

    def file(self) -> bytes:
        """Return what is to be saved: the record that was uploaded, with the game in it, as SGF.

        :raises HTTPException: when the game cannot be added to the record.
        """
        try:
            return self._session.to_file()
        except PlayError as error:
            raise wrong(str(error)) from None

    def do(self, action: str, form: Form) -> None:
        """Do what a page asks for. Long work is begun, and its result is shown when it is there.

        A move must say how many moves it follows, because another page may have moved meanwhile.

        :raises HTTPException, PlayError: when the request cannot be followed; nothing has changed
            then.
        """
        with self._doing:
            self._do(action, form)
        self._publish()

    def _do(self, action: str, form: Form) -> None:
        session = self._session
        if action in ("play", "pass"):
            moves = len(session.position.moves)
            if form.whole("after", -1, 0, 100_000) != moves:
                raise refusal(_("The game has gone on meanwhile, on another page."))
        size = session.terms.size
        quick: dict[str, Callable[[], object]] = {
            "play": lambda: session.play(point_of(form.vertex("vertex"), size)),
            "pass": session.pass_turn,
            "resign": session.resign,
            "undo": session.undo,
            "dead": lambda: session.toggle_dead(point_of(form.vertex("vertex"), size)),
            "agree": session.agree,
            "resume": session.resume,
            "withdraw": session.withdraw,
            "forget": lambda: None,
            "watch": lambda: self._watch(form.truth("on")),
        }
        if action not in quick and action not in SLOW:
            raise wrong("there is no such action", 404)
        if action in SLOW:
            session.terms.teaching.check_analysis()
        else:
            quick[action]()
        if action == "watch":
            return
        with self._asked:
            self._advice, self._live, self._trouble = {}, {}, ""
            self._wanted = action if action in SLOW else ""
            self._asked.notify()

    @property
    def rated(self) -> bool:
        """Whether the game finds the person's rank, as the ladder does, and is not over."""
        terms = self._session.terms
        return (terms.options.get("rank") == AUTO or terms.rung is not None) and not self.over

    def _watch(self, on: bool) -> None:
        self._session.terms.teaching.check_analysis()
        if on and self.rated:
            raise refusal(
                _("This game finds your rank: what the engine thinks is shown after its end.")
            )
        self._watching, self._live = on, {}
        self._session.watch(self._looked if on else None)

    def _looked(self, look: SearchSnapshot) -> None:
        """Show what a running search sees; called in the thread of that search."""
        size = self._session.terms.size
        if self._watching:
            self._live = {
                "color": "b" if look.color == BLACK else "w",
                "win_rate": round(look.win_rate, 4),
                "lead": round(look.score, 1),
                "line": [point_to_vertex(point, size) for point in look.line],
                "simulations": look.simulations,
                "judge": look.judge,
            }
            self._publish()

    def settle(self) -> None:
        """Let the engine learn from the result, where its rank is ``auto``."""
        self._session.settle()

    def close(self) -> None:
        """End the game's thread and all that the thread computes."""
        with self._asked:
            self._ended.set()
            self._asked.notify()
        self._session.close()
        for thread in self._threads:
            thread.join()
        self.topic.close()

    def _work(self) -> None:
        """Do what the engine has to do, until the game is closed."""
        while True:
            with self._asked:
                self._asked.wait_for(
                    lambda: self._ended.is_set() or self._wanted or self._session.due
                )
                wanted = self._wanted
            if self._ended.is_set():
                return
            try:
                if wanted:
                    self._advise(wanted)
                else:
                    self._session.engine_work()
            except PlayError as error:
                self._trouble = error.args[0]
            except Exception as error:
                print(f"gtpengine web: game: {error!r}", file=sys.stderr)
                self._trouble = later("The engine failed; the terminal says how. Try to undo.")
                self._publish()
                with self._asked:  # the same again would fail again
                    self._asked.wait_for(lambda: self._ended.is_set() or not self._trouble)
            self._publish()

    def _watch_clocks(self) -> None:
        """Show the clocks, and see whether the person's time is over, until the game is closed."""
        while not self._ended.wait(TICK):
            if not self.over:
                self._session.check_time()
                self._publish()

    def _advise(self, wanted: str) -> None:
        session, size = self._session, self._session.terms.size
        advice: dict[str, Any] = {}
        try:
            if wanted == "hint" and (hint := session.hint()) is not None:
                advice = {
                    "kind": "hint",
                    "vertex": point_to_vertex(hint.point, size),
                    "win_rate": round(hint.win_rate, 4),
                    "lead": None if hint.score is None else round(hint.score, 1),
                    "line": [point_to_vertex(point, size) for point in hint.line],
                    "judge": hint.judge,
                    "note": hint.note,
                }
            elif wanted == "score" and (found := session.estimate()) is not None:
                advice = {
                    "kind": "score",
                    "win_rate": round(found.win_rate, 4),
                    "lead": round(found.score, 1),
                    "ownership": [round(100 * value) for value in found.ownership],
                    "judge": found.judge,
                    "note": found.note,
                }
        finally:
            with self._asked:
                if self._wanted == wanted:
                    self._wanted = ""
                    self._advice = advice

    def _publish(self) -> None:
        with self._showing:  # so that pages see the newest state last
            self.topic.publish(self._state())

    def _state(self) -> dict[str, Any]:
        """Return what a page shows."""
        state = self._session.to_dict()
        events = state.pop("events")
        start = initial_position(self._session.position)
        return state | {
            "id": self.id,
            "title": self.title,
            "names": {
                "you": self._session.terms.person,
                "engine": self._session.terms.opponent,
            },
            "event": events[-1]["text"] if events else "",
            "dead": [point_to_vertex(point, state["size"]) for point in state["dead"]],
            "busy": SLOW.get(self._wanted, ""),
            "advice": self._advice,
            "live": self._live,
            "watching": self._watching,
            "capture": self._session.position.rules.capture,
            "rated": self.rated,
            "trouble": self._trouble,
            "black": vertices_of(start, BLACK),
            "white": vertices_of(start, WHITE),
        }


class GameSessions:
    """All games. ``threads`` is the number of threads of each search, ``judge`` gives hints."""

    def __init__(self, threads: int, judge: SessionJudge | None = None) -> None:
        self._threads, self._judge = threads, judge
        self._adding = threading.Lock()
        self._lock = threading.Lock()
        self._games: dict[str, GameSession] = {}
        self._closed = False

    def begin(self, form: Form) -> GameSession:
        """Begin a new game, or with ``ladder`` the next one there.

        :raises HTTPException, PlayError: when its terms do not fit, or there are too many games.
        """
        terms = self._terms(form)
        if form.truth("ladder"):
            terms = ladder.terms_of(ladder.load(ladder.default_path()).rung, terms)
        return self._add(lambda: PlaySession(terms, judge=self._judge))

    def load(self, sgf: bytes, color: str, strength: str, name: str) -> GameSession:
        """Go on with a game in SGF; the arguments say what the record does not.

        :raises HTTPException, PlayError: when nobody can go on with this game.
        """
        if color not in ("b", "w"):
            raise wrong("color: b or w")
        side = WHITE if color == "w" else BLACK
        person = Form({"name": name}).text("name", "", LONGEST_NAME) or str(NOBODY)
        terms = self._terms_of(
            lambda: PlaySettings(color=side, options=self._options(strength, 0.0), person=person)
        )
        return self._add(lambda: PlaySession.from_sgf(sgf, terms, judge=self._judge))

    def game_of(self, name: str) -> GameSession:
        """Return a game by its id.

        :raises HTTPException: when there is no such game.
        """
        with self._lock:
            if name not in self._games:
                raise wrong(_("This game is not here any more."), 404)
            return self._games[name]

    def all_games(self) -> list[GameSession]:
        """Return all games, the newest first."""
        with self._lock:
            return list(reversed(self._games.values()))

    def remove(self, name: str) -> None:
        """Forget a game."""
        game = self.game_of(name)
        with self._lock:
            self._games.pop(name, None)
        game.close()

    def close(self) -> None:
        """End all games."""
        with self._adding, self._lock:
            self._closed = True
            games, self._games = list(self._games.values()), {}
        for game in games:
            game.close()

    def _options(
        self, strength: str, seconds: float, *, human_pace: bool = False
    ) -> dict[str, str]:
        """Return the engine's options for a strength of ``STRENGTHS``."""
        if strength not in STRENGTHS:
            raise wrong(f"strength: one of {', '.join(STRENGTHS)}")
        options = {"threads": str(self._threads), "memory": str(MEMORY)}
        options["seed"] = str(secrets.randbelow(1 << 31))
        if strength != FULL:
            options["rank"] = strength
        if seconds:
            options["time_per_move"] = f"{seconds:g}"
        if human_pace:
            options["human_pace"] = "true"
        return options

    def _terms(self, form: Form) -> PlaySettings:
        strength = form.text("strength", FULL, 10)
        seconds = form.real("seconds", 0, 0, 600)
        clock = form.text("clock", "none", 40)
        color = form.choice("color", "b", ("b", "w"))
        return self._terms_of(
            lambda: PlaySettings(
                size=form.whole("size", 19, *SIZES),
                rules=form.choice("rules", "chinese", RULES_OFFERED),
                komi=form.real("komi", 0, -400, 400) if form.has("komi") else None,
                color=BLACK if color == "b" else WHITE,
                handicap=form.whole("handicap", 0, 0, MOST_HANDICAP),
                options=self._options(strength, seconds, human_pace=form.truth("human_pace")),
                clock=parse_clock(clock),
                person=form.text("name", "", LONGEST_NAME).strip() or str(NOBODY),
                teaching=Teaching(
                    form.whole("sure", 0, 0, SHARPNESS[-1]) if form.has("sure") else None,
                    form.choice("my_rank", "", ("", *RANKS)),
                    form.choice("verdict", VERDICTS[0], VERDICTS),
                    not form.truth("no_analysis"),
                ),
            )
        )

    @staticmethod
    def _terms_of(make: Callable[[], PlaySettings]) -> PlaySettings:
        try:
            return make()
        except PlayError as error:
            raise wrong(str(error)) from None

    def _add(self, make: Callable[[], PlaySession]) -> GameSession:
        with self._adding:
            return self._added(make)

    def _added(self, make: Callable[[], PlaySession]) -> GameSession:
        old = None
        with self._lock:
            if self._closed:
                raise wrong(_("The server is ending."), 503)
            if len(self._games) >= MOST_GAMES:
                old = next((game for game in self._games.values() if game.over), None)
                if old is None:
                    raise refusal(
                        _(
                            "There are {count} unfinished games: finish or remove one first.",
                            count=MOST_GAMES,
                        )
                    )
                del self._games[old.id]
        if old is not None:
            old.close()
        for finished in (game for game in self.all_games() if game.over):
            finished.settle()  # the next game may be with a player whose rank this game teaches
        game = GameSession(secrets.token_hex(6), make())
        with self._lock:
            self._games[game.id] = game
        return game


def point_of(vertex: str, size: int) -> int:
    """Return the point of a vertex, or ``PASS``.

    :raises HTTPException: when the board has no such point.
    """
    if vertex == "pass":
        return PASS
    try:
        return vertex_to_point(vertex, size)
    except ValueError:
        raise wrong(_("There is no point {point} on this board.", point=vertex)) from None
