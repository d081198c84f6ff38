# SPDX-License-Identifier: MIT
"""Which schemes a public function or object serves, by its name."""

import difflib
import re
from collections.abc import Iterable, Sequence

from tools.emission.source import EmissionError

# What one may ask for, and the parts of the interface that it stands for.
SCHEMES = {
    "ecdh": ("keys", "ecdh"),
    "ecdsa": ("keys", "ecdsa-sign", "ecdsa-verify"),
    "eddsa": ("eddsa-sign", "eddsa-verify"),
    "xdh": ("xdh",),
    "sign": ("keys", "ecdsa-sign", "eddsa-sign"),
    "verify": ("ecdsa-verify", "eddsa-verify"),
    "keys": ("keys",),
    "recover": ("keys", "recover"),
    "hash": ("hash",),
    "hashes": ("hash", "hashes"),
    "der": ("der",),
    "selftest": ("selftest",),
}
DEFAULT = ("ecdh", "ecdsa", "eddsa", "xdh", "hash")
EVERY = "all"

# What a build's curves have, by their form; the rest is there in any build.
WEIERSTRASS = frozenset({"keys", "ecdh", "ecdsa-sign", "ecdsa-verify", "recover"})
OTHER = frozenset({"xdh", "eddsa-sign", "eddsa-verify"})
ANY = frozenset({"hash", "hashes", "der", "selftest"})

SIGNATURES = frozenset({"ecdsa-sign", "ecdsa-verify", "recover"})
Rule = tuple[str, Sequence[Iterable[str]]]

# A name's rule is the first that matches it, less whit_ and what WRAPPED takes off. It is wanted
# if of each of the rule's sets a part is.
WRAPPED = re.compile(r"^steps_(?=\w)|_randomised(?=_|$)|_limit_\d+$|_\d+$")
RULES: tuple[Rule, ...] = (
    (r"selftest_ecdh|\w+_ecdh_answer", ({"selftest"}, {"ecdh"})),
    (r"selftest_\w*sign\w*", ({"selftest"}, {"ecdsa-sign"})),
    (r"selftest_verify\w*", ({"selftest"}, {"ecdsa-verify"})),
    (r"\w+_ecdsa_answer", ({"selftest"}, SIGNATURES)),
    (r"selftest_key_pair", ({"selftest"}, {"keys"})),
    (r"selftest_hash|\w+_answer", ({"selftest"}, {"hashes"})),
    (r"selftest_\w+", ({"selftest"},)),
    (r"okp_\w+", ({"der"}, OTHER)),
    (r"ecdsa_\w*_der(?:_\w+)?", ({"der"}, SIGNATURES)),
    (r"key_(?:public_)?\w*_der(?:_\w+)?|key_\w+_pkcs8|key_der_is|\w+_oid", ({"der"}, WEIERSTRASS)),
    (r"key_(?:validate_public|decompress)", ({"keys", "ecdsa-verify"},)),
    (r"key_\w+|\w+_base", ({"keys"},)),
    (r"ecdh\w*", ({"ecdh"},)),
    (r"ecdsa_(?:recover\w*|sign\w*_recoverable)", ({"recover"},)),
    (r"ecdsa_(?:stream\w*|is_low)", ({"ecdsa-sign", "ecdsa-verify"},)),
    (r"ecdsa_(?:sign\w*|make_low)", ({"ecdsa-sign"},)),
    (r"ecdsa_verify\w*", ({"ecdsa-verify"},)),
    (r"curve_\w+", (WEIERSTRASS,)),
    (r"ed(?:25519|448)\w*_(?:validate|verify)\w*", ({"eddsa-verify"},)),
    (r"ed(?:25519|448)\w*_to_x", ({"xdh"}, {"eddsa-sign", "eddsa-verify"})),
    (r"ed(?:25519|448)\w*", ({"eddsa-sign"},)),
    (r"hash_\w+|hmac", ({"hash"},)),
    (r"shake256\w*|sha\d+|blake2s\d+", ({"hashes"},)),
    (r"\w+_(?:keygen|public_key|validate_public_key|ecdh)", ({"xdh"},)),
)


class UnknownSchemeError(EmissionError):
    """A scheme that is none."""


def parts(names: Iterable[str]) -> frozenset[str]:
    """What these schemes stand for; the default where there are none."""
    found: set[str] = set()
    for name in tuple(names) or DEFAULT:
        if name == EVERY:
            return WEIERSTRASS | OTHER | ANY
        if name not in SCHEMES:
            known = [*SCHEMES, EVERY]
            nearest = difflib.get_close_matches(name, known, 3) or known
            raise UnknownSchemeError(
                f"no scheme is called {name!r}; the nearest: {', '.join(nearest)}"
            )
        found.update(SCHEMES[name])
    return frozenset(found)


def rule(name: str) -> Rule | None:
    """The rule that a public name falls under."""
    short = name.removeprefix("whit_")
    while WRAPPED.search(short):
        short = WRAPPED.sub("", short, count=1)
    return next((each for each in RULES if re.fullmatch(each[0], short)), None)


def wanted(name: str, held: frozenset[str]) -> bool:
    """Whether one of these parts needs a public name; what no rule knows, all need."""
    found = rule(name)
    return found is None or all(held & frozenset(each) for each in found[1])
