# SPDX-License-Identifier: MIT
"""A demonstration as text."""

from collections.abc import Sequence

from lab.model import Demonstration, Sample, Step
from lab.reports import costs
from lab.reports.figures import count, milliseconds

HERTZ = 64_000_000
_LABEL = 20
_HEX_COLUMNS = 64


def as_story(demo: Demonstration) -> str:
    """The bytes, with what each step cost."""
    return "".join(
        (
            f"Whit {demo.version}, {demo.curve}, profile {demo.profile}\n",
            f"on an emulated core: {demo.description}; {demo.compiler}\n",
            f"Times are modelled cycles at {HERTZ // 1_000_000} MHz.\n",
            "\nKey agreement (ECDH)\n",
            _bytes("Alice's public key", demo.alice.values["public_key"]),
            _cost("keygen", demo.alice),
            _bytes("Bob's public key", demo.bob.values["public_key"]),
            _cost("keygen", demo.bob),
            _bytes("Alice computes", demo.alice_secret.values["secret"]),
            _cost("ecdh", demo.alice_secret),
            _bytes("Bob computes", demo.bob_secret.values["secret"]),
            _cost("ecdh", demo.bob_secret),
            _note("equal, and confirmed by OpenSSL"),
            "\nSignature (ECDSA, SHA-256, nonce of RFC 6979)\n",
            _line("message", f'"{demo.message.decode()}"'),
            _bytes("Alice signs", demo.signature.values["signature"]),
            _cost("sign_message", demo.signature),
            _note("accepted by OpenSSL"),
            _line("Bob verifies", "accepted"),
            _cost("verify", demo.verify),
        )
    )


def as_comparison(samples: Sequence[Sample]) -> str:
    """The cost table of the libraries."""
    return f"Cost beside its peers, same compiler and flags\n\n{costs.as_text(samples)}{_legend()}"


def _legend() -> str:
    return (
        "\nkeygen, ecdh, sign, verify: thousands of cycles, modelled, median over several keys;\n"
        "sign draws its nonce and takes a digest. flash and stack: of an image with all four.\n"
        "constant time: equal traces on the emulated core for different secrets.\n"
    )


def _line(label: str, text: str) -> str:
    return f"  {label:<{_LABEL}}{text}\n"


def _note(text: str) -> str:
    return _line("", f"✓ {text}")


def _bytes(label: str, data: bytes) -> str:
    text = data.hex()
    pieces = [text[start : start + _HEX_COLUMNS] for start in range(0, len(text), _HEX_COLUMNS)]
    return "".join(_line(label if n == 0 else "", piece) for n, piece in enumerate(pieces))


def _cost(operation: str, step: Step) -> str:
    time = milliseconds(step.cycles, HERTZ)
    return _line("", f"{operation}: {count(step.cycles)} cycles, {time}")
