"""The addresses of the rulebook and of rounds."""

from django.urls import path

from games.api import views as api
from games.views import console, irregularity, pots, replay, rulebook

urlpatterns = [
    path("rules", rulebook.rulebook, name="rulebook"),
    path("rules/<slug:game>", rulebook.game_rules, name="game-rules"),
    path("readings", rulebook.readings, name="readings"),
    path("tables/<str:number>/console", console.console, name="console"),
    path("tables/<str:number>/rounds/open", console.open_next, name="round-open"),
    path("rounds/<int:pk>/act", console.act, name="round-act"),
    path("rounds/<int:pk>/undo", console.take_back, name="round-undo"),
    path("tables/<str:number>/rounds", replay.rounds, name="rounds"),
    path("tables/<str:number>/irregularity", irregularity.irregularity, name="irregularity"),
    path("tables/<str:number>/pot", pots.pot, name="pot"),
    path("tables/<str:number>/pot/difference", pots.report, name="pot-difference"),
    path("tables/<str:number>/pot/settle", pots.settle, name="pot-settle"),
    path("rounds/<int:pk>", replay.round_page, name="round"),
    path("rounds/<int:pk>/transcript", replay.transcript, name="round-transcript"),
    path("rounds/<int:pk>/correct", replay.correct, name="round-correct"),
    path("api/v1/tables/<slug:number>/rounds", api.RoundOpenApi.as_view(), name="api-rounds"),
    path("api/v1/tables/<slug:number>/round", api.TableRoundApi.as_view(), name="api-table-round"),
    path("api/v1/rounds/<int:pk>", api.RoundApi.as_view(), name="api-round"),
    path("api/v1/rounds/<int:pk>/actions", api.ActionApi.as_view(), name="api-actions"),
    path("api/v1/rounds/<int:pk>/undo", api.UndoApi.as_view(), name="api-undo"),
    path("api/v1/rounds/<int:pk>/corrections", api.CorrectionApi.as_view(), name="api-corrections"),
    path("api/v1/rounds/<int:pk>/transcript", api.TranscriptApi.as_view(), name="api-transcript"),
]
