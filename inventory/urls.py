"""The card room's addresses. Each name stands in casino/policy.py, under the act that opens it."""

from django.urls import URLPattern, URLResolver, path

from inventory.api import views as api
from inventory.views import (
    card_room,
    counts,
    damage,
    decks,
    destruction,
    devices,
    discrepancies,
    issue,
    law,
    papers,
    photos,
    receipt,
    reconciliation,
    seals,
    sessions,
    stores,
)
from inventory.views.blind import unless_counting

urlpatterns: list[URLPattern | URLResolver] = [
    path("cards", card_room.card_room, name="card-room"),
    path("cards/scan", card_room.scan, name="deck-scan"),
    path("cards/move", card_room.move, name="deck-move"),
    path("cards/decks", unless_counting(decks.decks), name="decks"),
    path("cards/decks/<str:code>", decks.deck, name="deck"),
    path("rules/cards", law.card_rules, name="card-rules"),
    # -- stores, lots, keys
    path("cards/receive", receipt.receive, name="lot-receive"),
    path("cards/lots", receipt.lots, name="lots"),
    path("cards/lots/<slug:number>", unless_counting(receipt.lot), name="lot"),
    path("cards/issue", unless_counting(issue.issue), name="deck-issue"),
    path("cards/stores", unless_counting(stores.stores_page), name="stores"),
    path("cards/stores/add", stores.add, name="store-add"),
    path("cards/stores/<slug:code>", unless_counting(stores.store), name="store"),
    path("cards/stores/<slug:code>/name", stores.change, name="store-change"),
    path("cards/stores/<slug:code>/par", stores.par, name="store-par"),
    path("cards/stores/<slug:code>/keys/<str:number>/take", stores.take_key, name="store-key-take"),
    path(
        "cards/stores/<slug:code>/keys/<str:number>/return",
        stores.return_key,
        name="store-key-return",
    ),
    # -- seals, sessions, damage, discrepancies
    path("cards/seals", seals.register, name="seal-register"),
    path("cards/seals/receive", seals.receive, name="seals-receive"),
    path("cards/seals/count", seals.count, name="seals-count"),
    path("cards/seals/<str:number>", seals.seal, name="seal"),
    path("cards/seals/<str:number>/void", seals.void, name="seal-void"),
    path("cards/seals/<str:number>/missing", seals.miss, name="seal-miss"),
    path("cards/seals/<str:number>/found", seals.find, name="seal-find"),
    path("cards/sessions", sessions.sessions, name="sessions"),
    path("cards/sessions/start", sessions.start, name="session-start"),
    path("cards/sessions/<str:number>", sessions.session, name="session"),
    path("cards/sessions/<str:number>/deck", sessions.add_deck, name="session-deck"),
    path("cards/sessions/<str:number>/void", sessions.void_seal, name="session-void"),
    path("cards/sessions/<str:number>/end", sessions.end, name="session-end"),
    path("cards/sessions/<str:number>/carry", sessions.carry, name="session-carry"),
    path("cards/sessions/<str:number>/return", sessions.give_back, name="session-return"),
    path("cards/decks/<str:code>/card", damage.card, name="card-replace"),
    path("cards/decks/<str:code>/discrepancy", discrepancies.add, name="discrepancy-add"),
    path("cards/discrepancies", discrepancies.discrepancies, name="discrepancies"),
    path("cards/discrepancies/<str:number>", discrepancies.discrepancy, name="discrepancy"),
    path("cards/discrepancies/<str:number>/told", discrepancies.told, name="discrepancy-told"),
    path("cards/discrepancies/<str:number>/close", discrepancies.close, name="discrepancy-close"),
    # -- devices
    path("cards/devices", devices.devices, name="devices"),
    path("cards/devices/<str:serial>", devices.device, name="device"),
    # -- reconciliation, counts, destruction
    path("cards/reconciliation", reconciliation.reconciliation, name="reconciliation"),
    path(
        "cards/reconciliation/<date:day>",
        unless_counting(reconciliation.day),
        name="reconciliation-day",
    ),
    path(
        "cards/reconciliation/<date:day>/count", reconciliation.count, name="reconciliation-count"
    ),
    path(
        "cards/reconciliation/<date:day>/<int:number>.json",
        unless_counting(reconciliation.export),
        name="reconciliation-export",
    ),
    path("cards/counts", counts.counts, name="counts"),
    path("cards/counts/<str:number>", counts.inventory, name="inventory"),
    path("cards/counts/<str:number>/report", counts.report, name="inventory-report"),
    path("cards/counts/<str:number>/stores/<slug:code>", counts.store, name="inventory-store"),
    path("cards/counts/<str:number>/stores/<slug:code>/scan", counts.scan, name="inventory-scan"),
    path("cards/collection", destruction.collection, name="collection"),
    path("cards/destruction", destruction.destruction, name="destruction"),
    path("cards/destruction/notice", destruction.notice, name="destruction-notice"),
    path("cards/destruction/<int:position>", destruction.destroyed, name="destroyed"),
    # -- pictures and papers
    path("cards/decks/<str:code>/photos", photos.deck_photo, name="deck-photo"),
    path("cards/decks/<str:code>/label", papers.deck_label, name="deck-label"),
    path("cards/lots/<str:number>/labels", papers.lot_labels, name="lot-labels"),
    path("cards/containers/<str:label>/label", papers.envelope_label, name="envelope-label"),
    path("cards/containers/<str:label>/batch-form", papers.batch_form, name="batch-form"),
    path("cards/discrepancies/<str:number>/form", papers.discrepancy_form, name="discrepancy-form"),
    path(
        "cards/destructions/<int:position>/certificate",
        papers.destruction_certificate,
        name="destruction-certificate",
    ),
    path(
        "cards/stores/<str:code>/days/<date:day>/sheet",
        unless_counting(papers.store_sheet),
        name="store-sheet",
    ),
    path(
        "cards/reconciliation/<date:day>/sheet",
        unless_counting(papers.reconciliation_sheet),
        name="reconciliation-sheet",
    ),
    path("cards/counts/<str:number>/sheets", papers.inventory_sheets, name="inventory-sheets"),
    # -- for machines
    path("api/v1/decks", api.DecksApi.as_view(), name="api-decks"),
    path("api/v1/decks/<str:code>", api.DeckApi.as_view(), name="api-deck"),
    path("api/v1/decks/<str:code>/movements", api.MovementsApi.as_view(), name="api-movements"),
    path("api/v1/tables/<str:table>/decks", api.TableDecksApi.as_view(), name="api-table-decks"),
    path("api/v1/lots/<str:number>", api.LotApi.as_view(), name="api-lot"),
    path("api/v1/seals/<str:number>", api.SealApi.as_view(), name="api-seal"),
]
