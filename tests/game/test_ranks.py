import pytest

from gtpengine.game.ranks import STRONGEST, WEAKEST, rank_name, rank_number


@pytest.mark.parametrize(
    ("text", "number"),
    [("25k", -24), ("2K", -1), ("1k", 0), ("1d", 1), (" 3 dan ", 3), ("12 kyu", -11), ("9D", 9)],
)
def test_ranks_are_steps_of_one(text: str, number: int) -> None:
    assert rank_number(text) == number


def test_every_rank_has_a_name_that_reads_back() -> None:
    for number in range(WEAKEST, STRONGEST + 1):
        assert rank_number(rank_name(number)) == number


def test_a_number_between_has_the_name_of_the_nearest() -> None:
    assert rank_name(-10.6) == "12k"
    assert rank_name(0.6) == "1d"


@pytest.mark.parametrize("text", ["", "k", "0k", "31k", "10d", "12", "5p", "-3k", "3k?", "12q"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="ranks are 30k to 1k and 1d to 9d"):
        rank_number(text)
