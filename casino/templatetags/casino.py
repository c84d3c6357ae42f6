"""How things of the log are worded in pages. Always loaded."""

from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse

from casino import policy
from casino.models import Duty, Entry, Job, User
from casino.selectors.log import cover

register = template.Library()


@register.filter
def act_words(entry: Entry) -> str:
    """What was done; of a refusal, what was not."""
    act = policy.ACTS.get(entry.act)
    if entry.refused and act and act.jobs is not policy.Open.TO_NOBODY:
        return f"was refused: {entry.act.replace('_', ' ')}"
    return act_name(entry.act)


@register.filter
def act_name(name: str) -> str:
    act = policy.ACTS.get(name)
    return act.words if act else name.replace("_", " ")


@register.filter
def who(entry: Entry) -> str:
    return _signed(entry.person, entry.duty) or "the system"


@register.filter
def second_who(entry: Entry) -> str:
    return _signed(entry.second_person, entry.second_duty)


def _signed(person: User | None, duty: Duty | None) -> str:
    if person is None:
        return ""
    return f"{person.name}, {duty.get_job_display().lower()}" if duty else person.name


@register.filter
def thing_words(thing: str) -> str:
    """`person:1004` is shown as "Person 1004"."""
    kind, _, number = thing.partition(":")
    return f"{kind.replace('-', ' ').capitalize()} {number}".strip()


@register.filter
def called(entry: Entry) -> str:
    """What people call the thing of an entry: "HU-01 round 12" is not number 12 of the log."""
    return getattr(entry, "called", "") or thing_words(entry.thing)


@register.filter
def thing_url(thing: str) -> str:
    """A thing's kind is the name of its page; a kind without a page has no link.

    `counts`, without a number, is the page itself.
    """
    kind, _, number = thing.partition(":")
    try:
        return reverse(kind, args=[number] if number else [])
    except NoReverseMatch:
        return ""


@register.simple_tag(takes_context=True)
def payload_items(context: dict[str, Any], entry: Entry) -> list[tuple[str, str]]:
    """Before first, then after, then the rest by name; as this duty may see it now."""
    cover([entry], context["request"].duty)
    names = sorted(entry.payload, key=lambda name: (name != "before", name != "after", name))
    return [(name.replace("_", " ").capitalize(), plain(entry.payload[name])) for name in names]


def plain(value: Any) -> str:
    """A value of the log as people say it."""
    match value:
        case None | "" | []:
            return "—"
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(plain(part) for part in value)
        case dict():
            return "; ".join(f"{name.replace('_', ' ')}: {plain(value[name])}" for name in value)
        case str() if value in Job.values:
            return Job(value).label.lower()
    return str(value)


@register.simple_tag(takes_context=True)
def may(context: dict[str, Any], act: str) -> bool:
    """`{% may "grant_jobs" as allowed %}`: the policy's answer for the duty of this page."""
    return policy.may(context["shell"]["duty"], act)
