"""script/setup.py with a real pip, and a package of our own in place of a registry."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

SETUP = Path(__file__).parents[2] / "script/setup.py"
# A Python of the test's own must not be found: it would already have every package.
PYTHON = Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info[1]}"
USE = ["-c", "import coin; print(coin.sides)"]


@pytest.fixture
def clone(tmp_path):
    (tmp_path / "script").mkdir()
    (tmp_path / "wheels").mkdir()
    shutil.copy(SETUP, tmp_path / "script")
    write_lock(tmp_path, "requirements.lock", "1.0")
    write_lock(tmp_path, "requirements-dev.lock", "1.0")
    return tmp_path


def write_lock(clone, lock, version, digest=None):
    info = f"coin-{version}.dist-info"
    files = {
        "coin.py": f"sides = {version!r}\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: coin\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    files[f"{info}/RECORD"] = "".join(f"{name},,\n" for name in [*files, f"{info}/RECORD"])
    wheel = clone / f"wheels/coin-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text)
    digest = digest or hashlib.sha256(wheel.read_bytes()).hexdigest()
    (clone / lock).write_text(f"coin=={version} --hash=sha256:{digest}\n")


def start(clone, *words, python=(PYTHON,), path=os.environ["PATH"]):
    pip = {
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(clone / "wheels"),
        "PIP_CONFIG_FILE": "/dev/null",
    }
    return subprocess.Popen(
        [*python, str(clone / "script/setup.py"), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"PATH": path} | pip,
    )


def run(clone, *words, **how):
    process = start(clone, *words, **how)
    out, err = process.communicate()
    return process.returncode, out.strip(), err.strip()


def test_the_first_run_installs_and_the_second_only_runs(clone):
    code, out, err = run(clone, *USE)
    assert (code, out) == (0, "1.0"), err
    assert "Installing requirements.lock" in err
    assert run(clone, *USE) == (0, "1.0", "")


def test_a_changed_lock_is_installed(clone):
    run(clone, *USE)
    write_lock(clone, "requirements.lock", "2.0")
    assert run(clone, *USE)[:2] == (0, "2.0")


def test_the_packages_for_development_serve_the_casino_too(clone):
    assert run(clone, "--dev", *USE)[:2] == (0, "1.0")
    assert run(clone, *USE) == (0, "1.0", "")


def test_an_interrupted_installation_is_repaired(clone):
    run(clone, *USE)
    (clone / ".venv/unfinished").touch()
    (broken,) = clone.glob(".venv/lib/*/site-packages/coin.py")
    broken.unlink()
    assert run(clone, *USE)[:2] == (0, "1.0")


def test_a_package_with_another_hash_is_refused_and_not_believed_later(clone):
    write_lock(clone, "requirements.lock", "1.0", digest="0" * 64)
    code, _, err = run(clone, *USE)
    assert code == 1
    assert "could not be installed" in err
    write_lock(clone, "requirements.lock", "1.0")
    assert run(clone, *USE)[:2] == (0, "1.0")


def test_a_venv_that_someone_else_made_is_left_alone(clone):
    (clone / ".venv").mkdir()
    (clone / ".venv/theirs").touch()
    code, _, err = run(clone, *USE)
    assert code == 1
    assert "did not make" in err
    assert (clone / ".venv/theirs").exists()


def test_a_venv_whose_python_is_gone_is_made_anew(clone):
    run(clone, *USE)
    (clone / ".venv/bin/python").unlink()
    assert run(clone, *USE)[:2] == (0, "1.0")


def test_two_at_once_install_once(clone):
    both = [start(clone, *USE), start(clone, *USE)]
    answers = [process.communicate() for process in both]
    assert [out for out, _ in answers] == ["1.0\n", "1.0\n"]
    assert sum("Installing" in err for _, err in answers) == 1
    assert set(json.loads((clone / ".venv/installed.json").read_text())) == {"requirements.lock"}


def test_modules_are_found_from_any_folder(clone):
    (clone / "ours.py").write_text("print('found')")
    assert run(clone, "-m", "ours")[:2] == (0, "found")


def test_an_old_python_is_answered_with_a_sentence(clone):
    pretend = (
        "import runpy, sys; sys.version_info = (3, 9, 1); del sys.argv[0];"
        "runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    code, _, err = run(clone, *USE, python=(PYTHON, "-c", pretend), path="")
    assert code == 1
    assert err.startswith("Pitkeeper needs Python 3.11 or newer; ")
    assert not (clone / ".venv").exists()
