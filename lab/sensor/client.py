# SPDX-License-Identifier: MIT
"""Asking the device with aiocoap, which nobody here wrote."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from lab.errors import LabError
from lab.sensor.device import HOST

TIMEOUT_SECONDS = 60
MOST_BLOCKS = 64
ATTEMPTS = 5
INSTALLED = "make demo-sensor installs what this needs"


@dataclass(frozen=True)
class Answer:
    """A resource's representation, and the blocks in which it came."""

    code: str
    blocks: tuple[bytes, ...]

    @property
    def body(self) -> bytes:
        return b"".join(self.blocks)


def fetch(port: int, paths: Sequence[str]) -> list[Answer]:
    """Each resource of the device. LabError for one that does not come."""
    return asyncio.run(_fetch_all(port, paths))


async def _fetch_all(port: int, paths: Sequence[str]) -> list[Answer]:
    aiocoap = _aiocoap()
    context = await aiocoap.Context.create_client_context(transports=["simple6"])
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            return [await _fetch(aiocoap, context, port, path) for path in paths]
    except TimeoutError as error:
        raise LabError(f"the device did not answer within {TIMEOUT_SECONDS} s") from error
    except aiocoap.error.Error as error:
        raise LabError(f"the device did not answer: {error}") from error
    finally:
        await context.shutdown()


async def _fetch(aiocoap: ModuleType, context: Any, port: int, path: str) -> Answer:
    """One resource; again, where it changes while its blocks are fetched."""
    for _ in range(ATTEMPTS):
        answer = await _blocks(aiocoap, context, port, path)
        if answer is not None:
            return answer
    raise LabError(f"/{path} changed each time while it was fetched")


async def _blocks(aiocoap: ModuleType, context: Any, port: int, path: str) -> Answer | None:
    """One resource, block by block, so that each is seen; None where it changed."""
    blocks: list[bytes] = []
    tag, exponent = b"", 0
    for number in range(MOST_BLOCKS):
        request = aiocoap.Message(code=aiocoap.GET, uri=f"coap://{HOST}:{port}/{path}")
        if number > 0:
            request.opt.block2 = (number, False, exponent)
        answer = await context.request(request, handle_blockwise=False).response
        if not answer.code.is_successful():
            return None if number > 0 else Answer(str(answer.code), (answer.payload,))
        if number > 0 and answer.opt.etag != tag:
            return None
        blocks.append(answer.payload)
        block, tag = answer.opt.block2, answer.opt.etag
        if block is None or not block.more:
            return Answer(str(answer.code), tuple(blocks))
        exponent = block.size_exponent
    raise LabError(f"/{path} has more than {MOST_BLOCKS} blocks")


def _aiocoap() -> ModuleType:
    try:
        import aiocoap
        import aiocoap.error
    except ImportError as error:
        raise LabError(f"aiocoap is not there: {INSTALLED}") from error
    module: ModuleType = aiocoap
    return module
