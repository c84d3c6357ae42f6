"""docker-compose.yml, Dockerfile and .env.example agree with each other and with the settings."""

import importlib.util
import re
from itertools import pairwise
from pathlib import Path

import pytest
import yaml

from casino.gate import UPLOADS, body_limit

ROOT = Path(__file__).parents[2]
COMPOSE_TEXT = (ROOT / "docker-compose.yml").read_text()
COMPOSE = yaml.safe_load(COMPOSE_TEXT)
SERVICES = COMPOSE["services"]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
SETTINGS_TEXT = (ROOT / "casino/settings.py").read_text()

# "# NAME=default" is a setting with a default, "NAME=" one that must be given.
EXAMPLE = dict(re.findall(r"^(?:# )?([A-Z_]+)=(.*)$", (ROOT / ".env.example").read_text(), re.M))
USED = re.findall(r"\$\{([A-Z_]+)(?::([-?])([^}]*))?\}", COMPOSE_TEXT)
SETTINGS = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', SETTINGS_TEXT))
ONLY_FOR_COMPOSE = {
    "CASINO_HOST",
    "DATABASE_APP_PASSWORD",
    "DATABASE_OWNER_PASSWORD",
    "POSTGRES_PASSWORD",
    "VALKEY_PASSWORD",
}
# What a container is not to be told: it is in the image, is for the owner, or is for a demo.
NOT_FOR_WEB = {
    "DATABASE_APP_ROLE",
    "DATABASE_OWNER_URL",
    "DEMO",
    "DEMO_PASSWORD",
    "DEMO_PIN",
    "HTTPS",
    "STATIC_ROOT",
}
OURS = {name: service for name, service in SERVICES.items() if service.get("build")}


def test_every_setting_is_in_the_example_and_nothing_else_is():
    assert set(EXAMPLE) == SETTINGS | ONLY_FOR_COMPOSE


def test_every_variable_of_compose_is_in_the_example():
    assert {name for name, _, _ in USED} <= set(EXAMPLE)


def test_defaults_of_compose_are_those_of_the_example():
    defaults = {name: default for name, kind, default in USED if kind == "-"}
    assert defaults == {name: EXAMPLE[name] for name in defaults}


def test_no_secret_has_a_default():
    secrets = [(name, kind) for name, kind, _ in USED if re.search("PASSWORD|SECRET|HOST", name)]
    assert {kind for _, kind in secrets} == {"?"}
    assert [name for name, _ in secrets if EXAMPLE[name]] == []


def test_every_setting_reaches_the_web():
    assert set(SERVICES["web"]["environment"]) == SETTINGS - NOT_FOR_WEB


def test_only_migrations_and_backups_know_the_owner():
    knowing = [name for name in OURS if "pitkeeper_owner" in str(OURS[name]["environment"])]
    assert knowing == ["migrate", "backup"]


def test_only_the_proxy_publishes_ports():
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]


def test_the_servers_of_data_cannot_be_reached_from_the_front():
    assert COMPOSE["networks"]["back"] == {"internal": True}
    assert {name for name in SERVICES if SERVICES[name]["networks"] == ["back"]} == {
        "postgres",
        "valkey",
    }


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_confined_and_looked_after(name):
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["restart"] == ("no" if name in ("migrate", "backup") else "unless-stopped")
    assert "healthcheck" in service or "HEALTHCHECK" in DOCKERFILE


@pytest.mark.parametrize("name", [name for name in OURS if "command" in OURS[name]])
def test_every_command_names_something_that_exists(name):
    words = OURS[name]["command"].split()
    modules = [word for flag, word in pairwise(words) if flag in ("-A", "-m")]
    scripts = [word for word in words if word.endswith(".py")]
    assert modules or scripts
    assert all(importlib.util.find_spec(module) for module in modules)
    assert all((ROOT / script).exists() for script in scripts)


def test_volumes_and_configs_are_those_that_are_used():
    volumes = {v.split(":")[0] for s in SERVICES.values() for v in s.get("volumes", [])}
    configs = {c["source"] for s in SERVICES.values() for c in s.get("configs", [])}
    assert volumes == set(COMPOSE["volumes"])
    assert configs == set(COMPOSE["configs"])


def test_several_webs_and_workers_but_one_beat():
    replicas = {name: s["deploy"]["replicas"] for name, s in SERVICES.items() if "deploy" in s}
    assert replicas == {"web": 2, "worker": 2, "beat": 1}


def test_the_image_runs_as_nobody_special_with_locked_packages():
    assert re.findall(r"^USER (\w+)", DOCKERFILE, re.M) == ["pitkeeper"]
    assert "--require-hashes" in DOCKERFILE
    assert DOCKERFILE.index("USER ") > DOCKERFILE.index("collectstatic")


def test_the_image_holds_what_it_runs_and_no_more():
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text().split() if line[0] == "!"}
    assert let_in == {
        "casino",
        "games",
        "inventory",
        "tables",
        "templates",
        "manage.py",
        "requirements.lock",
    }
    assert all((ROOT / name).exists() for name in let_in)


def test_the_proxy_lets_through_what_the_gate_lets_through():
    proxy = COMPOSE["configs"]["caddyfile"]["content"]
    paths = " ".join(f"*{ending}" for ending in UPLOADS)
    assert f"@pictures path {paths}\n" in proxy
    assert f"@others not path {paths}\n" in proxy
    limits = dict(re.findall(r"request_body @(\w+) {\s+max_size (\d+)KB", proxy))
    assert int(limits["pictures"]) * 1000 == body_limit(is_upload=True)
    assert int(limits["others"]) * 1000 == body_limit(is_upload=False)
