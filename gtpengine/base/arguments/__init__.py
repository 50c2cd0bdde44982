"""Command lines: options as dataclasses, their parser, numbers, parameters, what is installed."""
