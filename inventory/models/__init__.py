from inventory.models.decks import HEAD, Deck, Lot, Movement, Stay
from inventory.models.devices import Device, DeviceMovement
from inventory.models.notices import DeckNotice
from inventory.models.reports import (
    CountLine,
    CountScan,
    Discrepancy,
    Inventory,
    Photo,
    Reconciliation,
)
from inventory.models.seals import Batch, Container, DeckSeal, Roll, Session
from inventory.models.stores import Back, Kind, Par, Stock, Store, StoreKey, StoreLine

__all__ = [
    "HEAD",
    "Back",
    "Batch",
    "Container",
    "CountLine",
    "CountScan",
    "Deck",
    "DeckNotice",
    "DeckSeal",
    "Device",
    "DeviceMovement",
    "Discrepancy",
    "Inventory",
    "Kind",
    "Lot",
    "Movement",
    "Par",
    "Photo",
    "Reconciliation",
    "Roll",
    "Session",
    "Stay",
    "Stock",
    "Store",
    "StoreKey",
    "StoreLine",
]
