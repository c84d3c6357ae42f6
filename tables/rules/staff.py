"""Who deals and who watches: one dealer a table, and no more tables than a floorperson can see."""

from collections.abc import Collection

from casino.lib.law import Clause, Refused

SUPERVISION = Clause("13:69D-1.12(a)1")
LICENCE = Clause("13:69A-1.2(a)")
ROLES = {"dealer": frozenset({"dealer"}), "floorperson": frozenset({"floorperson", "pit_boss"})}


def refuse_assignment(
    role: str, job: str, *, is_licensed: bool, watched: Collection[str], most: int
) -> None:
    """`watched` are the other tables a floorperson answers for; `most` is a dated setting."""
    if role not in ROLES:
        raise Refused("People work at a table as dealer or as floorperson", SUPERVISION)
    if job not in ROLES[role]:
        error = f"A {job.replace('_', ' ')} does not work as {role} at a table"
        raise Refused(error, SUPERVISION, remedy="Choose somebody on duty in that job")
    if not is_licensed:
        raise Refused("The licence is missing or has run out", LICENCE, remedy="Choose another")
    if role == "floorperson" and len(watched) >= most:
        raise Refused(
            f"A floorperson watches at most {most} tables",
            SUPERVISION,
            remedy="Ask another floorperson, or give a table away first",
        )
