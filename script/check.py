"""script/check: what can be checked without a server, one line a step."""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

# Settings as in production. Nothing listens there, and nothing is asked.
PRODUCTION = {
    "ALLOWED_HOSTS": "casino.example",
    "DATABASE_URL": "postgres://nobody@/none?host=/nonexistent",
    "DJANGO_SETTINGS_MODULE": "casino.settings",
    "PROXIES": "1",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "SECRET_KEY": "".join(chr(33 + number * 7 % 90) for number in range(90)),
}
# Without a server Django cannot compare with the migrations that were applied, and says so.
NO_DATABASE = "ignore:Got an error checking a consistent migration history:RuntimeWarning"

STEPS = {
    "format": ["-m", "ruff", "format", "--check", "."],
    "lint": ["-m", "ruff", "check", "."],
    "types": ["-m", "mypy"],
    "contracts": ["-c", "from importlinter.cli import lint_imports_command as lint; lint()"],
    "migrations": ["-W", NO_DATABASE, "manage.py", "makemigrations", "--check", "--dry-run"],
    "settings": ["manage.py", "check", "--deploy", "--fail-level", "WARNING"],
    "documents": ["-m", "pytest", "-q", "tests/test_documents.py"],
}
FIXES = {
    "fix lint": ["-m", "ruff", "check", "--fix", "--quiet", "."],
    "fix format": ["-m", "ruff", "format", "."],
}


def run(name: str, command: list[str]) -> bool:
    started = time.monotonic()
    environment = {key: value for key, value in os.environ.items() if key not in PRODUCTION}
    done = subprocess.run(
        [sys.executable, *command],
        check=False,
        env=environment | PRODUCTION,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    word = "FAILED" if done.returncode else "ok"
    print(f"{name:<12} {word:<6} {time.monotonic() - started:5.1f} s", flush=True)
    if done.returncode:
        print(done.stdout, flush=True)
    return done.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="script/check")
    parser.add_argument("--fix", action="store_true", help="format and repair what can be, first")
    steps = (FIXES if parser.parse_args().fix else {}) | STEPS
    os.chdir(Path(__file__).resolve().parent.parent)
    results = [run(name, command) for name, command in steps.items()]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
