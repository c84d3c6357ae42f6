"""Addresses of tables, pits and layouts. Each name stands in casino/policy.py."""

from django.urls import path

from tables.views import (
    board,
    doing,
    drawing,
    floor,
    handover,
    layouts,
    opening,
    rules,
    signs,
    table,
)

urlpatterns = [
    path("pits", board.pits, name="pits"),
    path("pits/<str:code>", board.pit, name="pit"),
    path("pits/<str:code>/all", board.work_pit, name="pit-all"),
    path("pits/<str:code>/handover", handover.handover, name="handover"),
    path("handovers/<int:number>", handover.handed_over, name="handed-over"),
    path("tables", floor.floor, name="floor"),
    path("tables/add", floor.add, name="table-add"),
    path("tables/arrange", floor.arrange, name="floor-arrange"),
    path("tables/<str:number>/glance", board.glance, name="table-glance"),
    path("tables/<str:number>/change", floor.change, name="table-change"),
    path("tables/<str:number>/move", floor.move, name="table-move"),
    path("tables/<str:number>/retire", floor.retire, name="table-retire"),
    path("tables/<str:number>", table.table, name="table"),
    path("tables/<str:number>/opening", opening.opening, name="table-opening"),
    path("tables/<str:number>/closing", opening.closing, name="table-closing"),
    path("tables/<str:number>/do", doing.do, name="table-do"),
    path("layouts", layouts.layouts_page, name="layouts"),
    path("layouts/add", layouts.add, name="layout-add"),
    path("layouts/<str:code>", layouts.layout, name="layout"),
    path("layouts/<str:code>/draw", drawing.draw, name="layout-draw"),
    path("layouts/<str:code>/photos", drawing.photo, name="layout-photo"),
    path("layouts/<str:code>/do", layouts.do, name="layout-do"),
    path("layouts/<str:code>/lay", layouts.lay, name="layout-lay"),
    path("tables/<str:number>/signs", signs.table_signs, name="table-signs"),
    path("tables/<str:number>/signs/photos", signs.post, name="sign-post"),
    path("tables/<str:number>/signs/take-down", signs.take_down, name="sign-take-down"),
    path("tables/<str:number>/rules", rules.table_rules, name="table-rules"),
    path("tables/<str:number>/rules/notice", rules.notice, name="rules-notice"),
    path("tables/<str:number>/rules/time", rules.set_time, name="rules-time"),
    path("tables/<str:number>/rules/decision", rules.decide, name="rules-decide"),
]
