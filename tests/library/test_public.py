"""What ``import gtpengine`` shows: names, documentation, types; and that it stays as it is."""

from __future__ import annotations

import ast
import dataclasses
import difflib
import enum
import inspect
import itertools
import os
import pydoc
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import gtpengine
from gtpengine.library.positions import symmetry
from gtpengine.library.values import checks, points
from tests.library.public_api import lines, public
from tests.test_docstrings import _silent
from tests.wings import FOLDERS, ROOT

STORED = Path(__file__).with_name("public_api.txt")


def test_what_is_public_stays_as_it_is() -> None:
    stored = STORED.read_text(encoding="utf-8").splitlines()
    changes = list(difflib.unified_diff(stored, list(lines()), "stored", "now", lineterm="", n=0))
    assert not changes, "\n".join(
        [
            *changes,
            "The public names or signatures have changed. Programs of users break where a line has",
            "gone or changed. If that is meant, say so in CHANGELOG.md, and store the new ones:",
            "python -m tests.library.public_api > tests/library/public_api.txt",
        ]
    )


def test_the_names_are_those_that_editors_see() -> None:
    tree = ast.parse((ROOT / "gtpengine" / "__init__.py").read_text(encoding="utf-8"))
    [hints] = [
        node
        for node in tree.body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    seen = {
        alias.asname: node.module
        for node in hints.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert seen == gtpengine._HOMES and list(seen) != []
    assert set(gtpengine.__all__) == set(seen) <= set(dir(gtpengine))
    assert not [name for name in dir(gtpengine) if name.startswith("_") and name[:2] != "__"]


def _fields(thing: type) -> list[str]:
    """The fields of a value or the members of an enumeration; other classes have none."""
    if dataclasses.is_dataclass(thing):
        return [field.name for field in dataclasses.fields(thing)]
    return [member.name for member in thing] if issubclass(thing, enum.Enum) else []


def _explained(thing: type) -> set[str]:
    """The names that the docstring of a class has as code, and those with a docstring below."""
    body = ast.parse(inspect.getsource(thing)).body[0]
    assert isinstance(body, ast.ClassDef)
    below = {
        ast.unparse(node.target if isinstance(node, ast.AnnAssign) else node.targets[0])
        for node, after in itertools.pairwise(body.body)
        if isinstance(node, ast.AnnAssign | ast.Assign) and isinstance(after, ast.Expr)
    }
    return below | set(re.findall(r"``(\w+)``", thing.__doc__ or ""))


def test_each_field_of_a_public_value_is_explained() -> None:
    things = [getattr(gtpengine, name) for name in gtpengine.__all__]
    classes = [thing for thing in things if inspect.isclass(thing)]
    assert len([thing for thing in classes if _fields(thing)]) >= 10
    missing = {thing.__name__: set(_fields(thing)) - _explained(thing) for thing in classes}
    assert {name: fields for name, fields in missing.items() if fields} == {}


def test_names_load_when_they_are_used() -> None:
    code = (
        "import sys, gtpengine\n"
        "loaded = lambda: {m for m in sys.modules if m.startswith(('gtpengine', 'board_ext'))}\n"
        "known = {'gtpengine', 'board_ext', 'board_ext.lowlevel', 'board_ext.lowlevel.cpu'}\n"
        "assert loaded() == known, loaded()\n"
        "assert 'numpy' not in sys.modules\n"
        "from gtpengine import *\n"
        "assert Position is gtpengine.Position\n"
        "from gtpengine import base\n"
    )
    subprocess.run([sys.executable, "-P", "-c", code], check=True)


def test_the_plain_engine_does_without_the_library() -> None:
    code = (
        "import sys, gtpengine.cli\n"
        "gtpengine.cli.main([])\n"
        "assert not [m for m in sys.modules if m.startswith('gtpengine.library')]\n"
    )
    command = [sys.executable, "-P", "-c", code]
    subprocess.run(command, input=b"boardsize 5\nquit\n", stdout=subprocess.DEVNULL, check=True)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'gtpengine' has no attribute 'Positon'"):
        gtpengine.Positon  # type: ignore[attr-defined] # noqa: B018


def test_all_is_documented_at_run_time() -> None:
    for name, thing in public().items():
        if inspect.isclass(thing) or inspect.isroutine(thing):
            assert _silent(thing, name) == []
        if inspect.isclass(thing):
            for key, value in vars(thing).items():
                if isinstance(value, property):
                    assert inspect.getdoc(value), f"{name}.{key}"


def test_members_that_are_arrays_have_their_shapes_in_the_documentation() -> None:
    shapes = {}
    for line in lines():
        owner, _, member = re.split(r"[^\w.]", line)[0].rpartition(".")
        thing = public().get(owner)
        if inspect.isclass(thing) and re.search(r"(->|:) npt.NDArray\S*( \(property.*)?$", line):
            things = [inspect.getattr_static(thing, member, None), *thing.__mro__]
            text = "".join(inspect.getdoc(one) or "" for one in things)
            shapes[f"{owner}.{member}"] = re.search("shape|as visit_shares", text)
    assert len(shapes) >= 15
    assert [name for name, shape in shapes.items() if not shape] == []


def routines() -> Iterator[tuple[str, Callable[..., object], str]]:
    """Yield public functions, methods and setters, each with its documentation."""
    for name, thing in public().items():
        if not inspect.isclass(thing):
            if inspect.isroutine(thing):
                yield name, thing, thing.__doc__ or ""
            continue
        for base in thing.__mro__:
            if not base.__module__.startswith(("gtpengine", "board_ext")):
                continue
            for member, value in vars(base).items():
                value = getattr(value, "__func__", value)  # of a class method
                doc = (thing.__doc__ or "") if member in WITH_CLASS else (value.__doc__ or "")
                function = value.fset if isinstance(value, property) else value
                if inspect.isfunction(function) and (member[0] != "_" or member in WITH_CLASS):
                    yield f"{name}.{member}", function, doc


WITH_CLASS = ("__init__", "__post_init__")
"""Methods that the documentation of the class describes."""


def test_what_may_be_refused_is_in_the_documentation() -> None:
    checking = {
        name
        for module in (checks, points, symmetry)
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if ":raises ValueError:" in (function.__doc__ or "")
    }
    assert len(checking) > 10
    silent, found = [], 0
    for name, function, doc in routines():
        code = getattr(function, "__code__", None)
        if code is not None and code.co_filename == "<string>":  # of a dataclass
            continue
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
        called = {node.func for node in ast.walk(tree) if isinstance(node, ast.Call)}
        names = {getattr(one, "attr", getattr(one, "id", "")) for one in called}
        if names & checking or any(isinstance(node, ast.Raise) for node in ast.walk(tree)):
            found += 1
            if ":raises" not in doc:
                silent.append(name)
    assert found > 50
    assert silent == []


def test_each_name_is_used_in_a_test_or_on_a_page_that_a_test_runs() -> None:
    tests = [path for path in (ROOT / "tests").rglob("*.py") if path.parent != ROOT / "tests/docs"]
    pages = [*(ROOT / "docs/guides").glob("*.md"), *(ROOT / "docs/notebooks").glob("*.ipynb")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in (*tests, *pages))
    used = set(re.findall(r"\w+", text))
    names = {re.split(r"[^\w.]", line)[0] for line in lines()}
    names = {name for name in names if name.partition(".")[0] in gtpengine.__all__}
    assert len(names) > 150
    assert [name for name in sorted(names) if name.rpartition(".")[2] not in used] == []


def test_help_is_a_page_for_newcomers() -> None:
    page = pydoc.plain(pydoc.render_doc(gtpengine))
    for word in (
        "report = search.run(position",
        "docs/guides/library.md",
        "class Position",
        "search_many",
    ):
        assert word in page
    play = pydoc.plain(pydoc.render_doc(gtpengine.Position.play))
    for word in (":param move:", ":raises IllegalMoveError:", "captured"):
        assert word in play


USER = """
import asyncio
import gtpengine
from gtpengine import engines

position = gtpengine.Position(9, rules="japanese", komi=6.5)
captured: int = position.play("E5")
position.play(40 + 1, color=gtpengine.WHITE)
position.play((0, 3))
lost: int = int(gtpengine.Position.from_array(position.stones()).ladders().sum())
moves: list[str] = position.legal_moves()

def look(report: gtpengine.Report) -> bool:
    return report.win_rate > 0.9

with gtpengine.Search({"rave_equivalence": 500}, threads=2) as search:
    report = search.run(position, limits=gtpengine.Limits(simulations=10), callback=look)
    best: str = report.best_move
    share: float = float(report.ownership[0, 0])
    line: tuple[str, ...] = report.moves[0].pv
    names: list[str | None] = [node.move for node in search.tree(depth=2).walk()]
    share = float(report.improved_policy()[gtpengine.PASS])
    later = asyncio.run(search.run_async(position, seconds=0.1))
game = gtpengine.Game.from_sgf("(;SZ[9];B[ee])", rules=gtpengine.RULES["aga"])
colors: list[str] = [color for color, point in game]
node: gtpengine.GameNode = game.root.add_variation("G7")
node.comment = " ".join(name for other in node.walk() for name in other.properties)
found = gtpengine.evaluate(position, symmetry="all")
likeliest: int = int((found.policy * position.legal_mask()).argmax())
leads: list[float] = [one.lead for one in gtpengine.evaluate(game.positions(), workers=2)]
planes = gtpengine.turn(gtpengine.network_input(position).planes, 3)
many: list[gtpengine.Report] = gtpengine.search_many(game.positions(), simulations=10)
picture: str = gtpengine.board_svg(position, marks={"E5": "circle", 3: "A"}, moves=report.moves)
curve: str = gtpengine.curve_svg([one.black_win_rate for one in many], leads=leads[: len(many)])
marks: dict[str, str] = {"E5": "circle"}
gtpengine.board_svg(position, marks=marks, numbers=True)

def judge(positions: list[gtpengine.Position]) -> tuple[list[list[float]], list[float]]:
    return [[1.0] * 82 for _ in positions], [0.5 for _ in positions]

gtpengine.Search(evaluator=judge).close()
params = gtpengine.SearchParams()
params.expand_visits = 3

def play(other: engines.GtpEngine | engines.AnalysisEngine) -> str:
    try:
        for seen in other.analysis(game, seconds=1.0):
            many.append(seen)
        if isinstance(other, engines.GtpEngine):
            return other.play(position, clock=engines.GameClock("300+5x30"))
    except engines.EngineTimeoutError as error:
        print(error.engine, error.command)
    return other.analyse(position, limits=gtpengine.Limits(simulations=10)).best_move

async def watch(other: engines.GtpEngine) -> list[float]:
    async with other, other.analysis(position) as analysis:
        return [seen.win_rate async for seen in analysis]
"""

WRONG = {
    "gtpengine.Positon(9)": "attr-defined",
    "gtpengine.Position(9).play(4.5)": "arg-type",
    "gtpengine.SearchParams().expand_visit = 3": "attr-defined",
    'gtpengine.Search(threads="two")': "arg-type",
}


@pytest.fixture
def typing_tree(tmp_path: Path) -> Path:
    """The packages as site-packages will have them, without the maps of an editable install."""
    for folder, package in sorted(FOLDERS.items(), key=lambda item: len(item[1])):
        place = tmp_path.joinpath(*package.split("."))
        if package == "gtpengine":
            place.mkdir()
            for entry in (ROOT / folder).iterdir():
                (place / entry.name).symlink_to(entry)
        else:
            place.symlink_to(ROOT / folder)
    return tmp_path


def test_a_strict_type_checker_understands_a_users_script(typing_tree: Path) -> None:
    pytest.importorskip("mypy")
    script = typing_tree / "users_script.py"
    script.write_text(USER + "".join(f"{line}\n" for line in WRONG))
    first = USER.count("\n") + 1
    command = [
        sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--hide-error-context",
        "--cache-dir", str(ROOT / ".mypy_cache" / "users"),
        "--python-executable", sys.executable, "--follow-imports=silent", script.name,
    ]  # fmt: skip
    done = subprocess.run(
        command, cwd=typing_tree, capture_output=True, text=True, check=False,
        env={**os.environ, "MYPYPATH": str(typing_tree)},
    )  # fmt: skip
    found = [line for line in done.stdout.splitlines() if ": error:" in line]
    wanted = [f"users_script.py:{n}: error:" for n in range(first, first + len(WRONG))]
    assert [" ".join(line.split()[:2]) for line in found] == wanted, done.stdout + done.stderr
    for line, code in zip(found, WRONG.values(), strict=True):
        assert line.endswith(f"[{code}]")
