"""The rows of the search's parameters: tree, priors, network and playouts.

A technique in a file of its own has its rows there, as ``PARAMS``. Of all rows
`gtpengine.building.paramcode` makes, at build, `gtpengine.mcts.params.search_params`, which is what
the rest of the program imports, and the structs that the kernel reads (``growth_values.pxd`` and so
on). The rows make the GTP command ``gtpengine-param`` and the page of parameters in the docs, too.
Units: a *weight* counts simulations; a *rate* is a probability.

The build imports this module before anything is compiled, so it uses the standard library,
`gtpengine.base.arguments.paramspec` and the table of playout rules alone.
"""

from __future__ import annotations

from typing import Final

from gtpengine.base.arguments.paramspec import ParamSpec, Player, reader
from gtpengine.mcts.params.rule_table import RULES

_SELECTION: Final = (
    ParamSpec(
        "tree_policy", str, "rave",
        choices=("rave",),
        doc="the score by which a simulation chooses its way down; all but puct begin with the "
        "priors as virtual visits",
        source="Gelly and Silver 2007; Auer et al. 2002; Silver et al. 2016",
        player=Player.PLAYOUTS,
    ),
    ParamSpec(
        "explore_interval", int, 512, 0, 1_000_000,
        doc="visits of a node between two looks at its least visited child, so that each move is "
        "searched again and again whatever RAVE says; 0 is never",
        source="ours: without it RAVE may starve a good move for ever",
        player=Player.PLAYOUTS,
    ),
    ParamSpec(
        "first_play_urgency", float, 1.1, 0.0, 10.0,
        doc="value of a child without visits, RAVE or prior; it counts with prior_even=0 alone, "
        "since above that each child has a prior",
        source="Wang and Gelly 2007",
        player=Player.PLAYOUTS,
    ),
    ParamSpec(
        "rave_schedule", str, "minimum-mse",
        choices=("minimum-mse",),
        doc="how the RAVE share falls as visits n grow: sqrt(k/(3n+k)), r/(r+n+nr/k), 1-n/k; or it "
        "is amaf_share (constant), or 1 where the RAVE mean is the greater (max)",
        source="Gelly and Silver 2007, 2011; Helmbold and Parker-Wood 2009",
        player=Player.PLAYOUTS,
    ),
    ParamSpec(
        "rave_equivalence", float, 3000.0, 0.0, 1e9,
        doc="k of the schedule: visits at which RAVE and plain mean count the same; 0 is no RAVE",
        source="Gelly and Silver 2007",
        player=Player.PLAYOUTS,
    ),
    ParamSpec(
        "rave_distance_levels", int, 3, 1, 16,
        doc="a move right after the node counts this often for RAVE, a move at the end once",
        source="the idea of weighting RAVE by time; 1 is plain RAVE; docs/journal.md",
        player=Player.PLAYOUTS,
    ),
    ParamSpec(
        "prior_rave_share", float, 1.0, 0.0, 100.0,
        doc="weight of the prior on the RAVE side, as a multiple of that on the plain side",
        source="Gelly and Silver 2007",
        player=Player.PLAYOUTS,
    ),
)  # fmt: skip

_SOLVER: Final = (
    ParamSpec(
        "solver", bool, True,
        doc="bound the score, under area rules, by unconditional life and by how games end, and so "
        "find proven wins and losses",
        source="Winands, Bjornsson and Saito 2008; Cazenave and Saffidine 2010",
    ),
    ParamSpec(
        "solver_empty", float, 0.4, 0.0, 1.0,
        doc="bounds are looked for where this part of the board or less is empty",
        source="ours: unconditional life needs stones",
    ),
    ParamSpec(
        "score_bounds", bool, True,
        doc="leave out moves whose best score is not above what another is sure of, in decided "
        "games, too; needs solver",
        source="Cazenave and Saffidine 2010",
    ),
)  # fmt: skip

