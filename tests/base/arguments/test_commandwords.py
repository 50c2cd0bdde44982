"""Command lines and their words, on either kind of system."""

from __future__ import annotations

import pytest

from gtpengine.base.arguments.commandwords import joined, quoted, split


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (r"C:\gnugo\gnugo.exe --mode gtp", [r"C:\gnugo\gnugo.exe", "--mode", "gtp"]),
        (
            r'"C:\Program Files\go 碁\e.exe" --seed 1',
            [r"C:\Program Files\go 碁\e.exe", "--seed", "1"],
        ),
        (r"C:\Users\O'Brien\e.exe # 1", [r"C:\Users\O'Brien\e.exe", "#", "1"]),
        (r'e.exe --config="a b.toml" ""', ["e.exe", "--config=a b.toml", ""]),
        ("e.exe  x\ty", ["e.exe", "x", "y"]),
        ("", []),
    ],
)
def test_words_on_windows(line: str, words: list[str]) -> None:
    assert split(line, windows=True) == words
    assert split(joined(words, windows=True), windows=True) == words


@pytest.mark.parametrize("word", ["scipy>=1.11", "/clone[web]", "a&b", "O'Brien", "a,b", "(x)"])
def test_what_a_shell_of_windows_would_change_is_in_quotes(word: str) -> None:
    """cmd.exe would write the output of ``pip install scipy>=1.11`` into a file."""
    assert joined(["pip", word], windows=True) == f'pip "{word}"'
    assert split(joined(["pip", word], windows=True), windows=True) == ["pip", word]


def test_words_elsewhere() -> None:
    assert split(r"/a\ b/e 'c d'", windows=False) == ["/a b/e", "c d"]
    assert joined(["/a b/e", "c"], windows=False) == "'/a b/e' c"


@pytest.mark.parametrize("windows", [True, False])
def test_a_quote_that_is_not_closed(windows: bool) -> None:
    with pytest.raises(ValueError, match="No closing quotation"):
        split('e.exe "a', windows)


def test_an_engine_in_quotes() -> None:
    assert quoted("gtpengine --seed 1", windows=True) == '"gtpengine --seed 1"'
    assert quoted("gtpengine", windows=True) == "gtpengine"
    assert quoted("gtpengine --seed 1", windows=False) == "'gtpengine --seed 1'"
    assert split(quoted("e 'a b'", windows=False), windows=False) == ["e 'a b'"]
