"""The rows of the engine's parameters that are not the search's: limits, manners, names.

Of them `gtpengine.commands.paramcode` makes, at build, `gtpengine.config.options`, which is what
the rest of the program imports. ``gtpengine-param`` and ``--set`` show them in one list with those
of the search.

The build imports this module before anything is compiled, so it uses the standard library and
modules without compiled ones alone.
"""

from __future__ import annotations

from typing import Final

from board_ext.rules import RULES
from gtpengine.base.paramspec import ParamSpec

_TIME: Final = (
    ParamSpec(
        "time_lag_share", float, 0.5, 0.05, 0.95,
        doc="largest part of a clock that is kept back for lag", source="so that 1 s is used, too",
    ),
    ParamSpec(
        "time_game_length", float, 0.7, 0.1, 5.0,
        doc="expected moves of a game, as a part of the points of the board",
        source="self-play; Huang, Coulom and Lin 2010 expect 160 on 19x19, and 80 more at any time",
    ),
    ParamSpec(
        "time_end_moves", float, 0.1, 0.0, 5.0,
        doc="own moves that are expected yet at any time, as a part of the points of the board",
        source="36 on 19x19; Pachi (timeinfo.c) keeps time for 30",
    ),
    ParamSpec(
        "time_middle", float, 1.5, 1.0, 10.0,
        doc="how many times the time of a first or last move one in the middle game gets",
        source="Baier and Winands 2016, MID; not tuned",
    ),
    ParamSpec(
        "time_middle_from", float, 0.1, 0.0, 5.0,
        doc="moves at which the middle game begins, as a part of the points of the board",
        source="36 on 19x19",
    ),
    ParamSpec(
        "time_middle_to", float, 0.4, 0.0, 5.0,
        doc="moves at which the middle game ends, as a part of the points of the board",
        source="144 on 19x19; there the endgame begins in Pachi (timeinfo.c)",
    ),
    ParamSpec(
        "time_stretch", float, 2.5, 1.0, 20.0,
        doc="the hard limit for an undecided move, as a multiple of the time meant for it",
        source="Baier and Winands 2016, CLOSE and UNST; Pachi (uct/search.c) 2; not tuned",
    ),
    ParamSpec(
        "time_close", float, 1.5, 1.0, 100.0,
        doc="a move with less than this many times the visits of the next one is undecided",
        source="Baier and Winands 2016, CLOSE; Pachi (uct/search.c) 2.5; not tuned",
    ),
    ParamSpec(
        "time_overtime_ratio", float, 2.7, 1.0, 20.0,
        doc="a move in the main time gets this many times what a move in overtime has",
        source="e: the largest sum of logarithms of the times",
    ),
    ParamSpec(
        "early_stop", str, "saving", choices=("off", "saving", "always"),
        doc="stop when the best move cannot be overtaken: never; where the time is saved for later "
        "moves; always, even with fixed limits",
        source="Baier and Winands 2016, STOP; leela-zero/leela-zero#1185",
    ),
    ParamSpec(
        "ponder", bool, False, doc="think on the opponent's time",
    ),
    ParamSpec(
        "ponder_seconds", float, 600.0, 0.01, 86_400,
        doc="how long to think on the opponent's time at most",
    ),
)  # fmt: skip

