"""The table of a study: its rows, blocks and constants, as users write them."""
