"""The page of techniques is that of their files and of the findings."""

from pathlib import Path

from gtpengine.lab.study.figures.findings import shipped
from gtpengine.lab.study.pages.technique_page import page
from gtpengine.mcts.params.families import exported
from gtpengine.mcts.params.search_params import PARAMS, SWITCHES, SearchParams
from gtpengine.mcts.params.switches import switched_on

ROOT = Path(__file__).parents[4]
NAMES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in sorted((ROOT / "gtpengine/lab/techniques").rglob("*.pyx"))
]


def test_the_page_is_up_to_date() -> None:
    path = ROOT / "docs/reference/techniques.md"
    advice = (
        "run: python -m gtpengine.lab.study.pages.technique_page > docs/reference/techniques.md"
    )
    assert path.read_text(encoding="utf-8") == page(shipped()), advice


def test_a_technique_has_hooks_a_switch_and_a_test() -> None:
    tests = Path(__file__).parents[3] / "lab"
    texts = [path.read_text(encoding="utf-8") for path in tests.rglob("test_*.py")]
    for name in NAMES:
        assert exported(name, "DOOR") is not None, name
        parameter, _ = SWITCHES[name]
        assert parameter in PARAMS, name
        assert name not in switched_on(SearchParams())
        word = name.rpartition(".")[2]
        assert any(word in text or parameter in text for text in texts), f"no test names {word}"
