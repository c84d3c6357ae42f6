"""The way in: pages and API over HTTP, live nudges over WebSockets."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.sessions import CookieMiddleware
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.urls import path, re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
pages = get_asgi_application()

from casino.consumers import Live  # noqa: E402  (needs the apps to be loaded)
from casino.gate import Gate, deny, sockets  # noqa: E402
from games.consumers import PitLine, TableLine  # noqa: E402

lines = URLRouter(
    [
        path("ws/live", Live.as_asgi()),  # type: ignore[arg-type,list-item]
        path("ws/tables/<slug:name>", TableLine.as_asgi()),  # type: ignore[arg-type,list-item]
        path("ws/pits/<slug:name>", PitLine.as_asgi()),  # type: ignore[arg-type,list-item]
        re_path("", deny),  # type: ignore[arg-type,list-item]
    ]
)
application = ProtocolTypeRouter(
    {
        "http": Gate(pages, settings.REQUESTS_AT_ONCE),  # type: ignore[arg-type]
        "websocket": sockets(CookieMiddleware(lines)),  # type: ignore[arg-type]
    }
)
