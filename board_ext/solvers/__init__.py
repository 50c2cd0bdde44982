"""Solvers of fights: races of liberties, local games, and below them life and death."""
