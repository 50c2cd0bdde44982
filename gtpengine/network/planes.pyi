PLANES: tuple[str, ...]
NUMBERS: tuple[str, ...]
