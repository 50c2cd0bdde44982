"""Techniques of the search by a network: how it explores, what it makes of judgements."""
