"""A small table of claims, and scores that tests make by hand."""

from __future__ import annotations

import sys
from pathlib import Path

from gtpengine.lab.reproduction.claims import Claims, Point, read_claims
from gtpengine.lab.reproduction.scores import Score

TEXT = f"""
width = 0.2
least = 4
most = 8

[[program]]
name = "rival"
title = "The rival"
command = "{sys.executable} -m gtpengine --simulations 2"

[[program]]
name = "gone"
title = "The one that is gone"
command = "no-such-program --mode gtp"

[[claim]]
name = "double"
says = "twice the simulations"
paper = "Bourki et al. 2010"
size = 5
simulations = 20
simulations_without = 10
published = 0.7

[[claim]]
name = "rave"
says = "RAVE | UCT"
paper = "Gelly and Silver 2011"
size = 5
komi = 0.5
simulations = 10
against = "rival"
preset = "mogo-2007"
off = ["rave_equivalence=0", "tree_policy=ucb1"]
published = 0.55
published_without = 0.25
published_games = 100
differs = "another rival"

[[claim]]
name = "far"
says = "patterns"
paper = "Coulom 2007"
simulations = 10
against = "gone"
off = ["playout_pattern_rate=0"]
published = 0.9
published_without = 0.4
"""


def claims_at(folder: Path, text: str = TEXT) -> Path:
    path = folder / "claims.toml"
    path.write_text(text, encoding="utf-8")
    return path


def claims_in(folder: Path, text: str = TEXT) -> Claims:
    return read_claims(claims_at(folder, text))


def score(point: Point, share: float, half: float, games: int = 100) -> Score:
    return Score(
        point.settings, games, share, share - half, share + half, 0, "2026-01-02",
        "0123456789ab",
    )  # fmt: skip
