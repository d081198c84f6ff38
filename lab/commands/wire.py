# SPDX-License-Identifier: MIT
"""whit wire: what signed readings cost on the air."""

import json
from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

from lab.commands.options import Names, check_name, curve_name, of_kind, offer
from lab.commands.quantities import SHARES, quantity
from lab.errors import UnsupportedError
from lab.reports.wire import FORMATS as OUTPUTS
from lab.reports.wire import Row
from lab.runner.devices import device_of_board
from lab.wire import formats, links
from lab.wire.coap import BLOCK_SIZES, Resource, fetched
from lab.wire.ieee802154 import Ieee802154
from lab.wire.link import Link, Radio

CURVES = tuple(each.curve for each in formats.ALGORITHMS)
MESSAGES = tuple(each.name for each in formats.FORMATS)
MOST_DEPTH = 100  # of a payload; what encodes it calls itself
_NESTED = f"objects and arrays are more than {MOST_DEPTH} deep"
_LEGEND = (
    "{link}; modelled. bytes: of the message. blocks: of {block} bytes, each asked for and "
    "answered by CoAP. frames, ms, mJ: on average, of all requests and answers{loss}; mJ: of the "
    "device's radio{radio}. arrives: with nothing above the link sent again. Computing is not "
    "counted."
)


def command(
    link: Annotated[
        str,
        typer.Option(
            help=", ".join(each.name for each in links.LINKS),
            autocompletion=offer(lambda: [each.name for each in links.LINKS]),
        ),
    ] = "ieee802154",
    message: Annotated[
        Names,
        typer.Option(
            "--message",
            help=f"Format, repeatable: {', '.join(MESSAGES)}; all of them if none.",
            autocompletion=offer(lambda: MESSAGES),
        ),
    ] = None,
    curve: Annotated[
        Names,
        typer.Option(
            "--curve",
            metavar="NAME",
            help="By name or alias, repeatable; all that have an algorithm if none.",
            parser=curve_name,
            autocompletion=offer(lambda: CURVES),
        ),
    ] = None,
    payload: Annotated[
        str, typer.Option(metavar="JSON", help="The reading, an object of JSON.")
    ] = formats.compact(formats.READING).decode(),
    block: Annotated[int, typer.Option(help="Bytes of a block: 16, 32, ... 1024.")] = 64,
    loss: Annotated[
        str, typer.Option(metavar="PERCENT", help="How many frames are lost, such as 5%.")
    ] = "0%",
    board: Annotated[
        str,
        typer.Option(
            help="Whose radio it is, where the link is IEEE 802.15.4.",
            autocompletion=of_kind("boards", every=False),
        ),
    ] = "cc2538-16mhz",
    output: Annotated[str, typer.Option("--format", help=", ".join(OUTPUTS))] = "text",
) -> None:
    """Say what signed readings cost on the wire, by format and curve: frames, time and energy."""
    check_name("format", output, tuple(OUTPUTS))
    for name in message or ():
        check_name("message", name, MESSAGES)
    for name in curve or ():
        check_name("curve", name, CURVES)
    check_name("block", str(block), tuple(map(str, BLOCK_SIZES)))
    share = quantity("--loss", loss, SHARES, zero=True)
    if share >= 1:
        raise UnsupportedError(f"--loss {loss}: must be less than 100%")
    chosen = links.find(link)
    radio = radio_of(chosen, board)
    body = payload_of(payload)
    rows = list(_rows(chosen, radio, message or MESSAGES, curve or CURVES, body, block, share))
    if not rows:
        raise UnsupportedError("none of these messages is signed on any of these curves")
    legend = _LEGEND.format(
        link=chosen.description,
        block=block,
        loss=f", with {share:.3g} of frames lost" if share else "",
        radio=f" ({radio.source})" if radio else ", which is not known",
    )
    print(OUTPUTS[output](rows, legend), end="")


def payload_of(text: str) -> bytes:
    """A reading as messages hold it."""
    try:
        value = json.loads(text)
        body = formats.compact(value)
    except RecursionError as error:
        raise UnsupportedError(f"--payload: {_NESTED}") from error
    except ValueError as error:
        raise UnsupportedError(f"--payload: not JSON: {error}") from error
    if not isinstance(value, dict):
        raise UnsupportedError("--payload: not an object of JSON")
    if _depth(value) > MOST_DEPTH:
        raise UnsupportedError(f"--payload: {_NESTED}")
    return body


def _depth(value: object) -> int:
    """How many objects and arrays are in one another at most."""
    depth, level = 0, [value]
    while level := [each for each in level if isinstance(each, dict | list)]:
        depth += 1
        level = [part for each in level
                 for part in (each.values() if isinstance(each, dict) else each)]  # fmt: skip
    return depth


def radio_of(link: Link, board: str) -> Radio | None:
    """The link's, or that of a board."""
    device = device_of_board(board)
    if not isinstance(link, Ieee802154) or device.link is None or device.volts is None:
        return link.radio
    own = device.link
    return Radio(device.volts, own.transmit_amperes, own.receive_amperes, board)


def _rows(
    link: Link,
    radio: Radio | None,
    messages: Sequence[str],
    curves: Sequence[str],
    payload: bytes,
    block: int,
    loss: float,
) -> Iterator[Row]:
    resource = Resource(block_bytes=block)
    for made in formats.FORMATS:
        for algorithm in formats.ALGORITHMS if made.is_signed else formats.ALGORITHMS[:1]:
            if made.name not in messages or (made.is_signed and algorithm.curve not in curves):
                continue
            if not made.suits(algorithm):
                continue
            size = made.size(payload, algorithm)
            cost = fetched(link, resource, size, loss)
            yield Row(
                format=made.name,
                algorithm=made.signed_by(algorithm),
                curve=algorithm.curve if made.is_signed else "–",
                message_bytes=size,
                blocks=len(resource.blocks(size)),
                frames=cost.frames,
                milliseconds=1000 * cost.seconds,
                joules=None if radio is None else radio.joules(cost),
                delivered=cost.delivered,
            )
