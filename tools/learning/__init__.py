"""Training, weights and self-play from the command line."""
