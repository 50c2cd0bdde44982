"""Training and evaluation of the model of moves."""
