# SPDX-License-Identifier: MIT
"""Runs to test with: those of RFC 9529, and random ones of every method and suite."""

import random
import tomllib
from collections.abc import Mapping
from typing import Any

import cbor2

from tests.edhoc.party import EXAMPLE, Party
from tests.edhoc.reference import SUITES, Owner, Run, signing_public

CHAPTERS: tuple[Mapping[str, Any], ...] = tuple(
    tomllib.loads((EXAMPLE / "rfc9529.toml").read_text(encoding="utf-8"))["trace"]
)
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def of_chapter(trace: Mapping[str, Any]) -> Run:
    def owner(party: str) -> Owner:
        names = ("private_key", "public_key", "identifier", "credential")
        return Owner(*(bytes.fromhex(trace[party][name]) for name in names))

    initiator, responder = owner("initiator"), owner("responder")
    x, y, c_i, c_r = (bytes.fromhex(trace[name]) for name in ("x", "y", "c_i", "c_r"))
    return Run(trace["method"], trace["suites"], initiator, responder, x, y, c_i, c_r)


def kind(method: int, responder: bool) -> int:
    """1 for a static key."""
    return method >> (0 if responder else 1) & 1


def owner_of(rng: random.Random, suite: int, static: bool) -> Owner:
    """A party with a random key, credential and identifier: a kid, or a hash."""
    private = rng.randrange(1, ORDER).to_bytes(32)
    public = SUITES[suite].public(private) if static else signing_public(suite, private)
    identifier = rng.choice(
        [
            {4: rng.randbytes(rng.choice([0, 1, 1, 1, 2, 8, 30]))},
            {34: [-15, rng.randbytes(8)]},
            {1: rng.randrange(30), 4: rng.randbytes(3), -70000: ["kid", {1: 2}]},
        ]
    )
    credential = cbor2.dumps({8: {1: {1: 1, -2: public}}, 2: rng.randbytes(rng.randrange(150))})
    return Owner(private, public, cbor2.dumps(identifier, canonical=True), credential)


def drawn(seed: int, suite: int, method: int) -> Run:
    """A random run."""
    rng = random.Random(f"{seed}/{suite}/{method}")
    initiator, responder = (
        owner_of(rng, suite, bool(kind(method, side))) for side in (False, True)
    )
    x, y = (rng.randrange(1, ORDER).to_bytes(32) for _ in range(2))
    c_i = rng.randbytes(rng.randrange(8))
    c_r = rng.randbytes((len(c_i) + rng.choice([0, 1, 3])) % 8) or b"\x17"
    if c_r == c_i:
        c_r = bytes([c_i[0] ^ 0x40]) + c_i[1:]
    return Run(method, [suite], initiator, responder, x, y, c_i, c_r)


def begin(run: Run, initiator: Party, responder: Party, workspace: int = 512) -> None:
    """Both parties ready for message 1."""
    begin_initiator(run, initiator, workspace)
    begin_responder(run, responder, workspace)


def begin_initiator(run: Run, party: Party, workspace: int = 512) -> None:
    kinds = kind(run.method, False), kind(run.method, True)
    suites = run.suites[-1:]
    party.set_up(run.initiator, kinds[0], run.responder, kinds[1], suites, run.x, workspace)
    assert party.ask("initiate", run.method, 0, run.c_i).status == "OK"


def begin_responder(run: Run, party: Party, workspace: int = 512) -> None:
    kinds = kind(run.method, False), kind(run.method, True)
    suites = run.suites[-1:]
    party.set_up(run.responder, kinds[1], run.initiator, kinds[0], suites, run.y, workspace)
    party.ask("methods", 1 << run.method)
    assert party.ask("respond", run.c_r).status == "OK"
