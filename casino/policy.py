"""Who may do what: one table of data that every door asks, and the questions it answers.

An act is open to anyone, to anybody signed on, or to the jobs it names, as held on duty now. A door
is a method and a URL's name (`GET log`), or a socket's topic (`WS log`); each stands under one act.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from casino.lib.law import Clause, NotAllowed
from casino.models import Duty, Job, Pit, User

SEGREGATION = Clause("13:69D-1.11(b)")
ONE_JOB_A_SHIFT = Clause("13:69D-1.12(a)3")
REGISTRATION = Clause("13:69A-1.2(a)")


class Open(Enum):
    """Acts that ask for no job."""

    TO_ANYONE = "anyone"
    TO_SIGNED_ON = "anybody signed on"
    TO_NOBODY = "the system itself"


ALL = frozenset(Job)
FLOOR = frozenset({Job.DEALER, Job.FLOORPERSON, Job.PIT_BOSS, Job.SHIFT_MANAGER})
SUPERVISORS = frozenset({Job.FLOORPERSON, Job.PIT_BOSS, Job.SHIFT_MANAGER})
WATCHERS = frozenset({Job.SURVEILLANCE, Job.REGULATOR})
MANAGERS = frozenset({Job.SHIFT_MANAGER, Job.SECURITY_MANAGER, Job.ADMINISTRATOR})
LOG_READERS = WATCHERS | MANAGERS | {Job.PIT_BOSS, Job.ACCOUNTANT}


@dataclass(frozen=True, slots=True)
class Act:
    """`words` complete the sentence "Somebody …"; `second` are the jobs whose signature it needs."""

    name: str
    words: str
    jobs: frozenset[Job] | Open
    doors: tuple[str, ...] = ()
    second: frozenset[Job] = frozenset()
    differs: tuple[str, ...] = ()
    own_pit: bool = False


_TABLE = (
    # -- coming in and going out
    Act("sign_on", "signed on", Open.TO_ANYONE, ("GET sign-on", "POST sign-on")),
    Act("sign_off", "signed off", Open.TO_SIGNED_ON, ("POST sign-off",)),
    Act("take_duty", "took a duty", Open.TO_SIGNED_ON, ("GET duty", "POST duty")),
    Act("end_duty", "ended a duty", Open.TO_SIGNED_ON, ("POST end-duty",)),
    Act("enrol_code", "set up a code device", Open.TO_SIGNED_ON, ("GET code", "POST code")),
    Act("change_password", "changed the password", Open.TO_SIGNED_ON, ("GET account", "POST password")),
    Act("change_pin", "changed the PIN", Open.TO_SIGNED_ON, ("POST pin",)),
    Act("refuse_sign_on", "refused a sign-on", Open.TO_NOBODY),
    Act("lock_out", "locked a person out", Open.TO_NOBODY),
    # -- the shell
    Act("see_health", "looked at health", Open.TO_ANYONE, ("GET health-live", "GET health-ready")),
    Act("set_appearance", "set the appearance", Open.TO_ANYONE, ("POST appearance",)),
    Act("see_styles", "looked at the style guide", Open.TO_SIGNED_ON, ("GET styleguide",)),
    Act("see_home", "looked at home", ALL, ("GET home", "GET search", "GET api-me", "GET on-duty", "WS duties", "WS pit")),
    # -- the log
    Act("read_log", "read the log", LOG_READERS, ("GET log", "GET entry", "GET api-feed", "WS log"), own_pit=True),
    Act("see_seals", "looked at the seals", LOG_READERS - {Job.PIT_BOSS}, ("GET seals", "GET day")),
    Act("export_head", "exported the head of the log", LOG_READERS - {Job.PIT_BOSS}, ("GET day-export",)),
    Act("find_breach", "found the log altered", Open.TO_NOBODY),
    # -- alerts
    Act("raise_alert", "raised an alert", Open.TO_NOBODY),
    Act("see_alerts", "looked at alerts", ALL - {Job.DEALER}, ("GET alerts", "GET alert-count", "WS alerts"), own_pit=True),
    Act("acknowledge_alert", "acknowledged an alert", ALL - {Job.DEALER} - WATCHERS, ("POST acknowledge",), own_pit=True, differs=("subject",)),
    # -- people
    Act("see_people", "looked at people", MANAGERS | WATCHERS | {Job.PIT_BOSS}, ("GET people", "GET person", "WS person")),
    Act("add_person", "added a person", frozenset({Job.ADMINISTRATOR}), ("GET person-add", "POST person-add")),
    Act("change_person", "changed a person", frozenset({Job.ADMINISTRATOR}), ("GET person-change", "POST person-change"), differs=("subject",)),
    Act("grant_jobs", "granted jobs", frozenset({Job.ADMINISTRATOR}), ("GET person-jobs", "POST person-jobs"), second=MANAGERS, differs=("subject",)),
    Act("reset_secrets", "reset the secrets of a person", frozenset({Job.ADMINISTRATOR}), ("POST person-reset",), second=MANAGERS, differs=("subject",)),
    Act("unlock_person", "unlocked a person", MANAGERS, ("POST person-unlock",), differs=("subject",)),
    Act("end_sessions", "ended all sessions of a person", MANAGERS, ("POST person-end-sessions",)),
    Act("issue_key", "issued an API key", frozenset({Job.ADMINISTRATOR}), ("POST key-issue",), second=MANAGERS, differs=("subject",)),
    Act("revoke_key", "revoked an API key", frozenset({Job.ADMINISTRATOR}), ("POST key-revoke",)),
    # -- the rules of the games
    Act("read_rules", "read the rules", ALL, ("GET rulebook", "GET game-rules", "GET readings")),
    # -- the machinery
    Act("see_system", "looked at the system", frozenset({Job.ADMINISTRATOR, Job.REGULATOR}), ("GET system",)),
    Act("retry_errand", "tried an errand again", frozenset({Job.ADMINISTRATOR}), ("POST system",)),
    Act("read_metrics", "read the metrics", frozenset({Job.ADMINISTRATOR, Job.SURVEILLANCE}), ("GET metrics",)),
    Act("set_up_demo", "set up the demo casino", Open.TO_NOBODY),
)  # fmt: skip

ACTS = {act.name: act for act in _TABLE}
DOORS = {door: act for act in _TABLE for door in act.doors}


def door_of(method: str, route: str) -> Act | None:
    return DOORS.get(f"{'GET' if method == 'HEAD' else method} {route}")


def methods_of(route: str) -> list[str]:
    return [method for method, name in (door.split() for door in DOORS) if name == route]


def may(duty: Duty | None, name: str) -> bool:
    """Whether this duty opens the act at all: for menus and buttons."""
    jobs = ACTS[name].jobs
    return (
        jobs is Open.TO_ANYONE if isinstance(jobs, Open) else duty is not None and duty.job in jobs
    )


def require(
    duty: Duty, name: str, *, now: datetime, pit: Pit | None = None, **persons: User | None
) -> None:
    """Refuse unless this duty may do the act here, now, and is none of those it must differ from."""
    act = ACTS[name]
    if not duty.holds_at(now):
        raise NotAllowed("Your duty has ended", ONE_JOB_A_SHIFT, remedy="Take a duty again")
    if not may(duty, name):
        raise NotAllowed(
            f"As {duty.get_job_display().lower()} you may not do this",
            SEGREGATION,
            remedy=f"Ask for: {jobs_in_words(act.jobs)}",
        )
    if act.own_pit and duty.pit_id and pit and pit.pk != duty.pit_id:
        raise NotAllowed(f"Your duty is in {duty.pit}, not in {pit}", ONE_JOB_A_SHIFT)
    refuse_same_person(act, duty.person, persons)


def refuse_same_person(act: Act, signer: User, persons: Mapping[str, User | None]) -> None:
    for role in act.differs:
        if persons[role] == signer:
            raise NotAllowed(
                "Nobody signs for themselves", SEGREGATION, remedy="Another person must do this"
            )


def jobs_in_words(jobs: Iterable[Job] | Open) -> str:
    if isinstance(jobs, Open):
        return jobs.value
    return ", ".join(job.label.lower() for job in Job if job in jobs)
