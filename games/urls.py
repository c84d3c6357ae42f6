"""The addresses of the rulebook."""

from django.urls import path

from games import views

urlpatterns = [
    path("rules", views.rulebook, name="rulebook"),
    path("rules/<slug:game>", views.game_rules, name="game-rules"),
    path("readings", views.readings, name="readings"),
]
