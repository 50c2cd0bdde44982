"""The pages in a browser, as a person meets them."""
