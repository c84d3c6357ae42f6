"""What a page that could not do as asked answers with."""

from django.forms import Form
from django.utils.http import url_has_allowed_host_and_scheme

from casino.lib.law import NotAllowed, Refused
from casino.services.people import Locked


def is_path(url: str) -> bool:
    """A place in this house: no host, and nothing that a browser or a router takes for another."""
    return url.startswith("/") and url_has_allowed_host_and_scheme(url, allowed_hosts=None)


def status_of(refusal: Refused | None, form: Form | None = None) -> int:
    if isinstance(refusal, Locked):
        return 429
    if refusal:
        return 403 if isinstance(refusal, NotAllowed) else 409
    return 422 if form is not None and form.errors else 200
