# SPDX-License-Identifier: MIT
"""The layout of `struct harness_buffers` in firmware/operations.h, for one curve's sizes."""

from collections.abc import Mapping

from lab.model import Parameter, Sizes

# What outputs hold before a call, so that one that was not written is seen.
_STALE = b"\xa5"
_LENGTH_BYTES = 4


def defines(sizes: Sizes) -> tuple[str, ...]:
    """What firmware/adapter.h is told of the curve."""
    return (
        f"WHIT_LAB_FIELD_BYTES={sizes.field}",
        f"WHIT_LAB_ORDER_BYTES={sizes.order}",
        f"WHIT_LAB_DIGEST_BYTES={sizes.digest}",
        f"WHIT_LAB_PRIVATE_KEY_BYTES={sizes.buffers['private_key']}",
        f"WHIT_LAB_PUBLIC_KEY_BYTES={sizes.buffers['public_key'] // (sizes.batch or 1)}",
        f"WHIT_LAB_EDDSA={int(sizes.form == 'edwards')}",
        f"WHIT_LAB_BLS={int(sizes.bls_degree > 0)}",
        f"WHIT_LAB_BATCH={sizes.batch}",
    )


class Layout:
    """Where the buffers are and what they hold."""

    def __init__(self, sizes: Sizes) -> None:
        self._buffers = sizes.buffers
        self._data_bytes = -(-sum(self._buffers.values()) // _LENGTH_BYTES) * _LENGTH_BYTES
        self.struct_bytes = self._data_bytes + _LENGTH_BYTES

    def offset(self, buffer: str) -> int:
        """Where a buffer starts in the structure."""
        position = 0
        for name, size in self._buffers.items():
            if name == buffer:
                return position
            position += size
        raise KeyError(buffer)

    def filled(self, parameter: Parameter, inputs: Mapping[str, bytes]) -> bytes:
        """What a buffer holds before a call: its input, or stale bytes."""
        size = self._buffers[parameter.buffer]
        if parameter.direction == "in":
            return inputs[parameter.buffer].ljust(size, b"\0")
        return _STALE * size

    def pack(self, parameters: tuple[Parameter, ...], inputs: Mapping[str, bytes]) -> bytes:
        """The whole structure, its message length last, in the host's byte order."""
        content = bytearray(self.struct_bytes)
        for parameter in parameters:
            if parameter.direction == "length":
                content[self._data_bytes :] = len(inputs[parameter.buffer]).to_bytes(4, "little")
            else:
                data = self.filled(parameter, inputs)
                start = self.offset(parameter.buffer)
                content[start : start + len(data)] = data
        return bytes(content)

    def unpack(self, parameters: tuple[Parameter, ...], content: bytes) -> dict[str, bytes]:
        """The outputs in a structure."""
        return {
            parameter.buffer: content[self.offset(parameter.buffer) :][
                : self._buffers[parameter.buffer]
            ]
            for parameter in parameters
            if parameter.direction == "out"
        }