_BOOK: Final = (
    ParamSpec(
        "book", str, "off",
        doc="the opening book of genmove: on (the shipped ones), off, or a file of gtpengine book; "
        "levels play without",
        source="docs/books.md",
    ),
    ParamSpec(
        "book_margin", float, 0.01, 0.0, 1.0,
        doc="how much less than the best one's win rate a move of a book of games may have",
        source="not tuned",
    ),
    ParamSpec(
        "book_search_margin", float, 0.02, 0.0, 1.0,
        doc="the same of a book that was grown by searches",
        source="docs/books.md",
    ),
    ParamSpec(
        "book_floor", float, 0.42, 0.0, 1.0,
        doc="no move of a book of games is played where none won so much",
        source="not tuned",
    ),
    ParamSpec(
        "book_misses", int, 4, 1, 1000,
        doc="own moves outside the book in a row after which it is not asked any more",
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
        "level", int, None, 1, 11, off=True,
        metavar="N|off", doc="weaker on purpose: 1 for beginners; off = full strength",
        source="docs/levels.md",
    ),
    ParamSpec(
        "analysis_simulations", int, None, 1, 2_000_000_000, off=True,
        doc="simulations after which an analysis rests until the next command",
    ),
    ParamSpec("threads", int, 1, 1, 256, metavar="N", doc="search threads"),
    ParamSpec("memory", int, 512, 16, 1_048_576, metavar="MB", doc="megabytes for the search tree"),
    ParamSpec("seed", int, 1, 0, 2**63 - 1, metavar="N", doc="seed of all randomness"),
    ParamSpec(
        "rules", str, "chinese", choices=tuple(RULES), metavar="NAME", doc="rules of the game",
    ),
    ParamSpec(
        "lag", float, 0.15, 0.0, 60.0,
        doc="seconds before the flag that are never planned for, and first guess of what each "
        "move loses on the way to the referee; the guess is corrected by time_left",
        source="leela-zero/leela-zero#1776; CGOS gives 0.25 s",
    ),
    *_TIME,
    *_BOOK,
    ParamSpec(
        "recommendation", str, "robust", choices=("robust", "max", "max-robust", "secure"),
        doc="the move to play: most visits; highest value; most visits, where a search with "
        "fixed simulations may take twice as many until that move has the highest value, too; "
        "highest lower bound of the value",
        source="Chaslot et al. 2008; Coulom 2006",
    ),
    ParamSpec(
        "secure_width", float, 1.0, 0.0, 100.0,
        doc="a of the lower bound value - a / sqrt(visits) of the secure recommendation",
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
        doc="simulations that a verdict about resigning needs",
    ),
    ParamSpec(
        "resign_length", float, 0.2, 0.0, 10.0,
        doc="moves before the first resignation, as a part of the points of the board",
    ),
    ParamSpec(
        "resign_score", float, 2.0, 0.0, 1000.0,
        doc="points by which the game must look lost, too, before the engine resigns",
        source="half a point is played out, because a mistake may still come",
    ),
    ParamSpec(
        "resign_handicap", float, 0.8, 0.0, 1.0,
        doc="factor to White's win rate for resigning, for each handicap stone",
        source="White begins lost; leela-zero/leela-zero#622, pasky/pachi#40",
    ),
    ParamSpec(
        "resign_handicap_moves", int, 10, 0, 1000,
        doc="moves that White waits longer before resigning, for each handicap stone",
        source="leela-zero/leela-zero#622",
    ),
    ParamSpec(
        "parallel", str, "tree", choices=("tree", "root"),
        doc="how threads search: one tree for all, or a tree for each and their roots added up",
        source="Chaslot, Winands and van den Herik 2008; root is for comparison",
    ),
    ParamSpec(
        "dynamic_komi", str, "linear", choices=("off", "linear", "situational"),
        doc="komi for the search alone: shifted in handicap games from 13x13 on (linear), and "
        "in other games as well while one side leads by much (situational)",
        source="Baudis 2011",
    ),
    ParamSpec(
        "dynamic_komi_stone", float, 8.0, 0.0, 50.0,
        doc="points by which linear shifts for each handicap stone at the beginning",
        source="Pachi (uct/dynkomi.c): 8 for White, 12 for Black; not tuned",
    ),
    ParamSpec(
        "dynamic_komi_margin", float, 10.0, 0.0, 361.0,
        doc="points that a side must lead by before situational shifts by what is above them",
        source="not tuned",
    ),
    ParamSpec(
        "dynamic_komi_until", float, 0.5, 0.0, 2.0,
        doc="moves after which komi is the true one, as a part of the points of the board",
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
        doc="after each genmove a line on stderr with win rate and expected line, which "
        "gtp2ogs posts to the chat",
    ),
    ParamSpec("engine_name", str, "gtpengine", doc="answer to the GTP command name"),
    ParamSpec(
        "engine_version", str, "",
        doc="answer to the GTP command version; empty = the version of the package",
    ),
)  # fmt: skip
