# SPDX-License-Identifier: MIT
"""The layout of `struct harness_buffers` in firmware/operations.h."""

from collections.abc import Mapping

from lab.model import BUFFERS, Parameter

# What outputs hold before a call, so that one that was not written is seen.
_STALE = b"\xa5"
_LENGTH_BYTES = 4
_DATA_BYTES = -(-sum(BUFFERS.values()) // _LENGTH_BYTES) * _LENGTH_BYTES
STRUCT_BYTES = _DATA_BYTES + _LENGTH_BYTES


def offset(buffer: str) -> int:
    """Where a buffer starts in the structure."""
    position = 0
    for name, size in BUFFERS.items():
        if name == buffer:
            return position
        position += size
    raise KeyError(buffer)


def filled(parameter: Parameter, inputs: Mapping[str, bytes]) -> bytes:
    """What a buffer holds before a call: its input, or stale bytes."""
    size = BUFFERS[parameter.buffer]
    if parameter.direction == "in":
        return inputs[parameter.buffer].ljust(size, b"\0")
    return _STALE * size


def pack(parameters: tuple[Parameter, ...], inputs: Mapping[str, bytes]) -> bytes:
    """The whole structure, its message length last, in the host's byte order."""
    content = bytearray(STRUCT_BYTES)
    for parameter in parameters:
        if parameter.direction == "length":
            content[_DATA_BYTES:] = len(inputs[parameter.buffer]).to_bytes(4, "little")
        else:
            data = filled(parameter, inputs)
            start = offset(parameter.buffer)
            content[start : start + len(data)] = data
    return bytes(content)


def unpack(parameters: tuple[Parameter, ...], content: bytes) -> dict[str, bytes]:
    """The outputs in a structure."""
    return {
        parameter.buffer: content[offset(parameter.buffer) :][: BUFFERS[parameter.buffer]]
        for parameter in parameters
        if parameter.direction == "out"
    }
