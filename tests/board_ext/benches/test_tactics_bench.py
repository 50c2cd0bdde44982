"""The measurement of the tactics asks real questions; what it times is not tested."""

from __future__ import annotations

import pytest

from board_ext.benches.tactics_bench import nanoseconds, report


def answers(size: int, seed: int) -> dict[str, tuple[int, float]]:
    measured = nanoseconds(size, positions=12, repeat=1, seed=seed)
    return {name: (calls, mean) for name, (_, calls, mean) in measured.items()}


@pytest.mark.parametrize("size", [9, 19])
def test_a_seed_asks_the_same_questions_again(size: int) -> None:
    first = answers(size, 1)
    assert answers(size, 1) == first
    assert answers(size, 2) != first
    assert min(calls for calls, _ in first.values()) > 0


def test_the_answers_agree_with_each_other() -> None:
    found = answers(9, 1)
    two, three, all_of = (
        found[f"liberties_after, {limit}"] for limit in ("limit 2", "limit 3", "no limit")
    )
    assert two[0] == three[0] == all_of[0]
    assert 0 < two[1] < three[1] < all_of[1]
    # Bad ones are self-ataris, and counting among self-ataris alone counts the same ones.
    bad, among = found["is_bad_self_atari"], found["is_bad_self_atari of self-ataris"]
    assert 0 < bad[1] < found["is_self_atari"][1] < 1
    assert bad[0] * bad[1] == pytest.approx(among[0] * among[1])


def test_a_size_that_is_no_board_is_refused() -> None:
    with pytest.raises(ValueError, match="2 to 19"):
        nanoseconds(20)


def test_the_report_has_a_line_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    report((2,))
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + len(answers(2, 1))
