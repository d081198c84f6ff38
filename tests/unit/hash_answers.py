# SPDX-License-Identifier: MIT
"""Write hash_answers.h: digests and MACs that test_hash.c and test_hmac.c compare with.

They are Python's; HMAC and BLAKE2s are also written out below, HMAC because Python refuses it for
some of the hashes, BLAKE2s because nobody can wait until a counter of bytes needs its second word.
Before anything is written, the examples of the standards have to come out.

    python3 tests/unit/hash_answers.py [--output DIRECTORY]
"""

import argparse
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

LONGEST_DIGEST = 64
LENGTHS = 301  # the messages of 0 to 300 bytes
SHORT_LIMIT_BITS = 256

# FIPS 180-4's examples of one and of two blocks; the second two are for words of 32 and 64 bits.
ABC = b"abc"
TWO_BLOCKS = {
    64: b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    128: b"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
    b"hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
}


@dataclass(frozen=True)
class Hash:
    name: str
    digest_bytes: int
    block_bytes: int
    digest: Callable[[bytes], bytes]


@dataclass(frozen=True)
class Message:
    """A key and a message for HMAC, and where they are from."""

    key: bytes
    message: bytes
    source: str


def sha(name: str) -> Callable[[bytes], bytes]:
    return lambda message: hashlib.new(name, message).digest()


def blake2s(digest_bytes: int) -> Callable[[bytes], bytes]:
    return lambda message: hashlib.blake2s(message, digest_size=digest_bytes).digest()


HASHES = (
    Hash("sha1", 20, 64, sha("sha1")),
    Hash("sha224", 28, 64, sha("sha224")),
    Hash("sha256", 32, 64, sha("sha256")),
    Hash("blake2s160", 20, 64, blake2s(20)),
    Hash("blake2s256", 32, 64, blake2s(32)),
    Hash("sha384", 48, 128, sha("sha384")),
    Hash("sha512", 64, 128, sha("sha512")),
)

# Of "abc": FIPS 180-4 and RFC 7693, appendix B.
PUBLISHED_ABC = {
    "sha1": "a9993e364706816aba3e25717850c26c9cd0d89d",
    "sha224": "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
    "sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "blake2s256": "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982",
    "sha384": "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded163"
    "1a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
    "sha512": "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
    "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
}

COUNTING = bytes(range(1, 26))
MESSAGES = (
    Message(b"\x0b" * 20, b"Hi There", "RFC 2202, 3, case 1; RFC 4231, 4.2"),
    Message(b"Jefe", b"what do ya want for nothing?", "RFC 2202, case 2; RFC 4231, 4.3"),
    Message(b"\xaa" * 20, b"\xdd" * 50, "RFC 2202, case 3; RFC 4231, 4.4"),
    Message(COUNTING, b"\xcd" * 50, "RFC 2202, case 4; RFC 4231, 4.5"),
    Message(b"\x0c" * 20, b"Test With Truncation", "RFC 2202, case 5; RFC 4231, 4.6"),
    Message(
        b"\xaa" * 80,
        b"Test Using Larger Than Block-Size Key - Hash Key First",
        "RFC 2202, case 6",
    ),
    Message(
        b"\xaa" * 80,
        b"Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data",
        "RFC 2202, case 7",
    ),
    Message(
        b"\xaa" * 131,
        b"Test Using Larger Than Block-Size Key - Hash Key First",
        "RFC 4231, 4.7",
    ),
    Message(
        b"\xaa" * 131,
        b"This is a test using a larger than block-size key and a larger than block-size data. "
        b"The key needs to be hashed before being used by the HMAC algorithm.",
        "RFC 4231, 4.8",
    ),
    Message(b"", b"", "neither key nor message"),
)

# Of the first message.
PUBLISHED_MACS = {
    "sha1": "b617318655057264e28bc0b6fb378c8ef146be00",
    "sha224": "896fb1128abbdf196832107cd49df33f47b4b1169912ba4f53684b22",
    "sha256": "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
    "sha384": "afd03944d84895626b0825f4ab46907f15f9dadbe4101ec6"
    "82aa034c7cebc59cfaea9ea9076ede7f4af152e8b2fa9cb6",
    "sha512": "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde"
    "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854",
}


