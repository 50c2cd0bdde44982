"""The sources of a folder, joined for one compiled module."""

from __future__ import annotations

from pathlib import Path

import pytest

from gtpengine.building.families import defined, families, joined, part, write

ROOT = Path(__file__).resolve().parents[2]

SOURCE = '''"""A technique."""

from libc.math cimport log
from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "hop"
PARAMS = (
    ParamSpec("hop", float, 0.5, 0.0, 1.0, doc="a share"),
)

cdef extern from "hop.h" nogil:
    void hop_on()

cdef enum:
    MOST = 3
    LEAST = 1   # not none

cdef double TURN = 6.28

cdef struct Hop:
    int far


cdef inline double _score(Hop* hop, int far=MOST) noexcept nogil:
    """Nothing of _score here."""
    hop.far = far                # _score stays in remarks
    return log(hop.far) + TURN


cdef int _table[4]


cdef class _Door:
    cdef int move(self, Hop hop):
        return _score(&hop, far=LEAST)


DOOR = _Door()
'''


def test_names_of_a_source_are_found() -> None:
    assert defined(SOURCE) == {
        *("SWITCH", "PARAMS", "MOST", "LEAST", "TURN", "Hop", "_score", "_table", "_Door", "DOOR")
    }


def test_only_its_own_names_get_the_name_of_the_source() -> None:
    text, names = part(SOURCE, "hop")
    assert "SWITCH" not in names
    assert "PARAMS" not in text
    assert text.count("\n") == SOURCE.count("\n")
    for line in (
        "    void hop_on()",
        "    hop_MOST = 3",
        "cdef inline double hop__score(hop_Hop* hop, int far=hop_MOST) noexcept nogil:",
        '    """Nothing of _score here."""',
        "    hop.far = far                # _score stays in remarks",
        "    return log(hop.far) + hop_TURN",
        "cdef int hop__table[4]",
        "    cdef int move(self, hop_Hop hop):",
        "        return hop__score(&hop, far=hop_LEAST)",
        "hop_DOOR = hop__Door()",
    ):
        assert line in text.splitlines()


def test_a_family_names_what_each_part_exports(tmp_path: Path) -> None:
    for stem, text in (
        ("hop", "DOOR = 1\ndef _f(): return DOOR\n"),
        ("skip", "RULE = 2\nDOOR = 3\ndef _f(): return RULE\n"),
    ):
        (tmp_path / f"{stem}.pyx").write_text(text)
    scope: dict[str, object] = {}
    exec(joined(sorted(tmp_path.glob("*.pyx"))), scope)
    assert scope["PARTS"] == {"hop": {"DOOR": 1}, "skip": {"DOOR": 3, "RULE": 2}}
    assert [scope[name]() for name in ("hop__f", "skip__f")] == [1, 2]  # type: ignore[operator]


def test_a_name_inside_an_f_string_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "hop.pyx"
    path.write_text('MOST = 3\ndef f(): return f"at most {MOST}"\n')
    with pytest.raises(ValueError, match=r"hop\.pyx: line 2: an f-string has MOST"):
        joined([path])


def test_a_source_with_declarations_of_its_own_stays_a_module(tmp_path: Path) -> None:
    folder = tmp_path / "gtpengine" / "lab" / "techniques" / "amaf"
    folder.mkdir(parents=True)
    for name in ("alone.pyx", "alone.pxd", "hop.pyx"):
        (folder / name).write_text("DOOR = 1\n")
    found = write(tmp_path)
    assert list(found) == ["gtpengine.lab.techniques.amaf.family"]
    text = found["gtpengine.lab.techniques.amaf.family"].read_text()
    assert "hop_DOOR = 1" in text
    assert "alone" not in text
    before = found["gtpengine.lab.techniques.amaf.family"].stat().st_mtime_ns
    assert write(tmp_path)["gtpengine.lab.techniques.amaf.family"].stat().st_mtime_ns == before


def test_every_family_of_this_tree_can_be_joined() -> None:
    found = list(families(ROOT))
    assert len(found) > 5
    for _, sources in found:
        assert "PARTS = {" in joined(sources)
