"""Whose request it is: the address that the limits count, also behind a proxy that is trusted to tell it."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["Networks", "Visitors", "client_of", "is_in", "networks", "visitor"]

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Networks = tuple[Network, ...]


def networks(texts: Iterable[str]) -> Networks:
    """Addresses and networks, as the settings name them. Raises ValueError."""
    return tuple(ipaddress.ip_network(text, strict=False) for text in texts)


def visitor(host: str | None) -> str:
    """The key of an address for limits. An IPv6 visitor has a whole /64.

    >>> visitor("192.0.2.7"), visitor("::ffff:192.0.2.7"), visitor("2001:db8:1:2:3:4:5:6"), visitor(None)
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64', '?')
    """
    address = _read(host or "")
    if address is None:
        return host or "?"
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def is_in(host: str | None, trusted: Networks) -> bool:
    """Does the address belong to one of the networks?"""
    address = _read(host or "")
    return address is not None and any(address in network for network in trusted)


def client_of(peer: str | None, headers: Headers, trusted: Networks) -> str | None:
    """Who is behind the connection: the last address in the headers that is not a trusted proxy's own."""
    if not is_in(peer, trusted):
        return peer
    for text in reversed(_forwarded(headers)):
        behind = _read(text)
        if behind is None:
            return peer  # a proxy that hides whom it speaks for counts as the visitor
        peer = str(behind)
        if not is_in(peer, trusted):
            return peer
    return peer


class Visitors:
    """Replaces the address of the connection by the visitor's, where a trusted proxy tells it."""

    def __init__(self, app: ASGIApp, trusted: Networks) -> None:
        self.app, self.trusted = app, trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if self.trusted and scope["type"] in ("http", "websocket") and scope.get("client"):
            host, port = scope["client"]
            scope = {**scope, "client": (client_of(host, Headers(scope=scope), self.trusted), port)}
        await self.app(scope, receive, send)


# -- internals -----------------------------------------------------------------------------------------------------


def _read(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _forwarded(headers: Headers) -> Sequence[str]:
    """The addresses that proxies have added, the nearest last: `Forwarded` (RFC 7239), else `X-Forwarded-For`."""
    if values := headers.getlist("forwarded"):
        return [_for(element) for value in values for element in value.split(",")]
    return [_host(one.strip()) for value in headers.getlist("x-forwarded-for") for one in value.split(",")]


def _for(element: str) -> str:
    for pair in element.split(";"):
        name, _, value = pair.strip().partition("=")
        if name.lower() == "for":
            return _host(value.strip().strip('"'))
    return ""


def _host(text: str) -> str:
    """The host of an address that may have a port: `192.0.2.7:80`, `[2001:db8::1]:80`."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
