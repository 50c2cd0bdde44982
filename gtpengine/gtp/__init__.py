"""The Go Text Protocol: lexical rules, command table and the commands."""
