"""From the searches of all positions of a game to its review."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from board_ext.coords import BLACK, WHITE, point_to_vertex
from board_ext.position import Position
from gtpengine.base.text.language import Text, later
from gtpengine.review.mistakes.kinds import kinds_of
from gtpengine.review.mistakes.mistake import Mistake
from gtpengine.review.mistakes.plainwords import is_beginner, plain
from gtpengine.review.pages.summary import phase_of, player_of
from gtpengine.review.searching.judging import NOTHING, MoveLoss, confirmed, verdict
from gtpengine.review.searching.model import (
    CandidateMove,
    MistakeKind,
    MoveReview,
    Review,
    ValueWithError,
    unpacked,
)
from gtpengine.review.searching.record import ReviewRecord
from gtpengine.review.searching.searched import Searched
from gtpengine.review.searching.searches import ReviewLimits
from gtpengine.review.searching.smoothing import Course, Loss, SearchedValue, course_of

WIN_ERRORS: Final = (0.12, 0.10, 0.08, 0.06)
"""Errors of a win rate: of the search of a position, of a pair by round."""

POINT_ERRORS: Final = (0.4, 0.35, 0.3, 0.25)
"""The same of a lead, for each line of the board."""

LEAST_ERROR: Final = (0.05, 0.15)
"""Least error of what a move was judged to have lost: win rate, and points by line of the board."""

BEST_ERROR: Final = (0.02, 0.06)
"""The same for the best move, which lost nothing."""

DEEP_ERROR: Final = 0.5
"""What a deeper search leaves of the error."""

HOPE: Final = 0.2
"""Win rate, less its error, with which nobody has to resign."""

CONTRADICTED: Final = 0.12
"""A position is searched again when its win rate is this far from what its neighbours say."""


def review_of(record: ReviewRecord, searched: Sequence[Searched], budget: ReviewLimits) -> Review:
    """Return the review of a record; ``searched`` has an entry for each of its positions."""
    verdicts = [verdict(one.rounds, record.size, one.simulations) for one in searched[:-1]]
    win_rates, leads = courses(record, searched, verdicts)
    win_rate = tuple(ValueWithError(min(max(v.value, 0.0), 1.0), v.error) for v in win_rates.values)
    # No move loses more of the win rate than there is.
    drops = [one.value - other.value for one, other in pairwise(win_rate)]
    verdicts = [
        confirmed(one, searched[k].rounds, drops[k] if color == BLACK else -drops[k], lead)
        for k, (one, (color, _), lead) in enumerate(
            zip(verdicts, record.moves, leads.losses, strict=True)
        )
    ]
    positions = list(record.positions())
    moves = [
        _move(record, positions[k], searched[k], verdicts[k]) for k in range(len(record.moves))
    ]
    texts = record.texts
    sides = {"b": ("PB", "BR"), "w": ("PW", "WR")}
    return Review(
        title=record.name,
        size=record.size,
        komi=record.komi,
        rules=record.rules.name,
        handicap=record.start.handicap,
        result=texts.get("RE", ""),
        date=texts.get("DT", ""),
        event=texts.get("EV", ""),
        black=tuple(record.stones(BLACK)),
        white=tuple(record.stones(WHITE)),
        players={
            color: player_of(color, texts.get(name, ""), texts.get(rank, ""), moves)
            for color, (name, rank) in sides.items()
        },
        moves=tuple(moves),
        win_rate=win_rate,
        lead=leads.values,
        ownership=tuple(one.found.ownership for one in searched),
        notes=(*record.notes, *resigned_early(texts.get("RE", ""), win_rate[-1])),
        budget=budget.words,
    )


def resigned_early(result: str, rate: ValueWithError) -> tuple[Text, ...]:
    """Return a note where a player resigned who could still have won.

    :param rate: Black's win rate at the end.
    """
    if result[:2] not in ("B+", "W+") or result[2:].lower() not in ("r", "resign"):
        return ()
    black = result[0] == "W"
    chance = rate.value if black else 1 - rate.value
    if chance - rate.error < HOPE:
        return ()
    color = later("Black") if black else later("White")
    return (
        later(
            "{color} resigned too early: there was a chance of {chance:.0%} to win.",
            color=color,
            chance=chance,
        ),
    )


def contradicted(record: ReviewRecord, searched: Sequence[Searched]) -> list[int]:
    """Return the positions whose win rate does not fit the win rates of their neighbours."""
    seen = seen_win_rates(record, searched)
    verdicts = [verdict(one.rounds, record.size, one.simulations) for one in searched[:-1]]
    course = course_of(seen, losses(record, verdicts, wins=True))
    return sorted(
        {
            one.position
            for one in seen
            if not searched[one.position].deep
            and abs(one.value - course.values[one.position].value - course.advantage * one.side)
            > CONTRADICTED
        }
    )


def courses(
    record: ReviewRecord, searched: Sequence[Searched], verdicts: Sequence[MoveLoss]
) -> tuple[Course, Course]:
    """Return the course of Black's win rate, and the course of the lead."""
    return (
        course_of(seen_win_rates(record, searched), losses(record, verdicts, wins=True)),
        course_of(seen_leads(record, searched), losses(record, verdicts, wins=False)),
    )


