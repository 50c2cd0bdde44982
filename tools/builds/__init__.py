"""Commits of this project, built and kept ready to play."""
