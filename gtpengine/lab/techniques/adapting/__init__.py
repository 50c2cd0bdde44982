"""Techniques that change parameters while a search runs."""
