"""How passwords and PINs are hashed: slow for guessers, and never more than the house can bear."""

from concurrent.futures import ThreadPoolExecutor

from django.contrib.auth.hashers import Argon2PasswordHasher

# A crowd of guessers must not take all memory. Threads of their own, not a lock around any thread:
# the allocator keeps for each thread what it once took.
_hands = ThreadPoolExecutor(3, "hash")


class Argon2(Argon2PasswordHasher):
    """Argon2id with what OWASP asks for at least; Django's own costs five times the memory."""

    time_cost, memory_cost, parallelism = 2, 19 * 1024, 1

    def encode(self, password: str, salt: str) -> str:
        return _hands.submit(super().encode, password, salt).result()

    def verify(self, password: str, encoded: str) -> bool:
        return _hands.submit(super().verify, password, encoded).result()
