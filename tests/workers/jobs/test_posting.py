"""Deliveries over TLS and by name: to the number that was looked at, and to nobody who only says so."""

import socket
import ssl
import subprocess
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from service.webhooks.address import (
    MOST_ADDRESSES,
    POLICIES,
    AddressPolicy,
    AddressRefused,
    host_of,
    receiver_at,
    target_of,
)
from workers.jobs.posting import POST_SECONDS, ReceiverBusy, post

HERE = AddressPolicy(("https",), loopback=True)
NAME = "receiver.example"


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    """A certificate authority of our own, and what it certifies."""
    room = tmp_path_factory.mktemp("authority")

    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=room, check=True, capture_output=True)

    new_key = ("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30")
    openssl(*new_key, "-x509", "-subj", "/CN=authority", "-keyout", "ca.key", "-out", "ca.pem")
    for name in (NAME, "another.example"):
        signed = ("-CA", "ca.pem", "-CAkey", "ca.key", "-addext", f"subjectAltName=DNS:{name}")
        own = (
            "-addext",
            "basicConstraints=critical,CA:FALSE",
            "-keyout",
            f"{name}.key",
            "-out",
            f"{name}.pem",
        )
        openssl(*new_key, "-x509", "-subj", f"/CN={name}", *signed, *own)
    return room


@pytest.fixture
def trusted(authority, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(authority / "ca.pem"))
    return authority


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        self.server.heard.append((self.headers["Host"], self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


class Receiver(ThreadingHTTPServer):
    def handle_error(self, *_):
        """A caller that does not trust us hangs up; that is what is looked at."""


@contextmanager
def receiver(room, name=NAME):
    """It has the certificate of this name, and notes which name callers ask for."""
    server = Receiver(("127.0.0.1", 0), Handler)
    server.heard, server.asked_for = [], []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(room / f"{name}.pem", room / f"{name}.key")
    context.sni_callback = lambda _, asked, __: server.asked_for.append(asked)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def resolver(monkeypatch):
    """Numbers for the name, one after the other; the last for good."""
    numbers, real = [], socket.getaddrinfo

    def looked_up(host, port, *about, **more):
        if host != NAME:
            return real(host, port, *about, **more)
        number = numbers.pop(0) if len(numbers) > 1 else numbers[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, port))]

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    return numbers


def test_a_delivery_over_tls_reaches_the_receiver_by_its_name(trusted, resolver):
    resolver.append("127.0.0.1")
    with receiver(trusted) as server:
        place = f"{NAME}:{server.server_port}"
        answer = post(target_of(f"https://{place}/hook", HERE), {}, b"news")

        assert (answer.status, answer.error) == (204, None)
        assert server.heard == [(place, b"news")]
        assert server.asked_for == [NAME]


def test_whose_certificate_has_another_name_hears_nothing(trusted, resolver):
    resolver.append("127.0.0.1")
    with receiver(trusted, "another.example") as server:
        answer = post(target_of(f"https://{NAME}:{server.server_port}/", HERE), {}, b"news")

        assert answer.status is None
        assert "Hostname mismatch" in answer.error
        assert server.heard == []


def test_whom_no_known_authority_certifies_hears_nothing(authority, resolver):
    resolver.append("127.0.0.1")
    with receiver(authority) as server:
        answer = post(target_of(f"https://{NAME}:{server.server_port}/", HERE), {}, b"news")

        assert answer.status is None
        assert "certificate verify failed" in answer.error
        assert server.heard == []


def test_a_name_that_changes_its_mind_after_it_was_looked_at_is_called_where_it_was(trusted, resolver):
    resolver += ["127.0.0.1", "127.0.0.9"]
    with receiver(trusted) as server:
        target = target_of(f"https://{NAME}:{server.server_port}/", HERE)

        assert post(target, {}, b"news").status == 204
        assert resolver == ["127.0.0.9"]  # looked up once; nobody listens there


@pytest.fixture
def all_of_name(monkeypatch):
    """All numbers of the name at once."""
    real = socket.getaddrinfo

    def stands_for(*numbers):
        def looked_up(host, port, *about, **more):
            if host != NAME:
                return real(host, port, *about, **more)
            return [(0, socket.SOCK_STREAM, 6, "", (number, port)) for number in numbers]

        monkeypatch.setattr(socket, "getaddrinfo", looked_up)

    return stands_for


@pytest.mark.parametrize("dead", [["127.0.0.9"], ["::1"], ["::1", "127.0.0.8", "127.0.0.9"]])
def test_where_one_address_of_a_host_does_not_answer_the_next_is_called(trusted, all_of_name, dead):
    all_of_name(*dead, "127.0.0.1")
    with receiver(trusted) as server:
        answer = post(target_of(f"https://{NAME}:{server.server_port}/", HERE), {}, b"news")

        assert (answer.status, answer.error) == (204, None)
        assert server.heard == [(f"{NAME}:{server.server_port}", b"news")]


