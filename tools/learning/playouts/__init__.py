"""Weights of playouts: what they are learned from, and what is made better."""
