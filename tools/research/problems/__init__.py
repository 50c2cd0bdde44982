"""Positions with a known answer: boards made for a suite, and framed problems solved."""
