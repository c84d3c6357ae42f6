"""How a browser is known again: by a name of ours that it keeps, in which people have signed on."""

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.crypto import get_random_string

A_YEAR = 365 * 24 * 3600
SALT = "casino.screen"


def name_of(request: Any) -> str:
    name: str = request.get_signed_cookie(settings.DEVICE_COOKIE_NAME, "", salt=SALT)
    return name


def new_name() -> str:
    return get_random_string(32)


def remember(response: HttpResponse, name: str) -> HttpResponse:
    response.set_signed_cookie(
        settings.DEVICE_COOKIE_NAME,
        name,
        salt=SALT,
        max_age=A_YEAR,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
    return response
