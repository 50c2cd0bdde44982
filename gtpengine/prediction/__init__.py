"""The kernel of move prediction: features of moves, shapes, the model and its learners."""
