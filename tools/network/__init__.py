"""Training and measuring of the network, with PyTorch."""
