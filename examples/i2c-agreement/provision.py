# SPDX-License-Identifier: MIT
"""Write what the EEPROMs of both devices begin with: a random seed each and, for ECDSA, a private
key and the other's public key.

    python3 provision.py --curve secp256r1 --output DIR
    avrdude ... -U eeprom:w:DIR/initiator.eep:r

The files hold secrets: delete them once they are in the devices. With --seed they are those of a
test, the same each time."""

import argparse
import random
import secrets
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.curves.read import load  # noqa: E402

EEPROM_BYTES = 1024
SIDES = ("initiator", "responder")
# As seed.h and agreement.h have them.
SEED_BYTES, OWN_PLACE, PEER_PLACE = 32, 128, 192
NO_CURVE = "x25519"  # has no signatures, and so no static keys


def crc(data: bytes) -> int:
    """_crc_ccitt_update of avr-libc."""
    value = 0x5EED
    for byte in data:
        mixed = byte ^ value & 0xFF
        mixed = (mixed ^ mixed << 4) & 0xFF
        value = ((mixed << 8 | value >> 8) ^ mixed >> 4 ^ mixed << 3) & 0xFFFF
    return value


def first_seed(draw: Callable[[int], bytes]) -> bytes:
    """A record of seed.c: the first start's."""
    body = (1).to_bytes(4, "big") + draw(SEED_BYTES)
    return body + crc(body).to_bytes(2, "big")


def images(curve_name: str, draw: Callable[[int], bytes]) -> list[bytes]:
    """Both EEPROMs, erased where nothing stands."""
    found = [bytearray(b"\xff" * EEPROM_BYTES) for _ in SIDES]
    for image in found:
        record = first_seed(draw)
        image[: len(record)] = record
    if curve_name == NO_CURVE:
        return [bytes(image) for image in found]
    curve = load(ROOT / "curves" / f"{curve_name}.toml")
    order_bytes, field_bytes = (-(-n.bit_length() // 8) for n in (curve.order, curve.p))
    for own, peer in ((0, 1), (1, 0)):
        # As uniform as 16 bytes more make it.
        number = int.from_bytes(draw(order_bytes + 16), "big") % (curve.order - 1) + 1
        point = curve.multiply(number, curve.g)
        assert point is not None
        found[own][OWN_PLACE : OWN_PLACE + order_bytes] = number.to_bytes(order_bytes, "big")
        public = b"".join(each.to_bytes(field_bytes, "big") for each in point)
        found[peer][PEER_PLACE : PEER_PLACE + len(public)] = public
    return [bytes(image) for image in found]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--curve", default="secp256r1")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--seed", type=int, help="for a test: no secrets")
    options = parser.parse_args()
    if options.curve != NO_CURVE and not (ROOT / "curves" / f"{options.curve}.toml").exists():
        print(f"provision: there is no curve {options.curve}", file=sys.stderr)
        return 2
    draw = secrets.token_bytes if options.seed is None else random.Random(options.seed).randbytes
    options.output.mkdir(parents=True, exist_ok=True)
    for side, image in zip(SIDES, images(options.curve, draw), strict=True):
        path = options.output / f"{side}.eep"
        path.touch(mode=0o600)
        path.write_bytes(image)
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
