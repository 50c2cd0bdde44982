"""The kernel of move prediction: features of moves, shapes, and the model itself."""
