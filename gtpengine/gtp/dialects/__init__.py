"""Forms of clients and servers beyond plain GTP: what they send and read."""
