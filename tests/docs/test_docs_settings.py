"""Settings in examples do what the examples say: each changes the search that plays."""

from __future__ import annotations

import ast
import itertools
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from gtpengine.base.arguments.parser import examples
from gtpengine.cli import COMMANDS, parse_settings
from gtpengine.gtp.front_end import make_engine
from gtpengine.mcts.params.players import remarks
from gtpengine.mcts.params.search_params import PARAMS, SearchParams
from tests.docs.test_docs_commands import PAGES, ROOT, lines, words
from tests.docs.test_help import parser_of
from tests.mcts.params.test_players import choice, positions

FILE: Final = re.compile(r"(\w+)=[^ ]*(?:\.(?:net|bin|txt|values|book)|records)")
"""A setting with a file of the reader's, which need not exist here."""

MATCHES: Final = ("match", "sprt", "tournament", "tune", "screen", "ablation")
Settings = dict[str, Any]


def without_files(text: str) -> str:
    return FILE.sub("seed=1", text)


def params_of(text: str, size: int, *more: str) -> SearchParams | None:
    """The search's parameters of an engine of ours with further settings; None for others.

    None of its settings may be one that it does not read on this board.
    """
    program, *options = shlex.split(re.sub(r"^[\w.+-]+=(?=\S+ )", "", without_files(text)))
    if Path(program).name != "gtpengine" or "--evaluator" in options:
        return None  # another program, or a file of the reader leads
    sets = itertools.chain(*(("--set", setting) for setting in more))
    engine = make_engine(parse_settings([*options, *sets, "--memory", "16"]))
    engine.new_game(size)
    said = [remark.told() for remark in engine.remarks()]
    engine.close()
    assert said == [], f"{text} {' '.join(more)}"
    return engine.search_params


def changes(params: SearchParams, base: SearchParams) -> bool:
    """Whether a search with these parameters differs from one with others."""
    first, second = (
        {row.name: value for row, value in side if value != row.default} for side in (params, base)
    )
    return any(choice(board, **first) != choice(board, **second) for board in positions())


def check(command: str, args: Any) -> int:
    """Check the settings of a command that plays; return how many are compared."""
    size = args.size
    if command in ("match", "sprt", "tournament"):
        found = [params_of(text, size) for text in args.engine]
        ours = [params for params in found if params is not None]
        pairs = [(a, b) for a, b in itertools.combinations(ours, 2) if a != b]
    else:
        base = params_of(args.engine if command != "ablation" else "gtpengine", size)
        assert base is not None
        engine = "gtpengine" if command == "ablation" else args.engine
        rows = {"screen": "factor", "ablation": "off"}.get(command)
        if rows:
            variants = [text.split(",") for text in getattr(args, rows) or ()]
        else:
            ranges = [re.fullmatch(r"(\w+)=([^:]+):([^:]+).*", text) for text in args.param]
            variants = [[f"{r[1]}={r[2]}"] for r in ranges if r] + [
                [f"{r[1]}={r[3]}"] for r in ranges if r
            ]
        made = [(params_of(engine, size, *settings), base) for settings in variants]
        pairs = [(params, base) for params, base in made if params is not None]
    for params, base in pairs:
        assert changes(params, base), f"{command}: {params} searches as {base}"
    return len(pairs)


def shown_in_help() -> Iterator[list[str]]:
    for command in ("", *MATCHES):
        for _, *found in examples(parser_of(command)):
            yield found


def shown_on(page: str) -> Iterator[list[str]]:
    for line in lines((ROOT / page).read_text(encoding="utf-8")):
        yield words(re.sub(r"(?<!=)\$\w+", "1", line))  # a number of a loop


def compared(command: list[str]) -> int:
    name, *rest = command
    if name.startswith("-"):
        if "--set" not in command:
            return 0
        options = [without_files(word) for word in command]
        params = params_of(shlex.join(["gtpengine", *options]), 9)
        assert params is not None
        if params == SearchParams() or params.network == "none":
            return 0
        assert changes(params, SearchParams()), command
        return 1
    if name not in MATCHES:
        return 0
    return check(name, parser_of(name).parse_args(rest))


@pytest.mark.lab
def test_the_examples_of_the_help_change_the_search() -> None:
    assert sum(map(compared, shown_in_help())) >= 6


@pytest.mark.lab
def test_the_examples_on_the_pages_change_the_search() -> None:
    found = {page: sum(map(compared, shown_on(page))) for page in PAGES}
    assert found["docs/guides/matches.md"] and found["docs/guides/technique.md"]
    assert found["docs/guides/tuning.md"] >= 4


@pytest.mark.parametrize("file", ["docs/guides/library.md", "gtpengine/library/searches/search.py"])
def test_the_examples_of_the_library_change_the_search(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    found = 0
    for literal in re.findall(r'\{"[a-z_]+": [^{}"]+\}', text):
        settings = ast.literal_eval(literal)
        if not settings.keys() <= PARAMS.keys():
            continue
        params = SearchParams(**settings)
        if remarks(params, 9):
            # The page shows what is said of this one.
            assert remarks(params, 9)[0].told() in text
            continue
        found += 1
        assert changes(params, SearchParams()), literal
    assert found


def test_commands_of_the_table_are_checked() -> None:
    assert set(MATCHES) <= set(COMMANDS)
    with pytest.raises(AssertionError, match="rave_equivalence"):
        compared(["sprt", "new=gtpengine --set rave_equivalence=2000", "old=gtpengine"])
    with pytest.raises(AssertionError, match="searches as"):
        compared(["screen", "gtpengine", "--factor", "mercy=0"])
