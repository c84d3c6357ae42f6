"""Pages that tell how many decks lie where: closed to whoever counts, while a count is open."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse

from inventory.selectors.counts import refuse_blind

View = Callable[..., HttpResponse]


def unless_counting(view: View) -> View:
    @wraps(view)
    def shown(request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        refuse_blind(request.duty)
        return view(request, *args, **kwargs)

    return shown
