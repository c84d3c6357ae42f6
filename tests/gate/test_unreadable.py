"""What nobody can read is the sender's error, wherever it stands; and nothing large is read."""

import socket

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.live.conftest import on_duty
from tests.processes import session_of

pytestmark = pytest.mark.xdist_group("gate")
NO_SESSION = 'session="\\000aaaaaaaaaaaa"'


def raw(server, *parts):
    """The status that is answered to exactly these bytes; the connection is closed after it."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=15) as line:
        for part in parts:
            line.sendall(part)
        answer = b""
        while more := line.recv(65536):
            answer += more
    return int(answer.split()[1])


def head(path, *lines, method="GET"):
    told = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *lines]
    return "\r\n".join([*told, "", ""]).encode("latin-1")


@pytest.mark.parametrize(
    ("path", "status"), [("/health/live", 200), ("/", 302), ("/sign-on", 200), ("/api/v1/me", 401)]
)
def test_a_cookie_that_is_no_session_is_no_session(server, path, status):
    answer = httpx.get(server.address + path, headers={"Cookie": f"theme=dark; {NO_SESSION}"})
    assert answer.status_code == status


def test_a_cookie_that_is_no_session_opens_no_line(server):
    with server.line('"\\000aaaaaaaaaaaa"') as line:
        assert line.close_code() == 4401


def test_a_sound_session_beside_other_cookies_is_kept(server):
    cookies = f"theme=dark; session={session_of(on_duty().person)}; density=touch"
    answer = httpx.get(server.address + "/api/v1/me", headers={"Cookie": cookies})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "path", ["/people/%00", "/%00", "/search?q=%00", "/?a=1&%00=b", "/api/%00"]
)
def test_nul_in_an_address_is_a_bad_request(server, path):
    answer = httpx.get(server.address + path, headers={"Cookie": f"session={'a' * 32}"})
    assert answer.status_code == 400


def test_an_address_that_only_speaks_of_nul_is_read(server):
    assert server.get("/sign-on?next=/%2500").status_code == 200


@pytest.mark.parametrize(
    "charset", ["undefined", "base64", "hex", "idna", "rot13", "punycode", "utf-16", "no-such"]
)
@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "text/plain"])
def test_a_form_in_an_odd_charset_is_a_bad_request(server, charset, kind):
    headers = {"Content-Type": f"{kind}; charset={charset}"}
    part = b'--x\r\nContent-Disposition: form-data; name="badge"\r\n\r\n\xff\r\n--x--\r\n'
    answer = httpx.post(server.address + "/sign-on", content=part, headers=headers)
    assert answer.status_code == 400


@pytest.mark.parametrize("value", ["undefined''%ff", "no-such''x", "idna''%ff"])
def test_a_content_type_that_cannot_be_decoded_is_a_bad_request(server, value):
    headers = {"Content-Type": f"multipart/form-data; boundary=x; charset*={value}"}
    answer = httpx.post(server.address + "/sign-on", content=b"", headers=headers)
    assert answer.status_code == 400


@pytest.mark.parametrize("key", [b"\xff", b"\xc3\xa4", b"a-b", b"a" * 64])
def test_what_is_no_key_is_a_wrong_key(server, key):
    answer = httpx.get(server.address + "/api/v1/me", headers={"Authorization": b"Token " + key})
    assert answer.status_code == 401


@pytest.mark.parametrize("path", ["/", "/ws", "/ws/live/x", "/ws/%00"])
def test_a_line_to_nowhere_is_refused(server, path):
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{server.port}{path}", origin=server.address)
    assert refused.value.response.status_code == 403


def test_a_large_body_is_refused_by_its_head(server):
    assert raw(server, head("/sign-on", "Content-Length: 9000000000", method="POST")) == 413


def test_a_large_body_of_unknown_size_is_refused_when_it_has_become_too_large(server):
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    # Just over the limit: what is never read would cut the line off before the answer is there.
    last = b"D000\r\n" + b"x" * 0xD000 + b"\r\n"
    start = head("/sign-on", "Transfer-Encoding: chunked", method="POST")
    assert raw(server, start, *[chunk] * 16, last) == 413


def test_refusals_of_the_gate_speak_json_to_machines(server):
    answer = httpx.get(server.address + "/api/v1/feed?after=%00")
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "bad_request"