def test_an_address_that_keeps_silent_leaves_time_for_the_others(all_of_name, monkeypatch):
    all_of_name("93.184.215.14", "93.184.215.15", "93.184.215.16")
    given = []

    def connect(address, seconds):
        given.append((address[0], seconds))
        raise TimeoutError

    monkeypatch.setattr(socket, "create_connection", connect)
    target = target_of(f"https://{NAME}/", POLICIES["https"])
    assert post(target, {}, b"news") == (None, "TimeoutError: ")
    assert [address for address, _ in given] == list(target.addresses)
    assert [round(POST_SECONDS / seconds) for _, seconds in given] == [3, 2, 1]


def test_both_families_are_tried_before_many_of_one(all_of_name):
    all_of_name(*(f"2606:2800:21f::{number}" for number in range(1, 9)), "93.184.215.14", "93.184.215.14")
    tried = target_of(f"https://{NAME}/", POLICIES["https"]).addresses
    assert tried[:3] == ("2606:2800:21f::1", "93.184.215.14", "2606:2800:21f::2")
    assert len(tried) == MOST_ADDRESSES


def test_of_a_host_with_several_addresses_none_may_lead_into_the_server(all_of_name):
    all_of_name("93.184.215.14", "10.0.0.1")
    with pytest.raises(AddressRefused):
        target_of(f"https://{NAME}/", POLICIES["https"])


def test_an_address_that_may_not_be_called_now_is_passed_over(trusted, all_of_name):
    with receiver(trusted) as server:
        all_of_name("127.0.0.9", "127.0.0.1")
        target = target_of(f"https://{NAME}:{server.server_port}/", HERE)
        first, second = (receiver_at(address, target.port) for address in target.addresses)
        assert post(target, {}, b"news", None, lambda place: place == second).status == 204
        with pytest.raises(ReceiverBusy, match=first):
            post(target, {}, b"news", None, lambda _: False)
        assert len(server.heard) == 1


@pytest.mark.parametrize("numbers", [("127.0.0.1", "127.0.0.9"), ("127.0.0.9", "127.0.0.1")])
def test_a_busy_address_is_waited_for_even_if_another_cannot_be_reached(trusted, all_of_name, numbers):
    with receiver(trusted) as server:
        all_of_name(*numbers)
        target = target_of(f"https://{NAME}:{server.server_port}/", HERE)
        busy = receiver_at("127.0.0.1", target.port)
        with pytest.raises(ReceiverBusy) as raised:
            post(target, {}, b"news", None, lambda place: place != busy)
        assert raised.value.receiver == busy
        assert not server.heard


@pytest.mark.parametrize(
    ("address", "whose"),
    [
        ("93.184.215.14", "93.184.215.14"),
        ("64:ff9b::5db8:d70e", "93.184.215.14"),
        ("2606:2800:21f:1::5", "2606:2800:21f:1::/64"),
        ("127.0.0.1", "127.0.0.1:8443"),
    ],
)
def test_a_receiver_is_known_by_its_address(address, whose):
    assert receiver_at(address, 8443) == whose


def test_a_host_has_one_name_however_it_is_spelled():
    spelled = ("https://example.org/", "https://EXAMPLE.org./a", "http://example.org:8080/b")
    assert {host_of(url) for url in spelled} == {"example.org"}
    spelled = ("https://93.184.215.14/", "https://0x5db8d70e/", "https://1572394766/", "https://93.12113678/")
    assert {target_of(url, POLICIES["https"]).address for url in spelled} == {"93.184.215.14"}


def test_a_name_that_leads_into_the_server_by_now_is_refused(resolver):
    resolver += ["93.184.215.14", "10.0.0.1"]
    target_of(f"https://{NAME}/", POLICIES["https"])
    with pytest.raises(AddressRefused):
        target_of(f"https://{NAME}/", POLICIES["https"])


@pytest.mark.parametrize(
    "answer",
    [
        b"SECRET 1 2 3\r\n\r\n",
        b"HTTP/9.9 SECRET\r\n\r\n",
        b"HTTP/1.1 SECRET\r\n\r\n",
        b"HTTP/1.1 200 SECRET\r\nA: SECRET\r\n" + b"A: b\r\n" * 300,
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nSECRET\r\n",
        b"HTTP/1.1 500 SECRET\r\nContent-Length: 6\r\n\r\nSECRET",
        b"HTTP/1.1 302 Found\r\nLocation: http://secret/SECRET\r\n\r\n",
        b"",
    ],
)
def test_of_an_answer_nothing_but_its_status_is_told(answer):
    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=answer_once, args=(listening, answer), daemon=True).start()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}/"
        told = post(target_of(url, POLICIES["loopback"]), {}, b"news")

    assert told.status in {None, 200, 500, 302}
    assert "secret" not in str(told).lower()
    assert told.status or told.error


def answer_once(listening, answer):
    connection, _ = listening.accept()
    with connection:
        connection.recv(65_536)
        connection.sendall(answer)
