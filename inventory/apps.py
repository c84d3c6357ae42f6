from django.apps import AppConfig


class InventoryConfig(AppConfig):
    name = "inventory"

    def ready(self) -> None:
        from casino.lib.dated import declare
        from casino.metrics import FIGURES
        from casino.selectors.search import add_finder
        from inventory.rules import periods
        from inventory.selectors import schedule
        from inventory.selectors.listing import find_cards

        declare(*periods.ALL)
        FIGURES.append(schedule.figures)
        add_finder("Cards", find_cards)
        # What follows from the log is known once these are loaded.
        from inventory.services import errands, keys, receipt, stores  # noqa: F401