def losses(record: ReviewRecord, verdicts: Sequence[MoveLoss], *, wins: bool) -> list[Loss]:
    """Return what each move was judged to have lost: win rate, or points."""
    found = []
    for (color, _), one in zip(record.moves, verdicts, strict=True):
        lost = one.win_rate if wins else one.points
        least = BEST_ERROR if one is NOTHING else LEAST_ERROR
        error = math.hypot(lost.error, least[0] if wins else least[1] * record.size)
        found.append(Loss(lost.value, error, 1 if color == BLACK else -1))
    return found


def seen_win_rates(record: ReviewRecord, searched: Sequence[Searched]) -> list[SearchedValue]:
    """Return all win rates that searches saw, Black's."""
    return _seen(record, searched, WIN_ERRORS, wins=True)


def seen_leads(record: ReviewRecord, searched: Sequence[Searched]) -> list[SearchedValue]:
    """Return all leads that searches saw, Black's."""
    errors = tuple(record.size * error for error in POINT_ERRORS)
    return _seen(record, searched, errors, wins=False)


def _seen(
    record: ReviewRecord, searched: Sequence[Searched], errors: Sequence[float], *, wins: bool
) -> list[SearchedValue]:
    found = []
    for one in searched:
        k = one.index
        color = record.moves[k][0] if k < len(record.moves) else _last_to_play(record)
        side = 1 if color == BLACK else -1

        def blacks(value: float, side: int = side) -> float:
            return value if side == 1 else 1 - value if wins else -value

        error = errors[0] * (DEEP_ERROR if one.deep else 1.0)
        value = one.found.win_rate if wins else one.found.lead
        found.append(SearchedValue(k, blacks(value), error, side))
        if one.rounds:
            error = errors[len(one.rounds)]
            # After either move the other side is to move.
            for at, tried in zip((k + 1, k), one.rounds[-1], strict=True):
                values = tried.win_rates if wins else tried.leads
                found.append(SearchedValue(at, blacks(sum(values) / len(values)), error, -side))
    return found


def _last_to_play(record: ReviewRecord) -> int:
    return WHITE if record.moves[-1][0] == BLACK else BLACK


def mistake_of(
    position: Position, color: int, point: int, one: Searched, judged: MoveLoss
) -> Mistake:
    """Return a move that was compared with a better one, as kinds see it."""
    return Mistake(
        position=position,
        color=color,
        point=point,
        pair=one.rounds[-1],
        before=tuple(unpacked(one.found.ownership)),
        lost_points=judged.counted_points,
    )


def _move(record: ReviewRecord, position: Position, one: Searched, judged: MoveLoss) -> MoveReview:
    color, point = record.moves[one.index]
    played = point_to_vertex(point, record.size)
    pair = one.rounds[-1] if one.rounds else None
    grade = judged.grade if pair else "best"
    matters = pair is not None and judged.cost >= 1
    candidates = one.found.candidates
    if pair:
        # The line of the better move that was searched longest is shown for it.
        candidates = tuple(
            CandidateMove(c.move, c.visits, c.win_rate, c.lead, pair[1].line)
            if c.move == pair[1].move and matters
            else c
            for c in candidates
        )
    kinds: tuple[MistakeKind, ...] = ()
    if pair is not None and matters:
        kinds = kinds_of(mistake_of(position, color, point, one, judged))
        if is_beginner(record.texts.get("BR" if color == BLACK else "WR", "")):
            kinds = tuple(map(plain, kinds))
    return MoveReview(
        number=one.index + 1,
        color="b" if color == BLACK else "w",
        move=played,
        best=one.best,
        candidates=candidates,
        played=pair[0].line if pair else candidates[0].line,
        lost_points=judged.points,
        lost_win_rate=judged.win_rate,
        counted_points=judged.counted_points,
        sure=judged.sure,
        cost=judged.cost,
        grade=grade,
        phase=phase_of(one.index + 1, record.size, unpacked(one.found.ownership)),
        kinds=kinds,
        ownership=(pair[0].ownership, pair[1].ownership) if matters and pair else (),
    )
