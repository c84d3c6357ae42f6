"""The list of devices and a device's page, as each job sees and uses them."""

import pytest

from casino.models import Entry, Job
from inventory.models import Device
from tests.cast import ticket_for
from tests.inventory.cards import bring, make_lot
from tests.inventory.test_devices import fixed, move, registered

pytestmark = pytest.mark.django_db
URL = "/cards/devices"
PLATE = {"serial": " sh-7 ", "what": "shuffler", "maker": "Shuffle Makers", "model": "Model 4"}


def post(client, url=URL, **facts):
    return client.post(url, {"ticket": ticket_for(client), **facts})


def act(client, do, serial="SH-1", **facts):
    seen = Device.objects.get(serial=serial).length
    return post(client, f"{URL}/{serial}", **({"do": do, "seen": seen} | facts))


def test_an_empty_house_says_how_to_begin(client_for):
    page = client_for(Job.SECURITY_OFFICER).get(URL)
    assert b"No device is registered" in page.content
    assert b"Register a device" not in page.content


def test_a_pit_boss_registers_a_device_once(client_for):
    client = client_for(Job.PIT_BOSS)
    facts = {**PLATE, "counts_cards": "on"}
    assert post(client, **facts).url == "/cards/devices/SH-7"
    assert Device.objects.get().counts_cards
    again = post(client, **facts)
    assert again.status_code == 409
    assert b"registered already" in again.content


@pytest.mark.parametrize("wrong", [{"serial": ""}, {"what": "hat"}, {"maker": "a\x07b"}])
def test_a_misshapen_plate_comes_back(client_for, wrong):
    page = post(client_for(Job.PIT_BOSS), **{**PLATE, **wrong})
    assert page.status_code == 422
    assert list(page.context["form"].errors) == list(wrong)
    assert not Device.objects.exists()


def test_a_form_sent_twice_counts_once(client_for):
    client = client_for(Job.PIT_BOSS)
    facts = {**PLATE, "ticket": ticket_for(client)}
    assert client.post(URL, facts).status_code == 302
    page = client.post(URL, {**facts, "serial": "SH-8"})
    assert page.status_code == 409
    assert Device.objects.count() == 1


def test_the_list_is_searched_by_serial_table_sort_and_state(client_for):
    client = client_for(Job.FLOORPERSON)
    fixed("SH-1", "shuffler")
    fixed("DB-1", "drop_box", table="HU-02", side="left")
    registered("MS-1", "manual_shoe")
    move("jam", "SH-1")
    move("lock_away", "MS-1")

    def found(**query):
        return [device.serial for device, _ in client.get(URL, query).context["rows"]]

    assert found() == ["DB-1", "MS-1", "SH-1"]
    assert found(q="hu-02") == ["DB-1"]
    assert found(q="sh") == ["SH-1"]
    assert found(what="manual_shoe") == ["MS-1"]
    assert found(state="jammed") == ["SH-1"]
    assert found(state="locked") == ["MS-1"]
    assert found(state="retired") == []


@pytest.mark.parametrize("query", ["what=hat", "state=happy", f"q={'x' * 41}"])
def test_nonsense_in_a_filter_is_answered_not_crashed_on(client_for, query):
    assert client_for(Job.DEALER).get(f"{URL}?{query}").status_code == 422


def test_pages_cost_the_same_for_few_and_for_many(client_for, django_assert_max_num_queries):
    client = client_for(Job.FLOORPERSON)
    for number in range(60):
        registered(f"MS-{number:02}", "manual_shoe")
    bring(make_lot().decks.first().code, "play")
    fixed("SH-1", "shuffler")
    with django_assert_max_num_queries(9):
        page = client.get(URL)
    assert len(page.context["rows"]) == 50
    assert page.context["on"]
    with django_assert_max_num_queries(13):
        assert client.get(f"{URL}/SH-1").status_code == 200


def test_a_floorperson_fixes_inspects_and_takes_off(client_for):
    client = client_for(Job.FLOORPERSON)
    registered()
    assert act(client, "fix", table="hu-01").status_code == 302
    assert act(client, "inspect").status_code == 302
    page = client.get(f"{URL}/SH-1").content.decode()
    assert "at HU-01" in page
    assert "This table has no drop box" in page
    assert act(client, "take_off").status_code == 302
    assert Device.objects.get().stage == "off"


def test_a_box_asks_for_its_side(client_for):
    client = client_for(Job.FLOORPERSON)
    registered("DB-1", "drop_box")
    assert act(client, "fix", "DB-1", table="HU-01").status_code == 422
    assert act(client, "fix", "DB-1", table="HU-01", side="left").status_code == 302
    assert Device.objects.get().side == "left"


def test_a_dealer_is_offered_the_jam_and_told_who_may_do_the_rest(client_for):
    fixed("SH-1", "shuffler")
    client = client_for(Job.DEALER)
    reasons = {offer.do: offer.reason for offer in client.get(f"{URL}/SH-1").context["offers"]}
    assert not reasons["jam"]
    assert "Ask for: floorperson" in reasons["take_off"]
    assert act(client, "jam").status_code == 302
    assert act(client, "suspect", note="A loose screw").status_code == 302
    assert "A loose screw" in client.get(f"{URL}/SH-1").content.decode()
    assert act(client, "clear").status_code == 403


@pytest.mark.parametrize("job", [Job.SURVEILLANCE, Job.ACCOUNTANT])
def test_those_who_only_look_change_nothing(client_for, job):
    fixed("SH-1", "shuffler")
    client = client_for(job)
    assert client.get(f"{URL}/SH-1").status_code == 200
    assert act(client, "take_off").status_code == 403


def test_a_refusal_keeps_what_was_typed_and_a_move_meanwhile_is_shown(client_for):
    client = client_for(Job.FLOORPERSON)
    fixed("SH-1", "shuffler")
    registered("SH-2", "shuffler")
    page = act(client, "fix", "SH-2", table="HU-01")
    assert page.status_code == 409
    assert b"This table has its shuffler" in page.content
    assert b'value="HU-01"' in page.content
    page = act(client, "fix", "SH-2", table="HU-02", seen=0)
    assert page.status_code == 409
    assert b"Somebody else moved SH-2" in page.content


@pytest.mark.parametrize("do", ["", "dance", "x" * 40])
def test_a_move_that_is_none_is_answered(client_for, do):
    registered()
    assert act(client_for(Job.FLOORPERSON), do).status_code in (409, 422)
    assert Entry.objects.filter(act__startswith="device_").count() == 1


@pytest.mark.parametrize("serial", ["NONE", "%00", "sh-1", "..%2F"])
def test_a_device_that_is_not_there_is_not_found(client_for, serial):
    registered()
    assert client_for(Job.DEALER).get(f"{URL}/{serial}").status_code == 404


def test_hostile_words_are_shown_as_text(client_for):
    client = client_for(Job.PIT_BOSS)
    post(client, **{**PLATE, "maker": "<img src=x>"})
    for url in (URL, f"{URL}/SH-7"):
        page = client.get(url).content.decode()
        assert "<img src=x" not in page
        assert "&lt;img src=x" in page
