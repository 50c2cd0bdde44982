"""Learning from games: what training needs in C, compiled for `make tools` and in packages."""
