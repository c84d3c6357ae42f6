"""The handover sheet: what happened in a pit since its shift began, out of the log and the floor.

It is plain data: the page draws it, and what two people signed is kept as they read it.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

from casino.models import Alert, Duty, Entry, Pit
from casino.templatetags.casino import act_words, who
from inventory.selectors.schedule import clocks
from tables.models import Handover, Proposal, RuleSet, Sitting, Table
from tables.rules.opening import CLOSINGS, PAUSES
from tables.rules.seats import CONDUCT
from tables.selectors.floor import tables_in
from tables.selectors.staff import staff_of

LONGEST = timedelta(hours=24)  # a sheet never looks back further
MOST = 500
Line = dict[str, Any]

# Section → the acts it is made of.
ACTS = {
    "tables": ("table_open", "table_close"),
    "pauses": ("table_pause", "table_continue"),
    "decks": ("deck_deliver", "deck_remove"),
    "removals": ("remove_player", "tell_division"),
    "discrepancies": ("report_discrepancy", "tell_of_discrepancy", "close_discrepancy"),
    "notices": ("give_notice",),
}
TITLES = {
    "tables": "Tables opened and closed",
    "pauses": "Pauses",
    "staff": "Who is where",
    "decks": "Decks brought and taken away",
    "due": "Decks due next",
    "alerts": "Alerts",
    "removals": "Players removed",
    "discrepancies": "Card discrepancies",
    "changes": "Rules that changed or will",
    "notices": "Notices given to patrons",
}


def last_handover(pit: Pit) -> Handover | None:
    return Handover.objects.filter(pit=pit).select_related("entry__second_person").first()


def find_handover(number: int) -> Handover | None:
    people = ("person", "duty", "second_person", "second_duty")
    wanted = Handover.objects.select_related("pit", *(f"entry__{name}" for name in people))
    return wanted.filter(pk=number).first()


def handovers_of(pit: Pit) -> list[Handover]:
    people = ("entry__person", "entry__second_person")
    return list(Handover.objects.filter(pit=pit).select_related(*people)[:20])


def began_at(duty: Duty, last: Handover | None, now: datetime) -> datetime:
    """Where the last sheet ended, so that nothing falls between two; else where the duty began."""
    began = last.at if last else duty.taken_at
    return max(began, now - LONGEST)


def sheet_of(pit: Pit, began: datetime, now: datetime) -> list[dict[str, Any]]:
    """All sections; the number of queries does not grow with the pit."""
    tables = tables_in(pit)
    numbers = {table.pk: table.number for table in tables}
    entries = _entries(pit, began)
    found: dict[str, list[Line]] = {
        name: [_line(entry) for entry in entries if entry.act in acts]
        for name, acts in ACTS.items()
    }
    found["staff"] = _staff(tables)
    found["due"] = _due(numbers.values(), now)
    found["alerts"] = _alerts(pit, began)
    found["removals"] += _not_told(numbers)
    found["changes"] = _changes(numbers, began, now)
    return [{"name": name, "title": title, "lines": found[name]} for name, title in TITLES.items()]


def _entries(pit: Pit, began: datetime) -> list[Entry]:
    acts = [act for group in ACTS.values() for act in group]
    rows = Entry.objects.filter(pit=pit, at__gte=began, refused=False, act__in=acts)
    return list(rows.select_related("person", "duty").order_by("position")[:MOST])


def _line(entry: Entry) -> Line:
    table = entry.table or entry.thing.partition(":")[2]
    return _say(entry.at, table, act_words(entry), who(entry), _detail(entry), entry.thing)


def _say(
    at: datetime,
    what: str,
    words: str,
    by: str = "",
    note: str = "",
    thing: str = "",
    mark: str = "",
) -> Line:
    """`mark` gives a line a colour and a shape: ok, attention, act, info."""
    return {
        "at": at.isoformat(),
        "what": what,
        "words": words,
        "by": by,
        "note": note,
        "thing": thing,
        "mark": mark,
    }


def _detail(entry: Entry) -> str:
    """The one fact that the next supervisor asks for."""
    facts: dict[str, Any] = entry.payload.get("facts") or {}
    told = _DETAILS.get(entry.act)
    return told(entry.payload, facts) if told else ""


def _reason(words: dict[str, str]) -> Callable[[dict[str, Any], dict[str, Any]], str]:
    def tell(payload: dict[str, Any], facts: dict[str, Any]) -> str:
        reason = str(facts.get("reason", ""))
        return " · ".join(filter(None, (words.get(reason, reason), str(facts.get("note", "")))))

    return tell


def _removal(payload: dict[str, Any], facts: dict[str, Any]) -> str:
    breach = CONDUCT.get(str(payload.get("why", "")))
    return f"position {payload.get('seat', '?')}: {breach.words.lower() if breach else ''}"


def _decks(payload: dict[str, Any], facts: dict[str, Any]) -> str:
    return ", ".join(map(str, payload.get("decks", [])))


_DETAILS = {
    "table_pause": _reason(PAUSES),
    "table_begin_close": _reason(CLOSINGS),
    "table_continue": _reason({}),
    "remove_player": _removal,
    "deck_deliver": _decks,
    "deck_remove": _decks,
}


def _staff(tables: list[Table]) -> list[Line]:
    """Every table that is not closed, with whoever works there."""
    at = {table.pk: table for table in tables}
    lines = [
        _say(row.since, at[row.table_id].number, row.get_role_display(), row.duty.person.name)
        for row in staff_of(list(at))
    ]
    return sorted(lines, key=lambda line: (line["what"], line["words"]))


def _due(numbers: Iterable[str], now: datetime) -> list[Line]:
    marks = {"overdue": "act", "soon": "attention", "ok": "ok"}
    return [
        _say(one.due, one.deck.table, f"deck {one.deck.code}", mark=marks[one.state])
        for one in clocks(now, tables=numbers)
    ]


def _alerts(pit: Pit, began: datetime) -> list[Line]:
    """What nobody took first, then what somebody did since."""
    rows = Alert.objects.filter(pit=pit).select_related("owner")
    free = rows.filter(acknowledged_at=None).order_by("raised_at")[:MOST]
    taken = rows.filter(acknowledged_at__gte=began).order_by("acknowledged_at")[:MOST]
    return [
        *(_say(a.raised_at, "", a.words, "nobody yet", mark="act", thing=a.thing) for a in free),
        *(
            _say(a.raised_at, "", a.words, str(a.owner), mark="closed", thing=a.thing)
            for a in taken
        ),
    ]


def _not_told(numbers: dict[int, str]) -> list[Line]:
    """Removals that the Division was not told of yet: they go on to the next shift."""
    rows = Sitting.objects.filter(table__in=numbers, notified=None).exclude(notice="")
    words = "the Division is not told yet"
    return [
        _say(row.left_at or row.sat_at, numbers[row.table_id], words, mark="act")
        for row in rows[:MOST]
    ]


def _changes(numbers: dict[int, str], began: datetime, now: datetime) -> list[Line]:
    sets = RuleSet.objects.filter(table__in=numbers, effective_at__gte=began).order_by(
        "effective_at"
    )
    lines = [
        _say(
            row.effective_at,
            numbers[row.table_id],
            f"rules {row.number} {'hold' if row.effective_at <= now else 'take hold'}",
            mark="" if row.effective_at <= now else "info",
            thing=f"table-rules:{numbers[row.table_id]}",
        )
        for row in sets[:MOST]
    ]
    waits = Proposal.objects.filter(table__in=numbers, decided=None).select_related(
        "proposed", "proposer"
    )
    for one in waits[:MOST]:
        told = [name for name in ("posted", "announced") if getattr(one, f"{name}_at")]
        note = f"notice {' and '.join(told)}" if told else "no notice given yet"
        number = numbers[one.table_id]
        words, thing = "new rules wait for a decision", f"table-rules:{number}"
        by = str(one.proposer)
        lines.append(_say(one.proposed.at, number, words, by, note, thing, "attention"))
    return lines
