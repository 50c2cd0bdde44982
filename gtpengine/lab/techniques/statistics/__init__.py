"""Techniques that remember how moves did, and let playouts and the tree prefer them."""
