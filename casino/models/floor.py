"""Where people stand. Tables have their own app; a pit is here because a duty names one."""

from django.db import models


class Pit(models.Model):
    code = models.SlugField(max_length=20, unique=True)
    name = models.CharField(max_length=60)

    class Meta:
        ordering = ["code"]

    def __str__(self) -> str:
        return self.name
