"""Who belongs to which department, and whose two signatures a movement needs."""

from typing import Any

from casino.lib.law import Clause, Refused

GAMES = frozenset({"dealer", "floorperson", "pit_boss", "shift_manager"})
SUPERVISORS = frozenset({"floorperson", "pit_boss", "shift_manager"})
PIT_BOSSES = frozenset({"pit_boss", "shift_manager"})
SHIFT_MANAGERS = frozenset({"shift_manager"})
DEALERS = frozenset({"dealer"})
SECURITY = frozenset({"security_officer", "security_manager"})
SECURITY_MANAGERS = frozenset({"security_manager"})
ACCOUNTING = frozenset({"accountant"})
OUTSIDE_GAMES = SECURITY | ACCOUNTING
NAMES = {
    GAMES: "casino games",
    SUPERVISORS: "a supervisor of casino games",
    PIT_BOSSES: "a pit boss",
    SHIFT_MANAGERS: "a shift manager",
    DEALERS: "a dealer",
    SECURITY: "casino security",
    SECURITY_MANAGERS: "a security manager",
    GAMES | SECURITY: "casino games or security",
    ACCOUNTING: "casino accounting",
    OUTSIDE_GAMES: "casino security or accounting",
    SUPERVISORS | OUTSIDE_GAMES: "a supervisor, casino security or accounting",
    GAMES | OUTSIDE_GAMES: "a witness of casino games, security or accounting",
}


def refuse_signatures(signers: tuple[frozenset[str], ...], movement: Any, clause: Clause) -> None:
    """One person of each of these groups, in either order; never the same person twice."""
    if movement.second and movement.by == movement.second:
        raise Refused(
            "Two signatures are two people", clause, remedy="Another person must sign as second"
        )
    if len(signers) == 2 and not movement.second:
        raise Refused("This takes two people", clause, remedy=f"It takes {in_words(signers)}")
    if not _covered(signers, movement.job, movement.second_job):
        raise Refused(f"This takes {in_words(signers)}", clause, remedy="Ask one of them to sign")


def _covered(signers: tuple[frozenset[str], ...], job: str, second: str) -> bool:
    """Where one group is named it is the one who acts: a second signature does not stand in."""
    if len(signers) < 2:
        return all(job in group for group in signers)
    one, other = signers
    return (job in one and second in other) or (job in other and second in one)


def in_words(signers: tuple[frozenset[str], ...]) -> str:
    return " and ".join(
        NAMES.get(group) or " or ".join(sorted(job.replace("_", " ") for job in group))
        for group in signers
    )