def hmac(of: Hash, key: bytes, message: bytes) -> bytes:
    """FIPS 198-1."""
    key = (of.digest(key) if len(key) > of.block_bytes else key).ljust(of.block_bytes, b"\0")
    inner = of.digest(bytes(byte ^ 0x36 for byte in key) + message)
    return of.digest(bytes(byte ^ 0x5C for byte in key) + inner)


# RFC 7693, 2.6 and 2.7.
IV = (
    *(0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A),
    *(0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19),
)
SIGMA = tuple(
    tuple(int(digit, 16) for digit in row)
    for row in (
        *("0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8"),
        *("905724afe1bc683d", "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a"),
        *("6fe9b308c2d714a5", "a2847615fb9e3cd0"),
    )
)
LANES = (
    *((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)),
    *((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)),
)
WORD = 0xFFFFFFFF


def blake2s_counted(digest_bytes: int, message: bytes, before: int) -> bytes:
    """BLAKE2s of a message as if `before` bytes had come first and left the chain alone."""

    def rotated(x: int, count: int) -> int:
        return (x >> count | x << 32 - count) & WORD

    chain = [IV[0] ^ 0x01010000 ^ digest_bytes, *IV[1:]]
    blocks = [message[i : i + 64] for i in range(0, len(message), 64)] or [b""]
    count = before
    for number, block in enumerate(blocks):
        count += len(block)
        padded = block.ljust(64, b"\0")
        m = [int.from_bytes(padded[i : i + 4], "little") for i in range(0, 64, 4)]
        v = [*chain, *IV]
        v[12] ^= count & WORD
        v[13] ^= count >> 32
        v[14] ^= WORD if number == len(blocks) - 1 else 0
        for row in SIGMA:
            for i, (a, b, c, d) in enumerate(LANES):
                for word, (first, second) in ((row[2 * i], (16, 12)), (row[2 * i + 1], (8, 7))):
                    v[a] = (v[a] + v[b] + m[word]) & WORD
                    v[d] = rotated(v[d] ^ v[a], first)
                    v[c] = (v[c] + v[d]) & WORD
                    v[b] = rotated(v[b] ^ v[c], second)
        chain = [h ^ x ^ y for h, x, y in zip(chain, v[:8], v[8:], strict=True)]
    return b"".join(h.to_bytes(4, "little") for h in chain)[:digest_bytes]


def pattern(length: int) -> bytes:
    """The bytes that test_hash.c hashes: a sequence without a short period."""
    return bytes((i * 167 + (i >> 8) * 13 + 41) & 255 for i in range(length))


def every_length(of: Hash) -> bytes:
    """The digest of the digests of the pattern's first 0, 1, 2... bytes."""
    return of.digest(b"".join(of.digest(pattern(length)) for length in range(LENGTHS)))


# How many bytes BLAKE2s is told that it has hashed before: all but a few of 2^32.
BEFORE = 2**32 - 64


def check() -> None:
    for of in HASHES:
        if of.name in PUBLISHED_ABC:
            assert of.digest(ABC).hex() == PUBLISHED_ABC[of.name]
        if of.name in PUBLISHED_MACS:
            first = MESSAGES[0]
            assert hmac(of, first.key, first.message).hex() == PUBLISHED_MACS[of.name]
    for length in range(LENGTHS):
        for digest_bytes in (20, 32):
            message = pattern(length)
            assert blake2s_counted(digest_bytes, message, 0) == blake2s(digest_bytes)(message)


def array(value: bytes) -> str:
    rows = [value[i : i + 15] for i in range(0, len(value), 15)]
    text = ",\n        ".join(", ".join(f"0x{byte:02x}" for byte in row) for row in rows)
    return f"{{\n        {text}}}"


def text(value: bytes) -> str:
    """A C string, cut where a line would be too long."""
    escaped = [chr(b) if 32 <= b < 127 else f"\\{b:03o}" for b in value]
    lines = ["".join(escaped[i : i + 22]) for i in range(0, len(escaped), 22)] or [""]
    return "\n        ".join(f'"{line}"' for line in lines)


