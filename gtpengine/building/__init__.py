"""What setup.py does besides compiling: code made from rows, and progress."""