_GROWTH: Final = (
    ParamSpec(
        "expand_visits", int, 4, 0, 1000,
        doc="simulations through a leaf before it gets children; 0 is at once",
        source="Coulom 2006",
        player=Player.PLAYOUTS,
    ),
    ParamSpec(
        "widening_children", int, 20, 0, 1000,
        doc="moves of the best priors that a node begins with; 0 is all moves",
        source="progressive widening, Coulom 2007; for memory, at no loss measured",
    ),
    ParamSpec(
        "widening_visits", float, 30.0, 1.0, 1e9,
        doc="visits at which a node's moves double, and again at each threefold",
        source="progressive widening, Coulom 2007",
    ),
)  # fmt: skip

_CREDIT: Final = (
    ParamSpec(
        "virtual_loss", int, 1, 0, 100,
        doc="losses counted for a node while a thread is below it",
        source="Chaslot, Winands and van den Herik 2008",
    ),
    ParamSpec(
        "score_weight", float, 0.02, 0.0, 1.0,
        doc="share of the score, beside winning or losing, in the value of a simulation",
        source="Fuego (gouct), score modification 0.02, to keep playing sensibly when the result "
        "is certain",
    ),
)  # fmt: skip

_PRIORS: Final = (
    ParamSpec(
        "prior_even", float, 8.0, 0.0, 1000.0,
        doc="weight of the value 0.5 that each child starts with",
        source="Gelly and Silver 2007, virtual visits",
    ),
    ParamSpec(
        "prior_capture", float, 20.0, 0.0, 1000.0,
        doc="weight for capturing one stone; more stones count half as much again each, up to 3x",
        source="michi (michi.c): 15 for one stone, 30 for more",
    ),
    ParamSpec(
        "prior_escape", float, 20.0, 0.0, 1000.0,
        doc="weight for saving a chain from atari",
        source="Gelly and Silver 2007: the playouts' tactics as a prior; the weight is ours",
    ),
    ParamSpec(
        "prior_atari", float, 6.0, 0.0, 1000.0,
        doc="weight for putting an enemy chain in atari",
        source="Fuego (gouct/GoUctDefaultPriorKnowledge.cpp); the weight is ours",
    ),
    ParamSpec(
        "prior_ladder", float, 20.0, 0.0, 1000.0,
        doc="weight for beginning a ladder that captures, and against running on where the ladder "
        "captures",
        source="ours; Pachi (uct/prior.c, prune_ladders) leaves such moves out",
    ),
    ParamSpec(
        "prior_self_atari", float, 20.0, 0.0, 1000.0,
        doc="weight, against a move, of a self-atari without excuse",
        source="michi (michi.c): 10; Fuego (gouct/GoUctDefaultPriorKnowledge.cpp)",
    ),
    ParamSpec(
        "prior_own_eye", float, 60.0, 0.0, 1000.0,
        doc="weight, against a move, of filling an own true eye",
        source="Pachi (uct/prior.c), eye; the weight is ours",
    ),
    ParamSpec(
        "prior_pattern", float, 10.0, 0.0, 1000.0,
        doc="weight for a 3x3 pattern of the playouts",
        source="Gelly et al. 2006",
    ),
    ParamSpec(
        "prior_near_last", float, 16.0, 0.0, 1000.0,
        doc="weight next to the last move; halves with every two steps of distance",
        source="progressive bias by distance, Chaslot et al. 2008",
    ),
    ParamSpec(
        "prior_empty_area", float, 10.0, 0.0, 1000.0,
        doc="weight in an empty area: for the third line and above, against the first two",
        source="michi (michi.c): 10",
    ),
    ParamSpec(
        "prior_pass", float, 10.0, 0.0, 1000.0,
        doc="weight against passing",
        source="ours: passing early loses points",
    ),
    ParamSpec(
        "prior_model", float, 200.0, 0.0, 4000.0,
        doc="weight for a move that the model of moves from game records is sure of; 0 is no model",
        source="Coulom 2007; as virtual visits in Pachi (uct/prior.c)",
    ),
    ParamSpec(
        "prior_model_file", str, "shipped",
        reads=reader("gtpengine.patterns.weight_files", "MODELS.read"),
        doc="the model of moves: the program's own, or a file of gtpengine patterns train, for "
        "boards of its class (up to 11x11, or larger); the other boards get the shipped model",
        source="docs/explanation/patterns.md",
    ),
    ParamSpec(
        "prior_model_exponent", float, 0.5, 0.0, 2.0,
        doc="a move of probability p gets prior_model * p**exponent",
        source="the root in michi (michi.c) and Pachi (uct/prior.c); docs/journal.md",
    ),
    ParamSpec(
        "prior_model_rules", float, 1.0, 0.0, 10.0,
        doc="factor on the weights of the rules (capture to empty area) where the model speaks",
        source="docs/journal.md",
    ),
)  # fmt: skip

