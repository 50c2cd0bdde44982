"""Learners of weights that techniques and softmax playouts read."""
