"""Files of learned weights that techniques and softmax playouts read."""
