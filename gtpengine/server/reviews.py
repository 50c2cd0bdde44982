"""Reviews: games wait in a line, one review is made at a time, and all are kept in a folder."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import secrets
import sys
import threading
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gtpengine.base.files.wholefile import whole_file
from gtpengine.base.text.language import Text, _, _n, current, joined, later, later_n, speaking
from gtpengine.problems.deck import DeckError
from gtpengine.problems.problem import unnamed
from gtpengine.programs.analysis_program import ProgramError
from gtpengine.programs.other_engine import HaltedError, OtherEngine
from gtpengine.programs.session_judge import SessionJudge
from gtpengine.review.pages.page import page, title_of
from gtpengine.review.reviewer import ReviewSettings, review_game
from gtpengine.review.searching.cache import default_folder
from gtpengine.review.searching.record import ReviewRecord, read_records
from gtpengine.review.searching.searches import ReviewLimits
from gtpengine.server.live import Topic
from gtpengine.server.problems import ProblemDesk
from gtpengine.server.requests import ID, refusal, wrong

MOST_WAITING: Final = 50
MOST_SHOWN: Final = 200
"""Reviews in the list, the newest first; older reviews stay in the folder."""

DEPTHS: Final = {"quick": 300, "normal": 1000, "thorough": 4000}
"""How thorough a review is -> simulations for each position."""

LARGEST_PAGE: Final = 32 << 20

POLICY: Final = (
    "sandbox allow-scripts allow-downloads; default-src 'none'; style-src 'unsafe-inline';"
    " img-src data: blob:; script-src {scripts}; base-uri 'none'; form-action 'none'"
)
"""A review is a page of its own, which a user may have got from someone else: the page cannot see
this server, or the network."""


@dataclass(slots=True)
class ReviewJob:
    """A review of the list. ``state`` is waiting, running, done or failed."""

    id: str
    title: str
    state: str
    made: str = ""
    text: Text | str = ""
    done: int = 0
    of: int = 0

    def to_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A game in the line. ``player`` is whose mistakes become problems; None for nobody's.

    The review speaks the ``language`` of who asked for it.
    """

    job: ReviewJob
    record: ReviewRecord
    simulations: int
    player: str | None
    language: str


class _UnwantedError(Exception):
    """The review that runs is not wanted any more."""


