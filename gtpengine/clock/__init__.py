"""Time: the clocks of a game, and how long to think about a move."""