_NETWORK: Final = (
    ParamSpec(
        "network", str, "shipped", reads=reader("gtpengine.network.serving", "read"),
        doc="the network that judges positions: none, the program's own, or "
        "a file of gtpengine net export; boards it was not learned on are played without; it needs "
        "the model of moves",
        source="Silver et al. 2016",
    ),
    ParamSpec(
        "network_role", str, "leads", choices=("leads", "beside"),
        doc="leads: PUCT chooses the way, and the network judges each new node in place of a "
        "playout. beside: the network judges some nodes of a search by playouts and RAVE. With a "
        "technique on, the network is always beside",
        source="Silver et al. 2017; Silver et al. 2016",
    ),
    ParamSpec(
        "network_exploration", float, 0.6, 0.0, 100.0,
        doc="c in value + c * probability * sqrt(parent visits) / (1 + visits) where a network "
        "leads",
        source="Rosin 2011; Silver et al. 2017; docs/journal.md",
        player=Player.LEADS,
    ),
    ParamSpec(
        "network_first_play", float, 0.1, 0.0, 1.0,
        doc="where a network leads, how far below its parent a move without visits counts at most: "
        "when all moves of the policy have been tried",
        source="Leela Zero; KataGo (fpuReductionMax)",
        player=Player.LEADS,
    ),
    ParamSpec(
        "network_noise", float, 0.01, 0.0, 1.0,
        doc="where a network leads, the range of the random number that each judgement gets. Other "
        "seeds play other games by it",
        source="ours: nothing else there is left to chance",
        player=Player.LEADS,
    ),
    ParamSpec(
        "network_prior_noise", float, 0.0, 0.0, 10.0,
        doc="where a network leads, each probability of a move is multiplied by a factor between "
        "exp(-x) and exp(x), drawn by chance",
        source="ours",
        player=Player.LEADS,
    ),
    ParamSpec(
        "network_symmetry", int, 0, 0, 8,
        doc="under which of the eight symmetries of the board the network sees a position; 8 = "
        "another one each time, by chance",
        source="Silver et al. 2016; Silver et al. 2017",
        player=Player.JUDGES,
    ),
    ParamSpec(
        "network_playouts", int, 4, 0, 1_000_000,
        doc="where a network leads, every N-th simulation is also played out, after 64 playouts "
        "of a thread every 4N-th. The playout says who owns each point; the value stays the "
        "network's. 0 is never",
        source="ours",
        player=Player.LEADS,
    ),
    ParamSpec(
        "network_visits", int, 16, 0, 1_000_000,
        doc="visits of a node from which on the network judges it beside playouts; up to "
        "expand_visits: when it gets children; the root always",
        source="ours: a judgement costs as much as some playouts",
        player=Player.BESIDE,
    ),
    ParamSpec(
        "network_lambda", float, 0.7, 0.0, 1.0,
        doc="share of the judgement of the deepest judged node on the way, beside the playout's "
        "result, in the value of a simulation; 1 plays nothing out once a node is judged",
        source="lambda of Silver et al. 2016",
        player=Player.BESIDE,
    ),
    ParamSpec(
        "network_prior", float, 1.0, 0.0, 1.0,
        doc="share of the network's policy, beside the model's, in the probability of a move",
        source="ours",
        player=Player.JUDGES,
    ),
    ParamSpec(
        "network_weight", int, 0, 0, 1000,
        doc="simulations that a judgement counts for, at its node and at the nodes above",
        source="ours: virtual visits, as for priors",
        player=Player.JUDGES,
    ),
)  # fmt: skip

