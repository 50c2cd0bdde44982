"""Learning weights from games: what training needs in C."""
