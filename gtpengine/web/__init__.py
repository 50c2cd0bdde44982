"""Parts of web pages that several pages use: the board, in a browser."""
