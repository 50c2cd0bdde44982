"""The rows of the engine's own parameters: limits, choices, names.

At build time ``gtpengine.building.paramcode`` generates ``gtpengine.config.options`` from them,
which the rest of the program imports. ``gtpengine-param`` and ``--set`` show them in one list with
the parameters of the search.

The build imports this module before anything is compiled, so it may use only the standard library
and modules that need nothing compiled.
"""

from __future__ import annotations

from typing import Final

from board_ext.rules import ALL_RULES
from gtpengine.base.arguments import pythonfile
from gtpengine.base.arguments.paramspec import AUTO, ParamSpec, Player
from gtpengine.base.system.address import read_address
from gtpengine.base.system.machine import free_cores
from gtpengine.game.ranks import rank_name, rank_number

WEAKEST_RANK: Final = rank_number("25k")
STRONGEST_RANK: Final = rank_number("3d")


def read_rank(text: str) -> None:
    """Check the value of the option ``rank``.

    :raises ValueError: when it is no rank that can be played; the message says which can.
    """
    if text.strip().lower() == AUTO:
        return
    known = (
        f"write 12k or 3d; from {rank_name(WEAKEST_RANK)} to {rank_name(STRONGEST_RANK)},"
        f" or {AUTO}, or off"
    )
    try:
        number = rank_number(text)
    except ValueError:
        raise ValueError(known) from None
    if not WEAKEST_RANK <= number <= STRONGEST_RANK:
        weak = "weaker" if number < WEAKEST_RANK else "stronger"
        raise ValueError(f"this is {weak} than the engine plays; {known}")


_TIME: Final = (
    ParamSpec(
        "time_lag_share", float, 0.5, 0.05, 0.95,
        doc="largest fraction of a clock kept back for lag", source="so that 1 s is used, too",
    ),
    ParamSpec(
        "time_game_length", float, 0.7, 0.1, 5.0,
        doc="expected length of a game in moves, as a fraction of the board's points",
        source="self-play; Huang, Coulom and Lin 2010 expect 160 on 19x19, and 80 more at any time",
    ),
    ParamSpec(
        "time_end_moves", float, 0.1, 0.0, 5.0,
        doc="own moves always still expected, as a fraction of the board's points",
        source="36 on 19x19; Pachi (timeinfo.c) keeps time for 30",
    ),
    ParamSpec(
        "time_middle", float, 1.5, 1.0, 10.0,
        doc="time of a move in the middle game, as a multiple of the time of a first or last move",
        source="Baier and Winands 2016, MID; not tuned",
    ),
    ParamSpec(
        "time_middle_from", float, 0.1, 0.0, 5.0,
        doc="moves at which the middle game begins, as a fraction of the board's points",
        source="36 on 19x19",
    ),
    ParamSpec(
        "time_middle_to", float, 0.4, 0.0, 5.0,
        doc="moves at which the middle game ends, as a fraction of the board's points",
        source="144 on 19x19; there the endgame begins in Pachi (timeinfo.c)",
    ),
    ParamSpec(
        "time_stretch", float, 2.5, 1.0, 20.0,
        doc="hard limit for an undecided move, as a multiple of its planned time",
        source="Baier and Winands 2016, CLOSE and UNST; Pachi (uct/search.c) 2; not tuned",
    ),
    ParamSpec(
        "time_close", float, 1.5, 1.0, 100.0,
        doc="the best move is undecided with fewer than this many times the visits of the second",
        source="Baier and Winands 2016, CLOSE; Pachi (uct/search.c) 2.5; not tuned",
    ),
    ParamSpec(
        "time_behind", float, 0.0, 0.0, 1.0,
        doc="with a clock whose time is saved a move is thought over up to the hard limit while "
        "its win rate is below this; 0 is off",
        source="Baier and Winands 2016, BEHIND; Huang, Coulom and Lin 2010; not tuned",
    ),
    ParamSpec(
        "time_won", float, 0.0, 0.0, 1.0,
        doc="with a clock whose time is saved a search ends soon when its win rate is above this; "
        "0 is off",
        source="the game is decided: Browne et al. 2012, VII-A3; not tuned",
    ),
    ParamSpec(
        "time_overtime_ratio", float, 2.7, 1.0, 20.0,
        doc="time of a move in the main time, as a multiple of the time of a move in overtime",
        source="e: the largest sum of logarithms of the times",
    ),
    ParamSpec(
        "early_stop", str, "saving", choices=("off", "saving", "always"),
        doc="when to stop because the best move cannot be overtaken: never; where that saves time "
        "for later moves; always, even with fixed limits",
        source="Baier and Winands 2016, STOP; leela-zero/leela-zero#1185",
    ),
    ParamSpec(
        "ponder", bool, False, doc="think on the opponent's time",
    ),
    ParamSpec(
        "ponder_seconds", float, 600.0, 0.01, 86_400,
        doc="longest time to think on the opponent's time",
    ),
)  # fmt: skip

