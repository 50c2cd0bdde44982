"""Pattern features, their learning and the learned weights."""
