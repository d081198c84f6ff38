# SPDX-License-Identifier: MIT
"""Keys as files hold them: PEM or DER, or the bare bytes, raw or in hexadecimal."""

import re
from dataclasses import dataclass
from typing import Literal

from lab.errors import LabError, UnsupportedError
from lab.library import foreign, pem
from lab.library.binding import StatusError
from lab.library.curve import Curve
from lab.library.library import AnyCurve, Library
from lab.library.pem import LABELS, Encoding
from lab.library.string_curve import StringCurve

Format = Literal["pem", "der", "hex", "raw"]
Kind = Literal["private", "public"]

_PARAMETERS = "EC PARAMETERS"


class KeyFileError(LabError):
    """What a file holds is no key that can be used; the message says why."""


@dataclass(frozen=True)
class Key:
    """A key that was found valid, and how its file held it. The public key is uncompressed."""

    curve: AnyCurve
    private_key: bytes | None
    public_key: bytes
    format: Format
    encoding: Encoding
    compressed: bool


def read(
    library: Library, content: bytes, curve: AnyCurve | None = None, kind: Kind | None = None
) -> Key:
    """The key in a file. The curve is that of a key of bare bytes; any other has to be on it. Where
    the two kinds of bare bytes have one length, it has to be said which they are."""
    if pem.is_pem(content):
        block = _key_block(content)
        names = {label: encoding for encoding, label in LABELS.items()}
        key = _read_der(library, block.content, names[block.label], "pem", curve)
    elif _is_sequence(content):
        key = _read_der(library, content, None, "der", curve)
    elif curve is None:
        what = foreign.of_text(content)
        raise KeyFileError(what or "neither PEM nor DER; a key of bare bytes needs --curve")
    elif isinstance(curve, StringCurve):
        key = _read_string(curve, content, kind)
    else:
        key = _read_bare(curve, content)
    held: Kind = "public" if key.private_key is None else "private"
    if kind not in (None, held):
        raise KeyFileError(f"holds a {held} key, not a {kind} one")
    return key


def _is_sequence(content: bytes) -> bool:
    """Whether this begins as DER does and is as long as that says."""
    if len(content) < 2 or content[0] != 0x30:
        return False
    extra = content[1] & 0x7F if content[1] & 0x80 else 0
    length = int.from_bytes(content[2 : 2 + extra]) if extra else content[1]
    return len(content) == 2 + extra + length


def _key_block(content: bytes) -> pem.Block:
    """The one key in PEM. The curve's parameters may stand before it, as OpenSSL writes them."""
    what = foreign.of_labels(pem.labels(content))
    if what is not None:
        raise KeyFileError(what)
    blocks = pem.read(content)
    keys = [block for block in blocks if block.label != _PARAMETERS]
    if len(keys) != 1:
        raise KeyFileError(f"{len(keys)} blocks of PEM where one key is expected")
    (key,) = keys
    if key.label not in LABELS.values():
        raise KeyFileError(f"holds {key.label}, not one of {', '.join(LABELS.values())}")
    if any(each is not key and each.content not in key.content for each in blocks):
        raise KeyFileError(f"its {_PARAMETERS} are not the name of the key's curve")
    return key


def _read_der(
    library: Library,
    der: bytes,
    encoding: Encoding | None,
    form: Format,
    curve: AnyCurve | None,
) -> Key:
    named = library.curve_of(der)
    chosen = named or curve
    if named is None:
        what = foreign.of_der(der)
        if what is not None or chosen is None:
            raise KeyFileError(what or foreign.UNKNOWN)
    assert chosen is not None
    if curve is not None and curve is not chosen:
        raise KeyFileError(f"a key on {chosen.name}, not on {curve.name}")
    failure: StatusError | None = None
    for tried in (encoding,) if encoding else chosen.encodings:
        try:
            private_key, public_key = _parts(chosen, der, tried)
        except StatusError as error:
            failure = error
        else:
            return _checked(chosen, private_key, public_key, form, tried)
    raise KeyFileError(str(failure or foreign.UNKNOWN))


def _parts(curve: AnyCurve, der: bytes, encoding: Encoding) -> tuple[bytes | None, bytes]:
    if isinstance(curve, StringCurve):
        if encoding not in curve.encodings:
            raise KeyFileError(f"keys on {curve.name} have no form {encoding}")
        key = curve.from_der(encoding, der)
        return (None, key) if encoding == "spki" else (key, b"")
    if encoding == "spki":
        return None, curve.public_from_der(der)
    read_der = curve.private_from_pkcs8 if encoding == "pkcs8" else curve.private_from_der
    parts = read_der(der)
    return parts.private_key, parts.public_key


