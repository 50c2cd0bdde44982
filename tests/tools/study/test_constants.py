"""The constants that are called a paper's are the paper's, and all others are called ours.

`PUBLISHED` is the one table of them. A number of a technique that is not in it has *not tuned*,
*ours* or *there* in the source of its row, as the page of parameters shows it: nobody tuned it, or
it stands beside the number of the paper.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import pytest
from gtpengine.tools.study.table import SHIPPED, read_table

from gtpengine.mcts.params.search_params import OWN_ROWS, PARAMS, SWITCHES


class Constant(NamedTuple):
    """A parameter, its value, and where the paper, or a survey that cites it, has it."""

    name: str
    value: float
    source: str


#: Values by default.
DEFAULTS: Final = (
    Constant(
        "ucb_exploration", 1.414,
        "Auer, Cesa-Bianchi and Fischer 2002, figure 1: sqrt(2 ln n / n_j); Świechowski et al."
        " 2022, 2.2, equation 2; Tesauro, Rajan and Segal 2010 as told by Browne et al. 2012, V-A2",
    ),
    Constant(
        "bonus_factor", 1.0,
        "Auer, Cesa-Bianchi and Fischer 2002, figure 4 (UCB1-NORMAL), section 4 (UCB1-TUNED), the"
        " latter also in Browne et al. 2012, V-A1; Garivier and Cappé 2011, algorithm 1 with c = 0;"
        " Audibert and Bubeck 2009, MOSS",
    ),
    Constant(
        "ucb1_normal_visits", 8.0,
        "Auer, Cesa-Bianchi and Fischer 2002, figure 4: machines played less than 8 log n times",
    ),
    Constant(
        "ucb_v_exploration", 1.2,
        "Audibert, Munos and Szepesvári 2009, the bound for c = 1 and zeta above 1, with 1.2 as its"
        " example",
    ),
    Constant("nst_visits", 7, "Tak, Winands and Björnsson 2012, the threshold k"),
    Constant("playout_reply_moves", 2, "Baier and Drake 2010: LGRF-2"),
    Constant("tree_decay", 0.6, "Pepels, Winands and Lanctot 2014, gamma"),
    Constant("subtree_value_bias_exponent", 0.8, "Wu 2021, KataGoMethods.md, Subtree Value Bias"),
)  # fmt: skip

#: Values that rows of the study set, by row.
OF_ROWS: Final = (
    ("mast", Constant("mast_rate", 1, "Finnsson and Björnsson 2008: each move is drawn")),
    ("to-mast", Constant("mast_rate", 1, "Finnsson and Björnsson 2010: each move is drawn")),
    ("mast-roulette", Constant("mast_rate", 1, "Finnsson and Björnsson 2010: each move is drawn")),
    ("mast-greedy", Constant("mast_rate", 0.8, "Tak, Winands and Björnsson 2012: epsilon is 0.2")),
    ("nst", Constant("nst_rate", 0.8, "Tak, Winands and Björnsson 2012: epsilon is 0.2")),
    ("nst-and-replies", Constant("nst_rate", 0.8, "Tak, Winands and Björnsson 2012")),
    ("nst-and-replies", Constant("playout_reply_rate", 1, "Baier and Drake 2010")),
    ("past", Constant("past_rate", 1, "Finnsson and Björnsson 2010: each move is drawn")),
    ("ppa", Constant("ppa_rate", 1, "Cazenave 2016: each move is drawn")),
    ("lgr-1", Constant("playout_reply_rate", 1, "Drake 2009: a reply is always played")),
    ("lgr-1", Constant("playout_reply_moves", 1, "Drake 2009: LGR-1 answers one move")),
    ("lgr-2", Constant("playout_reply_rate", 1, "Drake 2009: a reply is always played")),
    ("lgr-2", Constant("playout_reply_moves", 2, "Drake 2009: LGR-2 answers two moves")),
    ("lgrf-1", Constant("playout_reply_rate", 1, "Baier and Drake 2010")),
    ("lgrf-1", Constant("playout_reply_moves", 1, "Baier and Drake 2010: LGRF-1")),
    ("lgrf-2", Constant("playout_reply_rate", 1, "Baier and Drake 2010")),
    ("reflexive", Constant("reflexive", 1, "Cazenave 2007: one level")),
    ("ucd", Constant("ucd_depth", 1, "Saffidine, Cazenave and Méhat 2010: d1 = 1 is UCT2")),
    ("virtual-wins", Constant("virtual_wins", 1, "Couëtoux, Müller and Teytaud 2013, 3.5.1")),
    ("progressive-history", Constant("progressive_history", 5, "Nijssen and Winands 2010: W = 5")),
    ("sufficiency", Constant("sufficiency_threshold", 0.6, "Gudmundsson and Björnsson 2013")),
    ("grave", Constant("grave_threshold", 50, "Cazenave 2015: ref = 50 on 9x9")),
    ("max-backup", Constant("max_backup", 162, "Coulom 2006, mix: twice the points of the board")),
    ("implicit-minimax", Constant("implicit_minimax", 0.4, "Lanctot et al. 2014: MCTS(im0.4)")),
    ("constant-bias", Constant("implicit_minimax", 0.4, "Lanctot et al. 2014: MCTS(im0.4)")),
    ("fading-minimax", Constant("implicit_minimax", 0.4, "Lanctot et al. 2014: MCTS(im0.4)")),
    ("subtree-value-bias", Constant("subtree_value_bias", 0.35, "Wu 2021: 0.30 to 0.35")),
    ("relative-bonus", Constant("relative_bonus", 0.25, "Pepels et al. 2014, a")),
    ("criticality", Constant("criticality", 1.1, "Baudiš and Gailly 2012; Pachi, ucb1amaf.c")),
)

OURS: Final = ("not tuned", "ours", " there")

ROWS: Final = {row.name: row for row in read_table(SHIPPED).rows}
#: The parameters that stand in the files of techniques.
OWN: Final = {
    row.name: row for module, rows in OWN_ROWS.items() if module in SWITCHES for row in rows
}


def is_called_ours(name: str) -> bool:
    return any(word in PARAMS[name].source for word in OURS)


@pytest.mark.parametrize("constant", DEFAULTS, ids=lambda constant: constant.name)
def test_the_default_is_the_papers(constant: Constant) -> None:
    assert PARAMS[constant.name].default == constant.value
    assert not is_called_ours(constant.name)


@pytest.mark.parametrize(("row", "constant"), OF_ROWS)
def test_the_row_has_the_papers(row: str, constant: Constant) -> None:
    settings = dict(text.split("=", 1) for text in ROWS[row].on)
    assert float(settings[constant.name]) == constant.value


def test_every_other_number_is_called_ours() -> None:
    published = {constant.name for constant in DEFAULTS}
    switches = {name for name, choice in SWITCHES.values() if choice is None}
    silent = [
        name
        for name, spec in OWN.items()
        if spec.kind in (int, float) and name not in switches | published
        if not is_called_ours(name)
    ]
    assert silent == []


def test_every_other_number_of_a_row_is_called_ours() -> None:
    published = {(row, constant.name) for row, constant in OF_ROWS}
    silent = []
    for row in ROWS.values():
        for name, _, value in (text.partition("=") for text in row.on):
            if name not in OWN or OWN[name].kind not in (int, float):
                continue
            called = is_called_ours(name) or "which is ours" in row.technique
            if (row.name, name) not in published and not called:
                silent.append(f"{row.name}: {name}={value}")
    assert silent == []