def answers(of: Hash) -> list[str]:
    counted = b""
    if of.name.startswith("blake2s"):
        counted = blake2s_counted(of.digest_bytes, pattern(LENGTHS), BEFORE)
    members = {
        "of_nothing": of.digest(b""),
        "of_abc": of.digest(ABC),
        "of_two_blocks": of.digest(TWO_BLOCKS[of.block_bytes]),
        "of_a_million_a": of.digest(b"a" * 1_000_000),
        "of_every_length": every_length(of),
    }
    members |= {"counted": counted} if counted else {}
    lines = [f"    {{&whit_{of.name},", f'     "{of.name}",']
    lines += [
        f"     {of.digest_bytes}, WHIT_{of.name.upper()}_BYTES, {of.block_bytes}, {len(counted)},"
    ]
    lines += [f"     .{name} = {array(value)}," for name, value in members.items()]
    macs = ",\n      ".join(array(hmac(of, m.key, m.message)) for m in MESSAGES)
    return [*lines, f"     .macs = {{{macs}}}}},"]


def header() -> str:
    lines = [
        "/* SPDX-License-Identifier: MIT */",
        "/* Generated by hash_answers.py. */",
        "#ifndef HASH_ANSWERS_H",
        "#define HASH_ANSWERS_H",
        "",
        "#include <whit/hash.h>",
        "",
        f"#define ANSWER_LENGTHS {LENGTHS}",
        f"#define ANSWER_BEFORE UINT64_C({BEFORE})",
        f"#define ANSWER_MESSAGES {len(MESSAGES)}",
        "",
        "typedef struct hash_answer {",
        "    const whit_hash *hash;",
        "    const char *name;",
        "    size_t digest_bytes;",
        "    size_t macro_bytes;",
        "    size_t block_bytes;",
        "    size_t counted_bytes; /* BLAKE2s: digest_bytes, others: 0 */",
    ]
    lines += [
        f"    uint8_t {name}[{LONGEST_DIGEST}]; /* {meaning} */"
        for name, meaning in (
            ("of_nothing", "the empty message"),
            ("of_abc", "FIPS 180-4's example of one block"),
            ("of_two_blocks", "its example of two"),
            ("of_a_million_a", "its long one"),
            ("of_every_length", "the digests of ANSWER_LENGTHS patterns of 0, 1, 2... bytes"),
            ("counted", "BLAKE2s: a pattern of ANSWER_LENGTHS bytes, ANSWER_BEFORE before it"),
        )
    ]
    lines += [
        f"    uint8_t macs[ANSWER_MESSAGES][{LONGEST_DIGEST}];",
        "} hash_answer;",
        "",
        "static const hash_answer hash_answers[] = {",
    ]
    for of in HASHES:
        lines += answers(of) if of.digest_bytes * 8 <= SHORT_LIMIT_BITS else []
    lines += [f"#if WHIT_HASH_LIMIT > {SHORT_LIMIT_BITS}"]
    for of in HASHES:
        lines += answers(of) if of.digest_bytes * 8 > SHORT_LIMIT_BITS else []
    return "\n".join([*lines, "#endif", "};", *messages(), "", "#endif", ""])


def messages() -> list[str]:
    lines = [
        "",
        "typedef struct hmac_message {",
        "    const char *key;",
        "    size_t key_length;",
        "    const char *message;",
        "    size_t message_length;",
        "} hmac_message;",
        "",
        "static const hmac_message hmac_messages[ANSWER_MESSAGES] = {",
    ]
    for m in MESSAGES:
        lines += [f"    /* {m.source} */"]
        lines += [f"    {{{text(m.key)}, {len(m.key)},"]
        lines += [f"     {text(m.message)}, {len(m.message)}}},"]
    return [*lines, "};"]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    here = Path(__file__).resolve().parent
    parser.add_argument("--output", type=Path, default=here, help="directory to write to")
    output: Path = parser.parse_args().output
    check()
    path = output / "hash_answers.h"
    temporary = path.with_suffix(path.suffix + ".new")
    temporary.write_text(header())
    temporary.replace(path)


if __name__ == "__main__":
    main()
