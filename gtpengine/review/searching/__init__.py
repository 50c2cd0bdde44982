"""Searches and judgements of a game, position by position: what a review is made from."""
