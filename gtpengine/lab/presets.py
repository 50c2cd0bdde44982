"""Presets: settings that name a whole program or paper, for ``--preset NAME``.

A preset says how the search is built: tree policy, priors, playouts, final choice. It sets no
limit, no rules and no number of threads, so it goes with any of them, and ``--set`` changes it
further. None has a network unless it says so. What a paper leaves open is as the engine has it by
default, or said in ``differs``.

The names of parameters are texts here, because the table is read before anything is compiled; the
tests prove them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from gtpengine.base.arguments.paramspec import nearest


@dataclass(frozen=True, slots=True)
class Preset:
    """Settings with a name.

    ``about`` says in a sentence what it is, ``source`` who described it, ``differs`` where the
    settings are not the paper's.
    """

    name: str
    about: str
    source: str
    settings: Mapping[str, str]
    differs: str = ""

    def parameters(self) -> tuple[tuple[str, str], ...]:
        """Return the names and texts of its settings."""
        return tuple({"network": "none", **self.settings}.items())


#: Children begin without a past: the first visit of each has `first_play_urgency`.
_NO_PRIORS: Final = {
    f"prior_{name}": "0"
    for name in (
        "even", "capture", "escape", "atari", "ladder", "self_atari", "own_eye", "pattern",
        "near_last", "empty_area", "pass", "model",
    )
}  # fmt: skip

#: What this engine adds to the trees of the papers.
_PLAIN_TREE: Final = {
    "explore_interval": "0",
    "widening_children": "0",
    "solver": "false",
    "score_bounds": "false",
    "score_weight": "0",
}

_NO_RAVE: Final = {"rave_equivalence": "0"}

_LIGHT: Final = {"playout_policy": "uniform"}

#: Gelly, Wang, Munos and Teytaud 2006: atari, patterns around the last move, captures, any move.
_MOGO_PLAYOUTS: Final = {
    "playout_atari_rate": "1",
    "playout_two_liberty_rate": "0",
    "playout_pattern_rate": "1",
    "playout_second_last": "false",
    "playout_capture_rate": "1",
    "playout_self_atari_rate": "0",
}

_UCT: Final = {
    "tree_policy": "ucb1",
    "ucb_exploration": "1.414",
    "first_play_urgency": "10",
    "expand_visits": "1",
}

#: The tree as a single bandit, without memory for what is below.
_FLAT: Final = {"tree_depth": "1", "expand_visits": "1000", "recommendation": "max"}

#: Gelly and Silver 2007: what the playouts would play is a good move to begin with.
_MOGO_2007: Final = {
    **_PLAIN_TREE,
    **_NO_PRIORS,
    **_MOGO_PLAYOUTS,
    "rave_schedule": "hand-selected",
    "rave_equivalence": "1000",
    "rave_distance_levels": "1",
    "expand_visits": "1",
    "prior_even": "10",
    "prior_capture": "40",
    "prior_escape": "40",
    "prior_pattern": "40",
    "prior_rave_share": "0",
}

_ROWS: Final = (
    Preset(
        "flat-mc",
        "Flat Monte Carlo: each legal move gets as many random games, the best mean is played.",
        "Abramson 1990; Brügmann 1993; Browne et al. 2012, II-C",
        {**_NO_PRIORS, **_PLAIN_TREE, **_NO_RAVE, **_LIGHT, **_FLAT, "explore_interval": "1"},
    ),
    Preset(
        "gobble-1993",
        "Gobble: a move is worth the mean of all random games in which its side played it at all.",
        "Brügmann 1993; Couëtoux, Müller and Teytaud 2013, 2",
        {
            **_NO_PRIORS,
            **_PLAIN_TREE,
            **_LIGHT,
            **_FLAT,
            "rave_schedule": "constant",
            "amaf_share": "1",
            "rave_distance_levels": "1",
            "recommendation": "robust",
        },
        "no simulated annealing, by which its games follow good moves more and more",
    ),
    Preset(
        "flat-ucb",
        "Flat UCB: the legal moves are the arms of one bandit, random games their rewards.",
        "Coquelin and Munos 2007; Browne et al. 2012, IV-A",
        {**_NO_PRIORS, **_PLAIN_TREE, **_NO_RAVE, **_LIGHT, **_UCT, **_FLAT},
    ),
    Preset(
        "alpha-beta",
        "Full width: for each legal move an alpha-beta search of one more, the best is played.",
        "Knuth and Moore 1975; Browne et al. 2012, II-B",
        {
            **_NO_PRIORS,
            **_PLAIN_TREE,
            **_NO_RAVE,
            **_FLAT,
            "explore_interval": "1",
            "alpha_beta": "1",
        },
        "a simple evaluation: an empty point is the nearer side's; a move is searched once for each"
        " simulation, so a simulation for each legal move is enough",
    ),
    Preset(
        "plain-uct",
        "UCT as it was first described: UCB1 in a tree, a node for each simulation, random games.",
        "Kocsis and Szepesvári 2006; Browne et al. 2012, III-C",
        {**_NO_PRIORS, **_PLAIN_TREE, **_NO_RAVE, **_LIGHT, **_UCT},
        "a node has all its children at once; superko is not looked at inside random games",
    ),
    Preset(
        "mogo-2006",
        "UCB1-tuned with first-play urgency, and playouts that see atari and 3x3 patterns.",
        "Gelly, Wang, Munos and Teytaud 2006",
        {
            **_NO_PRIORS,
            **_PLAIN_TREE,
            **_NO_RAVE,
            **_MOGO_PLAYOUTS,
            "tree_policy": "ucb1-tuned",
            "first_play_urgency": "1.1",
            "expand_visits": "1",
        },
        "the patterns are this engine's own; variance is that of wins and losses",
    ),
    Preset(
        "mogo-2007",
        "RAVE with the hand-selected schedule, and priors from what the playouts would play.",
        "Gelly and Silver 2007",
        _MOGO_2007,
        "no exploration beside RAVE, as the authors recommend later (2011); no prior of RLGO",
    ),
    Preset(
        "pool-rave-2010",
        "MoGo whose playouts play, now and then, what RAVE prefers in the tree.",
        "Rimmel, Teytaud and Teytaud 2010",
        {**_MOGO_2007, "playout_pool_rate": "0.5"},
    ),
    Preset(
        "mcts-rave-2011",
        "Heuristic MC-RAVE: the minimum-MSE schedule, priors of learned shapes, no exploration.",
        "Gelly and Silver 2011",
        {
            **_NO_PRIORS,
            **_PLAIN_TREE,
            **_MOGO_PLAYOUTS,
            "rave_schedule": "minimum-mse",
            "rave_distance_levels": "1",
            "expand_visits": "1",
            "prior_even": "10",
            "prior_model": "40",
            "prior_model_rules": "0",
        },
        "the move model takes the place of RLGO; its weight is their 50 simulations with the even"
        " prior",
    ),
    Preset(
        "crazystone-2007",
        "Learned patterns: they draw the playouts, and order the moves of progressive widening.",
        "Coulom 2007",
        {
            **_NO_PRIORS,
            **_PLAIN_TREE,
            **_NO_RAVE,
            **_UCT,
            "ucb_exploration": "0.5",
            "prior_model": "0.01",
            "widening_children": "2",
            "widening_visits": "40",
            "playout_policy": "softmax",
        },
        "UCT in the place of its own selection; the moves double at each threefold of the visits",
    ),
    Preset(
        "mango-progressive",
        "Progressive bias and progressive unpruning: knowledge guides the tree while it is young.",
        "Chaslot, Winands, van den Herik, Uiterwijk and Bouzy 2008",
        {
            **_NO_PRIORS,
            **_PLAIN_TREE,
            **_NO_RAVE,
            **_MOGO_PLAYOUTS,
            "exploration": "0.7",
            "first_play_urgency": "10",
            "expand_visits": "1",
            "progressive_bias": "1",
            "prior_model": "0.01",
            "widening_children": "5",
            "widening_visits": "30",
        },
        "the move model is the heuristic; a weight of 0.01 orders the moves and is no evidence",
    ),
    Preset(
        "cadiaplayer-2008",
        "UCT whose playouts draw moves by how they did anywhere before (MAST).",
        "Finnsson and Björnsson 2008",
        {
            **_NO_PRIORS,
            **_PLAIN_TREE,
            **_NO_RAVE,
            **_UCT,
            "playout_order": "mast",
            "playout_self_atari_rate": "0",
            "mast_rate": "1",
            "mast_temperature": "1",
            "mast_candidates": "32",
        },
        "32 random moves are candidates, not all",
    ),
    Preset(
        "fuego-2010",
        "RAVE without exploration, priors by rules, playouts with low-liberty tactics.",
        "Enzenberger, Müller, Arneson and Segal 2010",
        {
            **_PLAIN_TREE,
            "rave_distance_levels": "1",
            "prior_model": "0",
            "score_weight": "0.02",
            "playout_capture_rate": "1",
            "playout_self_atari_rate": "1",
        },
        "the weights of the priors are this engine's own",
    ),
    Preset(
        "orego-lgrf",
        "Playouts answer as the last won game did and forget what lost (LGRF-2).",
        "Baier and Drake 2010",
        {
            **_MOGO_2007,
            "playout_reply_rate": "1",
        },
        "RAVE and priors as in mogo-2007",
    ),
    Preset(
        "erica-2010",
        "Playouts drawn by learned weights, RAVE, progressive bias, the max-robust choice.",
        "Huang, Coulom and Lin 2010",
        {
            **_NO_PRIORS,
            **_PLAIN_TREE,
            "prior_even": "1",
            "progressive_bias": "1",
            "playout_policy": "softmax",
            "recommendation": "max-robust",
        },
        "the weights are fitted to records, not balanced; the move model is the bias",
    ),
    Preset(
        "pachi-2012",
        "RAVE with criticality, priors by rules and distance, playouts with many tactical rules.",
        "Baudiš and Gailly 2012",
        {
            **_PLAIN_TREE,
            "prior_model": "0",
            "criticality": "1.1",
            "score_weight": "0.02",
            "playout_eye_rate": "1",
            "playout_few_liberties_rate": "0.25",
            "playout_ko_rate": "0.4",
            "playout_ladder_rate": "0.9",
            "playout_other_liberty_rate": "1",
        },
        "weights and the self-atari filter are this engine's own",
    ),
    Preset(
        "grave-2015",
        "RAVE means of the last ancestor with enough visits; random games, no knowledge.",
        "Cazenave 2015",
        {
            **_NO_PRIORS,
            **_PLAIN_TREE,
            **_LIGHT,
            "rave_distance_levels": "1",
            "first_play_urgency": "10",
            "expand_visits": "1",
            "grave_threshold": "50",
        },
    ),
    Preset(
        "puct-patterns",
        "AlphaGo's search without networks: PUCT with the move model as policy, fast playouts.",
        "Silver et al. 2016, whose table 7 has rollouts alone",
        {
            **_NO_PRIORS,
            **_PLAIN_TREE,
            **_NO_RAVE,
            "tree_policy": "puct",
            "puct_exploration": "1",
            "prior_model": "0.01",
            "playout_policy": "softmax",
        },
        "the policy is the move model; a weight of 0.01 makes no virtual visits",
    ),
)

PRESETS: Final[Mapping[str, Preset]] = MappingProxyType({row.name: row for row in _ROWS})
"""Presets by name, in the order of their years within each kind."""


def read_preset(text: str) -> str:
    """Return the name of a preset as ``PRESETS`` has it; empty for ``off``.

    :raises ValueError: when no preset has this name; the message lists all.
    """
    name = text.strip().lower().replace("_", "-")
    if name in ("off", "none", ""):
        return ""
    if name not in PRESETS:
        guess = nearest(name, PRESETS)
        hint = f"did you mean {guess}?" if guess else f"there are: {', '.join(PRESETS)}"
        raise ValueError(f"preset cannot be {text!r}: {hint}")
    return name


def preset_parameters(name: str) -> Iterable[tuple[str, str]]:
    """Return names and texts of the parameters that a preset sets; none for an empty name."""
    return PRESETS[name].parameters() if name else ()
