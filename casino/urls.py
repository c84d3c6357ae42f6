"""Every address. Each name stands in policy.py, under the act that opens it."""

from datetime import date

from django.urls import include, path, register_converter

from casino import api, errors
from casino.views import account, alerts, home, log, operations, people, pictures, settings


class Day:
    """A gaming day in an address: 2026-11-17."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
    to_python = staticmethod(date.fromisoformat)  # a day that is none raises ValueError: not found
    to_url = staticmethod(str)


register_converter(Day, "date")

urlpatterns = [
    path("", home.home, name="home"),
    path("on-duty", home.on_duty, name="on-duty"),
    path("search", home.search, name="search"),
    path("appearance", home.appearance, name="appearance"),
    path("styleguide", home.styleguide, name="styleguide"),
    path("sign-on", account.sign_on, name="sign-on"),
    path("sign-off", account.sign_off, name="sign-off"),
    path("duty", account.duty, name="duty"),
    path("duty/end", account.end_duty, name="end-duty"),
    path("account", account.account, name="account"),
    path("account/password", account.password, name="password"),
    path("account/pin", account.pin, name="pin"),
    path("account/code", account.code, name="code"),
    path("alerts", alerts.alerts, name="alerts"),
    path("alerts/count", alerts.count, name="alert-count"),
    path("alerts/<int:number>/acknowledge", alerts.acknowledge, name="acknowledge"),
    path("log", log.log, name="log"),
    path("log/seals", log.seals, name="seals"),
    path("log/days/<date:day>", log.day, name="day"),
    path("log/days/<date:day>.json", log.day_export, name="day-export"),
    path("log/<int:position>", log.entry, name="entry"),
    path("people", people.people, name="people"),
    path("people/add", people.add, name="person-add"),
    path("people/<str:badge>", people.person, name="person"),
    path("people/<str:badge>/change", people.change, name="person-change"),
    path("people/<str:badge>/jobs", people.jobs, name="person-jobs"),
    path("people/<str:badge>/reset", people.reset, name="person-reset"),
    path("people/<str:badge>/unlock", people.unlock, name="person-unlock"),
    path("people/<str:badge>/end-sessions", people.end_sessions, name="person-end-sessions"),
    path("people/<str:badge>/keys", people.issue_key, name="key-issue"),
    path("people/<str:badge>/keys/<str:key>/revoke", people.revoke_key, name="key-revoke"),
    path("", include("inventory.urls")),
    path("", include("tables.urls")),
    path("", include("games.urls")),
    path("settings", settings.dated_settings, name="dated-settings"),
    path("settings/<str:name>", settings.setting, name="setting"),
    path("pictures/<slug:hash>", pictures.picture, name="picture"),
    path("system", operations.system, name="system"),
    path("metrics", operations.metrics, name="metrics"),
    path("health/live", operations.live, name="health-live"),
    path("health/ready", operations.ready, name="health-ready"),
    path(
        "api/v1/",
        include(
            [
                path("feed", api.FeedApi.as_view(), name="api-feed"),
                path("me", api.MeApi.as_view(), name="api-me"),
            ]
        ),
    ),
]

handler400 = errors.bad_request
handler403 = errors.forbidden
handler404 = errors.not_found
handler500 = errors.server_error
