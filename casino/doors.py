"""The API's side of the policy: who may use which door."""

from typing import Any

from django.utils import timezone
from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed, MethodNotAllowed
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from casino import policy
from casino.lib.law import NotAllowed
from casino.middleware import duty_of
from casino.models import Duty
from casino.selectors.people import open_duty
from casino.services.log import record_closed_door


class ApiKey(TokenAuthentication):  # type: ignore[misc]
    """What cannot be a key is a wrong one, not an error of ours."""

    def authenticate_credentials(self, token: bytes) -> Any:
        if not token.isalnum():
            raise AuthenticationFailed("Invalid token.")
        return super().authenticate_credentials(token)


class MayUseDoor(BasePermission):
    """Asks policy.py about the door, with the duty of the session or of the API key's owner."""

    def has_permission(self, request: Request, view: Any) -> bool:
        match = request.resolver_match
        act = policy.door_of(request.method or "", match.url_name or "") if match else None
        if act is None:
            raise MethodNotAllowed(request.method or "")
        if not request.user.is_authenticated:
            return act.jobs is policy.Open.TO_ANYONE
        request.duty = duty = (  # type: ignore[attr-defined]
            open_duty(request.user, timezone.now()) if request.auth else duty_of(request)
        )
        if not isinstance(act.jobs, policy.Open):
            _require(duty, act.name, request)
        return True


def _require(duty: Duty | None, act: str, request: Request) -> None:
    if duty is None:
        raise NotAllowed("You are not on duty", policy.ONE_JOB_A_SHIFT, remedy="Take a duty")
    now = timezone.now()
    try:
        policy.require(duty, act, now=now)
    except NotAllowed as refusal:
        record_closed_door(refusal, act, by=duty, now=now, route=_route(request))
        raise


def _route(request: Request) -> str:
    return (request.resolver_match.url_name or "") if request.resolver_match else ""
