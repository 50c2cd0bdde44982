"""Opening books: format, look-up and the books that are shipped."""
