"""Why a match of a study ends, and what ending for futility costs."""

from __future__ import annotations

import math
from statistics import NormalDist

import pytest
from gtpengine.tools.statistics.stats import Estimate, single_games

from gtpengine.lab.study.figures.endings import (
    ALL,
    FAR,
    FUTILE,
    NARROW,
    chance_to_count,
    ended_by,
    holm_bound,
    standard_errors,
)
from gtpengine.lab.study.tables.reading import MatchEnding

FORTY = MatchEnding(0.036, 100, 740, far=150, futile=0.1, look=300, tests=40)


def share(percent: float, games: int) -> Estimate:
    return single_games(percent / 100 * games, games)


@pytest.mark.parametrize(
    ("percent", "games", "reason"),
    [
        (90, 98, ""),  # too few
        (90, 100, FAR),
        (10, 100, FAR),
        (55, 100, ""),
        (52, 298, ""),  # it is asked at 300 games alone
        (52, 300, FUTILE),
        (48, 300, FUTILE),
        (52, 302, ""),
        (58, 300, ""),
        (42, 300, ""),
        (50, 738, NARROW),
        (50, 740, NARROW),
    ],
)
def test_each_rule_ends_a_match(percent: float, games: int, reason: str) -> None:
    assert ended_by(share(percent, games), games, FORTY) == reason


def test_a_wide_match_ends_with_all_its_games() -> None:
    wide = MatchEnding(0.001, 4, 8)
    assert ended_by(share(50, 6), 6, wide) == ""
    assert ended_by(share(50, 8), 8, wide) == ALL


def test_a_rule_that_is_off_never_ends_a_match() -> None:
    assert ended_by(share(100, 100), 100, MatchEnding(0.01, 100, 740)) == ""
    assert ended_by(share(50, 300), 300, MatchEnding(0.01, 100, 740, look=300)) == ""


def test_standard_errors() -> None:
    # 60 of 100: 0.1 above even, with a standard error of 0.05.
    assert standard_errors(share(60, 100)) == pytest.approx(2.0)
    assert standard_errors(share(40, 100)) == pytest.approx(-2.0)


def test_the_chance_of_a_sign_at_the_end() -> None:
    # What is at the bound on its way to the end gets there every second time.
    half = 0.5
    assert chance_to_count(holm_bound(40) * math.sqrt(half), half, 40) == pytest.approx(0.5)
    assert chance_to_count(-holm_bound(40) * math.sqrt(half), half, 40) == pytest.approx(0.5)
    assert holm_bound(1) == pytest.approx(1.96, abs=0.001)
    assert chance_to_count(1.0, half, 40) < chance_to_count(1.0, half, 1)
    assert chance_to_count(0.0, half, 1) == pytest.approx(0.0028, abs=1e-4)


@pytest.mark.parametrize(
    ("elo", "ended", "power"), [(0, 0.85, 0.001), (30, 0.46, 0.17), (50, 0.14, 0.71)]
)
def test_what_futility_costs(elo: float, ended: float, power: float) -> None:
    """Figures of docs/explanation/laboratory.md, section 4: 300 games, then 440 more."""
    share = FORTY.look / FORTY.most
    drift = elo / (347.4 / math.sqrt(FORTY.most))  # standard errors at the end
    bound, normal = holm_bound(FORTY.tests), NormalDist()
    step, stopped, counted = 0.01, 0.0, 0.0
    for i in range(-600, 601):
        seen = drift * math.sqrt(share) + i * step
        weight = normal.pdf(i * step) * step
        if chance_to_count(seen, share, FORTY.tests) < FORTY.futile:
            stopped += weight
            continue
        at_end = NormalDist(seen * math.sqrt(share) + drift * (1 - share), math.sqrt(1 - share))
        counted += weight * (at_end.cdf(-bound) + 1 - at_end.cdf(bound))
    assert stopped == pytest.approx(ended, abs=0.01)
    assert counted == pytest.approx(power, abs=0.01)
