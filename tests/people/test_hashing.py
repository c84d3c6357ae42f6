"""Hashing is slow for guessers and never takes more memory than the house has."""

from concurrent.futures import ThreadPoolExecutor
from threading import Lock

from django.contrib.auth.hashers import Argon2PasswordHasher, check_password, make_password

from casino import settings as production
from casino.lib.hashing import Argon2

AT_ONCE = 3


def test_production_asks_what_owasp_asks_for(settings):
    settings.PASSWORD_HASHERS = production.PASSWORD_HASHERS
    stored = make_password("three lemons")
    assert stored.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert check_password("three lemons", stored)
    assert not check_password("four lemons", stored)


def test_a_crowd_of_guessers_is_hashed_a_few_at_a_time(monkeypatch):
    inside, most, lock = [], [], Lock()

    def slow(self, password, encoded):
        with lock:
            inside.append(password)
            most.append(len(inside))
        sum(range(200_000))  # long enough that the others come
        with lock:
            inside.remove(password)
        return False

    monkeypatch.setattr(Argon2PasswordHasher, "verify", slow)
    with ThreadPoolExecutor(20) as threads:
        list(threads.map(lambda n: Argon2().verify(str(n), ""), range(60)))
    assert max(most) <= AT_ONCE
