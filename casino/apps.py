from django.apps import AppConfig


class CasinoConfig(AppConfig):
    name = "casino"

    def ready(self) -> None:
        from django.db.models.signals import post_migrate

        from casino.grants import grant

        post_migrate.connect(grant, sender=self)
