"""The arithmetic of the hash chain: digests of entries, heads of batches, and finding a breach."""

import hashlib
import json
import struct
from collections.abc import Sequence
from typing import Any

FIRST_HEAD = "0" * 64
DIGEST_BYTES = 32


def digest(entry: dict[str, Any]) -> bytes:
    """One spelling only (sorted keys, no spaces), so that the same entry gives the same bytes."""
    text = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).digest()


def head(previous: str, number: int, positions: bytes, digests: bytes) -> str:
    """What the chain comes to after this batch."""
    body = bytes.fromhex(previous) + struct.pack(">Q", number) + positions + digests
    return hashlib.sha256(body).hexdigest()


def pack(positions: Sequence[int]) -> bytes:
    return struct.pack(f">{len(positions)}q", *positions)


def unpack(positions: bytes) -> list[int]:
    return list(struct.unpack(f">{len(positions) // 8}q", positions))


def first_breach(sealed: dict[int, bytes], found: dict[int, bytes]) -> tuple[int, str] | None:
    """The first entry of a batch that is not as it was sealed, and what happened to it."""
    for position in sorted(sealed.keys() | found.keys()):
        if position not in found:
            return position, "removed"
        if position not in sealed:
            return position, "inserted"
        if sealed[position] != found[position]:
            return position, "altered"
    return None
