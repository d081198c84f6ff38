# SPDX-License-Identifier: MIT
"""Sending to the emulated sensor, and only to the loopback interface."""

import select
import socket
import time
from itertools import islice

from lab.sensor.device import HOST
from tests.sensor.datagrams import URI_PATH, Datagrams, message

WINDOW = 16  # datagrams until the device is seen to keep up
SENDERS = 3
ANSWER_SECONDS = 0.5
ATTEMPTS = 20
MOST_BYTES = 2048
CONTENT = 0x45
TEMPERATURE = (b"temperature",)


class SilentError(Exception):
    """The device does not answer any more."""


def _sender(port: int) -> socket.socket:
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    made.connect((HOST, port))
    return made


def _drain(sender: socket.socket) -> int:
    """Read what waits."""
    count = 0
    while count < 100 * WINDOW and select.select([sender], [], [], 0)[0]:
        try:
            sender.recv(MOST_BYTES)
        except ConnectionError:
            continue
        count += 1
    return count


def fuzz(port: int, count: int, seed: int) -> int:
    """Send so many datagrams; how many answers came. SilentError if the device stops answering."""
    senders = [_sender(port) for _ in range(SENDERS)]
    control = _sender(port)
    answers = 0
    try:
        for sent, datagram in enumerate(islice(Datagrams(seed), count)):
            senders[sent % SENDERS].send(datagram)
            if sent % WINDOW == WINDOW - 1:
                _ask(control, sent)
                answers += sum(map(_drain, senders))
        _ask(control, count)
    finally:
        for each in (*senders, control):
            each.close()
    return answers


def request(port: int, count: int) -> float:
    """So many requests in a row, each answered with content; in how many seconds. SilentError if
    one is not."""
    sender = _sender(port)
    begun = time.monotonic()
    try:
        for number in range(count):
            _ask(sender, number)
    finally:
        sender.close()
    return time.monotonic() - begun


def _ask(sender: socket.socket, number: int) -> None:
    """Get a reading, as often as needed; SilentError if none comes."""
    token = number.to_bytes(4, "big")
    options = [(URI_PATH, part) for part in TEMPERATURE]
    asked = message(0, 1, number & 0xFFFF, token, options)
    for _ in range(ATTEMPTS):
        sender.send(asked)
        deadline = time.monotonic() + ANSWER_SECONDS
        while (left := deadline - time.monotonic()) > 0:
            if select.select([sender], [], [], left)[0]:
                answer = sender.recv(MOST_BYTES)
                if answer[1] == CONTENT and answer[4 : 4 + len(token)] == token:
                    return
    raise SilentError(f"no answer to request {number}, asked {ATTEMPTS} times")
