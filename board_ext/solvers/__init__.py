"""Solvers of fights: local games, races of liberties."""