_CLUSTER: Final = (
    ParamSpec(
        "cluster", str, "off", reads=read_address, form="HOST:PORT|auto",
        metavar="ADDRESS", bare=AUTO,
        doc="search on all machines of a Ray cluster; auto, or no address = the cluster that runs "
        "here, else a cluster begun here, at port 6379",
        source="docs/guides/cluster.md",
    ),
    ParamSpec(
        "cluster_sharing", str, "tree", choices=("tree", "vote", "jobs", "root-parts"),
        doc="what machines tell each other: heavy nodes; nothing, and each votes with its "
        "simulations for its best move; the results of jobs, positions below the root that each "
        "is given to search; the results of some moves of the root for each",
        source="Bourki et al. 2010; Soejima, Kishimoto and Watanabe 2010; Liang et al. 2015; "
        "Świechowski and Mańdziuk 2016; all but tree are the laboratory's",
    ),
    ParamSpec(
        "cluster_period", float, 0.1, 0.02, 60.0,
        doc="seconds from one exchange with a machine to the next",
        source="Gelly et al. 2008: three times a second; more often is better here",
    ),
    ParamSpec(
        "cluster_share", float, 0.002, 0.0, 1.0,
        doc="a node is told of, and with root-parts a move is dealt out, from this share of the "
        "root's simulations on",
        source="Gelly et al. 2008 0.05; not tuned",
    ),
    ParamSpec(
        "cluster_job", int, 2000, 1, 10_000_000,
        doc="simulations of a job, with cluster_sharing=jobs",
        source="a fraction of a second; not tuned",
    ),
    ParamSpec(
        "cluster_depth", int, 50, 1, 500,
        doc="moves below the root down to which nodes are told of",
        source="Gelly et al. 2008 3; not tuned",
    ),
    ParamSpec(
        "cluster_expand_visits", int, 1, 0, 1000,
        doc="expand_visits of the machines that share heavy nodes with the head; 0 = the head's",
        source="../explanation/cluster.md",
        player=Player.PLAYOUTS,
    ),
    ParamSpec(
        "cluster_symmetry", int, 8, 0, 8,
        doc="network_symmetry of the machines but the head: with 8 each judgement is of a symmetry "
        "that is drawn, so that their trees differ; jobs and root-parts have the head's",
        source="../explanation/cluster.md",
        player=Player.JUDGES,
    ),
    ParamSpec(
        "cluster_prior_noise", float, 0.5, 0.0, 10.0,
        doc="network_prior_noise of the machines but the head; jobs and root-parts have the head's",
        source="../explanation/cluster.md",
        player=Player.LEADS,
    ),
    ParamSpec(
        "cluster_exchanges", int, 40, 1, 10_000,
        doc="how often trees that take turns tell each other in a search with a limit in "
        "simulations",
        source="ten times a second for four seconds",
    ),
    ParamSpec(
        "cluster_fanout", int, 32, 2, 1000,
        doc="most machines that the head talks with itself; with more, one machine of each group "
        "of this size adds up what the others tell",
        source="../explanation/cluster.md",
    ),
)  # fmt: skip

