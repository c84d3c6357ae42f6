"""The rules for cards and devices, as refusals cite them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from inventory.rules import provisions


def card_rules(request: HttpRequest) -> HttpResponse:
    return render(request, "inventory/card_rules.html", {"topics": provisions.topics()})
