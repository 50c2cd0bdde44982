"""Readings of stones in trouble: atari, ladders, eyes, races, life and death."""
