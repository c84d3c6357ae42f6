"""The rules of a table: proposed by one person, approved by another, told to patrons between."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction

from casino.lib.law import Outdated, Refused
from casino.models import Duty, Entry
from casino.policy import SEGREGATION, require
from casino.services.acts import whole
from casino.services.log import record
from tables.catalogue import game_of
from tables.models import Proposal, RuleSet, Table
from tables.rules import notices
from tables.selectors.floor import locked_table
from tables.selectors.rules import moment, notice_at, rule_sets, versions

TOLD = {"posted": "posted_at", "announced": "announced_at"}


def propose(
    *,
    number: str,
    options: Mapping[str, Any],
    reason: str,
    by: Duty,
    now: datetime,
    effective_at: datetime | None = None,
    seen: int | None = None,
) -> Proposal:
    """Ask for rules; `effective_at` None is as soon as they are approved.

    The game's own options refuse what it forbids. `seen` is the number of the version that whoever
    asks looked at, 0 for none.
    """
    with whole("propose_rules", by=by, now=now, thing=f"table:{number}"):
        table = _stand(number, "propose_rules", by, now)
        rows = rule_sets(table)
        if seen is not None and seen != (rows[0].number if rows else 0):
            raise Outdated(f"The rules of {table} were changed meanwhile", remedy="Look again")
        if effective_at and effective_at < now:
            raise Refused("Rules do not change in the past", remedy="Choose a time from now on")
        _refuse_no_change(table, rows, options)
        entry = _record(
            "propose_rules", table, by, now, options=dict(options), reason=reason.strip()
        )
        proposal = Proposal(
            table=table,
            options=dict(options),
            effective_at=effective_at,
            reason=reason.strip(),
            proposer=by.person,
            proposed=entry,
        )
        return _insert(proposal)


def _refuse_no_change(table: Table, rows: list[RuleSet], options: Mapping[str, Any]) -> None:
    game = game_of(table.game)
    after = game.read_options(options)
    if rows and not notices.changes(game.read_options(rows[0].options), after, game.demands):
        raise Refused("Nothing is different", remedy="Change something, or leave it as it is")


def _insert(proposal: Proposal) -> Proposal:
    try:
        with transaction.atomic():
            proposal.save(force_insert=True)
    except IntegrityError as error:
        raise Refused(
            f"A change of {proposal.table} waits for its decision already",
            remedy="Decide on that one first",
        ) from error
    return proposal


def give_notice(
    *, number: str, how: str, by: Duty, now: datetime, seen: int | None = None
) -> Proposal:
    """Patrons were told now: `how` is posted (the sign) or announced (aloud)."""
    with whole("give_notice", by=by, now=now, thing=f"table:{number}"):
        table = _stand(number, "give_notice", by, now)
        proposal = _open(table, seen)
        if how not in TOLD:
            raise Refused("Notice is given by a sign or aloud")
        _refuse_late(table, proposal, now)
        if getattr(proposal, TOLD[how]):
            raise Refused("This is recorded already", remedy="Look at the page again")
        setattr(proposal, TOLD[how], now)
        _record("give_notice", table, by, now, how=how, proposal=proposal.pk)
        return _moved_on(proposal)


def _refuse_late(table: Table, proposal: Proposal, now: datetime) -> None:
    """A notice says from when: too late a notice would say what may not be."""
    notice = notice_at(now)
    if proposal.effective_at is None:
        raise game_of(table.game).refuse(
            "notice", "The notice does not say from when", remedy="Set a time, then print it"
        )
    if proposal.effective_at < now + timedelta(minutes=notice.minutes):
        raise game_of(table.game).refuse(
            "notice",
            f"Patrons are told {notice.minutes} minutes before",
            remedy="Set a later time, and print the notice again",
        )


def set_time(
    *,
    number: str,
    effective_at: datetime | None,
    by: Duty,
    now: datetime,
    seen: int | None = None,
) -> Proposal:
    """Another time for what is proposed; notices that were given told of the old one."""
    with whole("time_rules", by=by, now=now, thing=f"table:{number}"):
        table = _stand(number, "time_rules", by, now)
        proposal = _open(table, seen)
        if effective_at and effective_at < now:
            raise Refused("Rules do not change in the past", remedy="Choose a time from now on")
        if effective_at == proposal.effective_at:
            raise Refused("This is the time that is proposed already")
        proposal.effective_at = effective_at
        proposal.posted_at = proposal.announced_at = None
        starts = effective_at.isoformat() if effective_at else None
        _record("time_rules", table, by, now, starts=starts, proposal=proposal.pk)
        return _moved_on(proposal)


def approve(*, number: str, by: Duty, now: datetime, seen: int | None = None) -> RuleSet:
    """Somebody else than the proposer. Where notice is due, it was given."""
    with whole("approve_rules", by=by, now=now, thing=f"table:{number}"):
        table = _stand(number, "approve_rules", by, now)
        proposal = _open(table, seen)
        if proposal.proposer_id == by.person_id:
            raise Refused(
                "You asked for this yourself: approval is not possible",
                SEGREGATION,
                remedy="Another person approves it",
            )
        rows = rule_sets(table)
        starts = _starts(table, proposal, rows, now)
        version = rows[0].number + 1 if rows else 1
        told = {"version": version, "options": proposal.options, "starts": starts.isoformat()}
        entry = _record("approve_rules", table, by, now, proposal=proposal.pk, **told)
        _decide(proposal, by, entry, is_approved=True)
        return RuleSet.objects.create(
            table=table,
            number=version,
            options=proposal.options,
            effective_at=starts,
            proposal=proposal,
            entry=entry,
        )


def _starts(table: Table, proposal: Proposal, rows: list[RuleSet], now: datetime) -> datetime:
    """When it takes hold, if it may."""
    game = game_of(table.game)
    after = game.read_options(proposal.options)
    starts = proposal.effective_at or now
    notices.refuse_change(
        versions(table, rows), after, starts, moment(table, proposal, now), game.demands
    )
    return max(starts, now)


def turn_down(
    *, number: str, reason: str, by: Duty, now: datetime, seen: int | None = None
) -> Proposal:
    """Refuse what somebody proposed, or withdraw what one proposed oneself; either says why."""
    act = "withdraw_rules" if _is_own(number, by) else "refuse_rules"
    with whole(act, by=by, now=now, thing=f"table:{number}"):
        table = _stand(number, act, by, now)
        proposal = _open(table, seen)
        if not reason.strip():
            raise Refused("Say why", remedy="A few words for whoever asked")
        entry = _record(act, table, by, now, proposal=proposal.pk, reason=reason.strip())
        proposal.why = reason.strip()
        return _decide(proposal, by, entry, is_approved=False)


def _is_own(number: str, by: Duty) -> bool:
    waits = Proposal.objects.filter(table__number=number, decided=None)
    return waits.filter(proposer=by.person_id).exists()


def _decide(proposal: Proposal, by: Duty, entry: Entry, *, is_approved: bool) -> Proposal:
    proposal.decided, proposal.decider, proposal.is_approved = entry, by.person, is_approved
    return _moved_on(proposal)


def _moved_on(proposal: Proposal) -> Proposal:
    proposal.length += 1
    proposal.save()
    return proposal


def _stand(number: str, act: str, by: Duty, now: datetime) -> Table:
    table = locked_table(number)
    require(by, act, now=now, pit=table.pit)
    return table


def seen_of(proposal: Proposal | None) -> int:
    """What whoever decides looked at: which proposal, and how far it was."""
    return proposal.pk * 1000 + proposal.length if proposal else 0


def _open(table: Table, seen: int | None) -> Proposal:
    """The proposal that waits; its table is locked."""
    proposal = Proposal.objects.filter(table=table, decided=None).first()
    if seen is not None and seen != seen_of(proposal):
        raise Outdated(
            f"What is proposed for {table} was changed meanwhile",
            remedy="Look at it again before you sign",
        )
    if proposal is None:
        raise Refused(f"Nothing is proposed for {table}", remedy="Propose rules first")
    return proposal


def _record(act: str, table: Table, by: Duty, now: datetime, **told: Any) -> Entry:
    thing, place = f"table:{table.number}", table.number
    return record(act, by=by, now=now, thing=thing, table=place, pit=table.pit, **told)
