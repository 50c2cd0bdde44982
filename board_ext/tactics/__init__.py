"""Readings of single points and chains: atari, ladders, eyes, nakade, two liberties."""
