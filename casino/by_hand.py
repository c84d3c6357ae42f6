"""script/manage: Django's commands on the local casino, with the environment that it runs in."""

import subprocess
import sys

import psycopg

from casino.backup import found_database
from casino.processes import ROOT, OperatorError


def main() -> int:
    try:
        with found_database(ROOT / "var", alone=False) as database:
            command = [sys.executable, "manage.py", *sys.argv[1:]]
            return subprocess.run(
                command, cwd=ROOT, env=database.environment, check=False
            ).returncode
    except (OperatorError, psycopg.Error) as error:
        print(f"script/manage: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
