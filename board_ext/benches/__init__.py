"""Counts and times of the board; compiled for the tests alone."""
