"""The page of published results beside ours."""

from __future__ import annotations

from pathlib import Path

from gtpengine.tools.reproduction.claims import SHIPPED as CLAIMS
from gtpengine.tools.reproduction.claims import read_claims
from gtpengine.tools.reproduction.page import page
from gtpengine.tools.reproduction.scores import SHIPPED, current, read_scores

from tests.tools.reproduction.tables import claims_in, score


def test_the_page_is_up_to_date() -> None:
    path = Path(__file__).resolve().parents[3] / "docs/reference/reproductions.md"
    claims = read_claims(CLAIMS)
    found = current(claims.points(), read_scores(SHIPPED))
    advice = "run: python -m gtpengine.tools.reproduction.page > docs/reference/reproductions.md"
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
    assert "Of 3 claims 1 have games enough: 1 repeated." in text
    assert "202 games were played, 0 failed." in text
    few = "| double | twice the simulations | Bourki et al. 2010 | 5x5, 20 simulations against 10"
    made = "2026-01-02, `0123456789ab` |"
    assert f"{few} simulations | the other side | 70.0 | 65.0 (55.0 to 75.0) | 2 | +20.0 |" in text
    assert "| +15.0 (+5.0 to +25.0) | - | " + made in text  # two games give no verdict
    assert "| rave | RAVE \\| UCT |" in text
    assert "55.0 against 25.0 | 50.0 (40.0 to 60.0) against 30.0 (20.0 to 40.0) |" in text
    assert "| repeated | " + made in text
    assert "- `rave`: Our set-up: another rival" in text
