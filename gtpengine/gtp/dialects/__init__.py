"""What clients and servers say and read besides plain GTP."""