_PLAYOUT: Final = (
    ParamSpec(
        "playout_policy", str, "rules", choices=("rules",),
        doc="what plays the playouts: any legal moves but own eyes; the rules below, in order; or "
        "all moves by learned weights, with the rates of refused self-ataris alone",
        source="Gelly et al. 2006; Coulom 2007",
        player=Player.PLAYOUTS,
    ),
    ParamSpec(
        "playout_order", str, ":".join(RULES), parts=tuple(RULES),
        doc="the order in which the rules are asked; the first rule that has a move decides, and "
        "rules not named are left out",
        source="Gelly et al. 2006; much like Pachi (playout/moggy.c): what is at stake at once, "
        "then shape, then anywhere",
        player=Player.PLAYOUTS,
    ),
    ParamSpec(
        "playout_atari_rate", float, 0.9, 0.0, 1.0,
        doc="rate of looking for captures and escapes around the last move",
        source="Gelly et al. 2006",
        player=Player.PLAYOUTS,
    ),
    ParamSpec(
        "playout_ladder_rate", float, 0.0, 0.0, 1.0,
        doc="rate of reading out the ladder before a chain runs from atari to two liberties",
        source="michi (michi.c, fix_atari); Pachi (playout/moggy.c, tactics/ladder.c)",
        player=Player.PLAYOUTS,
    ),
    ParamSpec(
        "playout_two_liberty_rate", float, 0.9, 0.0, 1.0,
        doc="rate of looking for attack and defence of the chains with two liberties at the last "
        "move",
        source="Pachi (playout/moggy.c, tactics/2lib.c), of which it is a weaker form",
        player=Player.PLAYOUTS,
    ),
    ParamSpec(
        "playout_counter_atari", bool, True,
        doc="defend chains with two liberties by putting enemy chains beside them in atari, too",
        source="Pachi (tactics/2lib.c)",
        player=Player.PLAYOUTS,
    ),
    ParamSpec(
        "playout_pattern_rate", float, 0.95, 0.0, 1.0,
        doc="rate of looking for 3x3 patterns around the last two moves",
        source="Gelly et al. 2006",
        player=Player.PLAYOUTS,
    ),
    ParamSpec(
        "playout_second_last", bool, True,
        doc="look for hand-made patterns around the second last move, too",
        source="Pachi (playout/moggy.c) and michi (michi.c)",
        player=Player.PLAYOUTS,
    ),
    ParamSpec(
        "playout_self_atari_rate", float, 0.95, 0.0, 1.0,
        doc="rate of refusing a bad self-atari wherever a playout proposes one",
        source="michi (michi.c): 0.9; Pachi (playout/moggy.c), selfatarirate 0.6",
        player=Player.PLAYOUTS,
    ),
    ParamSpec(
        "playout_self_atari_stones", int, 0, 0, 361,
        doc="stones from which a bad self-atari is always refused, which keeps sekis; 0 is off",
        source="Pachi (playout/moggy.c), is_really_bad_selfatari, from 3 stones on",
        player=Player.PLAYOUTS,
    ),
    ParamSpec(
        "playout_max_moves", float, 3.0, 1.0, 10.0,
        doc="a playout ends after this many moves for each point of the board",
        source="ours: superko is not looked at inside a playout",
        player=Player.PLAYOUTS,
    ),
)  # fmt: skip

GROUPS: Final = {
    "selection": _SELECTION,
    "solver": _SOLVER,
    "growth": _GROWTH,
    "credit": _CREDIT,
    "prior": _PRIORS,
    "network": _NETWORK,
    "playout": _PLAYOUT,
}
"""What is read together: the kernel has a struct for each, so that a new row compiles few files."""

ROWS: Final = tuple(row for rows in GROUPS.values() for row in rows)
