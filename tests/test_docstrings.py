"""Documentation that ``help()`` shows: of compiled modules as well as of Python's."""

from __future__ import annotations

import ast
import importlib
import inspect
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# The compiled modules that the README and docs/ name, and those that tools and tests use from them.
MODULES = [
    "board_ext.board_view",
    "board_ext.lowlevel.cpu",
    "board_ext.tactics.probe",
    "board_ext.benches.tactics_bench",
    "board_ext.solvers.localgame",
    "board_ext.benches.perft",
    "board_ext.position",
    "gtpengine.prediction.harvest",
    "gtpengine.lab.learning.pattern_choices",
    "gtpengine.lab.learning.softmax_balance",
    "gtpengine.lab.learning.softmax_learner",
    "gtpengine.mcts.doors.evaluator",
    "gtpengine.mcts.views.playout_bench",
    "gtpengine.mcts.views.playout_view",
    "gtpengine.mcts.probes.rules_probe",
    "gtpengine.lab.probes.softmax_probe",
    "gtpengine.mcts.params.cparams",
    "gtpengine.mcts.searcher",
    "gtpengine.prediction.movemodel",
]
STUBS = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("board_ext", "gtpengine")
    for path in (ROOT / folder).rglob("*.pyi")
)


def compiled(name: str) -> object:
    """A module as a parameter of a test that imports it."""
    return pytest.param(name, marks=[pytest.mark.lab] * name.startswith("gtpengine.lab."))


def _silent(thing: object, name: str) -> list[str]:
    """Return the names of a class or function, and of its methods, that have no documentation."""
    found = [] if inspect.getdoc(thing) else [name]
    if inspect.isclass(thing):
        for member, value in vars(thing).items():
            routine = inspect.isroutine(value) or isinstance(value, (staticmethod, classmethod))
            if (
                routine
                and not member.startswith("_")
                and not inspect.getdoc(getattr(thing, member))
            ):
                found.append(f"{name}.{member}")
    return found


@pytest.mark.parametrize("name", [compiled(name) for name in MODULES])
def test_compiled_modules_document_themselves_at_run_time(name: str) -> None:
    check_docstrings(name)


def check_docstrings(name: str) -> None:
    """Fail where something public of a compiled module has no documentation."""
    module = importlib.import_module(name)
    assert module.__doc__
    silent = [
        missing
        for public, thing in sorted(vars(module).items())
        if not public.startswith("_") and getattr(thing, "__module__", None) == name
        if inspect.isclass(thing) or inspect.isroutine(thing)
        for missing in _silent(thing, public)
    ]
    assert silent == []


def test_help_on_a_position_says_what_its_members_are() -> None:
    from board_ext.position import Position

    for member in ("play", "undo", "to_play", "komi", "hash", "from_diagram"):
        assert inspect.getdoc(getattr(Position, member)), member
    assert "IllegalMoveError" in (Position.play.__doc__ or "")


@pytest.mark.parametrize("stub", STUBS)
def test_stubs_have_types_and_no_documentation(stub: str) -> None:
    tree = ast.parse((ROOT / stub).read_text(encoding="utf-8"))
    texts = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    ]
    assert [node.lineno for node in texts if node.lineno != 1] == []
    assert all(node.end_lineno == 1 for node in texts), "one line says what the module is"
