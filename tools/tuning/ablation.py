"""The command ``gtpengine ablation``: what each part of the search is worth.

Each row switches one part off (or applies the settings of the command line) and plays the whole
engine against the rest, at equal simulations and at equal time. The table is printed as Markdown.
After an interrupt the same command continues.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Final

from gtpengine.tools.matches.campaign import Interrupt, ended
from gtpengine.tools.matches.errors import user_errors
from gtpengine.tools.matches.match import check_pairs, play_match, summary_of
from gtpengine.tools.matches.options import FOLDED, STATUS_HELP, EventOptions
from gtpengine.tools.matches.setup import read_setup, refuse_idle
from gtpengine.tools.matches.summary import MatchSummary
from gtpengine.tools.running.engines import Setting, own_engine, settings_of
from gtpengine.tools.storage.store import Store

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import group, option, optional_argument, repeated
from gtpengine.base.arguments.paramspec import Player
from gtpengine.base.text.plain import plain
from gtpengine.mcts.params.players import playing
from gtpengine.mcts.params.search_params import SearchParams

#: The settings that switch each part off: of a search that a network leads, ...
LED: Final[tuple[str, ...]] = (
    "network=none",
    "network_role=beside",
    "network_prior=0",
    "network_exploration=0",
    "network_first_play=0",
    "network_playouts=0",
    "network_noise=0",
    "solver=false",
    "score_bounds=false",
    "score_weight=0",
)
#: ... of what a network does beside playouts, ...
BESIDE: Final[tuple[str, ...]] = (
    "network=none",
    "network_visits=0",
    "network_lambda=0",
    "network_prior=0",
)
#: ... and of a search by playouts. Without RAVE a tree needs exploration, so that row adds it.
PLAYOUTS: Final[tuple[str, ...]] = (
    "prior_model=0",
    "prior_model_rules=0",
    "prior_capture=0,prior_escape=0,prior_atari=0,prior_ladder=0,prior_self_atari=0,"
    "prior_own_eye=0",
    "prior_pattern=0",
    "prior_near_last=0",
    "prior_empty_area=0",
    "prior_pass=0",
    "prior_even=1",
    "prior_rave_share=0",
    "rave_equivalence=0,exploration=0.3",
    "tree_policy=ucb1",
    "rave_distance_levels=1",
    "explore_interval=0",
    "expand_visits=1",
    "widening_children=0",
    "solver=false",
    "score_bounds=false",
    "score_weight=0",
    "playout_policy=uniform",
    "playout_atari_rate=0",
    "playout_two_liberty_rate=0",
    "playout_counter_atari=false",
    "playout_pattern_rate=0",
    "playout_second_last=false",
    "playout_self_atari_rate=0",
)


def parts_of(engine: str, size: int) -> tuple[str, ...]:
    """Return the rows for an engine: the parts that are on with its command line, on this board."""
    networkless = "network=" not in engine and playing(SearchParams(), size) is Player.ALONE
    if "network=none" in engine or networkless:
        return PLAYOUTS
    return BESIDE + PLAYOUTS if "network_role=beside" in engine else LED


@dataclass(frozen=True, kw_only=True, slots=True)
class AblationOptions:
    """What ``gtpengine ablation`` takes."""

    engine: str = optional_argument(
        "command line of a gtpengine, without a limit (default: this program)",
        str,
        default=own_engine(),
    )
    off: tuple[str, ...] = repeated(
        "settings of one row, as often as needed (default: a row for each part that is on)",
        str,
        metavar="NAME=VALUE[,NAME=VALUE...]",
    )
    games: int = option("games of each match", numbers.count, default=100)
    simulations: int = option(
        "simulations a move, for the match at equal simulations; 0: no such match",
        numbers.count_or_none,
        default=1000,
    )
    seconds: float = option(
        "seconds a move, for the match at equal time; 0: no such match",
        numbers.seconds(0, 86_400),
        default=0.03,
    )
    event: EventOptions = group(EventOptions)


@user_errors("ablation")
def run(options: AblationOptions) -> int:
    """Run the command and return its exit status."""
    check_pairs(options.games)
    limits, event = limits_of(options), options.event
    # The many matches of a table name themselves and use the same numbers of games.
    refuse_idle(event, "name", "sgf")
    parts = options.off or parts_of(options.engine, event.game.size)
    rows = [(row, settings_of(row, "--off")) for row in parts]
    head, trouble = header(options), False
    with Store(event.store) as store, Interrupt() as interrupt:
        for row, settings in rows:
            played: list[MatchSummary | None] = []
            for limit in limits:
                if limit is None:
                    played.append(None)
                    continue
                print(plain(f"{row}{limit}"), file=sys.stderr)
                setup = read_setup(event, engines_of(options.engine, settings, limit))
                match = play_match(store, interrupt, event, "ablation", setup, options.games)
                summary = summary_of(store, match.event)
                played.append(summary)
                for text in summary.trouble_lines():
                    print(plain(f"warning: {text}"), file=sys.stderr)
                if not match.complete:
                    return match.status()
                trouble |= summary.trouble
            print("\n".join([*head, line(row, played)]), flush=True)
            head = []
    return ended(True, trouble)


COMMAND: Final = CommandLine(
    AblationOptions,
    run,
    "Measure what each part of the search is worth: it is switched off and plays the whole"
    " engine, at equal simulations and at equal time. The table is Markdown. The same command"
    " continues after an interrupt.",
    "# what is the policy of the network worth? ten games at 200 simulations, none by time\n"
    "gtpengine ablation --off network_prior=0 --games 10 --simulations 200 --seconds 0",
    "# every part of the search by playouts, which takes hours\n"
    "gtpengine ablation 'gtpengine --set network=none'",
    more=STATUS_HELP,
    folded=FOLDED,
)


def limits_of(options: AblationOptions) -> list[str | None]:
    """Return the options that limit a move: at equal simulations, and at equal time.

    None stands for a match that is not wanted.

    :raises ValueError: when neither match is wanted.
    """
    if not options.simulations and not options.seconds:
        raise ValueError("nothing to play: give --simulations, --seconds or both")
    return [
        f" --simulations {options.simulations}" if options.simulations else None,
        f" --time-per-move {options.seconds:g}" if options.seconds else None,
    ]


def engines_of(command: str, row: list[Setting], limit: str) -> tuple[str, str]:
    """Return the whole engine and the engine without the part."""
    sets = "".join(f" --set {name}={value}" for name, value in row)
    return f"whole={command}{limit}", f"without={command}{limit}{sets}"


def header(options: AblationOptions) -> list[str]:
    """Return the head of the table, which has columns for the matches that are played."""
    columns = ["switched off"]
    if options.simulations:
        columns += [f"Elo at {options.simulations:,} simulations", "cost in time"]
    if options.seconds:
        columns.append(f"Elo at {options.seconds:g} s a move")
    return [f"| {' | '.join(columns)} |", "|---" * len(columns) + "|"]


def line(row: str, played: list[MatchSummary | None]) -> str:
    """Return a row of the table; the cost is in the time of the mean move at equal simulations."""
    equal, timed = played
    cells = [", ".join(f"`{setting}`" for setting in row.split(","))]
    if equal is not None:
        whole, without = (equal.sides[name].mean_seconds for name in equal.names)
        cells += [cell(equal), f"{100 * (whole / without - 1):+z.0f} %" if without else "-"]
    if timed is not None:
        cells.append(cell(timed))
    return f"| {' | '.join(cells)} |"


def cell(summary: MatchSummary) -> str:
    """Return the Elo of the whole engine above that without the part, with its 95 % interval."""
    if not summary.games:
        return "-"
    elo = summary.estimate().elo()
    value = f"{elo.value:+z.0f}" if abs(elo.value) < 2000 else f"{summary.score:g} won"
    return f"{value} ({elo.low:+z.0f} to {elo.high:+z.0f}), {summary.games} games"
