# SPDX-License-Identifier: MIT
"""Write known_answers.h and known_answers.c: what the API tests compare with.

The arithmetic below is affine and slow, written from SEC 1, FIPS 186-5 and RFC 6979, and
shares nothing with the library. It first reproduces the numbers printed in RFC 6979, A.2.5.

    python3 tests/unit/known_answers.py [--output DIRECTORY]
"""

import argparse
import hashlib
import hmac
from dataclasses import dataclass
from pathlib import Path

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
A = P - 3
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)

# RFC 6979, A.2.5: the key, and r, s with SHA-256 of "sample" and of "test".
RFC6979_PRIVATE = 0xC9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721
RFC6979_PUBLIC = (
    0x60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6,
    0x7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299,
)
RFC6979_SAMPLE = (
    0xEFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716,
    0xF7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8,
)
RFC6979_TEST = (
    0xF1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367,
    0x019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083,
)

DIGEST_LENGTHS = (1, 20, 31, 32, 33, 48, 64)

Point = tuple[int, int]


@dataclass(frozen=True)
class Array:
    name: str
    value: bytes
    meaning: str


def add(p: Point | None, q: Point | None) -> Point | None:
    if p is None or q is None:
        return p or q
    if p[0] == q[0]:
        if (p[1] + q[1]) % P == 0:
            return None
        slope = (3 * p[0] * p[0] + A) * pow(2 * p[1], -1, P) % P
    else:
        slope = (q[1] - p[1]) * pow(q[0] - p[0], -1, P) % P
    x = (slope * slope - p[0] - q[0]) % P
    return x, (slope * (p[0] - x) - p[1]) % P


def multiply(k: int, p: Point) -> Point:
    result: Point | None = None
    addend: Point | None = p
    for bit in range(k.bit_length()):
        if k >> bit & 1:
            result = add(result, addend)
        addend = add(addend, addend)
    assert result is not None
    return result


def right_side(x: int) -> int:
    return (x * x * x + A * x + B) % P


