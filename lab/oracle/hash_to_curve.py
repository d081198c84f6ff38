# SPDX-License-Identifier: MIT
"""Hashing to a field and to curves by RFC 9380, on Python's integers and in affine coordinates, as
sections 5 and 6 state it: slow, and easy to check."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain, count

from lab.curves import Curve, Suite, find
from lab.errors import UnsupportedError
from lab.oracle.plain import PlainOracle, Point, square_root

# The 3-isogeny to secp256k1 [RFC 9380, E.1], the constant coefficient first.
ISOGENY = (
    (
        0x8E38E38E38E38E38E38E38E38E38E38E38E38E38E38E38E38E38E38DAAAAA8C7,
        0x07D3D4C80BC321D5B9F315CEA7FD44C5D595D2FC0BF63B92DFFF1044F17C6581,
        0x534C328D23F234E6E2A413DECA25CAECE4506144037C40314ECBD0B53D9DD262,
        0x8E38E38E38E38E38E38E38E38E38E38E38E38E38E38E38E38E38E38DAAAAA88C,
    ),
    (
        0xD35771193D94918A9CA34CCBB7B640DD86CD409542F8487D9FE6B745781EB49B,
        0xEDADC6F64383DC1DF7C4B2D51B54225406D36B641F5E41BBC52A56612A8C6D14,
        1,
    ),
    (
        0x4BDA12F684BDA12F684BDA12F684BDA12F684BDA12F684BDA12F684B8E38E23C,
        0xC75E0C32D5CB7C0FA9D0A54B12A0A6D5647AB046D686DA6FDFFC90FC201D71A3,
        0x29A6194691F91A73715209EF6512E576722830A201BE2018A765E85A9ECEE931,
        0x2F684BDA12F684BDA12F684BDA12F684BDA12F684BDA12F684BDA12F38E38D84,
    ),
    (
        0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFF93B,
        0x7A06534BB8BDB49FD5E9E6632722C2989467C1BFC8E8D978DFB425D2685C2573,
        0x6484AA716545CA2CF3A70C3FA8FE337E0A3D21162F0D6299A7BF8192BFD2A76F,
        1,
    ),
)
LONG_TAG = b"H2C-OVERSIZE-DST-"


def expanded_xmd(message: bytes, tag: bytes, length: int, hash_name: str) -> bytes:
    """expand_message_xmd [RFC 9380, 5.3.1]."""

    def digest(data: bytes) -> bytes:
        return hashlib.new(hash_name, data).digest()

    short = tag if len(tag) < 256 else digest(LONG_TAG + tag)
    suffix = short + bytes([len(short)])
    zeros = bytes(hashlib.new(hash_name).block_size)
    first = digest(zeros + message + length.to_bytes(2) + b"\0" + suffix)
    block, blocks = bytes(len(first)), []
    for index in range(1, -(-length // len(first)) + 1):
        mixed = bytes(one ^ two for one, two in zip(first, block, strict=True))
        block = digest(mixed + bytes([index]) + suffix)
        blocks.append(block)
    return b"".join(blocks)[:length]


def expanded_xof(message: bytes, tag: bytes, length: int, security_bits: int) -> bytes:
    """expand_message_xof by SHAKE256 [RFC 9380, 5.3.2]."""
    if len(tag) > 255:
        tag = hashlib.shake_256(LONG_TAG + tag).digest(-(-2 * security_bits // 8))
    text = message + length.to_bytes(2) + tag + bytes([len(tag)])
    return hashlib.shake_256(text).digest(length)


def field_elements(uniform: bytes, count: int, p: int) -> list[int]:
    """What uniform bytes are modulo a prime, in so many parts [RFC 9380, 5.2]."""
    length = len(uniform) // count
    return [int.from_bytes(uniform[i * length :][:length]) % p for i in range(count)]


class HashToCurve:
    """Both suites of a curve. A point is bytes as the library writes it: uncompressed; of an
    Edwards curve as RFC 8032 has it; of a Montgomery curve two coordinates, little-endian."""

    def __init__(self, curve: Curve) -> None:
        if curve.suite is None:
            raise UnsupportedError(f"no suite hashes to {curve.name}")
        self._curve = curve
        self._suite: Suite = curve.suite
        # The curve that is mapped to, or from which an isogeny leads to that.
        self._mapped = find(self._suite.montgomery) if self._suite.montgomery else curve
        assert self._mapped.suite is not None
        self.z = self._mapped.suite.z
        if "_SVDW_" in self._suite.name:
            self.z = Svdw(curve).z
        self._p = curve.p

    def tag(self, uniform: bool) -> bytes:
        """That of the test vectors in RFC 9380, J."""
        return f"QUUX-V01-CS02-with-{self._suite.name}{'RO' if uniform else 'NU'}_".encode()

    def hashed(self, message: bytes, tag: bytes, uniform: bool = True) -> bytes:
        """hash_to_curve, or encode_to_curve [RFC 9380, 3]."""
        count = 2 if uniform else 1
        length = count * -(-(self._p.bit_length() + self._suite.security_bits) // 8)
        if self._suite.hash == "shake256":
            text = expanded_xof(message, tag, length, self._suite.security_bits)
        else:
            text = expanded_xmd(message, tag, length, self._suite.hash)
        elements = field_elements(text, count, self._p)
        if self._curve.form == "weierstrass":
            return self._weierstrass(elements)
        return self._montgomery(elements)

    def mapped(self, u: int) -> bytes:
        """A field element's point, before the cofactor is cleared [RFC 9380, 3, map_to_curve]."""
        if self._curve.form == "weierstrass":
            x, y = self._weierstrass_map(u) or (0, 0)
            return x.to_bytes(self._size) + y.to_bytes(self._size)
        point = self._elligator(u)
        return self._written(point)

    @property
    def _size(self) -> int:
        return -(-self._p.bit_length() // 8)

    def _is_square(self, value: int) -> bool:
        return pow(value, (self._p - 1) // 2, self._p) in (0, 1)

    def _root(self, value: int, parity: int) -> int:
        root = square_root(value % self._p, self._p)
        return root if root % 2 == parity else -root % self._p

    def _inverse(self, value: int) -> int:
        return pow(value, -1, self._p) if value % self._p else 0

    def _weierstrass(self, elements: Sequence[int]) -> bytes:
        group = PlainOracle(self._curve)
        total: Point = None
        for u in elements:
            total = group.add(total, self._weierstrass_map(u))
        clearing = self._curve.clearing
        total = group.multiply(abs(clearing), total)
        assert total is not None
        x, y = total
        return b"\4" + group.join(x, y if clearing > 0 else self._p - y, group.field_bytes)

    def _weierstrass_map(self, u: int) -> Point:
        if "_SVDW_" in self._suite.name:
            return Svdw(self._curve).mapped(u)
        return self._isogeny(*self._simplified(u))

    def _simplified(self, u: int) -> tuple[int, int]:
        """RFC 9380, 6.6.2."""
        p, z = self._p, self.z
        a, b = self._suite.isogenous or (self._curve.a, self._curve.b)

        def right_side(x: int) -> int:
            return (x**3 + a * x + b) % p

        t = self._inverse(z * z * u**4 + z * u * u)
        x = -b * pow(a, -1, p) * (1 + t) if t else b * pow(z * a, -1, p)
        if not self._is_square(right_side(x)):
            x *= z * u * u
        return x % p, self._root(right_side(x), u % 2)

    def _isogeny(self, x: int, y: int) -> Point:
        if self._suite.isogenous is None:
            return x, y
        p = self._p
        if self._curve.tower is not None:
            return Kernel(self._curve).mapped(x, y)
        above, below, factor, divisor = (
            sum(each * pow(x, i, p) for i, each in enumerate(row)) for row in ISOGENY
        )
        return above * pow(below, -1, p) % p, y * factor * pow(divisor, -1, p) % p

    def _montgomery(self, elements: Sequence[int]) -> bytes:
        total: Point = None
        for u in elements:
            total = self._add(total, self._elligator(u))
        for _ in range(self._curve.cofactor.bit_length() - 1):
            total = self._add(total, total)
        assert total is not None
        return self._written(total)

    def _written(self, point: tuple[int, int]) -> bytes:
        """A point of the Montgomery curve, or what it is on the Edwards curve: where a denominator
        is 0, the identity."""
        if self._curve.form == "montgomery":
            return b"".join(each.to_bytes(self._size, "little") for each in point)
        to_edwards = _edwards if self._p % 8 == 5 else _edwards_by_isogeny
        try:
            x, y = to_edwards(self._root, self._p, *point)
        except ValueError:
            x, y = 0, 1
        encoded = self._p.bit_length() // 8 + 1
        return (y | x % 2 << 8 * encoded - 1).to_bytes(encoded, "little")

    def _elligator(self, u: int) -> tuple[int, int]:
        """RFC 9380, 6.7.1."""
        p, j = self._p, self._mapped.a

        def right_side(x: int) -> int:
            return (x**3 + j * x * x + x) % p

        x = -j * (self._inverse(1 + self.z * u * u) or 1) % p
        if self._is_square(right_side(x)):
            return x, self._root(right_side(x), 1)
        x = (-x - j) % p
        return x, self._root(right_side(x), 0)

    def _add(self, left: Point, right: Point) -> Point:
        """On y^2 = x^3 + J x^2 + x."""
        if left is None or right is None:
            return right if left is None else left
        p, j = self._p, self._mapped.a
        (x1, y1), (x2, y2) = left, right
        if x1 == x2 and (y1 + y2) % p == 0:
            return None
        if left == right:
            slope = (3 * x1 * x1 + 2 * j * x1 + 1) * pow(2 * y1, -1, p)
        else:
            slope = (y2 - y1) * pow(x2 - x1, -1, p)
        x = (slope * slope - j - x1 - x2) % p
        return x, (slope * (x1 - x) - y1) % p


class Svdw:
    """The map of Shallue and van de Woestijne [RFC 9380, 6.6.1]."""

    def __init__(self, curve: Curve) -> None:
        self._curve = curve
        suite = curve.suite
        given = suite.z if suite is not None and "_SVDW_" in suite.name else 0
        self.z = given or next(filter(self._fits, chain.from_iterable((n, -n) for n in count(1))))

    def _right_side(self, x: int) -> int:
        return (x * x * x + self._curve.a * x + self._curve.b) % self._curve.p

    def _is_square(self, value: int) -> bool:
        return pow(value, (self._curve.p - 1) // 2, self._curve.p) in (0, 1)

    def _fits(self, z: int) -> bool:
        """RFC 9380, H.1."""
        p, right = self._curve.p, self._right_side
        slope = 3 * z * z + 4 * self._curve.a
        if right(z) == 0 or slope % p == 0:
            return False
        if not self._is_square(-slope * pow(4 * right(z), -1, p)):
            return False
        return self._is_square(right(z)) or self._is_square(right(-z * pow(2, -1, p)))

    def mapped(self, u: int) -> tuple[int, int]:
        p, a, z = self._curve.p, self._curve.a, self.z
        g_z = self._right_side(z)
        slope = 3 * z * z + 4 * a
        root = square_root(-g_z * slope % p, p)
        root = root if root % 2 == 0 else p - root
        minus, plus = (1 - u * u * g_z) % p, (1 + u * u * g_z) % p
        inverse = pow(minus * plus, -1, p) if minus and plus else 0
        step = u * minus * inverse * root
        candidates = (
            (-z * pow(2, -1, p) - step) % p,
            (-z * pow(2, -1, p) + step) % p,
            (z - 4 * g_z * pow(slope, -1, p) * (plus * plus * inverse) ** 2) % p,
        )
        x = next(x for x in candidates if self._is_square(self._right_side(x)))
        y = square_root(self._right_side(x), p)
        return x, y if y % 2 == u % 2 else -y % p


class Kernel:
    """An isogeny of prime degree from a curve whose points of that order are its kernel, by the sum
    of P + Q over the kernel's Q [Vel71]."""

    def __init__(self, curve: Curve) -> None:
        suite = curve.suite
        assert suite is not None
        assert suite.isogenous is not None
        a, b = suite.isogenous
        self._from = PlainOracle(replace(curve, a=a, b=b))
        self._divisor = suite.divisor
        self.points = self._found(suite.degree, curve.order * curve.cofactor)

    def _found(self, degree: int, points: int) -> list[tuple[int, int]]:
        while points % degree == 0:
            points //= degree
        for x in count(1):
            try:
                point = self._from.multiply(points, (x, self._from._y(x)))
            except ValueError:
                continue
            while point is not None and self._from.multiply(degree, point) is not None:
                point = self._from.multiply(degree, point)
            multiples = [self._from.multiply(i, point) for i in range(1, degree)]
            found = [each for each in multiples if each is not None]
            if found:
                return found
        raise AssertionError

    def mapped(self, x: int, y: int) -> Point:
        p = self._from.curve.p
        total_x, total_y = x, y
        for other in self.points:
            moved = self._from.add((x, y), other)
            if moved is None:
                return None
            total_x += moved[0] - other[0]
            total_y += moved[1] - other[1]
        scale = pow(self._divisor, -1, p)
        return total_x * scale**2 % p, total_y * scale**3 % p


Roots = Callable[[int, int], int]


def _edwards(root: Roots, p: int, u: int, v: int) -> tuple[int, int]:
    """From curve25519 to edwards25519 [RFC 9380, 6.8.2 and G.2.2]."""
    return root(-486664, 0) * u * pow(v, -1, p) % p, (u - 1) * pow(u + 1, -1, p) % p


def _edwards_by_isogeny(root: Roots, p: int, u: int, v: int) -> tuple[int, int]:
    """From curve448 to edwards448 [RFC 7748, 4.2]."""
    x = 4 * v * (u * u - 1) * pow(u**4 - 2 * u * u + 4 * v * v + 1, -1, p)
    above = -(u**5 - 2 * u**3 - 4 * u * v * v + u)
    return x % p, above * pow(u**5 - 2 * u * u * v * v - 2 * u**3 - 2 * v * v + u, -1, p) % p
