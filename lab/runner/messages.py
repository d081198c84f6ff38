# SPDX-License-Identifier: MIT
"""Published figures of messages: how long they are, and how long a device takes to send them."""

from dataclasses import dataclass

from lab.errors import UnknownNameError
from lab.wire import formats, links
from lab.wire.coap import Resource, fetched

_FORMATS = {each.name: each for each in formats.FORMATS}
_ALGORITHMS = {each.curve: each for each in formats.ALGORITHMS}


@dataclass(frozen=True)
class Transfer:
    """A message that is fetched over CoAP, by the model of a link."""

    seconds: float  # from the first request until the last answer has arrived
    on_device_seconds: float  # the same from when the first request has arrived
    blocks: int


def length(name: str, curve: str) -> int:
    """Bytes of the study's reading in a format, signed on a curve where the format is signed."""
    if name not in _FORMATS:
        raise UnknownNameError("format", name, tuple(_FORMATS))
    made = _FORMATS[name]
    if made.is_signed and curve not in _ALGORITHMS:
        raise UnknownNameError("signature algorithm's curve", curve, tuple(_ALGORITHMS))
    algorithm = _ALGORITHMS[curve] if made.is_signed else formats.ALGORITHMS[0]
    return made.size(formats.compact(formats.READING), algorithm)


def transfer(link_name: str, name: str, curve: str) -> Transfer:
    """Of that message, in blocks of 64 bytes."""
    link, resource, size = links.find(link_name), Resource(), length(name, curve)
    seconds = fetched(link, resource, size).seconds
    first = link.received(resource.request_bytes(0), 0).seconds
    return Transfer(seconds, seconds - first, len(resource.blocks(size)))
