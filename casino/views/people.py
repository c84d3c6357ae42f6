"""The people of the house: the list, a person's page, and what may be done to a record."""

import re
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode

from casino import forms, policy
from casino.lib.law import Outdated, Refused
from casino.models import Job, User
from casino.selectors import people as read
from casino.selectors.log import visible
from casino.selectors.pages import page_by
from casino.services import staff
from casino.services.log import house_day
from casino.services.people import thing_of
from casino.signing import seconds_of, sign, status_of
from casino.views import conflict

ROWS, HISTORY_ROWS = 50, 30
BADGE = re.compile(r"[A-Z0-9-]{3,12}\Z")


def people(request: Any) -> HttpResponse:
    asked = forms.PeopleFilter(request.GET)
    wanted = asked.cleaned_data if asked.is_valid() else {}
    today = house_day(request.now)
    found = read.staff(
        like=wanted.get("q", ""),
        job=wanted.get("job", ""),
        state=wanted.get("state", ""),
        today=today,
        now=request.now,
    )
    page = page_by(
        found, "badge", size=ROWS, after=wanted.get("after"), before=wanted.get("before")
    )
    context = {
        "form": asked,
        "rows": [
            (person, read.licence_of(person, today), job_names(person)) for person in page.rows
        ],
        "filtered": any(wanted.get(name) for name in ("q", "job", "state")),
        "back": _page_url(wanted, before=page.back),
        "on": _page_url(wanted, after=page.on),
    }
    return render(request, "people/people.html", context, status=status_of(None, asked))


def _page_url(wanted: dict[str, Any], **cursor: Any) -> str:
    if not any(cursor.values()):
        return ""
    kept = {name: wanted[name] for name in ("q", "job", "state") if wanted.get(name)}
    return f"?{urlencode(kept | cursor)}"


def job_names(person: User) -> list[str]:
    return [job.label for job in Job if job in person.jobs]


def _found(badge: str) -> User:
    person = read.person_with(badge) if BADGE.match(badge) else None
    if person is None:
        raise Http404
    return person


@dataclass(frozen=True, slots=True)
class Offer:
    """An act as the person's page offers it; `reason` says why this duty cannot do it."""

    name: str
    label: str
    words: str
    reason: str
    url: str


ACTS_ON_PERSON = {
    "change_person": ("person-change", "Change", "Name, licence, whether they may sign on"),
    "grant_jobs": ("person-jobs", "Jobs", "What they are registered for; a second person signs"),
    "unlock_person": ("person-unlock", "Unlock", "After too many wrong tries"),
    "end_sessions": ("person-end-sessions", "End sessions", "Sign them off on every screen"),
    "reset_secrets": ("person-reset", "Reset secrets", "For lost ones; a second person signs"),
    "issue_key": (
        "key-issue",
        "Issue key",
        "Opens the API until it expires; a second person signs",
    ),
}
FOR_PEOPLE = frozenset({"unlock_person", "end_sessions", "reset_secrets"})
FOR_MACHINES = frozenset({"issue_key"})


def offers(request: Any, person: User, is_locked: bool) -> dict[str, Offer]:
    """The acts that fit this record, as far as this duty's job may do such acts at all."""
    other_kind = FOR_PEOPLE if person.is_machine else FOR_MACHINES
    return {
        name: Offer(
            name, label, words, _why_not(request, name, person, is_locked), _url(route, person)
        )
        for name, (route, label, words) in ACTS_ON_PERSON.items()
        if name not in other_kind and policy.may(request.duty, name)
    }


def _url(route: str, person: User) -> str:
    return reverse(route, args=[person.badge])


def _why_not(request: Any, name: str, person: User, is_locked: bool) -> str:
    try:
        policy.require(request.duty, name, now=request.now, subject=person)
    except Refused as refusal:
        return f"{refusal.error}. {refusal.remedy}"
    return "Not locked out" if name == "unlock_person" and not is_locked else ""


