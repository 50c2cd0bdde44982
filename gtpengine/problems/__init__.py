"""A player's own mistakes as problems that come back: a deck of them, and who asks them."""
