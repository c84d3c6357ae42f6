from tables.models.approvals import Laying, Layout, Sign
from tables.models.floor import (
    Assignment,
    Handover,
    Proposal,
    RuleSet,
    Sitting,
    Table,
    TableEvent,
)

__all__ = [
    "Assignment",
    "Handover",
    "Laying",
    "Layout",
    "Proposal",
    "RuleSet",
    "Sign",
    "Sitting",
    "Table",
    "TableEvent",
]
