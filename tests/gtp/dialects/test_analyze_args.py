"""What the analysis commands accept and refuse."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK, PASS, WHITE, vertex_to_point
from board_ext.position import Position
from gtpengine.gtp.arguments import Args
from gtpengine.gtp.dialects.analyze_args import KATA_FLAGS, AnalyzeArgs, parse_analyze
from gtpengine.gtp.protocol import GtpError


def parse(text: str, flags: frozenset[str] = KATA_FLAGS) -> AnalyzeArgs:
    position = Position(9)
    position.to_play = WHITE
    return parse_analyze(Args(tuple(text.split()), "kata-analyze"), position, flags)


def points(text: str) -> set[int]:
    return {vertex_to_point(vertex, 9) for vertex in text.split()}


@pytest.mark.parametrize(
    ("text", "color", "interval"),
    [
        ("", WHITE, None),
        ("b", BLACK, None),
        ("B 50", BLACK, 0.5),
        ("100", WHITE, 1.0),
        ("white 12.5", WHITE, 0.125),
        ("interval 20", WHITE, 0.2),
        ("black interval 20 interval 30", BLACK, 0.3),
        ("0", WHITE, 0.01),
        ("b 100000", BLACK, 1000.0),
        ("b 1e300", BLACK, 1e8),
    ],
)
def test_colour_and_interval(text: str, color: int, interval: float | None) -> None:
    found = parse(text)
    assert (found.color, found.interval) == (color, interval)


def test_all_keys() -> None:
    found = parse(
        "b 10 minmoves 3 maxmoves 7 ownership true rootInfo true pvVisits false "
        "movesOwnership true avoid w D4,pass 5 avoid w D4,e5 9 allow b C3,c4 2"
    )
    assert (found.min_moves, found.max_moves) == (3, 7)
    assert found.flags == {"ownership", "rootInfo", "movesOwnership"}
    whites = {point: depth for (color, point), depth in found.avoid.items() if color == WHITE}
    assert whites == {vertex_to_point("D4", 9): 9, PASS: 5, vertex_to_point("E5", 9): 9}
    blacks = {point for (color, point), depth in found.avoid.items() if color == BLACK}
    assert blacks == {*range(81), PASS} - points("C3 C4")
    assert parse("ownership true ownership false").flags == frozenset()
    assert parse("maxmoves 0").max_moves == 1


@pytest.mark.parametrize(
    "text",
    [
        "x", "b x", "b 10 x", "foo 3", "interval", "interval x", "-5", "interval -1", "b nan",
        "minmoves", "minmoves x", "minmoves -1", "maxmoves 1.5", "ownership", "ownership 1",
        "ownership maybe", "Ownership true", "avoid", "avoid b", "avoid b D4", "avoid b D4 x",
        "avoid b D4 0", "avoid b Z4 1", "avoid b , 1", "avoid x D4 1", "allow b D4 -1",
        "allow b D4 1 allow b E5 1", "allow b D4 1 avoid b E5 1", "avoid b D4 1 allow b E5 1",
        "b b", "10 20", "b 10 w",
    ],
)  # fmt: skip
def test_what_is_refused(text: str) -> None:
    with pytest.raises(GtpError, match=r"^syntax error: .*usage: kata-analyze"):
        parse(text)


@pytest.mark.parametrize("flag", sorted(KATA_FLAGS))
def test_leela_zero_does_not_know_the_keys_of_katago(flag: str) -> None:
    assert parse(f"{flag} true").flags == {flag}
    with pytest.raises(GtpError, match="unknown key"):
        parse(f"{flag} true", frozenset())


def test_both_sides_may_be_restricted_in_different_ways() -> None:
    found = parse("allow b D4 1 allow w E5 3 interval 5")
    assert len(found.avoid) == 2 * 81
    assert found.interval == 0.05
