"""Suites of positions: running, judging and comparing them."""
