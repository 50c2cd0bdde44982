"""The page of published results beside ours."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from gtpengine.lab.reproduction.claims import SHIPPED as CLAIMS
from gtpengine.lab.reproduction.claims import read_claims
from gtpengine.lab.reproduction.page import page
from gtpengine.lab.reproduction.scores import SHIPPED, current, read_scores
from tests.lab.reproduction.tables import TEXT, claims_in, score


def test_the_page_is_up_to_date() -> None:
    path = Path(__file__).resolve().parents[3] / "docs/reference/reproductions.md"
    claims = read_claims(CLAIMS)
    found = current(claims.points(), read_scores(SHIPPED))
    advice = "run: python -m gtpengine.lab.reproduction.page > docs/reference/reproductions.md"
    made = page(claims.claims, found, claims.ending.least)
    assert path.read_text(encoding="utf-8") == made, advice


def test_shares_effects_and_verdicts(tmp_path: Path) -> None:
    claims = claims_in(tmp_path)
    both, with_it, without, *_ = claims.points()
    found = {
        both.settings: score(both, 0.65, 0.1, games=2),
        with_it.settings: score(with_it, 0.5, 0.1),
        without.settings: score(without, 0.3, 0.1),
    }
    text = page(claims.claims, found, claims.ending.least)
    assert "Of 3 claims of 3 papers and tests 1 have games enough: 1 repeated." in text
    assert "They rest on 3 matches; 202 games were played, 0 failed." in text
    few = "| double | twice the simulations | Bourki et al. 2010 | 5x5, 20 simulations against 10"
    made = "2026-01-02, `0123456789ab` |"
    assert f"{few} simulations | the other side | 70.0 | 65.0 (55.0 to 75.0) | 2 | +147 |" in text
    assert "| +108 (+35 to +191) | - | " + made in text  # two games give no verdict
    assert "| rave | RAVE \\| UCT |" in text
    assert "55.0 against 25.0 | 50.0 (40.0 to 60.0) against 30.0 (20.0 to 40.0) |" in text
    assert "| repeated | " + made in text
    assert "- `rave`: Our set-up: another rival" in text


def test_claims_that_share_a_match_are_told(tmp_path: Path) -> None:
    claim = TEXT[TEXT.index('[[claim]]\nname = "rave"') : TEXT.index('[[claim]]\nname = "far"')]
    twin = claim.replace('"rave"', '"twin"').replace("tree_policy=ucb1", "tree_policy=puct")
    claims = claims_in(tmp_path, TEXT + twin)
    found = {point.settings: score(point, 0.5, 0.1) for point in claims.points()}
    text = page(claims.claims, found, claims.ending.least)
    assert text.count(": a side of 2 claims, `rave`, `twin`.") == 1
    assert "They rest on 6 matches; 600 games were played" in text
    alone = page(claims_in(tmp_path).claims, found, claims.ending.least)
    assert "Matches that claims share" not in alone.partition("| claim |")[2]


def test_a_claim_without_a_number_and_one_that_nobody_read(tmp_path: Path) -> None:
    better = TEXT.replace("published = 0.55\npublished_without = 0.25\n", 'published = "better"\n')
    quoted = better.replace("published = 0.7", "published = 0.7\nquoted = true")
    claims = claims_in(tmp_path, quoted)
    both, with_it, without, *_ = claims.points()
    found = {
        both.settings: score(both, 0.65, 0.01),
        with_it.settings: score(with_it, 0.5, 0.05),
        without.settings: score(without, 0.3, 0.05),
    }
    text = page(claims.claims, found, claims.ending.least)
    assert "Of 3 claims of 3 papers and tests 1 have games enough: 1 repeated." in text
    assert "| +108 (+100 to +115) | quoted |" in text
    assert (
        "| better | 50.0 (45.0 to 55.0) against 30.0 (25.0 to 35.0) | 100 and 100 | better |"
        in text
    )


def test_an_effect_without_bound_tells_the_least(tmp_path: Path) -> None:
    claims = claims_in(tmp_path)
    both = claims.points()[0]
    for share, shown in ((1.0, "| above +241 |"), (0.0, "| below -241 |")):
        mine = dataclasses.replace(
            score(both, share, 0.0), low=min(share, 0.8), high=max(share, 0.2)
        )
        made = page(claims.claims, {both.settings: mine}, claims.ending.least)
        assert shown in made
