"""Suites of positions: run, judged, compared."""
