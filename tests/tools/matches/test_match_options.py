"""The help of matches: their own options first, those that all share by reference."""

from __future__ import annotations

import pytest

from gtpengine.cli import main


def test_what_matches_share_has_a_help_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", "match-options"]) == 0
    shared = capsys.readouterr().out
    for command in ("match", "sprt"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        shown = capsys.readouterr().out
        assert f"usage: gtpengine {command} [options] [ENGINE ...]\n" in shown
        assert "gtpengine help match-options" in shown
        assert "--size N" in shown and "  --size N" in shared
        assert "  --referee" not in shown and "  --referee" in shared
        assert "--referee own" not in shown
