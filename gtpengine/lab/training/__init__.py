"""Training of weights for techniques and softmax playouts, as `gtpengine patterns` offers it."""