def _octets(content: bytes, lengths: tuple[int, ...]) -> tuple[bytes, Format]:
    """Bare bytes, which may be in hexadecimal."""
    text = content.strip()
    is_hex = re.fullmatch(rb"[0-9A-Fa-f]+", text) is not None and len(text) % 2 == 0
    if is_hex and len(text) // 2 in lengths:
        return bytes.fromhex(text.decode()), "hex"
    return content, "raw"


def _read_string(curve: StringCurve, content: bytes, kind: Kind | None) -> Key:
    content, form = _octets(content, (curve.key_bytes,))
    if len(content) != curve.key_bytes:
        raise KeyFileError(
            f"{len(content)} bytes; a key on {curve.name} has one of {curve.key_bytes}"
        )
    if kind is None:
        raise KeyFileError(
            f"{len(content)} bytes may be a private or a public key on {curve.name}: "
            "--kind says which"
        )
    if kind == "public":
        return _checked(curve, None, content, form, "spki")
    return _checked(curve, content, b"", form, "pkcs8")


def _read_bare(curve: Curve, content: bytes) -> Key:
    lengths = (curve.order_bytes, curve.public_key_bytes, curve.compressed_key_bytes)
    content, form = _octets(content, lengths)
    # Where an order is a byte longer than its field, a private key is as long as a compressed
    # one; the first byte tells them apart, for such an order's is 1.
    is_point = content[:1] in (b"\2", b"\3") and len(content) == curve.compressed_key_bytes
    if len(content) == curve.order_bytes and not (
        is_point and curve.compressed_key_bytes == curve.order_bytes
    ):
        return _checked(curve, content, b"", form, "pkcs8")
    if len(content) in lengths:
        return _checked(curve, None, content, form, "spki")
    expected = ", ".join(map(str, sorted(set(lengths))))
    raise KeyFileError(f"{len(content)} bytes; a key on {curve.name} has one of {expected}")


def _checked(
    curve: AnyCurve, private_key: bytes | None, point: bytes, form: Format, encoding: Encoding
) -> Key:
    """The key, its parts valid and of each other."""
    public_key, compressed = point, False
    try:
        if isinstance(curve, Curve) and len(point) == curve.compressed_key_bytes:
            public_key, compressed = curve.decompress(point), True
        if private_key is not None:
            computed = curve.public_key(private_key)
            if public_key not in (b"", computed):
                raise KeyFileError("its public key is not that of its private key")
            public_key = computed
        curve.validate_public(public_key)
    except StatusError as error:
        raise KeyFileError(f"not a valid key on {curve.name}: {error}") from None
    return Key(curve, private_key, public_key, form, encoding, compressed)


def point(key: Key) -> bytes:
    """The public key in the form that is asked for."""
    if not key.compressed:
        return key.public_key
    if isinstance(key.curve, StringCurve):
        raise UnsupportedError(f"{key.curve.name} has one form of points")
    return key.curve.compress(key.public_key)


def write(key: Key) -> bytes:
    """A key as the file that it describes."""
    curve, shown = key.curve, point(key)
    if key.format in ("hex", "raw"):
        bare = shown if key.encoding == "spki" else private(key)
        return bare.hex().encode() + b"\n" if key.format == "hex" else bare
    if not curve.encodings:
        raise UnsupportedError(
            f"{curve.name} has no object identifier, so no PEM and no DER; choose hex or raw"
        )
    if key.encoding not in curve.encodings:
        raise UnsupportedError(f"keys on {curve.name} have no form {key.encoding}")
    if isinstance(curve, StringCurve):
        der = curve.to_der(key.encoding, shown if key.encoding == "spki" else private(key))
    elif key.encoding == "spki":
        der = curve.public_to_der(shown)
    elif key.encoding == "sec1":
        der = curve.private_to_der(private(key), shown)
    else:
        der = curve.private_to_pkcs8(private(key), shown)
    return pem.write(pem.Block(LABELS[key.encoding], der)) if key.format == "pem" else der


def private(key: Key) -> bytes:
    """The private key, which has to be there."""
    if key.private_key is None:
        raise KeyFileError("holds no private key")
    return key.private_key
