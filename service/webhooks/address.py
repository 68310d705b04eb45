"""Which addresses a webhook may call: those of the public internet, so that none leads to a private network.

Checked twice: when a webhook is registered, and at each delivery, which then goes to the very address that
was checked, so that a name cannot change its meaning in between.
"""

from __future__ import annotations

import ipaddress
import socket
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Any, Final
from urllib.parse import urlsplit

from service.problem_detail import Detail

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

LONGEST_URL: Final = 2000
LOOKUP_SECONDS: Final = 5.0
MOST_ADDRESSES: Final = 6  # of a host that a call tries
HOST_BITS: Final = 64  # of an IPv6 address: whoever has one has all that differ in these
PORTS: Final = {"http": 80, "https": 443}
# Public by their number, yet answered by the host a virtual machine runs on.
METADATA: Final = frozenset(map(ipaddress.ip_address, ("168.63.129.16", "192.0.0.192")))
# Public to Python, but leading to obsolete relays, or nowhere.
CLOSED_NETWORKS: Final = tuple(map(ipaddress.ip_network, ("192.88.99.0/24", "3fff::/20")))
NAT64: Final = ipaddress.ip_network("64:ff9b::/96")


class AddressRefused(ValueError):  # noqa: N818  the name says it
    """The address may not be called; the detail says why, but nothing about what lies behind it."""

    def __init__(self, detail: Detail) -> None:
        super().__init__(detail.code)
        self.detail = detail


@dataclass(frozen=True, slots=True)
class AddressPolicy:
    schemes: tuple[str, ...] = ("https",)
    loopback: bool = False


POLICIES: Final = {
    "https": AddressPolicy(),
    "http": AddressPolicy(("https", "http")),
    "loopback": AddressPolicy(("https", "http"), loopback=True),
}


@dataclass(frozen=True, slots=True)
class CallTarget:
    scheme: str
    host: str
    port: int
    path: str
    addresses: tuple[str, ...]  # numbers, not names, in the order in which they are tried

    @property
    def address(self) -> str:
        return self.addresses[0]


def target_of(url: str, policy: AddressPolicy, seconds: float = LOOKUP_SECONDS) -> CallTarget:
    """Return where a call to the url goes. Every number the name stands for must be allowed.

    `seconds`: that its name servers may take.
    """
    scheme, host, port, path = parts_of(url, policy)
    found = numbers_of(host, port, seconds)
    if not all(may_be_called(number, policy) for number in found):
        raise AddressRefused(Detail("address_not_public"))
    return CallTarget(
        scheme, host, port, path, tuple(map(str, take_families_in_turn(found)[:MOST_ADDRESSES]))
    )


def take_families_in_turn(found: Sequence[Address]) -> list[Address]:
    """Return each address once, IPv6 and IPv4 in turn, beginning with the one that the resolver prefers."""
    preferred = [number for number in found if number.version == found[0].version]
    others = [number for number in found if number.version != found[0].version]
    return [*dict.fromkeys(number for number in chain(*zip_longest(preferred, others)) if number is not None)]


def receiver_at(address: str, port: int) -> str:
    """Return who is called at an address: the same one at all its ports, and in all of an IPv6 network.

    On this machine every port is a receiver of its own.
    """
    number = ipaddress.ip_address(address)
    number = embedded_address(number) or number
    if number.is_loopback:
        return f"{number}:{port}"
    if isinstance(number, ipaddress.IPv4Address):
        return str(number)
    return str(ipaddress.ip_network((number, HOST_BITS), strict=False))


def host_of(url: str) -> str:
    """Return the host that a url names, whatever its spelling and port."""
    return (urlsplit(url).hostname or "").rstrip(".")


def parts_of(url: str, policy: AddressPolicy) -> tuple[str, str, int, str]:
    if len(url) > LONGEST_URL or not url.isascii() or not url.isprintable() or " " in url:
        raise AddressRefused(Detail("address_characters", {"most": LONGEST_URL}))
    try:
        said = urlsplit(url)
        port = said.port
    except ValueError:
        raise AddressRefused(Detail("address_unreadable")) from None
    if said.scheme not in policy.schemes:
        raise AddressRefused(Detail("address_scheme", {"schemes": list(policy.schemes)}))
    if port == 0:
        raise AddressRefused(Detail("port_zero"))
    if not said.hostname or said.username is not None or said.password is not None or said.fragment:
        raise AddressRefused(Detail("address_parts"))
    path = (said.path or "/") + (f"?{said.query}" if said.query else "")
    return said.scheme, said.hostname, port or PORTS[said.scheme], path


def numbers_of(host: str, port: int, seconds: float) -> list[Address]:
    return [
        ipaddress.ip_address(str(place[0]).partition("%")[0]) for *_, place in look_up(host, port, seconds)
    ]


def look_up(host: str, port: int, seconds: float) -> list[Any]:
    """Look a host up in a thread: the resolver has no deadline, and a stranger's servers may not answer."""
    found: list[list[Any]] = []

    def ask() -> None:
        try:
            found.append(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except (OSError, UnicodeError):
            found.append([])

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(max(seconds, 0))
    if not found:
        raise AddressRefused(Detail("host_late"))
    if not found[0]:
        raise AddressRefused(Detail("host_unknown"))
    return found[0]


def may_be_called(number: Address, policy: AddressPolicy) -> bool:
    inner = embedded_address(number)
    if inner is not None:
        return may_be_called(inner, policy)
    if number.is_loopback:
        return policy.loopback
    return number.is_global and not number.is_multicast and not is_reserved(number) and number not in METADATA


def is_reserved(number: Address) -> bool:
    """Return whether it is deprecated or unassigned: such addresses still lead somewhere in some networks."""
    if any(number in network for network in CLOSED_NETWORKS):
        return True
    return isinstance(number, ipaddress.IPv6Address) and (number.is_reserved or number.is_site_local)


def embedded_address(number: Address) -> Address | None:
    """Return the IPv4 address that an IPv6 address only wraps, and to which it would lead."""
    if isinstance(number, ipaddress.IPv4Address):
        return None
    if number in NAT64:
        return ipaddress.IPv4Address(int(number) & 0xFFFFFFFF)
    return number.ipv4_mapped or number.sixtofour or (number.teredo or (None, None))[1]
