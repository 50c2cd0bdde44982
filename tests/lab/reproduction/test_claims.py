"""The table of claims: what it says, and how a wrong one is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from gtpengine.lab.reproduction.claims import SHIPPED, chosen, read_claims
from gtpengine.lab.study.tables.reading import TableError
from tests.lab.reproduction.tables import TEXT, claims_in


def test_a_claim_is_one_match_or_two(tmp_path: Path) -> None:
    claims = claims_in(tmp_path)
    assert [(str(p), p.part) for p in claims.points()] == [
        ("double", "both"),
        ("rave, with", "with"),
        ("rave, without", "without"),
        ("far, with", "with"),
        ("far, without", "without"),
    ]
    double, with_it, without, *_ = claims.points()
    assert double.engines("gtpengine") == (
        "with=gtpengine --set network=none --simulations 20",
        "without=gtpengine --set network=none --simulations 10",
    )
    rival = f"rival={claims.claims[1].against.command}"  # type: ignore[union-attr]
    assert with_it.engines("e") == ("gtpengine=e --preset mogo-2007 --simulations 10", rival)
    off = "--set rave_equivalence=0 --set tree_policy=ucb1"
    assert without.engines("e")[0].endswith(f"--simulations 10 {off}")
    assert claims.claims[0].limit == "20 simulations against 10 simulations"
    assert claims.claims[1].limit == "10 simulations"


def test_settings_tell_matches_apart_that_play_otherwise(tmp_path: Path) -> None:
    before = {str(point): point.settings for point in claims_in(tmp_path).points()}
    changed = TEXT.replace("simulations_without = 10", "simulations_without = 11")
    after = {str(point): point.settings for point in claims_in(tmp_path, changed).points()}
    assert [key for key in before if before[key] != after[key]] == ["double"]


def test_parts_are_chosen_by_words(tmp_path: Path) -> None:
    points = claims_in(tmp_path).points()
    assert [str(p) for p in chosen(points, ["ourselves"])] == ["double"]
    assert [str(p) for p in chosen(points, ["5x5,rival", "double"])] == [
        "double", "rave, with", "rave, without",
    ]  # fmt: skip
    with pytest.raises(TableError, match="did you mean rave"):
        chosen(points, ["rav"])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('against = "rival"', 'against = "reval"', "no \\[\\[program\\]\\] of the name 'reval'"),
        ('against = "rival"', "", "published_without with a program"),
        ("published_without = 0.25", "", "published_without with a program"),
        ("published = 0.55", 'published = "better"', "published_without with a program"),
        ("published = 0.7", "published = 0.7\nquoted = 1", "quoted is true or false"),
        ("published = 0.7", "published = 70", "published must be a number from 0 to 1"),
        ("published = 0.7", "", "published must be a number from 0 to 1"),
        ("simulations_without = 10", "simulations_without = 20", "its sides do not differ"),
        ("simulations = 20", "simulations = 20\nseconds = 1", "simulations or seconds, one of"),
        ('preset = "mogo-2007"', 'preset = "mogo-2070"', "did you mean mogo-2007"),
        ('off = ["rave_eq', 'off = ["rave_iq', "is no PARAMETER=VALUE"),
        ('says = "twice the simulations"', "", "needs says"),
        ('name = "rave"', 'name = "double"', "there are two claims of the name 'double'"),
        ('name = "gone"', 'name = "rival"', "there are two programs of the name 'rival'"),
        ('paper = "Coulom 2007"', 'papers = "Coulom 2007"', "did you mean paper"),
        ('"no-such-program --mode gtp"', '"\'"', "no closing quotation"),
        ('"no-such-program --mode gtp"', '" "', "needs command"),
        ("least = 4", "least = 5", "even numbers"),
    ],
)
def test_a_wrong_table_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in TEXT
    with pytest.raises(TableError, match=message):
        claims_in(tmp_path, TEXT.replace(old, new, 1))


def test_the_table_that_ships_repeats_thirty_results_and_more() -> None:
    claims = read_claims(SHIPPED).claims
    assert len(claims) >= 30
    papers = {claim.paper for claim in claims}
    assert len(papers) >= 10
