"""Effects, their intervals, verdicts, and the file of scores."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from gtpengine.tools.statistics.stats import Estimate, elo_from_score, single_games

from gtpengine.lab.reproduction.scores import (
    current,
    difference,
    effect,
    published,
    read_scores,
    verdict,
    written,
)
from gtpengine.lab.study.tables.reading import TableError
from tests.lab.reproduction.tables import TEXT, claims_in, score


def test_the_interval_of_a_difference_is_newcombes() -> None:
    """His example: 56 of 70 against 48 of 80 give 0.2, with 0.0524 to 0.3339 by method 10."""
    found = difference(single_games(56, 70), single_games(48, 80))
    assert found.value == pytest.approx(0.2)
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=1e-4)


def test_a_side_that_lost_all_leaves_the_least_difference() -> None:
    lost = Estimate(-math.inf, -math.inf, -300.0)
    found = difference(Estimate(50.0, 0.0, 100.0), lost)
    assert (found.value, found.low, found.high) == (math.inf, 300.0, math.inf)
    found = difference(lost, Estimate(50.0, 0.0, 100.0))
    assert (found.value, found.low, found.high) == (-math.inf, -math.inf, -300.0)


def test_effects_of_the_paper_and_ours_are_elo(tmp_path: Path) -> None:
    claims = claims_in(tmp_path)
    double, rave, _ = claims.claims
    told = published(double)
    assert (told.value, told.low, told.high) == pytest.approx((elo_from_score(0.7),) * 3)
    paper = published(rave)
    assert paper.value == pytest.approx(elo_from_score(0.55) - elo_from_score(0.25))
    assert paper.low < 150 < 310 < paper.high
    both, with_it, without, *_ = claims.points()
    found = {both.settings: score(both, 0.65, 0.1), with_it.settings: score(with_it, 0.5, 0.1)}
    here = effect(double, found)
    assert here == Estimate(0.65, 0.55, 0.75).elo()
    assert effect(rave, found) is None  # one of its matches has no games yet
    found[without.settings] = score(without, 0.3, 0.1)
    here = effect(rave, found)
    assert here is not None
    assert here.value == pytest.approx(-elo_from_score(0.3))
    above = math.hypot(elo_from_score(0.6), elo_from_score(0.3) - elo_from_score(0.2))
    assert here.high - here.value == pytest.approx(above)


def test_better_without_a_number_is_above_0(tmp_path: Path) -> None:
    text = TEXT.replace("published = 0.55\npublished_without = 0.25\n", 'published = "better"\n')
    paper = published(claims_in(tmp_path, text).claims[1])
    assert 0 < paper.low < 1e-9
    assert paper.high == math.inf


def test_effects_near_the_end_of_the_scale_are_not_small() -> None:
    """From 9.5 to 77.5 and from 40 to 95 per cent are 68 and 55 points, but alike in Elo."""
    one, other = (
        difference(*(Estimate(x, x, x).elo() for x in shares))
        for shares in ((0.775, 0.095), (0.95, 0.4))
    )
    assert (one.value, other.value) == pytest.approx((606.4, 582.0), abs=0.1)


@pytest.mark.parametrize(
    ("paper", "here", "word"),
    [
        ((0.2, 0.2, 0.2), (0.15, 0.05, 0.25), "not contradicted"),
        ((0.2, 0.2, 0.2), (0.15, 0.06, 0.25), "repeated"),
        ((0.2, 0.1, 0.3), (0.4, 0.29, 0.5), "not contradicted"),
        ((0.2, 0.1, 0.3), (0.4, 0.31, 0.5), "larger"),
        ((0.2, 0.1, 0.3), (0.05, 0.01, 0.09), "smaller"),
        ((0.2, 0.1, 0.3), (0.1, -0.1, 0.3), "open"),
        ((0.2, 0.1, 0.3), (-0.2, -0.3, -0.1), "the other way"),
        ((0.0, -0.1, 0.1), (0.01, -0.05, 0.07), "not contradicted"),
        ((-0.2, -0.3, -0.1), (-0.5, -0.6, -0.4), "larger"),
        ((math.inf, 1e-9, math.inf), (0.2, 0.1, 0.3), "repeated"),
        ((math.inf, 1e-9, math.inf), (0.1, -0.1, 0.3), "open"),
        ((math.inf, 1e-9, math.inf), (-0.2, -0.3, -0.1), "the other way"),
    ],
)
def test_verdicts(
    paper: tuple[float, float, float], here: tuple[float, float, float], word: str
) -> None:
    assert verdict(Estimate(*paper), Estimate(*here)) == word


def test_scores_are_read_as_they_were_written(tmp_path: Path) -> None:
    points = claims_in(tmp_path).points()
    found = {point.settings: score(point, 0.5, 0.1) for point in points}
    path = tmp_path / "scores.tsv"
    path.write_text(written(found.values()), encoding="utf-8")
    assert read_scores(path) == found
    path.write_text(path.read_text(encoding="utf-8").replace("0.5", "half"), encoding="utf-8")
    with pytest.raises(TableError, match="line 2"):
        read_scores(path)
    path.write_text("anything\n", encoding="utf-8")
    with pytest.raises(TableError, match="no file of scores"):
        read_scores(path)


def test_a_score_belongs_to_the_match_as_it_is_now(tmp_path: Path) -> None:
    found = {point.settings: score(point, 0.5, 0.1) for point in claims_in(tmp_path).points()}
    changed = claims_in(tmp_path, TEXT.replace("komi = 0.5", "komi = 1.5")).points()
    gone = set(found) - set(current(changed, found))
    assert len(gone) == 2
    assert all(settings.startswith("5 0.5 ") for settings in gone)
