"""What a cluster and shared runs cost: messages, waiting, scheduling."""
