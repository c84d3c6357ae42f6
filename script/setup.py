"""Makes .venv as the lock says, then runs the venv's Python: setup.py [--dev] ARGUMENTS...

Needs only Python's own library. When .venv is up to date this costs a few milliseconds.
"""

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

# This file must be readable to old Pythons too, so that they can answer with a sentence.
OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "installed.json"
UNFINISHED = VENV / "unfinished"
RUNTIME, DEVELOPMENT = "requirements.lock", "requirements-dev.lock"


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def insist_on_python() -> None:
    """Go on with a newer Python if the one that was called is too old."""
    if sys.version_info[:2] >= OLDEST:
        return
    for minor in range(OLDEST[1] + 5, OLDEST[1] - 1, -1):
        newer = shutil.which(f"python3.{minor}")
        if newer:
            os.execv(newer, [newer, *sys.argv])  # noqa: S606
    wanted, this = (".".join(map(str, version)) for version in (OLDEST, sys.version_info[:2]))
    sys.exit(
        f"Pitkeeper needs Python {wanted} or newer; {sys.executable} is {this}. Install a newer"
        " one, or name it: PYTHON=/path/to/python3 script/server"
    )


def digest(lock: str) -> str:
    return hashlib.sha256((ROOT / lock).read_bytes()).hexdigest()


def installed() -> "dict[str, str]":
    """Which locks .venv satisfies; none while an installation is unfinished."""
    if UNFINISHED.exists() or not PYTHON.exists():
        return {}
    try:
        return dict(json.loads(STAMP.read_text()))
    except (OSError, ValueError):
        return {}


def is_ready(lock: str) -> bool:
    return installed().get(lock) == digest(lock)


def make_ready(lock: str) -> None:
    with Path(__file__).open() as claim:
        try:
            fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("Another set-up is at work; waiting for it.")
            fcntl.flock(claim, fcntl.LOCK_EX)
        # pip inherits the claim: if we are killed, the next set-up waits for pip to end.
        os.set_inheritable(claim.fileno(), True)  # noqa: FBT003
        if not is_ready(lock):
            install(lock)


def install(lock: str) -> None:
    # The servers may have to run the venv's programs as another user than root.
    os.umask(0o022)
    if not installed():
        make_venv()
    UNFINISHED.touch()
    run_pip(lock)
    satisfied = [RUNTIME, DEVELOPMENT] if lock == DEVELOPMENT else [RUNTIME]
    STAMP.write_text(json.dumps({name: digest(name) for name in satisfied}))
    UNFINISHED.unlink()


def make_venv() -> None:
    # What an interrupted set-up left may lack files that pip believes in, so it goes; but
    # only what we made may go.
    if UNFINISHED.exists() or STAMP.exists():
        shutil.rmtree(str(VENV))
    if VENV.exists() or VENV.is_symlink():
        sys.exit(
            "There is a .venv that script/setup.py did not make. Move it away, and call again:"
            f" one is then made from {RUNTIME}."
        )
    say("Making .venv")
    VENV.mkdir()
    UNFINISHED.touch()
    # Our own pip can install into the venv: quicker, and Debian may have left ensurepip out.
    options = ["--without-pip"] if can_import("pip") else []
    if subprocess.call([sys.executable, "-m", "venv", *options, str(VENV)]) != 0:
        sys.exit("Python could not make .venv: install pip (Debian: apt-get install python3-pip).")


def can_import(module: str) -> bool:
    command = [sys.executable, "-c", f"import {module}"]
    return subprocess.call(command, stderr=subprocess.DEVNULL) == 0


def pip_command() -> "list[str]":
    if can_import("pip"):
        return [sys.executable, "-m", "pip", "--python", str(PYTHON)]
    return [str(PYTHON), "-m", "pip"]


def run_pip(lock: str) -> None:
    total = (ROOT / lock).read_text().count("==")
    say(f"Installing {lock}, about {total} packages")
    # The lock names every package, so there is nothing to resolve.
    options = ["--require-hashes", "--only-binary=:all:", "--no-deps", "--no-input"]
    options += ["--disable-pip-version-check", "--progress-bar", "off", "-r", str(ROOT / lock)]
    pip = subprocess.Popen(
        [*pip_command(), "install", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        universal_newlines=True,
        close_fds=False,
    )
    lines = show_progress(pip, total)
    if pip.wait() != 0:
        say("".join(lines[-40:]))
        sys.exit(f"The packages of {lock} could not be installed; pip's last lines are above.")


def show_progress(pip: "subprocess.Popen[str]", total: int) -> "list[str]":
    lines, done = [], 0
    for line in pip.stdout or ():
        lines.append(line)
        done += line.startswith(("Collecting ", "Requirement already satisfied"))
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{done:3} of {total}  {line.rstrip()[:60]}")
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
    return lines


def main() -> None:
    insist_on_python()
    arguments = sys.argv[1:]
    lock = RUNTIME
    if arguments[:1] == ["--dev"]:
        lock, arguments = DEVELOPMENT, arguments[1:]
    if not is_ready(lock):
        make_ready(lock)
    if arguments:
        os.environ["PYTHONPATH"] = str(ROOT)  # our modules are found from any folder
        os.execv(str(PYTHON), [str(PYTHON), *arguments])  # noqa: S606


if __name__ == "__main__":
    main()
