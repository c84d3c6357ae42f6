"""Devices of a table as its opening and closing move them: all at once, in one act."""

from datetime import datetime

from casino.models import Duty
from inventory.rules.equipment import CARDS_GO_IN, SHOES
from inventory.selectors.at_tables import at_tables
from inventory.selectors.devices import devices_on
from inventory.services.devices import Step, move_device
from tables.models import Table
from tables.rules.table import Deed
from tables.services import deeds


@deeds.effect_of("inspect_devices")
def inspect_all(table: Table, deed: Deed, by: Duty, now: datetime) -> None:
    for device in devices_on(table.number):
        if device.what in CARDS_GO_IN:
            move_device(Step("inspect", device.serial), by=by, now=now)


@deeds.effect_of("lock_devices")
def lock_all_away(table: Table, deed: Deed, by: Duty, now: datetime) -> None:
    """Shoes come off and are locked away; a shuffler is part of its table, and stays."""
    for device in devices_on(table.number):
        if device.what in SHOES:
            move_device(Step("take_off", device.serial), by=by, now=now)
    for serial in at_tables([table.number])[table.number].loose:
        move_device(Step("lock_away", serial), by=by, now=now)
