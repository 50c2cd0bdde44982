"""Python files of the user."""

from __future__ import annotations

from pathlib import Path

import pytest

from gtpengine.base.arguments import pythonfile


def test_a_line_names_a_file_and_words(tmp_path: Path) -> None:
    path = tmp_path / "my net.py"
    path.write_text("")
    assert pythonfile.named(f'"{path}" run "two words"') == (path, ["run", "two words"])
    for line, told in (("", "no such Python file"), (f"{path}x", "no such Python file")):
        with pytest.raises(ValueError, match=told):
            pythonfile.named(line)
    with pytest.raises(ValueError, match="No closing quotation"):
        pythonfile.named('"net.py')


def test_a_file_runs_and_finds_its_neighbours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.path", ["/nowhere"])
    (tmp_path / "neighbour_of_a_test.py").write_text("SIZE = 5")
    path = tmp_path / "net.py"
    path.write_text("import neighbour_of_a_test\nPOINTS = neighbour_of_a_test.SIZE ** 2\n")
    assert pythonfile.loaded(path, "net_of_a_test").POINTS == 25


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("net.py", "1 / 0", r"net\.py: ZeroDivisionError: division by zero"),
        ("net.py", "def", r"net\.py: SyntaxError: invalid syntax"),
        ("net.py", "import nothing_there", r"net\.py: ModuleNotFoundError"),
        ("net.txt", "", r"net\.txt: no Python file; its name ends in \.py"),
    ],
)
def test_what_cannot_be_loaded_is_named(tmp_path: Path, name: str, text: str, told: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(ValueError, match=told):
        pythonfile.loaded(tmp_path / name, "net_of_a_test")
