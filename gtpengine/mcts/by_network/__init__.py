"""The search by a network: PUCT chooses, and judgements take the place of playouts."""
