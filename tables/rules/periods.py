"""What the house may set for its tables: each a dated setting with its source, and how sure we are.

A setting of one or none says whether something is asked for at all.
"""

from casino.lib.dated import Dated, Sure

CHANGES, SUPERVISION, PLAY = "Changes at a table", "Supervision", "Play"
UNREAD = "13:69F-8.3, known from title 19 and trade practice"

NOTICE_MINUTES = Dated(
    "notice_minutes",
    "Notice of a change",
    "So long before a limit, a rate or a rule of a table changes its patrons are told",
    30, "minute", UNREAD, Sure.TRADE, 1, 1440, CHANGES,
)  # fmt: skip
NOTICE_SIGN = Dated(
    "notice_sign",
    "Notice by a sign",
    "Whether a sign at the table tells of a change beforehand: 1 yes, 0 no",
    1, "sign", UNREAD, Sure.TRADE, 0, 1, CHANGES,
)  # fmt: skip
NOTICE_ANNOUNCEMENT = Dated(
    "notice_announcement",
    "Notice aloud",
    "Whether a change is announced at the table beforehand: 1 yes, 0 no",
    1, "announcement", UNREAD, Sure.TRADE, 0, 1, CHANGES,
)  # fmt: skip
TABLES_A_FLOORPERSON = Dated(
    "tables_a_floorperson",
    "Tables of one floorperson",
    "So many tables that are not closed one floorperson answers for at most",
    6, "table", "Maryland, COMAR 36.05.03.01; New Jersey asks for effective supervision"
    " (13:69D-1.12(a)1)", Sure.SISTER, 1, 24, SUPERVISION,
)  # fmt: skip
IDLE_MINUTES = Dated(
    "idle_minutes",
    "Table without play",
    "After so long without a round an open table counts as idle: its cards are spread, and a pot"
    " that waits there is counted",
    10, "minute", "The house's choice; 13:69F-41.10(l) and 42.10(l) name no time",
    Sure.TRADE, 1, 120, PLAY,
)  # fmt: skip

DEALER_MINUTES = Dated(
    "dealer_minutes",
    "Dealer without a break",
    "After so long at one table the board asks for the next dealer",
    60, "minute", "The house's choice; dealers are pushed every 20 to 60 minutes",
    Sure.TRADE, 10, 240, SUPERVISION,
)  # fmt: skip

ALL = (
    NOTICE_MINUTES,
    NOTICE_SIGN,
    NOTICE_ANNOUNCEMENT,
    TABLES_A_FLOORPERSON,
    IDLE_MINUTES,
    DEALER_MINUTES,
)
