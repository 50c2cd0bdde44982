"""The network in PyTorch: its shapes, its losses, its training, its measures."""
