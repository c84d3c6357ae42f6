"""Proving the log: fold the chain again and name the first thing that is not as it was sealed."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from casino.lib import seal
from casino.models import Entry, Seal
from casino.selectors.log import as_json


@dataclass(slots=True)
class Proof:
    """What was found: how far the chain holds, and the first breach if there is one."""

    entries: int = 0
    seals: int = 0
    head: str = seal.FIRST_HEAD
    covered: int = 0  # the position of the last entry under a seal
    breach: str = ""
    unsealed: int = 0


def verify(*, head: str = "") -> Iterator[Proof]:
    """Walk the whole chain, giving the proof so far after every seal (for progress)."""
    proof, seen = Proof(), not head
    for _ in walk(Seal.objects.all(), proof):
        yield proof
        if proof.breach:
            return
        seen = seen or proof.head == head
    proof.unsealed = Entry.objects.filter(position__gt=proof.covered).count()
    proof.breach = "" if seen else f"the head {head} that was kept outside is not in this chain"
    yield proof


def walk(seals: QuerySet[Seal], proof: Proof) -> Iterator[Proof]:
    """Fold these seals into the proof so far, up to the first breach."""
    for batch in seals.order_by("number").iterator(chunk_size=20):
        proof.breach = _breach_of_chain(batch, proof) or _breach_of_batch(batch, proof.covered)
        if not proof.breach:
            proof.entries, proof.seals = proof.entries + batch.count, batch.number
            proof.head, proof.covered = batch.head, batch.last
        yield proof
        if proof.breach:
            return


def _breach_of_chain(batch: Seal, proof: Proof) -> str:
    positions, digests = bytes(batch.positions), bytes(batch.digests)
    if batch.number != proof.seals + 1:
        return f"seal {proof.seals + 1} was removed"
    if batch.previous != proof.head:
        return f"seal {batch.number} does not continue seal {proof.seals}"
    if batch.head != seal.head(batch.previous, batch.number, positions, digests):
        return f"seal {batch.number} was altered"
    return ""


def _breach_of_batch(batch: Seal, covered: int) -> str:
    digests = bytes(batch.digests)
    size = seal.DIGEST_BYTES
    parts = [digests[i : i + size] for i in range(0, len(digests), size)]
    sealed = dict(zip(seal.unpack(bytes(batch.positions)), parts, strict=True))
    rows = Entry.objects.filter(position__gt=covered, position__lte=batch.last)
    found = {row.position: seal.digest(as_json(row)) for row in rows.order_by("position")}
    breach = seal.first_breach(sealed, found)
    return f"entry {breach[0]} was {breach[1]} (seal {batch.number})" if breach else ""
