"""Opening books from the command line."""
