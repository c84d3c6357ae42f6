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
SECURITY = frozenset({Job.SECURITY_OFFICER, Job.SECURITY_MANAGER})
OUTSIDE_GAMES = SECURITY | {Job.ACCOUNTANT}
PIT_BOSSES = frozenset({Job.PIT_BOSS, Job.SHIFT_MANAGER})
CARD_ROOM = FLOOR | OUTSIDE_GAMES | WATCHERS
CARD_HANDLERS = FLOOR | OUTSIDE_GAMES
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
    Act("withdraw_alert", "withdrew an alert", Open.TO_NOBODY),
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
    Act("read_rules", "read the rules", ALL, ("GET rulebook", "GET game-rules", "GET readings", "GET card-rules")),
    # -- decks: one act a movement (inventory/rules/movements.py says from where to where)
    Act("see_decks", "looked at decks", CARD_ROOM, ("GET card-room", "GET deck-scan", "GET decks", "GET deck", "GET api-decks", "GET api-deck", "GET api-movements", "GET api-table-decks", "GET api-lot", "GET api-seal", "POST deck-label", "POST envelope-label", "WS decks")),
    Act("see_picture", "looked at a picture", CARD_ROOM, ("GET picture",)),
    Act("print_paper", "printed a paper", CARD_ROOM),  # each paper's door stands under the act of its page
    Act("photograph_deck", "photographed a deck", CARD_HANDLERS, ("POST deck-photo",), own_pit=True),
    Act("move_deck", "moved a deck", CARD_HANDLERS | {Job.REGULATOR}, ("POST deck-move", "POST api-movements")),
    Act("deck_receive", "received decks", CARD_HANDLERS - {Job.DEALER}, ("GET lot-receive", "POST lot-receive"), second=CARD_HANDLERS),
    Act("report_difference", "reported a difference from the invoice", CARD_HANDLERS - {Job.DEALER}),
    Act("deck_store", "locked decks into a store", CARD_HANDLERS - {Job.DEALER}, second=CARD_HANDLERS),
    Act("deck_issue", "issued decks", SECURITY | {Job.SHIFT_MANAGER}, second=SECURITY | {Job.SHIFT_MANAGER}),
    Act("deck_pre_shuffle", "pre-shuffled and sealed a deck", FLOOR, ("POST session-deck",), second=FLOOR, own_pit=True),
    Act("deck_deliver", "delivered a deck to a table", SUPERVISORS, own_pit=True),
    Act("deck_break_seal", "broke the seal of a deck before the dealer", FLOOR, second=FLOOR, own_pit=True),
    Act("deck_inspect", "inspected a deck", frozenset({Job.DEALER}), own_pit=True),
    Act("deck_verify", "verified a deck", SUPERVISORS, own_pit=True),
    Act("deck_play", "put a deck in play", FLOOR, own_pit=True),
    Act("deck_remove", "removed a deck", FLOOR | SECURITY, own_pit=True),
    Act("deck_envelope", "sealed a deck in an envelope", FLOOR, second=FLOOR | SECURITY, own_pit=True),
    Act("deck_collect", "collected decks for security", SECURITY, ("POST collection",)),
    Act("deck_examine", "examined a deck", SECURITY),
    Act("deck_destroy", "destroyed decks", SECURITY, ("POST destruction",), second=CARD_HANDLERS),
    Act("deck_release", "released a deck from its hold", frozenset({Job.SECURITY_MANAGER}), second=SECURITY | {Job.SHIFT_MANAGER, Job.REGULATOR}),
    Act("deck_find", "found a missing deck", CARD_HANDLERS - {Job.DEALER}, second=CARD_HANDLERS),
    Act("deck_return", "returned decks to storage", PIT_BOSSES | SECURITY, ("POST session-return",), second=PIT_BOSSES | SECURITY, own_pit=True),
    Act("deck_carry", "carried decks to another place", PIT_BOSSES, ("POST session-carry",), own_pit=True),
    Act("deck_deal_from", "changed how a deck is dealt", SUPERVISORS, own_pit=True),
    Act("deck_replace_card", "replaced a damaged card", PIT_BOSSES, ("GET card-replace", "POST card-replace"), second=FLOOR, own_pit=True),
    Act("deck_donate", "opened a reserve deck for one card", PIT_BOSSES, second=FLOOR, own_pit=True),
    Act("deck_hold", "held a deck", SUPERVISORS | SECURITY | {Job.REGULATOR}),
    Act("deck_surrender", "handed a deck to the Division", frozenset({Job.SECURITY_MANAGER})),
    Act("deck_miss", "reported a deck missing", CARD_HANDLERS, own_pit=True),
    # -- numbered seals
    Act("see_seal_register", "looked at the register of seals", CARD_ROOM, ("GET seal-register", "GET seal")),
    Act("receive_seals", "received seals", OUTSIDE_GAMES | {Job.SHIFT_MANAGER}, ("GET seals-receive", "POST seals-receive"), second=CARD_HANDLERS - {Job.DEALER}),
    Act("void_seal", "voided a seal", SUPERVISORS | SECURITY, ("POST seal-void", "POST session-void")),
    Act("miss_seal", "reported a seal missing", SUPERVISORS | SECURITY, ("POST seal-miss",), second=CARD_HANDLERS),
    Act("find_seal", "found a missing seal", SECURITY, ("POST seal-find",), second=CARD_HANDLERS),
    Act("count_seals", "counted the seals in stock", OUTSIDE_GAMES, ("GET seals-count", "POST seals-count"), second=CARD_HANDLERS),
    # -- decks shuffled beforehand
    Act("see_sessions", "looked at pre-shuffle sessions", CARD_ROOM, ("GET sessions", "GET session", "POST batch-form")),
    Act("start_session", "started a pre-shuffle session", SUPERVISORS, ("GET session-start", "POST session-start"), second=frozenset({Job.DEALER})),
    Act("end_session", "ended a pre-shuffle session", SUPERVISORS, ("POST session-end",)),
    # -- discrepancies
    Act("see_discrepancies", "looked at card discrepancies", CARD_ROOM - {Job.DEALER}, ("GET discrepancies", "GET discrepancy", "POST discrepancy-form")),
    Act("report_discrepancy", "reported a card discrepancy", SUPERVISORS | SECURITY, ("GET discrepancy-add", "POST discrepancy-add")),
    Act("tell_of_discrepancy", "told the Division of a discrepancy", frozenset({Job.SECURITY_MANAGER, Job.SHIFT_MANAGER}), ("POST discrepancy-told",)),
    Act("close_discrepancy", "closed a card discrepancy", frozenset({Job.SECURITY_MANAGER}), ("POST discrepancy-close",), second=SECURITY | {Job.SHIFT_MANAGER, Job.REGULATOR}),
    # -- stores and their keys
    Act("see_stores", "looked at the stores", CARD_ROOM, ("GET stores", "GET store", "GET lots", "GET lot", "POST lot-labels", "POST store-sheet", "WS store")),
    Act("move_stock", "moved decks between stores", CARD_HANDLERS - {Job.DEALER}, ("GET deck-issue", "POST deck-issue")),
    Act("add_store", "added a store", frozenset({Job.SECURITY_MANAGER}), ("GET store-add", "POST store-add"), second=SECURITY | {Job.SHIFT_MANAGER}),
    Act("change_store", "changed a store", frozenset({Job.SECURITY_MANAGER}), ("POST store-change",), second=SECURITY | {Job.SHIFT_MANAGER}),
    Act("set_par", "set a par level", frozenset({Job.SECURITY_MANAGER, Job.SHIFT_MANAGER}), ("POST store-par",)),
    Act("take_store_key", "took the key of a store", SECURITY | PIT_BOSSES, ("POST store-key-take",), own_pit=True),
    Act("return_store_key", "returned the key of a store", SECURITY | PIT_BOSSES, ("POST store-key-return",), own_pit=True),
    Act("deck_due", "found decks due", Open.TO_NOBODY),
    Act("find_custody_breach", "found a deck or a store altered", Open.TO_NOBODY),
    # -- devices: one act a move (inventory/rules/equipment.py)
    Act("see_devices", "looked at devices", CARD_ROOM, ("GET devices", "GET device", "WS device")),
    Act("device_register", "registered a device", PIT_BOSSES, ("POST devices",)),
    Act("move_device", "moved a device", FLOOR | SECURITY, ("POST device",)),
    Act("device_fix", "fixed a device to a table", SUPERVISORS | SECURITY),
    Act("device_inspect", "inspected a device", SUPERVISORS),
    Act("device_jam", "reported a jam", FLOOR),
    Act("device_clear", "cleared a jam", SUPERVISORS),
    Act("device_take_off", "took a device off a table", SUPERVISORS | SECURITY),
    Act("device_lock_away", "locked a device away", SUPERVISORS | SECURITY),
    Act("device_suspect", "found signs of tampering on a device", FLOOR | SECURITY),
    Act("device_retire", "retired a device", PIT_BOSSES),
    # -- the day's decks accounted for, all decks counted, used ones collected and destroyed
    Act("see_reconciliation", "looked at a reconciliation", OUTSIDE_GAMES | WATCHERS | PIT_BOSSES, ("GET reconciliation", "GET reconciliation-day", "GET reconciliation-export", "POST reconciliation-sheet")),
    Act("count_stands", "counted the stands and reserves", OUTSIDE_GAMES, ("POST reconciliation-count",)),
    Act("reconcile", "reconciled a day's decks", OUTSIDE_GAMES, ("POST reconciliation-day",), second=OUTSIDE_GAMES),
    Act("see_counts", "looked at physical inventories", OUTSIDE_GAMES | WATCHERS | {Job.SHIFT_MANAGER}, ("GET counts", "GET inventory", "POST inventory-sheets", "WS inventory")),
    Act("start_inventory", "started a physical inventory", frozenset({Job.ACCOUNTANT}), ("POST counts",)),
    Act("count_decks", "counted decks", frozenset({Job.ACCOUNTANT}), ("GET inventory-store", "POST inventory-store", "POST inventory-scan")),
    Act("close_inventory", "closed a physical inventory", frozenset({Job.ACCOUNTANT}), ("POST inventory",), second=SECURITY),
    Act("report_inventory", "told the Division of a count", frozenset({Job.ACCOUNTANT, Job.SECURITY_MANAGER}), ("POST inventory-report",)),
    Act("see_destruction", "looked at decks to destroy", OUTSIDE_GAMES | WATCHERS | {Job.SHIFT_MANAGER}, ("GET destruction", "GET destroyed", "POST destruction-certificate")),
    Act("announce_destruction", "told surveillance of a destruction", SECURITY, ("POST destruction-notice",)),
    Act("see_collection", "looked at envelopes to collect", CARD_ROOM - {Job.DEALER}, ("GET collection",)),
    # -- settings that hold from a date
    Act("see_settings", "looked at the settings", ALL, ("GET dated-settings", "GET setting", "WS setting")),
    Act("change_setting", "changed a setting", frozenset({Job.SHIFT_MANAGER}), ("POST setting",), second=frozenset({Job.SECURITY_MANAGER, Job.ACCOUNTANT})),
    # -- tables: one act a deed (tables/rules/opening.py says when)
    Act("see_floor", "looked at the floor", CARD_ROOM, ("GET floor", "GET pits", "GET pit", "GET table-glance", "WS floor")),
    Act("work_table", "worked at a table", FLOOR | SECURITY | {Job.SURVEILLANCE}, ("POST table-do", "POST api-deeds", "POST api-seats", "POST api-staff")),
    Act("add_table", "added a table", frozenset({Job.SHIFT_MANAGER}), ("GET table-add", "POST table-add"), second=PIT_BOSSES | {Job.SECURITY_MANAGER}),
    Act("change_table", "changed a table", frozenset({Job.SHIFT_MANAGER}), ("GET table-change", "POST table-change")),
    Act("move_table", "moved a table to another pit", frozenset({Job.SHIFT_MANAGER}), ("POST table-move",)),
    Act("arrange_floor", "arranged the floor", frozenset({Job.SHIFT_MANAGER}), ("POST floor-arrange",)),
    Act("retire_table", "retired a table", frozenset({Job.SHIFT_MANAGER}), ("POST table-retire",), second=PIT_BOSSES | {Job.SECURITY_MANAGER}),
    Act("work_pit", "worked on a whole pit", FLOOR | SECURITY | {Job.SURVEILLANCE}, ("POST pit-all",), own_pit=True),
    Act("see_handovers", "looked at a handover", FLOOR | WATCHERS | {Job.SECURITY_MANAGER}, ("GET handover", "GET handed-over")),
    Act("hand_over_pit", "handed a pit over", SUPERVISORS, ("POST handover",), second=SUPERVISORS, own_pit=True),
    Act("see_tables", "looked at tables", CARD_ROOM, ("GET table", "GET table-opening", "GET table-closing", "GET api-tables", "GET api-table", "WS table")),
    Act("table_begin", "began to open a table", SUPERVISORS, own_pit=True),
    Act("table_inspect_devices", "inspected the devices of a table", SUPERVISORS, own_pit=True),
    Act("table_see_accessories", "saw the cover card at a table", SUPERVISORS, own_pit=True),
    Act("table_count_opener", "counted the opener of a table", FLOOR, second=FLOOR, own_pit=True),
    Act("table_spread", "spread the cards at a table", FLOOR, own_pit=True),
    Act("table_wash", "washed the cards at a table", FLOOR, own_pit=True),
    Act("table_shuffle", "shuffled the cards at a table", FLOOR, own_pit=True),
    Act("table_open", "opened a table", SUPERVISORS, own_pit=True),
    Act("table_go_idle", "reported a table without play", FLOOR, own_pit=True),
    Act("table_cover_pot", "counted and covered a carried pot", FLOOR, second=FLOOR, own_pit=True),
    Act("table_uncover_pot", "uncovered and counted a carried pot", FLOOR, second=FLOOR, own_pit=True),
    Act("table_resume", "resumed play at a table", FLOOR, own_pit=True),
    Act("table_pause", "paused a table", FLOOR | SECURITY | {Job.SURVEILLANCE}, own_pit=True),
    Act("table_continue", "let a table go on", SUPERVISORS, own_pit=True),
    Act("table_change_method", "changed how a table deals", SUPERVISORS, own_pit=True),
    Act("table_begin_close", "began to close a table", SUPERVISORS, own_pit=True),
    Act("table_keep_pot", "took a carried pot into custody", FLOOR, second=FLOOR, own_pit=True),
    Act("table_count_closer", "counted the closer of a table", FLOOR, second=FLOOR, own_pit=True),
    Act("table_lock_devices", "locked the devices of a table away", SUPERVISORS, own_pit=True),
    Act("table_close", "closed a table", SUPERVISORS, own_pit=True),
    Act("assign_staff", "put somebody on a table", SUPERVISORS, own_pit=True),
    Act("release_staff", "released somebody from a table", SUPERVISORS, own_pit=True),
    Act("seat_player", "seated a player", FLOOR, own_pit=True),
    Act("unseat_player", "saw a player leave", FLOOR, own_pit=True),
    Act("remove_player", "removed a player for conduct", SUPERVISORS, second=SUPERVISORS | SECURITY, own_pit=True),
    Act("tell_division", "told the Division of a removal", PIT_BOSSES | {Job.SECURITY_MANAGER}),
    # -- layouts: one act a step of their way (tables/rules/approvals.py); what lies on a table, what hangs there
    Act("see_layouts", "looked at layouts", CARD_ROOM, ("GET layouts", "GET layout", "WS layout")),
    Act("layout_change", "drew a layout", PIT_BOSSES, ("GET layout-add", "POST layout-add", "GET layout-draw", "POST layout-draw", "POST layout-photo")),
    Act("handle_layout", "moved a layout on", frozenset({Job.SHIFT_MANAGER, Job.SECURITY_MANAGER, Job.REGULATOR}), ("POST layout-do",)),
    Act("layout_review", "reviewed a layout", frozenset({Job.SHIFT_MANAGER, Job.SECURITY_MANAGER})),
    Act("layout_submit", "submitted a layout to the Division", frozenset({Job.SHIFT_MANAGER})),
    Act("layout_approve", "recorded the Division's approval of a layout", frozenset({Job.SHIFT_MANAGER, Job.REGULATOR})),
    Act("layout_object", "recorded the Division's objection to a layout", frozenset({Job.SHIFT_MANAGER, Job.REGULATOR})),
    Act("layout_withdraw", "withdrew a layout", frozenset({Job.SHIFT_MANAGER})),
    Act("lay_layout", "laid a layout on a table", PIT_BOSSES, ("POST layout-lay",), own_pit=True),
    Act("see_signs", "looked at the signs of a table", CARD_ROOM, ("GET table-signs",)),
    Act("post_sign", "posted a sign", SUPERVISORS, ("POST sign-post",), own_pit=True),
    Act("take_down_sign", "took down a sign", SUPERVISORS, ("POST sign-take-down",), own_pit=True),
    # -- the rules of a table
    Act("see_table_rules", "looked at the rules of a table", CARD_ROOM, ("GET table-rules",)),
    Act("propose_rules", "proposed rules for a table", PIT_BOSSES, ("POST table-rules",), own_pit=True),
    Act("give_notice", "told patrons of a change", SUPERVISORS, ("POST rules-notice",), own_pit=True),
    Act("time_rules", "set when proposed rules take hold", PIT_BOSSES, ("POST rules-time",), own_pit=True),
    Act("decide_rules", "decided on rules for a table", PIT_BOSSES, ("POST rules-decide",), own_pit=True),
    Act("approve_rules", "approved rules for a table", frozenset({Job.SHIFT_MANAGER}), own_pit=True),
    Act("refuse_rules", "turned down rules for a table", frozenset({Job.SHIFT_MANAGER}), own_pit=True),
    Act("withdraw_rules", "withdrew proposed rules", PIT_BOSSES, own_pit=True),
    # -- rounds
    Act("see_rounds", "looked at rounds", CARD_ROOM, ("GET console", "GET rounds", "GET round", "GET round-transcript", "GET irregularity", "GET api-table-round", "GET api-round", "GET api-actions", "GET api-transcript", "WS rounds")),
    Act("see_replay", "looked at the replay of a round", CARD_ROOM),
    Act("see_hidden_cards", "looked at cards that lie face down", frozenset({Job.SURVEILLANCE})),
    Act("open_round", "opened a round", FLOOR, ("POST round-open", "POST api-rounds"), own_pit=True),
    Act("round_action", "acted in a round", FLOOR, ("POST round-act", "POST irregularity", "POST api-actions"), own_pit=True),
    Act("award_pot", "counted and awarded the pots of a round", FLOOR, second=FLOOR, own_pit=True),
    Act("undo_action", "took back an action", FLOOR, ("POST round-undo", "POST api-undo"), own_pit=True),
    Act("correct_round", "corrected a round", PIT_BOSSES, ("POST round-correct", "POST api-corrections"), second=SUPERVISORS, own_pit=True),
    Act("find_round_breach", "found a round that does not fold to its result", Open.TO_NOBODY),
    # -- carried pots
    Act("see_pots", "looked at a carried pot", CARD_ROOM, ("GET pot",)),
    Act("find_pot_breach", "found a carried pot that its account does not prove", Open.TO_NOBODY),
    Act("report_pot_difference", "reported a difference in a carried pot", SUPERVISORS, ("POST pot-difference",), second=FLOOR, own_pit=True),
    Act("settle_pot_difference", "settled a difference in a carried pot", frozenset({Job.SHIFT_MANAGER}), ("POST pot-settle",), second=frozenset({Job.SECURITY_MANAGER, Job.ACCOUNTANT})),
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