class Reviews:
    """The reviews of a folder, and the thread that makes new ones. ``judge`` judges in them.

    ``desk`` takes the mistakes that are to become problems.
    """

    def __init__(self, folder: Path, desk: ProblemDesk, judge: SessionJudge | None = None) -> None:
        self._folder, self._desk, self._judge = folder, desk, judge
        self._changed = threading.Condition()
        self._entries: dict[str, ReviewJob] = {}
        self._line: deque[_Waiting] = deque()
        self._unwanted: set[str] = set()
        self._ending = False
        self._thread: threading.Thread | None = None
        self._read_folder()
        self.topic = Topic()
        self._publish()

    def add(self, data: bytes, name: str, depth: str, player: str | None = None) -> dict[str, Any]:
        """Put the games of a file into the line; return their ids, and why others are refused.

        :param player: whose mistakes become problems, everybody's if empty; None for nobody's.
        :raises HTTPException: when the line is too long, or there is no such depth.
        """
        if depth not in DEPTHS:
            raise wrong(f"depth: one of {', '.join(DEPTHS)}")
        games = read_records(data, name)
        good = [game for game in games if isinstance(game, ReviewRecord)]
        bad = [f"{g.name}: {g.reason}" for g in games if not isinstance(g, ReviewRecord)]
        with self._changed:
            if self._ending or len(self._line) + len(good) > MOST_WAITING:
                raise refusal(
                    _("More than {count} games would wait: try again later.", count=MOST_WAITING)
                )
            ids = []
            for game in good:
                entry = ReviewJob(secrets.token_hex(6), _title(game), "waiting")
                self._entries[entry.id] = entry
                self._line.append(_Waiting(entry, game, DEPTHS[depth], player, current()))
                ids.append(entry.id)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="reviews")
                self._thread.start()
            self._changed.notify()
        self._publish()
        return {"ids": ids, "refused": bad[:20]}

    def remove(self, name: str) -> None:
        """Take a review out of the line, end the review, or remove its files.

        :raises HTTPException: when no review has this name.
        """
        with self._changed:
            if name not in self._entries:
                raise wrong(_("There is no such review."), 404)
            entry = self._entries[name]
            if entry.state == "running":
                self._unwanted.add(name)
                entry.text = later("ending")
            else:
                del self._entries[name]
                self._line = deque(one for one in self._line if one.job is not entry)
                for suffix in (".html", ".json"):
                    (self._folder / f"{name}{suffix}").unlink(missing_ok=True)
        self._publish()

    def page(self, name: str) -> tuple[bytes, str]:
        """Return the page of a review, and the policy under which browsers show that page.

        :raises HTTPException: when no review has this name.
        """
        with self._changed:
            entry = self._entries.get(name)
        if entry is None or entry.state != "done":
            raise wrong(_("There is no such review."), 404)
        try:
            with (self._folder / f"{name}.html").open("rb") as file:
                raw = file.read(LARGEST_PAGE)
        except OSError as error:
            raise wrong(f"This review cannot be read: {error.strerror}.", 404) from None
        scripts = re.findall(rb"<script>(.*?)</script>", raw, re.DOTALL)
        sums = (base64.b64encode(hashlib.sha256(one).digest()).decode() for one in scripts)
        allowed = " ".join(f"'sha256-{one}'" for one in sums) or "'none'"
        return raw, POLICY.format(scripts=allowed)

    def close(self) -> None:
        """End the thread; what was searched is kept, and found again by the next review."""
        with self._changed:
            self._ending = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()

    def _read_folder(self) -> None:
        try:
            files = sorted(self._folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
        except OSError:
            return
        for path in files[-MOST_SHOWN:]:
            if not ID.match(path.stem):
                continue
            try:
                known = json.loads(path.read_text(encoding="utf-8"))
                entry = ReviewJob(
                    path.stem, str(known["title"])[:300], "done", str(known["made"])[:30]
                )
            except (OSError, ValueError, KeyError, TypeError):
                continue  # no file of ours
            self._entries[entry.id] = entry

    def _publish(self) -> None:
        with self._changed:
            while len(self._entries) > MOST_SHOWN + MOST_WAITING:
                self._entries.pop(next(iter(self._entries)))
            shown = [entry.to_json() for entry in reversed(self._entries.values())]
        self.topic.publish({"reviews": shown})

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._line or self._ending)
                if self._ending:
                    return
                waiting = self._line.popleft()
                entry = waiting.job
                entry.state = "running"
            try:
                with speaking(waiting.language):
                    self._review(waiting)
            except _UnwantedError:
                with self._changed:
                    self._unwanted.discard(entry.id)
                    del self._entries[entry.id]
            except Exception as error:
                print(f"gtpengine web: review: {error!r}", file=sys.stderr)
                entry.state = "failed"
                entry.text = later("The review failed; the terminal says how.")
                if isinstance(error, DeckError):
                    why = str(error)
                    entry.text = later("The review has given no problems: {why}.", why=why)
                if isinstance(error, OSError):
                    entry.text = later(
                        "The review cannot be kept in {folder}: {why}.",
                        folder=self._folder,
                        why=error.strerror,
                    )
            self._publish()

    def _review(self, waiting: _Waiting) -> None:
        entry, record = waiting.job, waiting.record

        def look() -> None:
            if self._is_unwanted(entry):
                raise _UnwantedError

        def progress(done: int, of: int) -> None:
            look()
            entry.done, entry.of = done, of
            self._publish()

        self._folder.mkdir(parents=True, exist_ok=True)
        judge, lost = self._judges(entry)
        limits = ReviewLimits(waiting.simulations)
        settings = ReviewSettings(limits, cache=default_folder(), judge=judge, judge_lost=lost)
        review = review_game(record, settings, progress, look)
        made = time.strftime("%Y-%m-%d %H:%M")
        with whole_file(self._folder / f"{entry.id}.html") as file:
            file.write(page(review).encode("utf-8", "replace"))
        with whole_file(self._folder / f"{entry.id}.json") as file:
            file.write(json.dumps({"title": entry.title, "made": made}).encode())
        if waiting.player is not None:
            new = self._desk.take(record, review, waiting.player)
            told = later_n("{count} new problem", "{count} new problems", new)
            entry.text = unnamed(waiting.player, [record]) or told
        entry.state, entry.made = "done", made

    def _judges(self, entry: ReviewJob) -> tuple[OtherEngine | None, str]:
        """Return the other engine, or None and why that engine has not started."""
        if self._judge is None:
            return None, ""
        try:
            return self._judge.started(lambda: self._is_unwanted(entry)), ""
        except HaltedError:
            raise _UnwantedError from None
        except ProgramError as error:
            return None, str(error)

    def _is_unwanted(self, entry: ReviewJob) -> bool:
        return self._ending or entry.id in self._unwanted


def _title(record: ReviewRecord) -> str:
    black, white = (record.texts.get(name, "").strip() for name in ("PB", "PW"))
    players = title_of(black, white, record.name)
    date = record.texts.get("DT", "").strip()
    moves = _n("{count} move", "{count} moves", len(record.moves))
    return joined([players, f"{record.size}x{record.size}", moves, date])[:200]