def person(request: Any, badge: str) -> HttpResponse:
    subject = _found(badge)
    if request.GET.get("tab") == "history":
        return _history(request, subject)
    return _overview(request, subject)


def _overview(request: Any, subject: User, **more: Any) -> HttpResponse:
    locks = read.locks_on(subject, request.now)
    context = {
        "person": subject,
        "tab": "overview",
        "jobs": job_names(subject),
        "licence": read.licence_of(subject, house_day(request.now)),
        "held": read.open_duty(subject, request.now),
        "device": read.confirmed_device(subject),
        "locks": locks,
        "offers": offers(request, subject, bool(locks)),
        "keys": [(read.key_id(key), key) for key in read.keys_of(subject, request.now)],
        "may_revoke": policy.may(request.duty, "revoke_key"),
        "seconds": seconds_of("issue_key" if subject.is_machine else "reset_secrets"),
        "form": forms.SecondSignature(),
        "live": _is_live(request),
        **more,
    }
    part = "people/_acts.html" if request.htmx.target == "acts" else "people/_overview.html"
    template = part if _is_live(request) else "people/person.html"
    status = status_of(more.get("refusal"), more.get("form"))
    return render(request, template, context, status=status)


def _is_live(request: Any) -> bool:
    return request.method == "GET" and bool(request.htmx)


def _history(request: Any, subject: User) -> HttpResponse:
    """What the log tells of this person, as far as this duty may read the log."""
    asked = forms.HistoryPage(request.GET)
    before = asked.cleaned_data["before"] if asked.is_valid() else None
    entries = visible(request.duty).filter(thing=thing_of(subject))
    rows = list((entries.filter(position__lt=before) if before else entries)[: HISTORY_ROWS + 1])
    here = f"{_url('person', subject)}?tab=history"
    more = len(rows) > HISTORY_ROWS
    context = {
        "person": subject,
        "tab": "history",
        "entries": rows[:HISTORY_ROWS],
        "is_newest": not before,
        "newer": here if before else "",
        "older": f"{here}&before={rows[HISTORY_ROWS - 1].position}" if more else "",
        "live": _is_live(request),
    }
    template = "people/_history.html" if _is_live(request) else "people/person.html"
    return render(request, template, context, status=status_of(None, asked))


def add(request: Any) -> HttpResponse:
    form = forms.AddPerson(request.POST or None)
    if request.method == "GET" or not form.is_valid():
        return render(request, "people/add.html", {"form": form}, status=status_of(None, form))
    try:
        added, password = staff.add_person(by=request.duty, now=request.now, **form.cleaned_data)
    except Refused as refusal:
        context = {"form": form, "refusal": refusal}
        return render(request, "people/add.html", context, status=status_of(refusal))
    if added.is_machine:
        messages.success(request, f"{added} is added. Grant its job, then issue a key.")
        return redirect("person", added.badge)
    return _slip(request, added, password, "is added")


def _slip(request: Any, subject: User, password: str, done: str) -> HttpResponse:
    """Shown in this answer only; nobody can ask for it again."""
    return render(
        request, "people/slip.html", {"person": subject, "password": password, "done": done}
    )


def change(request: Any, badge: str) -> HttpResponse:
    subject = _found(badge)
    policy.require(request.duty, "change_person", now=request.now, subject=subject)
    form = forms.ChangePerson(request.POST or None, initial=_stored(subject))
    if request.method == "GET" or not form.is_valid():
        return _change_page(request, subject, form)
    try:
        staff.change_person(by=request.duty, now=request.now, person=subject, **form.cleaned_data)
    except Outdated as outdated:
        return _change_page(request, subject, form, _stored(_found(badge)), refusal=outdated)
    except Refused as refusal:
        return _change_page(request, subject, form, refusal=refusal)
    messages.success(request, f"{form.cleaned_data['name']} ({badge}) is changed.")
    return redirect("person", badge)


