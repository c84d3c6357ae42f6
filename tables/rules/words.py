"""Amounts as people read them at a table."""


def money(cents: int) -> str:
    return f"${cents // 100:,}" if cents % 100 == 0 else f"${cents // 100:,}.{cents % 100:02}"


def percent(basis_points: int) -> str:
    whole, rest = divmod(basis_points, 100)
    return f"{whole}.{rest:02}".rstrip("0").rstrip(".") + " %" if rest else f"{whole} %"


def odds(pays: tuple[int, int]) -> str:
    """With "to": the one word for odds, beside "win", that may be printed."""
    return f"{pays[0]:,} to {pays[1]}"


def listed(names: list[str]) -> str:
    """ "a, b and c"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
