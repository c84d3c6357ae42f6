"""Live rounds on the real servers, beside pgbench, in one run.

    python -m bench.live [--tables 48] [--dashboards 100] [--seconds 20] [--web 2]

PostgreSQL with fsync on, Valkey, uvicorn; every table has a dealer's tablet that plays whole
rounds of six players over its WebSocket, every dashboard watches the whole house over another.
The tables play as fast as they are answered, then at half that rate; before and after, pgbench
appends rows, one a transaction, with 8 clients. Exits 1 below 10 % of pgbench, or where half the
load waits longer than 50 ms to be confirmed or 150 ms to be seen, 99 times of 100.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from bench.processor import spent
from casino.embedded import Servers, servers
from casino.processes import front_door

ROOT = Path(__file__).resolve().parent.parent
LEAST = 0.10
CONFIRMED_MS, SEEN_MS = 50, 150
CREATE = (
    "CREATE TABLE IF NOT EXISTS bench_append (id bigserial PRIMARY KEY, at timestamptz, words text)"
)
APPEND = "INSERT INTO bench_append (at, words) VALUES (now(), 'one action of one round');"


def environment(pair: Servers, folder: Path) -> dict[str, str]:
    own = {
        "SECRET_KEY": "only for the bench " * 4,
        "HTTPS": "false",
        "LOG_LEVEL": "WARNING",
        "STATIC_ROOT": str(folder / "static"),
        "DJANGO_SETTINGS_MODULE": "casino.settings",
        "REFUSAL_SECONDS": "0",
    }
    return {**os.environ, **own, **pair.environment()}


def pgbench(pair: Servers, folder: Path, seconds: int) -> float:
    """Transactions a second, each of which appends one row and waits for the disk."""
    with pair.postgres.connect("pitkeeper") as db:
        db.execute(CREATE)
    script = folder / "append.sql"
    script.write_text(APPEND)
    program = Path(pair.postgres.command()[0]).with_name("pgbench")
    command = [program, "-n", "-M", "prepared", "-c", "8", "-j", "2", "-T", str(seconds)]
    done = subprocess.run(
        [*command, "-f", script, "-d", pair.superuser_url],
        capture_output=True,
        text=True,
        check=True,
    )
    return float(next(x for x in done.stdout.splitlines() if x.startswith("tps")).split()[2])


def start_web(stack: ExitStack, env: dict[str, str], count: int) -> int:
    listener = stack.enter_context(front_door())
    fd = listener.fileno()
    command = f"-m uvicorn casino.asgi:application --fd {fd} --no-access-log --log-level warning"
    options = ["--ws-max-size", "8192", "--ws-per-message-deflate", "false"]
    for _ in range(count):
        process = subprocess.Popen(
            [sys.executable, *command.split(), *options], env=env, cwd=ROOT, pass_fds=(fd,)
        )
        stack.callback(process.wait)
        stack.callback(process.terminate)
    return int(listener.getsockname()[1])


def play(port: int, env: dict[str, str], plan: Path, asked: Any, pause: float) -> dict[str, Any]:
    words = [str(port), str(asked.seconds), str(pause), str(asked.dashboards), str(plan)]
    command = [sys.executable, "-m", "bench.live_clients", *words]
    before = spent()
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return {**told, "spent": spent() - before}


def show(name: str, told: dict[str, Any], rows: float) -> None:
    print(
        f"{name:<10} {told['a_second']:>8.0f}/s  {told['a_second'] / rows:>6.1%} of pgbench  "
        f"confirmed p50 {told['confirm_p50_ms']:.0f} p99 {told['confirm_p99_ms']:.0f} ms  "
        f"last dashboard p50 {told['deliver_p50_ms']:.0f} p99 {told['deliver_p99_ms']:.0f} ms  "
        f"({told['actions']} actions, {told['frames']} frames)",
        flush=True,
    )
    parts = [f"{part} {1000 * s / told['actions']:.2f}" for part, s in told["spent"].most_common()]
    print(f"{'':<10} processor, ms an action: {', '.join(parts)}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=48)
    parser.add_argument("--dashboards", type=int, default=100)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--web", type=int, default=2)
    asked = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)  # as root PostgreSQL runs as somebody else, who must get in
        pair = stack.enter_context(servers(folder / "casino", fsync=True))
        env, plan = environment(pair, folder), folder / "plan.json"
        owner = {**env, "DATABASE_URL": pair.owner_url}
        manage = [sys.executable, "manage.py"]
        subprocess.run([*manage, "migrate", "-v", "0"], env=owner, cwd=ROOT, check=True)
        subprocess.run([*manage, "collectstatic", "--no-input", "-v", "0"], env=env, check=True)
        words = [str(asked.tables), str(asked.dashboards), str(plan)]
        floor = [sys.executable, "-m", "bench.live_floor", *words]
        subprocess.run(floor, env=env, cwd=ROOT, check=True)
        before = pgbench(pair, folder, 10)
        port = start_web(stack, env, asked.web)
        _wait(port)
        full = play(port, env, plan, asked, 0)
        pause = asked.tables / (full["a_second"] / 2) - full["confirm_p50_ms"] / 2000
        half = play(port, env, plan, asked, pause)
        after = pgbench(pair, folder, 10)
    rows = (before + after) / 2
    print(f"pgbench    {before:>8.0f}/s before, {after:.0f}/s after, 8 clients, one row each")
    show("at once", full, rows)
    show("at half", half, rows)
    quick = half["confirm_p99_ms"] <= CONFIRMED_MS and half["deliver_p99_ms"] <= SEEN_MS
    return 0 if quick and full["a_second"] >= LEAST * rows else 1


def _wait(port: int) -> None:
    import urllib.request

    for _ in range(600):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health/live", timeout=2).close()
        except OSError:
            continue
        return
    raise SystemExit("the web did not start")


if __name__ == "__main__":
    sys.exit(main())
