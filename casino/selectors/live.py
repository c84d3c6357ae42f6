"""What the log's growth means to the screens: topics, and what changed on them since a position."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from casino import policy
from casino.lib.sql import ask
from casino.models import Duty, Entry
from casino.selectors.log import FEED_AT_ONCE, Brief, briefs, feed_end
from casino.selectors.sessions import duties_in

NOT_SIGNED_ON, NOT_ALLOWED = 4401, 4403  # close codes; a browser does not try again after them
DUTY_ACTS = frozenset({"take_duty", "end_duty", "sign_off"})
LOOK_BACK = 100  # entries; a screen that missed more draws everything again
# Where the list of things has another name than one of them.
LISTS = {"alert": "alerts"}
# What a screen of the card room shows; acts on several decks name no single thing.
CARD_THINGS = frozenset(
    {"deck", "lot", "store", "seal", "session", "discrepancy", "inventory", "device"}
)

# Rounds go on several times a minute: only who watches the rounds of a table is told.
ROUND_ACTS = frozenset({"open_round", "round_action", "award_pot", "undo_action", "correct_round"})
# These change which tables stand where, in whatever pit somebody looks.
FLOOR_ACTS = frozenset({"add_table", "change_table", "move_table", "retire_table", "arrange_floor"})


def topics_of(entry: Brief) -> Iterator[str]:
    """Everything a screen may watch that this entry changes."""
    yield "log"
    if entry.act in ROUND_ACTS:
        yield f"rounds:{entry.table}"
        return
    kind, _, name = entry.thing.partition(":")
    if kind:
        yield LISTS.get(kind, kind)
    if name:
        yield entry.thing
    if entry.act in DUTY_ACTS:
        yield "duties"
    if kind in CARD_THINGS or entry.act.startswith("deck_"):
        yield "decks"
    if entry.act in FLOOR_ACTS:
        yield "floor"
    if entry.table and kind != "table":  # a deck or a device: its table shows it too
        yield "table"
        yield f"table:{entry.table}"
    if entry.pit:
        yield f"pit:{entry.pit}"


@dataclass(frozen=True, slots=True)
class News:
    """What changed up to a position: topic → pit (None: the house) → where it last changed."""

    position: int
    changed: dict[str, dict[int | None, int]] = field(default_factory=dict)
    more: bool = False  # there are entries beyond the position
    held_back: bool = False  # of which a transaction that still runs lets nobody read any yet
    entries: Sequence[Brief] = ()

    def for_duty(self, duty: Duty, topics: Sequence[str], *, after: int = 0) -> list[str]:
        """Of these topics, what changed after that position as far as this duty is shown it."""
        return [topic for topic in topics if after < self._last_change(topic, duty)]

    def _last_change(self, topic: str, duty: Duty) -> int:
        """To people of a pit the log is that of their pit; other topics are the same for all."""
        pits = self.changed.get(topic, {})
        if topic == "log" and duty.pit_id:
            return pits.get(duty.pit_id, 0)
        return max(pits.values(), default=0)


def news_after(position: int) -> News:
    entries = briefs(position)
    changed: dict[str, dict[int | None, int]] = defaultdict(dict)
    for entry in entries:
        for topic in topics_of(entry):
            changed[topic][entry.pit_id] = entry.position
    reached = entries[-1].position if entries else position
    more = _end() > reached
    held_back = more and len(entries) < FEED_AT_ONCE
    return News(reached, dict(changed), more, held_back, entries)


def _end() -> int:
    """The last position there is, read or not. By the index: "any beyond?" may read all."""
    rows = ask("SELECT position FROM casino_entry ORDER BY position DESC LIMIT 1")
    return int(rows[0][0]) if rows else 0


def missed_by(duty: Duty, topics: Sequence[str], after: int | None) -> tuple[int, list[str]]:
    """Where the log ends now, and which topics a screen drawn at `after` must draw again."""
    end = feed_end()
    if after is None or after > end:
        return end, list(topics)
    later = Entry.objects.filter(position__gt=after).order_by("position").values("position")
    if later[LOOK_BACK : LOOK_BACK + 1]:  # too far back to look at one by one
        return end, list(topics)
    news = news_after(after)
    return max(end, news.position), news.for_duty(duty, topics)


def admit(key: str, topics: Sequence[str], now: datetime) -> Duty | int:
    """The duty under which this session may watch these topics, or the code to close with."""
    duties = duties_in([key], now) if key else {}
    if key not in duties:
        return NOT_SIGNED_ON
    duty = duties[key]
    if duty is None or not all(_may_watch(duty, topic) for topic in topics):
        return NOT_ALLOWED
    return duty


def _may_watch(duty: Duty, topic: str) -> bool:
    kind, _, name = topic.partition(":")
    act = policy.door_of("WS", kind)
    if act is None or not policy.may(duty, act.name):
        return False
    return kind != "pit" or duty.pit is None or duty.pit.code == name
