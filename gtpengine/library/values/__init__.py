"""What a program gives to the library, checked and read: numbers, points, colours, rules."""
