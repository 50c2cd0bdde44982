"""Standard streams and pipes: waiting for input, writing without waiting, signals."""
