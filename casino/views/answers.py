"""What a page that could not do as asked answers with."""

from django.forms import Form

from casino.lib.law import NotAllowed, Refused
from casino.services.people import Locked


def status_of(refusal: Refused | None, form: Form | None = None) -> int:
    if isinstance(refusal, Locked):
        return 429
    if refusal:
        return 403 if isinstance(refusal, NotAllowed) else 409
    return 422 if form is not None and form.errors else 200
