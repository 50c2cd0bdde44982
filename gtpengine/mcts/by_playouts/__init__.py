"""The search by playouts: RAVE chooses, and a leaf is worth what a playout ends with."""
