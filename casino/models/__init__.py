from casino.models.floor import Pit
from casino.models.log import Entry, LogBase, Seal
from casino.models.outbox import Alert, Beat, Errand, Reader
from casino.models.people import (
    CODE_JOBS,
    PIT_JOBS,
    Count,
    Duty,
    Job,
    Shift,
    SpentTicket,
    Tries,
    UnknownTries,
    User,
)
from casino.models.shelf import DatedSetting, Picture

__all__ = [
    "CODE_JOBS",
    "PIT_JOBS",
    "Alert",
    "Beat",
    "Count",
    "DatedSetting",
    "Duty",
    "Entry",
    "Errand",
    "Job",
    "LogBase",
    "Picture",
    "Pit",
    "Reader",
    "Seal",
    "Shift",
    "SpentTicket",
    "Tries",
    "UnknownTries",
    "User",
]
