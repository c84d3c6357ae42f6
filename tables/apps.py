from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"

    def ready(self) -> None:
        from casino.lib.dated import declare
        from casino.selectors.search import add_finder
        from tables.rules import periods
        from tables.selectors.floor import find_tables
        from tables.selectors.layouts import find_layouts

        declare(*periods.ALL)
        # Loaded, these register what tables do because of decks, deeds and the log.
        from inventory.services.watch import WATCHES
        from tables.services import equipment, rounds, seats, staff  # noqa: F401
        from tables.services.decks import TablesFollowDecks

        WATCHES.append(TablesFollowDecks())
        add_finder("Tables", find_tables)
        add_finder("Layouts", find_layouts)