def _stored(subject: User) -> dict[str, Any]:
    return {
        "name": subject.name,
        "licence_number": subject.licence_number,
        "licence_valid_until": subject.licence_valid_until,
        "is_active": subject.is_active,
        "jobs": subject.jobs,
        "version": read.version_of(subject),
    }


def _change_page(
    request: Any,
    subject: User,
    form: Any,
    stored: dict[str, Any] | None = None,
    *,
    refusal: Any = None,
) -> HttpResponse:
    context = {
        "person": subject,
        "form": conflict.merged(form, stored) if stored else form,
        "differences": conflict.differences(form, stored) if stored else None,
        "refusal": refusal,
    }
    return render(request, "people/change.html", context, status=status_of(refusal, form))


def jobs(request: Any, badge: str) -> HttpResponse:
    subject = _found(badge)
    policy.require(request.duty, "grant_jobs", now=request.now, subject=subject)
    form = forms.GrantJobs(request.POST or None, initial=_stored(subject))
    if request.method == "GET" or not form.is_valid():
        return _jobs_page(request, subject, form)
    given = form.cleaned_data
    try:
        second = sign(request, "grant_jobs", form, subject=subject)
        staff.grant_jobs(
            by=request.duty,
            second=second,
            now=request.now,
            person=subject,
            version=given["version"],
            jobs=[Job(job) for job in given["jobs"]],
        )
    except Outdated as outdated:
        return _jobs_page(request, _found(badge), form, is_outdated=True, refusal=outdated)
    except Refused as refusal:
        return _jobs_page(request, subject, form, refusal=refusal)
    messages.success(request, f"The jobs of {subject} are set.")
    return redirect("person", badge)


def _jobs_page(
    request: Any, subject: User, form: Any, *, is_outdated: bool = False, refusal: Any = None
) -> HttpResponse:
    context = {
        "person": subject,
        "form": conflict.merged(form, _stored(subject)) if is_outdated else form,
        "stored_jobs": job_names(subject) if is_outdated else None,
        "seconds": seconds_of("grant_jobs"),
        "refusal": refusal,
    }
    return render(request, "people/jobs.html", context, status=status_of(refusal, form))


def reset(request: Any, badge: str) -> HttpResponse:
    subject, form = _found(badge), forms.SecondSignature(request.POST)
    if not form.is_valid():
        return _overview(request, subject, form=form)
    try:
        second = sign(request, "reset_secrets", form, subject=subject)
        password = staff.reset_secrets(
            by=request.duty, second=second, now=request.now, person=subject
        )
    except Refused as refusal:
        return _overview(request, subject, form=form, refusal=refusal)
    return _slip(request, subject, password, "has new secrets")


def unlock(request: Any, badge: str) -> HttpResponse:
    subject = _found(badge)
    staff.unlock_person(by=request.duty, now=request.now, person=subject)
    messages.success(request, f"{subject} is unlocked.")
    return redirect("person", badge)


def end_sessions(request: Any, badge: str) -> HttpResponse:
    subject = _found(badge)
    staff.end_sessions(by=request.duty, now=request.now, person=subject)
    messages.success(request, f"All sessions of {subject} have ended.")
    return redirect("person", badge)


def issue_key(request: Any, badge: str) -> HttpResponse:
    subject, form = _found(badge), forms.SecondSignature(request.POST)
    if not form.is_valid():
        return _overview(request, subject, form=form)
    try:
        second = sign(request, "issue_key", form, subject=subject)
        key = staff.issue_key(by=request.duty, second=second, now=request.now, person=subject)
    except Refused as refusal:
        return _overview(request, subject, form=form, refusal=refusal)
    return _overview(request, subject, new_key=key)


def revoke_key(request: Any, badge: str, key: str) -> HttpResponse:
    subject = _found(badge)
    try:
        staff.revoke_key(by=request.duty, now=request.now, person=subject, key=key)
    except Refused as refusal:
        return _overview(request, subject, refusal=refusal)
    messages.success(request, "The key is revoked.")
    return redirect("person", badge)
