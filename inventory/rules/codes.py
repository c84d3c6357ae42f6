"""The code on a deck's label: a number with a check digit, so that a slip of the finger is seen."""

import re

CODE = re.compile(r"D([0-9]{7})([0-9])\Z")
# How seals, labels and tables are named: it becomes bars, an address and the name of a file.
NAME = re.compile(r"[A-Z0-9-]+")


def code_of(number: int) -> str:
    digits = f"{number:07}"
    return f"D{digits}{check_digit(digits)}"


def number_of(code: str) -> int:
    return int(code[1:-1])


def check_digit(digits: str) -> int:
    """Luhn: finds every single wrong digit and nearly every swap of two neighbours."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if place % 2 == 0 else 1)
        total += value - 9 if value > 9 else value
    return -total % 10


def is_code(text: str) -> bool:
    found = CODE.match(text)
    return found is not None and int(found[2]) == check_digit(found[1])
