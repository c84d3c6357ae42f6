"""For pages of every app: a form that counts once, and the second person who signs it here."""

from typing import Any

from django.forms import Form

from casino.lib.law import NotAllowed, Refused
from casino.models import Duty, Job, User
from casino.policy import ACTS
from casino.services.once import spend
from casino.services.people import Locked, second_signature


def sign(request: Any, act: str, form: Form, **persons: User) -> Duty:
    """Spend the form's ticket and prove the second person.

    A refusal is shown where the second person signs, so that they can try again there.
    """
    spend(request.session, request.POST.get("ticket", ""))
    given = form.cleaned_data
    try:
        return second_signature(
            act,
            by=request.duty,
            badge=given["second_badge"],
            pin=given["second_pin"],
            now=request.now,
            **persons,
        )
    except Refused as refusal:
        form.add_error("second_pin", f"{refusal.error}. {refusal.remedy}".rstrip(" "))
        raise


def seconds_of(act: str) -> list[str]:
    """The jobs that may sign as second, in words."""
    return [job.label.lower() for job in Job if job in ACTS[act].second]


def status_of(refusal: Refused | None, form: Form | None = None) -> int:
    """What a page that could not do as asked answers with."""
    if isinstance(refusal, Locked):
        return 429
    if refusal:
        return 403 if isinstance(refusal, NotAllowed) else 409
    return 422 if form is not None and form.errors else 200
