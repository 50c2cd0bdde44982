"""Training, learning of weights, and self-play from the command line."""
