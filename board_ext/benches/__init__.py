"""Counts, times and readings of the board; compiled for the tests alone."""
