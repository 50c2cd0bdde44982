"""Playout rules, a file each."""
