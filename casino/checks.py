"""What `manage.py check --deploy` says about this installation, beside Django's own checks."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connections

OWNED = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public' AND tableowner = current_user"


@register(Tags.security, deploy=True)
def no_demo(**kwargs: Any) -> list[CheckMessage]:
    """Demo people have a password that the sign-on page shows."""
    if not settings.DEMO:
        return []
    return [Error("DEMO is on", hint="Unset DEMO: its logins are public", id="casino.E001")]


@register(Tags.database, deploy=True)
def role_owns_nothing(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Run with --database default: an owner could switch off what keeps the log append-only."""
    messages: list[CheckMessage] = []
    for alias in databases or ():
        with connections[alias].cursor() as cursor:
            cursor.execute(OWNED)
            if cursor.fetchone()[0]:
                hint = "Run as a role of its own; see docs/operations.md"
                messages.append(
                    Warning("The application's role owns its tables", hint=hint, id="casino.W001")
                )
    return messages
