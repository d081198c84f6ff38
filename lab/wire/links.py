# SPDX-License-Identifier: MIT
"""The links that there are."""

from __future__ import annotations

from lab.errors import UnknownNameError
from lab.wire.bluetooth import Bluetooth
from lab.wire.ieee802154 import Ieee802154
from lab.wire.link import Link, Radio
from lab.wire.lorawan import Lorawan
from lab.wire.udp import Udp

_IEEE = {
    "frames": "IEEE 802.15.4-2015, clauses 8.4, 10 and 12; RFC 4944; RFC 6282.",
    "backoff": "The mean of the first draw, on a channel that is free.",
}
_CONTIKI = (
    "Read in contiki-os/contiki: platform/zoul/contiki-conf.h has ContikiMAC, 8 checks a second, "
    "no phase optimisation, link addresses of 8 bytes; core/net/mac/contikimac/contikimac.c has "
    "the times of checks and gaps."
)

_NRF52840 = Radio(
    3.0, 4.8e-3, 4.6e-3, "nRF52840 product specification 1.7, 6.20.15: at 0 dBm, with its DC/DC."
)
_SX1261 = Radio(
    3.3, 25.5e-3, 4.6e-3, "Semtech DS.SX1261-2, table 3-5: at 14 dBm, with its DC/DC; not verified."
)

LINKS: tuple[Link, ...] = (
    Ieee802154("ieee802154", "IEEE 802.15.4 with 6LoWPAN, receivers always on", _IEEE, None),
    Ieee802154(
        "contikimac",
        "the same, receivers woken 8 times a second by ContikiMAC",
        {**_IEEE, "duty cycle": _CONTIKI},
        None,
        check_hertz=8,
    ),
    Bluetooth(
        "bluetooth",
        "Bluetooth Low Energy at 1 Mbit/s, events every 50 ms, IPv6 over it",
        {"frames": "Bluetooth Core 5.4, volume 3, part A, and volume 6, part B; RFC 7668."},
        _NRF52840,
    ),
    *(
        Lorawan(
            f"lorawan-sf{spreading}",
            f"LoRaWAN in EU868, spreading factor {spreading}",
            {
                "air": "Semtech AN1200.13, section 4.",
                "frames": "LoRaWAN 1.0.4, section 4; RP002-1.0.4, 2.4.6.",
                "silence": "ETSI EN 300 220: a duty cycle of 1%.",
            },
            _SX1261,
            spreading,
        )
        for spreading in (7, 9, 12)
    ),
    Udp("udp", "UDP over Ethernet of 100 Mbit/s", {"frames": "IEEE 802.3; RFC 8200."}, None),
)


def find(name: str) -> Link:
    for each in LINKS:
        if each.name == name:
            return each
    raise UnknownNameError("link", name, [each.name for each in LINKS])
