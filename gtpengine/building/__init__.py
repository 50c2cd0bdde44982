"""What setup.py does besides compiling: code made from rows, families of techniques, progress."""
