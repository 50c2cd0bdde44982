"""A game apart from its search: records, replay, handicap."""
