from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from functools import cache, partial

        from games.catalogue import GAMES
        from games.selectors.options import describe_options
        from games.selectors.rulebook import name_of
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
