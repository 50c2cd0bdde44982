"""Solvers of fights: life and death, local games, races of liberties."""