def root(square: int) -> int | None:
    y: int = pow(square, (P + 1) // 4, P)
    return y if y * y % P == square else None


def number(value: int, length: int = 32) -> bytes:
    return value.to_bytes(length, "big")


def uncompressed(p: Point) -> bytes:
    return b"\x04" + number(p[0]) + number(p[1])


def compressed(p: Point) -> bytes:
    return bytes([2 + (p[1] & 1)]) + number(p[0])


def leftmost(digest: bytes) -> int:
    """bits2int of RFC 6979, 2.3.2: the digest's leftmost 256 bits."""
    value = int.from_bytes(digest, "big")
    return value >> max(0, 8 * len(digest) - 256)


def nonce(private: int, digest: bytes, added: bytes = b"") -> int:
    """RFC 6979, 3.2 with HMAC-SHA-256; `added` as in 3.6."""
    seed = number(private) + number(leftmost(digest) % N) + added
    v = b"\x01" * 32
    k = b"\x00" * 32
    for step in (b"\x00", b"\x01"):
        k = hmac.digest(k, v + step + seed, "sha256")
        v = hmac.digest(k, v, "sha256")
    while True:
        v = hmac.digest(k, v, "sha256")
        candidate = int.from_bytes(v, "big")
        if 0 < candidate < N:
            return candidate
        k = hmac.digest(k, v + b"\x00", "sha256")
        v = hmac.digest(k, v, "sha256")


def sign(private: int, digest: bytes, k: int) -> bytes:
    r = multiply(k, G)[0] % N
    s = pow(k, -1, N) * (leftmost(digest) + r * private) % N
    assert r != 0
    assert s != 0
    return number(r) + number(s)


def polynomial_product(f: list[int], g: list[int], modulus: list[int]) -> list[int]:
    """f g modulo the monic cubic `modulus`; coefficients from the constant up."""
    product = [0] * 5
    for i, a in enumerate(f):
        for j, b in enumerate(g):
            product[i + j] = (product[i + j] + a * b) % P
    for degree in (4, 3):
        for i in range(3):
            product[degree - 3 + i] = (product[degree - 3 + i] - product[degree] * modulus[i]) % P
    return product[:3]


def common_divisor(f: list[int], g: list[int]) -> list[int]:
    """The greatest common divisor, by Euclid; leading coefficients are not zero."""
    while g:
        remainder = f[:]
        lead = pow(g[-1], -1, P)
        while len(remainder) >= len(g):
            factor = remainder[-1] * lead
            shift = len(remainder) - len(g)
            for i, b in enumerate(g):
                remainder[shift + i] = (remainder[shift + i] - factor * b) % P
            while remainder and remainder[-1] == 0:
                remainder.pop()
        f, g = g, remainder
    return f


def point_with_small_y() -> Point:
    """A point whose y + p still fits 32 bytes: a library that reduces instead of refusing
    would take it."""
    for y in range(1, 100):
        cubic = [(B - y * y) % P, A, 0, 1]
        power, base = [1, 0, 0], [0, 1, 0]
        for bit in range(P.bit_length()):
            if P >> bit & 1:
                power = polynomial_product(power, base, cubic)
            base = polynomial_product(base, base, cubic)
        power[1] = (power[1] - 1) % P  # x^p - x: its roots are the field
        while power and power[-1] == 0:
            power.pop()
        divisor = common_divisor(cubic, power)
        if len(divisor) == 2:  # one root in the field
            x = -divisor[0] * pow(divisor[1], -1, P) % P
            assert right_side(x) == y * y % P
            return x, y
    raise ValueError("no point with a small y")


def point_with_small_x(on_curve: bool) -> tuple[int, int | None]:
    for x in range(1, 100):
        y = root(right_side(x))
        if (y is not None) == on_curve:
            return x, y
    raise ValueError("no such x")


def pattern(label: str, length: int) -> bytes:
    return hashlib.shake_128(label.encode()).digest(length)


def check_rfc6979() -> None:
    assert multiply(RFC6979_PRIVATE, G) == RFC6979_PUBLIC
    for text, expected in ((b"sample", RFC6979_SAMPLE), (b"test", RFC6979_TEST)):
        digest = hashlib.sha256(text).digest()
        signature = sign(RFC6979_PRIVATE, digest, nonce(RFC6979_PRIVATE, digest))
        assert signature == number(expected[0]) + number(expected[1])


def keys() -> list[Array]:
    a = RFC6979_PRIVATE
    b = int.from_bytes(pattern("the other private key", 32), "big") % N
    entropy = pattern("key generation", 32)
    generated = int.from_bytes(entropy, "big")
    assert 0 < generated < N
    return [
        Array("order", number(N), "n"),
        Array("order_minus_1", number(N - 1), "n - 1"),
        Array("order_plus_1", number(N + 1), "n + 1"),
        Array("private_a", number(a), "RFC 6979, A.2.5"),
        Array("public_a", uncompressed(multiply(a, G)), "its public key"),
        Array("compressed_a", compressed(multiply(a, G)), "compressed"),
        Array("private_b", number(b), "another key"),
        Array("public_b", uncompressed(multiply(b, G)), "its public key"),
        Array("compressed_b", compressed(multiply(b, G)), "compressed"),
        Array("secret_ab", number(multiply(a * b % N, G)[0]), "the secret of both"),
        Array("public_1", uncompressed(G), "the public key of 1: the base point"),
        Array("public_n_1", uncompressed(multiply(N - 1, G)), "the public key of n - 1"),
        Array("entropy", entropy, "32 bytes for key generation, which are the key"),
        Array("entropy_public", uncompressed(multiply(generated, G)), "its public key"),
        Array(
            "entropies",
            number(N) + bytes(32) + b"\xff" * 32 + entropy,
            "what is no key three times, and then one",
        ),
    ]


def bad_points() -> list[Array]:
    small_x, y = point_with_small_x(on_curve=True)
    assert y is not None
    no_x, _ = point_with_small_x(on_curve=False)
    small_y = point_with_small_y()
    assert small_x + P < 2**256
    assert small_y[1] + P < 2**256
    good = multiply(RFC6979_PRIVATE, G)
    other_b = (good[0], (good[1] + 1) % P)
    return [
        Array("small_x", uncompressed((small_x, y)), "a point with a small x"),
        Array("small_y", uncompressed(small_y), "a point with a small y"),
        Array("unreduced_x", uncompressed((small_x + P, y)), "x + p of the first"),
        Array("unreduced_y", uncompressed((small_y[0], small_y[1] + P)), "y + p of the second"),
        Array("x_is_prime", uncompressed((P, y)), "x = p"),
        Array("y_is_prime", uncompressed((small_x, P)), "y = p"),
        Array("other_curve", uncompressed(other_b), "on a curve with another b"),
        Array("swapped", uncompressed((good[1], good[0])), "the coordinates of key a swapped"),
        Array("twist", uncompressed((no_x, 1)), "an x of the twist"),
        Array("origin", uncompressed((0, 0)), "x = y = 0"),
        Array("unreduced_compressed", compressed((small_x + P, y)), "x + p, compressed"),
        Array("prime_compressed", compressed((P, 0)), "x = p, compressed"),
        Array("no_point_compressed", compressed((no_x, 0)), "no point has this x"),
    ]


def signatures() -> list[Array]:
    a = RFC6979_PRIVATE
    sample = hashlib.sha256(b"sample").digest()
    test = hashlib.sha256(b"test").digest()
    k = int.from_bytes(pattern("nonce", 32), "big") % N
    added = pattern("added entropy", 32)
    # s = (e + r d) / k vanishes for this digest, and the signer has to draw again.
    r = multiply(k, G)[0] % N
    vanishing = number(-r * a % N)
    again = k + 1
    order_digest = number(N)
    return [
        Array("digest_sample", sample, 'SHA-256 of "sample"'),
        Array("sign_sample", sign(a, sample, nonce(a, sample)), "RFC 6979, A.2.5"),
        Array("sign_test", sign(a, test, nonce(a, test)), "RFC 6979, A.2.5"),
        Array("added", added, "added entropy"),
        Array("sign_hedged", sign(a, sample, nonce(a, sample, added)), '"sample", with it'),
        Array(
            "sign_hedged_zero",
            sign(a, sample, nonce(a, sample, bytes(32))),
            '"sample", with 32 zeros for added entropy',
        ),
        Array("nonce", number(k), "a nonce k"),
        Array("nonce_2", number(again), "k + 1"),
        Array("sign_nonce", sign(a, sample, k), '"sample", nonce k'),
        Array("sign_nonce_1", sign(a, sample, 1), '"sample", nonce 1'),
        Array("sign_nonce_n_1", sign(a, sample, N - 1), '"sample", nonce n - 1'),
        Array("sign_key_1", sign(1, sample, k), '"sample", private key 1, nonce k'),
        Array("sign_key_n_1", sign(N - 1, sample, k), '"sample", private key n - 1, nonce k'),
        Array("digest_vanishing", vanishing, "with key a and nonce k, s is zero"),
        Array("sign_vanishing", sign(a, vanishing, again), "signed with k + 1 instead"),
        Array("sign_zero", sign(a, bytes(32), k), "the digest of 32 zeros, nonce k"),
        Array("sign_order", sign(a, order_digest, k), "the digest n, nonce k"),
        Array("sign_ones", sign(a, b"\xff" * 32, k), "the digest of 32 bytes ff, nonce k"),
    ]


def digest_cases() -> list[tuple[bytes, bytes, bytes]]:
    """(digest, signature with nonce k, signature by RFC 6979) for each length."""
    a = RFC6979_PRIVATE
    k = int.from_bytes(pattern("nonce", 32), "big") % N
    digests = [pattern(f"digest {length}", length) for length in DIGEST_LENGTHS]
    return [(d, sign(a, d, k), sign(a, d, nonce(a, d))) for d in digests]


def body(value: bytes) -> str:
    rows = [value[i : i + 16] for i in range(0, len(value), 16)]
    return "\n".join("    " + ", ".join(f"0x{byte:02x}" for byte in row) + "," for row in rows)


def header(arrays: list[Array]) -> str:
    lines = [
        "/* SPDX-License-Identifier: MIT */",
        "/* Generated by known_answers.py: values of secp256r1, big-endian. */",
        "#ifndef KNOWN_ANSWERS_H",
        "#define KNOWN_ANSWERS_H",
        "",
        "#include <stddef.h>",
        "#include <stdint.h>",
        "",
    ]
    for array in arrays:
        lines += [
            f"extern const uint8_t ka_{array.name}[{len(array.value)}]; /* {array.meaning} */"
        ]
    lines += [
        "",
        "/* Digests of every length, signed with key a: with nonce k, and as RFC 6979 does. */",
        "typedef struct digest_case {",
        f"    uint8_t digest[{max(DIGEST_LENGTHS)}];",
        "    size_t length;",
        "    uint8_t with_nonce[64];",
        "    uint8_t deterministic[64];",
        "} digest_case;",
        "",
        f"#define DIGEST_CASES {len(DIGEST_LENGTHS)}",
        "extern const digest_case ka_digests[DIGEST_CASES];",
        "",
        "#endif",
        "",
    ]
    return "\n".join(lines)


def source(arrays: list[Array]) -> str:
    lines = [
        "/* SPDX-License-Identifier: MIT */",
        "/* Generated by known_answers.py. */",
        "/* clang-format off */",
        '#include "known_answers.h"',
        "",
    ]
    for array in arrays:
        size = len(array.value)
        lines += [f"const uint8_t ka_{array.name}[{size}] = {{", body(array.value), "};", ""]
    lines += ["const digest_case ka_digests[DIGEST_CASES] = {"]
    for digest, with_nonce, deterministic in digest_cases():
        lines += ["    {{", body(digest), f"    }}, {len(digest)}, {{", body(with_nonce)]
        lines += ["    }, {", body(deterministic), "    }},"]
    lines += ["};", ""]
    return "\n".join(lines)


def write(path: Path, text: str) -> None:
    temporary = path.with_suffix(path.suffix + ".new")
    temporary.write_text(text)
    temporary.replace(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    here = Path(__file__).resolve().parent
    parser.add_argument("--output", type=Path, default=here, help="directory to write to")
    output: Path = parser.parse_args().output
    check_rfc6979()
    arrays = keys() + bad_points() + signatures()
    write(output / "known_answers.h", header(arrays))
    write(output / "known_answers.c", source(arrays))


if __name__ == "__main__":
    main()
