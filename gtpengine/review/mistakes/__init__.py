"""Kinds of mistakes: what was overlooked, proved on the board, in words."""
