# SPDX-License-Identifier: MIT
"""Key agreement of SP 800-56A with a derivation of keys and, if asked for, their confirmation."""

import os
from dataclasses import dataclass
from hmac import compare_digest
from typing import Any

from lab.acvp.algorithms import Context, public_key, shown, valid_key
from lab.acvp.derivation import Derivation, Party, hash_of, mac
from lab.acvp.kas import RefusedKeyError, SharedSecret, drawn
from lab.acvp.vectors import Item
from lab.errors import UnsupportedError
from lab.library import Curve

IUT, SERVER = "Iut", "Server"  # the implementation under test, and the other side
DOMAIN = "domainParameterGenerationMode"
_EMPTY = Item("kdfParameter 0", {})


@dataclass(frozen=True)
class Confirmation:
    """How one side shows the other that it has the keys."""

    bilateral: bool
    provider: str  # who makes the tag that the answer has
    mac: str
    key_bits: int
    tag_bits: int

    @staticmethod
    def of(group: Item) -> "Confirmation | None":
        if not group.has("macConfiguration"):
            return None
        said, where = group.item("macConfiguration"), group.name
        name = said.text("macType")
        keys: tuple[int, ...]
        found = Confirmation(
            bilateral=_one_of(group, "keyConfirmationDirection", "bilateral", "unilateral"),
            provider=IUT
            if _one_of(group, "keyConfirmationRole", "provider", "recipient")
            else SERVER,
            mac=name,
            key_bits=said.count("keyLen"),
            tag_bits=said.count("macLen"),
        )
        if name == "CMAC":
            most, keys = 128, (128, 192, 256)
        elif name.startswith("HMAC-"):
            most = 8 * hash_of(name.removeprefix("HMAC-"), where).digest_size
            keys = tuple(range(8, group_bits(group), 8))
        else:
            raise UnsupportedError(f"{where}: {name} is not supported, only HMAC and CMAC")
        if found.key_bits not in keys or found.tag_bits % 8 or not 0 < found.tag_bits <= most:
            raise UnsupportedError(
                f"{where}: {name} with a key of {found.key_bits} bits and a tag of "
                f"{found.tag_bits} is not supported"
            )
        if found.key_bits >= group_bits(group):
            raise UnsupportedError(f"{where}: a derived key no longer than that of {name}")
        return found

    def recipients(self) -> tuple[str, ...]:
        other = SERVER if self.provider == IUT else IUT
        return (IUT, SERVER) if self.bilateral else (other,)

    def tag(self, keys: bytes, parties: dict[str, Party], initiator: str, where: str) -> bytes:
        """By the provider, over both sides' names and ephemeral data [5.9.1.1]."""
        other = SERVER if self.provider == IUT else IUT
        letter = b"U" if self.provider == initiator else b"V"
        p, r = parties[self.provider], parties[other]
        said = b"KC_" + (b"2" if self.bilateral else b"1") + b"_" + letter
        data = said + p.identity + r.identity + p.ephemeral + r.ephemeral
        return mac(self.mac, keys[: self.key_bits // 8], data, where)[: self.tag_bits // 8]


def group_bits(group: Item) -> int:
    return Derivation.of(group).bits


def _one_of(group: Item, field: str, yes: str, no: str) -> bool:
    said = group.text(field)
    if said not in (yes, no):
        raise UnsupportedError(f"{group.name}: {field} {said} is not supported, only {yes}, {no}")
    return said == yes


class KeyAgreement(SharedSecret):
    """KAS-ECC: AFT draws keys and nonces and answers with what is derived, VAL checks it."""

    def require(self, context: Context, group: Item) -> None:
        super().require(context, group)
        if not group.has("kdfConfiguration"):
            raise UnsupportedError(f"{group.name}: without a derivation it is not supported")
        Derivation.of(group).require()
        Confirmation.of(group)

    def agrees(self, context: Context, group: Item, test: Item, answers: Item, case: Item) -> bool:
        """The keys are valid, and everything is there that the scheme asks for."""
        if group.text("testType") == "VAL":
            return False
        curve = context.curve(group, DOMAIN)
        drawn = all(
            valid_key(curve, public_key(curve, case, f"{kind}PublicIutX", f"{kind}PublicIutY"))
            for kind in self._ours(group)
        )
        nonce, confirmation = self._nonce(group, IUT), Confirmation.of(group)
        return (
            drawn
            and (nonce is None or case.has(nonce))
            and case.has("tag") == (confirmation is not None)
            and case.has("dkm")
            and len(case.octets("dkm")) == group_bits(group) // 8
        )

    def _initiator(self, group: Item) -> str:
        return IUT if group.text("kasRole") == "initiator" else SERVER

    def _has_ephemeral(self, group: Item, side: str) -> bool:
        place = 0 if side == IUT else 1
        return any(pair[place] == "ephemeral" for pair in self._pieces(group))

    def _nonce(self, group: Item, side: str) -> str | None:
        """The field of the nonce that a side without an ephemeral key sends: the initiator always,
        the other if it is to have the keys confirmed."""
        if self._has_ephemeral(group, side):
            return None
        if side == self._initiator(group):
            return f"dkmNonce{side}"
        confirmation = Confirmation.of(group)
        if confirmation is not None and side in confirmation.recipients():
            return f"ephemeralNonce{side}"
        return None

    def _parties(
        self, curve: Curve, group: Item, test: Item, ours: dict[str, bytes]
    ) -> dict[str, Party]:
        """Both sides; `ours` has our public ephemeral key or our nonce."""
        if self._has_ephemeral(group, SERVER):
            key = public_key(curve, test, "ephemeralPublicServerX", "ephemeralPublicServerY")
            theirs = b"" if key is None else key[1:]
        else:
            nonce = self._nonce(group, SERVER)
            theirs = b"" if nonce is None else test.octets(nonce)
        return {
            IUT: Party(group.octets("iutId"), ours.get("ephemeral", b"")),
            SERVER: Party(group.octets("serverId"), theirs),
        }

    def _derived(
        self,
        context: Context,
        group: Item,
        test: Item,
        keys: dict[str, bytes],
        ours: dict[str, bytes],
    ) -> dict[str, bytes]:
        """What the answer has: the derived keys and, with confirmation, a tag."""
        z = self._shared(context, group, test, keys)
        parties = self._parties(context.curve(group, DOMAIN), group, test, ours)
        initiator = self._initiator(group)
        u, v = (IUT, SERVER) if initiator == IUT else (SERVER, IUT)
        parameters = test.item("kdfParameter") if test.has("kdfParameter") else _EMPTY
        dkm = Derivation.of(group).derive(z, parameters, parties[u], parties[v])
        confirmation = Confirmation.of(group)
        if confirmation is None:
            return {"dkm": dkm}
        return {"dkm": dkm, "tag": confirmation.tag(dkm, parties, initiator, group.name)}

    def _agree(self, context: Context, group: Item, test: Item) -> dict[str, Any]:
        curve = context.curve(group, DOMAIN)
        pairs, said = drawn(context, curve, self._ours(group))
        ours, nonce = {}, self._nonce(group, IUT)
        if "ephemeral" in pairs:
            ours["ephemeral"] = pairs["ephemeral"].public_key[1:]
        elif nonce is not None:
            ours["ephemeral"] = (context.random or os.urandom)(curve.order_bytes)
            said[nonce] = shown(ours["ephemeral"])
        keys = {kind: pair.private_key for kind, pair in pairs.items()}
        derived = self._derived(context, group, test, keys, ours)
        return said | {field: shown(value) for field, value in derived.items()}

    def _validate(self, context: Context, group: Item, test: Item) -> dict[str, Any]:
        curve = context.curve(group, DOMAIN)
        keys = self._given(curve, group, test)
        ours, nonce = {}, self._nonce(group, IUT)
        if "ephemeral" in keys:
            ours["ephemeral"] = curve.public_key(keys["ephemeral"])[1:]
        elif nonce is not None:
            ours["ephemeral"] = test.octets(nonce)
        try:
            derived = self._derived(context, group, test, keys, ours)
        except RefusedKeyError:
            return {"testPassed": False}
        return {
            "testPassed": all(
                compare_digest(test.octets(field), own) for field, own in derived.items()
            )
        }
