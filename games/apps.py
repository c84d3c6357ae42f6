from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from functools import cache, partial

        from games.catalogue import GAMES
        from games.selectors.options import describe_options
        from games.selectors.rulebook import name_of
        from games.services import pots  # noqa: F401  # loaded, it registers its errands
        from tables.catalogue import TableGame, register

        for game in (game for game in GAMES.values() if game.table):
            register(
                TableGame(
                    game.code,
                    name_of(game.code),
                    game.table,
                    game.law.refuse,
                    game.options,
                    cache(partial(describe_options, game)),
                )
            )
        self._follow_rounds()

    def _follow_rounds(self) -> None:
        """Live lines of tables and pits hang on the hub of their process; loaded, the refold
        registers its alarm."""
        from casino.hub import FOLLOWERS
        from casino.selectors.log import COVERS
        from casino.selectors.things import CALLED, Called
        from games.consumers.floor import follow
        from games.selectors.live import cover_cards
        from games.selectors.names import names_of, round_called
        from games.services import verification  # noqa: F401

        FOLLOWERS.append(follow)
        COVERS.append(cover_cards)
        CALLED["round"] = Called(names_of, round_called)
