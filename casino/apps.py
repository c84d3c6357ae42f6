from typing import Any

import structlog
from django.apps import AppConfig
from django.http import HttpRequest


class CasinoConfig(AppConfig):
    name = "casino"

    def ready(self) -> None:
        from django.db.models.signals import post_migrate
        from django_structlog.signals import bind_extra_request_metadata

        from casino import checks  # noqa: F401  (registers itself)
        from casino.grants import grant

        post_migrate.connect(grant, sender=self)
        bind_extra_request_metadata.connect(log_peer)


def log_peer(request: HttpRequest, logger: Any, **kwargs: Any) -> None:
    """Who is at the other end of the line, not who a header says it is."""
    structlog.contextvars.bind_contextvars(peer=request.META.get("REMOTE_ADDR", ""))
