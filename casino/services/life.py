"""Signs of life of the parts that run on their own, and the patrol that proves the log."""

from datetime import datetime

from django.db import transaction

from casino.models import Beat, Entry, Reader, Seal
from casino.selectors.verify import Proof, walk
from casino.services.log import record

PATROL_SEALS, PATROL_ENTRIES = 200, 20_000
PATROL = "patrol"


def sign_of_life(part: str, *, now: datetime) -> None:
    Beat.objects.update_or_create(part=part, defaults={"at": now})


def patrol_log(*, now: datetime) -> Proof:
    """Prove the next stretch of the chain, and begin again at its end: each tick costs the same.

    Not in one transaction: that would hold back the feed for as long as the patrol walks.
    """
    began = Reader.objects.get_or_create(name=PATROL)[0].position
    proof = _next_stretch(began)
    if proof.breach:
        _tell(proof.breach, now)
    # A breach is told and passed: what lies behind it is patrolled all the same.
    done = proof.seals + bool(proof.breach)
    at_end = not Seal.objects.filter(number__gt=done).exists()
    Reader.objects.filter(name=PATROL).update(position=0 if at_end else done)
    return proof


def _next_stretch(began: int) -> Proof:
    proof = Proof()
    if began:
        last = Seal.objects.filter(number=began).first()
        if last is None:
            return Proof(seals=began, breach=f"seal {began} was removed")
        proof = Proof(seals=last.number, head=last.head, covered=last.last)
    stretch = Seal.objects.filter(number__gt=began, number__lte=began + PATROL_SEALS)
    for _ in walk(stretch, proof):
        if proof.entries >= PATROL_ENTRIES:
            break
    return proof


@transaction.atomic
def _tell(breach: str, now: datetime) -> None:
    """Once: every later patrol finds it again."""
    Reader.objects.select_for_update().get(name=PATROL)
    if not Entry.objects.filter(act="find_breach", payload__breach=breach).exists():
        record("find_breach", by=None, thing="log:chain", now=now, breach=breach)