_BOOK: Final = (
    ParamSpec(
        "book", str, "off",
        doc="the opening book of genmove: on (the shipped books), off, or a file of gtpengine "
        "book; ranks play without",
        source="docs/guides/books.md",
    ),
    ParamSpec(
        "book_margin", float, 0.01, 0.0, 1.0,
        doc="largest loss of win rate against the best move that a book of games may choose",
        source="not tuned",
    ),
    ParamSpec(
        "book_search_margin", float, 0.02, 0.0, 1.0,
        doc="the same for a book grown by searches",
        source="docs/guides/books.md",
    ),
    ParamSpec(
        "book_floor", float, 0.42, 0.0, 1.0,
        doc="a book of games is silent where no move won at least this often",
        source="not tuned",
    ),
    ParamSpec(
        "book_misses", int, 4, 1, 1000,
        doc="own moves in a row outside the book after which the engine leaves the book",
    ),
)  # fmt: skip

ROWS: Final = (
    ParamSpec(
        "simulations", int, None, 1, 2_000_000_000, off=True,
        metavar="N", doc="simulations for each move",
    ),
    ParamSpec(
        "time_per_move", float, None, 0.001, 86_400, off=True,
        metavar="SECONDS", doc="seconds for each move",
    ),
    ParamSpec(
        "default_simulations", int, 10_000, 1, 2_000_000_000,
        doc="simulations for each move when there is no other limit and no clock",
    ),
    ParamSpec(
        "rank", str, "off", reads=read_rank, form="25k to 1k|1d to 3d|auto",
        metavar="RANK", doc="play like people of a rank; auto = the rank of the player, found by "
        "the results of games; off = full strength",
        source="docs/reference/ranks.md",
    ),
    ParamSpec(
        "rank_file", str, "",
        doc="the file in which rank auto remembers the player's rank; empty = rank.json in the "
        "user's folder for data",
    ),
    ParamSpec(
        "human_pace", bool, False,
        metavar="true|false", bare="true",
        doc="take as long for a move as a person would: seconds, never more than the clock has",
        source="docs/reference/ranks.md",
    ),
    ParamSpec(
        "level", int, None, 1, 11, off=True,
        metavar="N|off", doc="another name of certain ranks: 1 is 25k, 11 is 2d",
        source="docs/reference/ranks.md",
    ),
    ParamSpec(
        "evaluator", str, "off", reads=pythonfile.named, form="FILE", metavar="FILE",
        doc="a Python file, and words for it, that leads the search in place of the network",
        source="docs/guides/reinforcement.md",
    ),
    ParamSpec(
        "analysis_simulations", int, None, 1, 2_000_000_000, off=True,
        doc="simulations after which an analysis pauses until the next command",
    ),
    ParamSpec(
        "threads", int, 1, 1, 256, auto=free_cores, usual="auto, or 1 with --seed",
        metavar="N", doc="search threads; auto = the cores that quota and load leave free",
    ),
    ParamSpec("memory", int, 512, 16, 1_048_576, metavar="MB", doc="megabytes for the search tree"),
    ParamSpec("seed", int, 1, 0, 2**63 - 1, metavar="N", doc="seed of all randomness"),
    ParamSpec(
        "rules", str, "chinese", choices=tuple(ALL_RULES), metavar="NAME", doc="rules of the game",
    ),
    ParamSpec(
        "lag", float, 0.15, 0.0, 60.0,
        doc="seconds before the flag never planned for, and first guess of what each move loses on "
        "the way to the referee; time_left corrects the guess",
        source="leela-zero/leela-zero#1776; CGOS gives 0.25 s",
    ),
    *_TIME,
    *_BOOK,
    ParamSpec(
        "recommendation", str, "robust", choices=("robust", "max", "max-robust", "secure"),
        doc="the move to play: most visits (robust); highest value (max); most visits, but a "
        "search with fixed simulations goes on, up to twice as many, until that move also has the "
        "highest value (max-robust); highest lower bound of the value (secure)",
        source="Chaslot et al. 2008; Coulom 2006",
    ),
    ParamSpec(
        "secure_width", float, 1.0, 0.0, 100.0,
        doc="a in value - a / sqrt(visits), the lower bound of the secure recommendation",
        source="Chaslot et al. 2008; not tuned",
    ),
    ParamSpec(
        "resign", float, 0.1, 0.001, 0.5, off=True,
        metavar="RATE|off", doc="win rate below which the engine resigns",
    ),
    ParamSpec(
        "resign_moves", int, 3, 1, 100,
        doc="own moves in a row that must look lost before the engine resigns",
    ),
    ParamSpec(
        "resign_simulations", int, 200, 1, 2_000_000_000,
        doc="fewest simulations on which a verdict about resigning may rest",
    ),
    ParamSpec(
        "resign_length", float, 0.2, 0.0, 10.0,
        doc="moves before the first resignation, as a fraction of the board's points",
    ),
    ParamSpec(
        "resign_score", float, 2.0, 0.0, 1000.0,
        doc="points by which the game must also look lost before the engine resigns",
        source="half a point is played out, because a mistake may still come",
    ),
    ParamSpec(
        "resign_handicap", float, 0.8, 0.0, 1.0,
        doc="factor on White's win rate for resigning, for each handicap stone",
        source="White begins lost; leela-zero/leela-zero#622, pasky/pachi#40",
    ),
    ParamSpec(
        "resign_handicap_moves", int, 10, 0, 1000,
        doc="moves that White waits longer before resigning, for each handicap stone",
        source="leela-zero/leela-zero#622",
    ),
    ParamSpec(
        "parallel", str, "tree", choices=("tree", "root", "leaf", "taking-turns"),
        doc="how threads search: one shared tree; a tree for each thread, the roots added up; one "
        "thread descends and all threads play the playouts of its leaf; trees that take turns in "
        "one thread and tell each other as machines do",
        source="Chaslot, Winands and van den Herik 2008; all but tree are for comparison",
    ),
    *_CLUSTER,
    ParamSpec(
        "dynamic_komi", str, "linear", choices=("off", "linear", "situational"),
        doc="komi for the search alone: shifted in handicap games from 13x13 on (linear), and also "
        "in other games while one side is far ahead (situational)",
        source="Baudis 2011",
    ),
    ParamSpec(
        "dynamic_komi_stone", float, 8.0, 0.0, 50.0,
        doc="points that linear adds for each handicap stone at the beginning",
        source="Pachi (uct/dynkomi.c): 8 for White, 12 for Black; not tuned",
    ),
    ParamSpec(
        "dynamic_komi_margin", float, 10.0, 0.0, 361.0,
        doc="lead in points above which situational shifts komi, by the excess",
        source="not tuned",
    ),
    ParamSpec(
        "dynamic_komi_until", float, 0.5, 0.0, 2.0,
        doc="moves after which the search has the true komi, as a fraction of the board's points",
        source="Pachi (uct/dynkomi.c): 200 moves on 19x19; not tuned",
    ),
    ParamSpec(
        "pass_early", bool, True,
        doc="pass before the opponent when the game is decided and a pass costs nothing",
    ),
    ParamSpec(
        "cleanup", bool, False,
        doc="capture all dead stones before passing (for CGOS)",
    ),
    ParamSpec(
        "status_simulations", int, 8000, 1, 2_000_000_000,
        doc="simulations behind final_score and final_status_list",
    ),
    ParamSpec(
        "live_gfx", str, "off", choices=("off", "moves", "variation"),
        doc="what GoGui draws while genmove thinks",
    ),
    ParamSpec(
        "ogs_chat", bool, False,
        doc="write a line with win rate and expected line to stderr after each genmove, for "
        "gtp2ogs to post to the chat",
    ),
    ParamSpec("engine_name", str, "gtpengine", doc="answer to the GTP command name"),
    ParamSpec(
        "engine_version", str, "",
        doc="answer to the GTP command version; empty = the version of the package",
    ),
)  # fmt: skip
