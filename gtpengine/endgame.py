"""When to pass, when to resign, and which move to play when the best one is not the answer.

The search says what is good; this decides what to answer, by plain rules over a frozen
``SearchReport``. What each rule prevents:

- passing when the game is lost by it and moves still help;
- playing on for ever in a decided game, or filling the own eyes;
- a move that the rules in force forbid (the tree does not know superko);
- resigning because of one strange search, or before the game has begun.

Not done: the value of a move under territory scoring beyond what ownership shows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from board_ext.coords import BLACK, EMPTY, PASS, RESIGN, WHITE, neighbors, opponent
from board_ext.position import Position
from board_ext.rules import Scoring
from gtpengine import borders, status
from gtpengine.handicap import handicap_stones
from gtpengine.mcts.recommend import recommend
from gtpengine.mcts.report import MoveStats, SearchReport
from gtpengine.options import EngineOptions

SETTLED: Final = 0.7
"""Ownership (0 nobody's, 1 sure) from which a point counts as owned."""

HOPELESS: Final = 0.03
"""Win rate below which no move helps any more."""

CONTENT: Final = 0.9
"""Win rate from which a player may stop looking for more."""

PASS_MARGIN: Final = 0.05
"""How much better a pass must be than any move to be believed against the count."""

CIRCLES: Final = 2
"""How often a position must have come up before to say that a long game goes round in circles."""

ENOUGH: Final = 100
"""Visits that a search of the position after a pass needs to be believed."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What a decision is made from. ``report`` was searched with ``color`` to move."""

    position: Position
    color: int
    report: SearchReport
    options: EngineOptions

    @property
    def opponent_passed(self) -> bool:
        """Whether a pass now would end the game."""
        moves = self.position.moves
        return bool(moves) and moves[-1] == (opponent(self.color), PASS)

    @property
    def all_stones_count(self) -> bool:
        """Whether dead stones must be captured to count as dead."""
        return not self.position.rules.removes_dead or bool(self.options.cleanup)

    def ownership(self) -> list[float]:
        """Ownership of each point from A1 on, +1 = Black's."""
        return flat_ownership(self.report)


def flat_ownership(report: SearchReport) -> list[float]:
    """Ownership of each point from A1 on, +1 = Black's."""
    return [float(value) for value in report.ownership.reshape(-1)]


def choose(
    situation: Situation, low_streak: int, search_after_pass: Callable[[], SearchReport | None]
) -> int:
    """The answer to genmove: a legal point, PASS or RESIGN.

    ``low_streak`` counts this player's moves in a row, this one included, at which the game
    :func:`looks_lost`. ``search_after_pass`` searches the position after a pass of ours; it is
    called when that would decide about passing, and may return None when time is short.
    """
    position, color = situation.position, situation.color
    ranked = rank(situation)
    best_pass = next((move for move in ranked if move.point == PASS), None)
    moves = [move for move in ranked if move.point != PASS]
    useful = useful_points(position, color)
    best = next((move for move in moves if move.point in useful), None)
    won = sure_margin(situation, situation.report) > 0
    must_clean = situation.options.cleanup and bool(dead_opponents(situation))

    if (
        situation.opponent_passed
        and won
        and not must_clean
        and _won_as_it_stands(situation, search_after_pass)
    ):
        return _pass_or_close(situation)
    if may_resign(situation, low_streak):
        return RESIGN
    # Dead stones can wait while borders are open: each capture costs a move.
    due = must_clean or _captures_are_due(situation, best)
    if due and not _contested(situation, useful):
        capture = capturing_move(situation)
        if capture is not None:
            return capture
    if not useful or endless(position):
        return PASS
    if best is None:  # a search so short that it saw no useful move
        return plain_move(position, color)
    if situation.opponent_passed and situation.report.value < HOPELESS:
        return PASS
    if ranked[0].point == PASS and best_pass is not None and _pass_is_right(
        situation, best_pass, best
    ):  # fmt: skip
        capture = capturing_move(situation) if must_clean else None
        return _pass_or_close(situation) if capture is None else capture
    if situation.options.pass_early and not situation.opponent_passed and not must_clean:
        if _territory(position):
            idle = _settled_own(situation, best.point)
        else:
            idle = won and not _contested(situation, useful)
        if idle and _pass_keeps_the_win(situation, won, search_after_pass()):
            return _pass_or_close(situation)
    return best.point


def pass_is_at_stake(situation: Situation) -> bool:
    """Whether :func:`choose` would ask for a search of the position after a pass."""

    def look() -> None:
        raise _AskedError

    try:
        if situation.report.moves:
            choose(situation, 0, look)
    except _AskedError:
        return True
    return False


class _AskedError(Exception):
    """A search of the position after a pass is wanted."""


def rank(situation: Situation) -> list[MoveStats]:
    """The moves of the report that are legal under the rules in force, the chosen one first."""
    position, color, report = situation.position, situation.color, situation.report
    options = situation.options
    chosen = recommend(report, options.recommendation, options.secure_width)
    moves = sorted(report.moves, key=lambda move: move.point != chosen)
    return [move for move in moves if move.point == PASS or position.is_legal(move.point, color)]


def useful_points(position: Position, color: int) -> set[int]:
    """Legal points that neither fill an own eye nor lie where the owner is proved."""
    useful = {p for p in position.legal_moves(color) if not is_own_eye(position, p, color)}
    for owner in (BLACK, WHITE):
        _, territory = position.unconditional_life(owner)
        useful.difference_update(territory)
    return useful


def plain_move(position: Position, color: int) -> int:
    """A playable move found without any search: what is answered when searching failed.

    Captures first, then points with many liberties off the edge; PASS when nothing is useful.
    """
    size = position.size

    def worth(point: int) -> tuple[int, int, int]:
        trial = position.copy()
        captured = trial.play(point, color)
        row, column = divmod(point, size)
        line = min(row, column, size - 1 - row, size - 1 - column)
        liberties = len(trial.liberties_of(point))
        return captured if liberties > 1 else -1, min(line, 2), liberties

    useful = [] if endless(position) else sorted(useful_points(position, color))
    return max(useful, key=worth) if useful else PASS


def is_own_eye(position: Position, point: int, color: int) -> bool:
    """Whether ``point`` is an eye of ``color`` whose diagonals make it a real one."""
    size = position.size
    if any(position.color_at(n) != color for n in neighbors(point, size)):
        return False
    row, column = divmod(point, size)
    corners = [(row + dr, column + dc) for dr in (-1, 1) for dc in (-1, 1)]
    inside = [r * size + c for r, c in corners if 0 <= r < size and 0 <= c < size]
    enemies = sum(position.color_at(p) == opponent(color) for p in inside)
    return enemies <= (1 if len(inside) == 4 else 0)


def sure_margin(situation: Situation, report: SearchReport) -> float:
    """The score for the player if the game ended now, every doubt resolved against him.

    Points whose owner is not settled count for the opponent. Where all stones on the board count
    the score is exact.
    """
    position, color = situation.position, situation.color
    if situation.all_stones_count:
        score = position.tromp_taylor_score()
        return float(score if color == BLACK else -score)
    mine = _settled_for(position, color, flat_ownership(report))
    territory = _territory(position)
    margin = 0.0
    for point in range(position.size**2):
        stone = position.color_at(point)
        if not territory or stone == EMPTY:
            margin += 1.0 if point in mine else -1.0
        elif stone == color and point not in mine:
            margin -= 2.0
        elif stone == opponent(color) and point in mine:
            margin += 2.0
    if territory:
        by_black, by_white = position.prisoners
        margin += by_black - by_white if color == BLACK else by_white - by_black
    bonus = 0 if territory else position.rules.handicap_bonus.points(position.handicap)
    for_white = position.komi + bonus
    return margin + (for_white if color == WHITE else -for_white)


def _settled_for(position: Position, color: int, ownership: Sequence[float]) -> set[int]:
    """The points that surely are ``color``'s; stones are taken chain by chain."""
    sign = 1.0 if color == BLACK else -1.0
    mine = {
        point
        for point in range(position.size**2)
        if position.color_at(point) == EMPTY and sign * ownership[point] > SETTLED
    }
    for chain in status.all_chains(position):
        if sign * sum(ownership[point] for point in chain) > SETTLED * len(chain):
            mine.update(chain)
    return mine


def looks_lost(situation: Situation) -> bool:
    """Whether win rate and score are below their thresholds after enough simulations.

    White's win rate must be lower in handicap games, which begin lost for him.
    """
    options, report = situation.options, situation.report
    threshold = options.resign
    if threshold is None or report.visits < options.resign_simulations:
        return False
    best = report.moves[0] if report.moves else None
    value = report.value if best is None else max(best.value, report.value)
    score = report.score if best is None else max(best.score, report.score)
    if situation.color == WHITE:
        threshold *= options.resign_handicap ** handicap_stones(situation.position)
    return value < threshold and -score >= options.resign_score


def may_resign(situation: Situation, low_streak: int) -> bool:
    """Whether to resign: lost for long enough, in a game that is long enough.

    White is patient in handicap games.
    """
    options, position = situation.options, situation.position
    if options.resign is None or low_streak < options.resign_moves:
        return False
    shortest = options.resign_length * position.size**2
    if situation.color == WHITE:
        shortest += options.resign_handicap_moves * handicap_stones(position)
    return position.move_number >= max(shortest, 4.0)


def endless(position: Position) -> bool:
    """Whether the game, a long one, goes round in circles: this position came up twice before.

    Length alone says nothing: an opponent who never passes may drag on a game that is won.
    """
    if position.move_number < 4 * position.size**2 + 50:
        return False
    return position.repetitions() >= CIRCLES


def dead_opponents(situation: Situation) -> list[tuple[int, ...]]:
    """The opponent's chains that are ours already, but stand on the board."""
    position, color = situation.position, situation.color
    mine = _settled_for(position, color, situation.ownership())
    return [
        chain
        for chain in status.all_chains(position)
        if position.color_at(chain[0]) == opponent(color) and chain[0] in mine
    ]


def capturing_move(situation: Situation) -> int | None:
    """A safe move towards the capture of a dead chain, the one nearest to capture first."""
    position, color = situation.position, situation.color
    values = {move.point: move.value for move in situation.report.moves}
    floor = situation.report.value - PASS_MARGIN
    for chain in sorted(
        dead_opponents(situation), key=lambda chain: len(position.liberties_of(chain[0]))
    ):
        for point in position.liberties_of(chain[0]):
            if values.get(point, floor) < floor or not position.is_legal(point, color):
                continue
            trial = position.copy()
            captured = trial.play(point, color)
            if captured or len(trial.liberties_of(point)) >= 2:
                return point
    return None


def _captures_are_due(situation: Situation, best: MoveStats | None) -> bool:
    """Whether nothing is left but capturing what must not stay on the board."""
    return (
        situation.all_stones_count
        and situation.report.value > CONTENT
        and (best is None or _settled_own(situation, best.point))
        and sure_margin(situation, situation.report) <= 0
    )


def _settled_own(situation: Situation, point: int) -> bool:
    sign = 1.0 if situation.color == BLACK else -1.0
    return sign * situation.ownership()[point] > CONTENT


def _pass_or_close(situation: Situation) -> int:
    """PASS, or before it the move that closes a border of own territory, if one is open."""
    if situation.all_stones_count:
        return PASS
    floor = situation.report.value - PASS_MARGIN
    values = {move.point: move.value for move in situation.report.moves if move.visits}
    closing = borders.closing_move(
        situation.position,
        situation.color,
        situation.ownership(),
        lambda point: values.get(point, floor) >= floor,
    )
    return PASS if closing is None else closing


def _contested(situation: Situation, useful: set[int]) -> bool:
    """Whether a move still gains points by area: somewhere it is open whose point it will be.

    A pass that keeps a win may still cost points, one after the other, until it is none.
    """
    ownership = situation.ownership()
    return any(abs(ownership[point]) < CONTENT for point in useful)


def _territory(position: Position) -> bool:
    return position.rules.scoring is Scoring.TERRITORY


def _won_as_it_stands(
    situation: Situation, search_after_pass: Callable[[], SearchReport | None]
) -> bool:
    """Whether a game that seems won stays so without a move of ours, and may end now.

    Ownership is what comes of it when we move: a ko that we would connect looks settled, but its
    stones would be judged as they stand. Where time is short the first impression decides.
    """
    if situation.all_stones_count:
        return True
    after = search_after_pass()
    return after is None or after.visits < ENOUGH or sure_margin(situation, after) > 0


def _pass_is_right(situation: Situation, passing: MoveStats, best: MoveStats) -> bool:
    """Whether a pass that the search prefers is to be believed."""
    score = status.score(
        situation.position, status.judge(situation.position, situation.ownership())
    )
    ahead = score > 0 if situation.color == BLACK else score < 0
    if situation.opponent_passed:
        return ahead
    return ahead or passing.value > best.value + PASS_MARGIN or best.value < HOPELESS


def _pass_keeps_the_win(situation: Situation, won: bool, after: SearchReport | None) -> bool:
    """Whether the search of the position after our pass shows that it cost nothing.

    ``after`` is seen from the opponent, who is to move in it.
    """
    if after is None or after.visits < ENOUGH:
        return False
    if 1.0 - after.value < min(CONTENT, situation.report.value - 0.02):
        return False
    margin = sure_margin(situation, after)
    # Not won for sure: the pass must at least leave the settled points as they are.
    return margin > 0 if won else margin >= sure_margin(situation, situation.report)
