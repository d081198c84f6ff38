# SPDX-License-Identifier: MIT
"""Every constant that tools/curves writes computed again by PARI, as a C compiler reads it at each
limb width."""

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from cypari import pari

from tests.runner.host import LIMB_BITS, PROFILES
from tests.runner.made import toys
from tests.runner.tools import ROOT, UNIT, compile_with
from tests.unit.curves import Curve, library_curves, read_curve
from tools.curves.primes import REDUCTIONS, reduction_at
from tools.curves.read import load

SHOW = """\
#include "generated/curve/{name}.c"
#include <stdio.h>

static void show(const char *what, const limb *x, size_t n)
{{
    printf("%s ", what);
    while (n-- > 0) {{
        for (int shift = LIMB_BITS; (shift -= 8) >= 0;) {{
            printf("%02x", (unsigned)(x[n] >> shift) & 0xffu);
        }}
    }}
    printf("\\n");
}}

int main(void)
{{
    const weierstrass_domain *d = whit_{name}.domain;
    const whit_base *base = &whit_{name}_base;
    show("p", d->p.m, FIELD_LIMBS);
    show("p_r2", d->p.r2, FIELD_LIMBS);
    show("p_n0", &d->p.n0, 1);
    show("p_constant", &d->p.constant, 1);
    printf("p_bits %x\\n", d->p.bits);
    show("n", d->n.m, SCALAR_LIMBS);
    show("n_r2", d->n.r2, SCALAR_LIMBS);
    show("n_n0", &d->n.n0, 1);
    printf("n_bits %x\\n", d->n.bits);
    show("one", d->one, FIELD_LIMBS);
    show("a", d->a, FIELD_LIMBS);
    show("b", d->b, FIELD_LIMBS);
    show("gx", d->g->x, FIELD_LIMBS);
    show("gy", d->g->y, FIELD_LIMBS);
    printf("field_bytes %x\\norder_bytes %x\\n", whit_{name}.field_bytes,
           whit_{name}.order_bytes);
    printf("n_montgomery %x\\n", d->n.reduce == reduce_montgomery);
    printf("p_montgomery %x\\np_special %x\\n", d->p.reduce == reduce_montgomery,
           d->p.reduce == reduce_{kernel});
    printf("twice_minus_3 %x\\ntwice_zero %x\\ntwice_any %x\\n",
           d->twice == weierstrass_double_a_minus_3, d->twice == weierstrass_double_a_zero,
           d->twice == weierstrass_double_a_any);
    printf("security_bits %x\\n", whit_{name}.security_bits);
#if WHIT_ROOTS_OF_SIZE
    printf("two_adicity %x\\n", d->two_adicity);
    show("root", d->root, FIELD_LIMBS);
#endif
#if WHIT_COFACTORS_OF_SIZE
    printf("cofactor_bits %x\\n", d->cofactor_bits);
    show("cofactor", d->cofactor, LIMBS(d->cofactor_bits));
#endif
#if WHIT_TWISTS_OF_SIZE
    show("x_there", d->twist, FIELD_LIMBS);
    show("y_there", d->twist + FIELD_LIMBS, FIELD_LIMBS);
    show("x_back", d->twist + 2 * FIELD_LIMBS, FIELD_LIMBS);
    show("y_back", d->twist + 3 * FIELD_LIMBS, FIELD_LIMBS);
#endif
#if WHIT_ENDOMORPHISMS_OF_SIZE
    const weierstrass_endomorphism *e = d->endomorphism;
    show("beta", e->beta, FIELD_LIMBS);
    for (size_t i = 0; i < 2; i++) {{
        printf("factor%u", (unsigned)i);
        show("", e->factors + i * FACTOR_LIMBS, FACTOR_LIMBS);
    }}
    for (size_t i = 0; i < 4; i++) {{
        printf("basis%u", (unsigned)i);
        show("", e->basis + i * HALF_LIMBS, HALF_LIMBS);
    }}
    printf("half_bits %x\\nshift %x\\nbits %x\\n", (unsigned)HALF_LIMBS * LIMB_BITS, e->shift,
           e->bits);
#endif
    printf("teeth %x\\nblocks %x\\nspacing %x\\n", base->teeth, base->blocks, base->spacing);
    printf("private_key %x\\npublic_key %x\\ncompressed %x\\nsecret %x\\nsignature %x\\n",
           WHIT_{upper}_PRIVATE_KEY_BYTES, WHIT_{upper}_PUBLIC_KEY_BYTES,
           WHIT_{upper}_COMPRESSED_KEY_BYTES, WHIT_{upper}_SHARED_SECRET_BYTES,
           2 * WHIT_{upper}_PRIVATE_KEY_BYTES);
    size_t entries = base->teeth == 0 ? 0 : (size_t)base->blocks << (base->teeth - 1);
    for (size_t i = 0; i < 2 * entries; i++) {{
        show("comb", base->table + i * FIELD_LIMBS, FIELD_LIMBS);
    }}
    return 0;
}}
"""


def read(name: str) -> tuple[Curve, Curve, str]:
    """A curve's file as numbers, that of the curve it is worked on as, and the reduction that it
    asks for."""
    folder = UNIT / "toys" if name.startswith("toy_") else ROOT / "curves"
    path = folder / f"{name}.toml"
    data = tomllib.loads(path.read_text())
    worked = read_curve(folder / f"{data.get('twist', name)}.toml")
    return read_curve(path), worked, data.get("reduction", "montgomery")


def places_of_functions(folder: Path, made: Path) -> Path:
    """A place for each of the library's functions that a curve points to: which it is, is what
    counts, and none is called."""
    undefined = subprocess.run(["nm", "-u", made], capture_output=True, text=True, check=True)
    names = re.findall(r" U (whit_\w+)", undefined.stdout)
    assert len(names) >= 4
    source = folder / "places.s"
    lines = (f".globl {name}\n{name}: .quad 0\n" for name in names)
    source.write_text('.section .note.GNU-stack,"",@progbits\n.text\n' + "".join(lines))
    return source


def read_by_the_compiler(
    folder: Path, name: str, kernel: str, bits: int, profile: str
) -> tuple[dict[str, int], list[int]]:
    """The constants of a curve, and its comb, from a program that prints them."""
    source = folder / "show.c"
    source.write_text(SHOW.format(name=name, upper=name.upper(), kernel=kernel))
    places = [ROOT / "include", ROOT / "src"]
    if name.startswith("toy_"):
        places = [toys() / "include", toys() / "src", *places]
    chosen = (f"-DWHIT_LIMB_BITS={bits}", f"-DWHIT_PROFILE={profile}", f"-DWHIT_CURVES={name}")
    includes = (f"-I{place}" for place in places)
    program, made = folder / "show", folder / "show.o"
    compile_with(["gcc", "-std=c99", *chosen, *includes, "-c", source, "-o", made])
    compile_with(["gcc", made, places_of_functions(folder, made), "-o", program])
    output = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    pairs = [line.split() for line in output.splitlines()]
    comb = [int(value, 16) for key, value in pairs if key == "comb"]
    return {key: int(value, 16) for key, value in pairs if key != "comb"}, comb


def limbs_bits(value: int, bits: int) -> int:
    """The bits of the limbs that hold a number, of which 16 are the least that is kept."""
    size = -(-value.bit_length() // 16) * 16
    return -(-size // bits) * bits


# In make check; in make test; in make campaign.
QUICK = (
    ("secp256r1", 32, "fast"),
    ("secp112r2", 64, "balanced"),
    ("brainpoolP256r1", 32, "balanced"),
)
SAMPLE = (
    *(("secp256r1", bits, profile) for bits in LIMB_BITS for profile in PROFILES),
    *(("toy_short_order", bits, "balanced") for bits in LIMB_BITS),
    *(("secp224r1", 8, "balanced"), ("secp224r1", 64, "fast"), ("secp160r1", 16, "balanced")),
    *(("secp521r1", 64, "balanced"), ("curve25519_weierstrass", 64, "fast")),
    *(("secp256k1", bits, "fast") for bits in LIMB_BITS),
    *(("toy_halves", 8, "balanced"), ("secp160k1", 64, "balanced"), ("bls12_381", 32, "fast")),
    *(("ss_p1536", 32, "balanced"), ("toy_zero", 32, "small"), ("toy_wide_order", 64, "fast")),
    *(("brainpoolP224r1", bits, "fast") for bits in LIMB_BITS),
    *(("toy_twisted", 32, "fast"), ("toy_twisted_cofactor", 8, "balanced")),
)
EVERY = (
    *((curve.name, bits, "balanced") for curve in library_curves() for bits in LIMB_BITS),
    *((curve.name, 64, "fast") for curve in library_curves()),
)
CONFIGURATIONS = [
    *QUICK,
    *(pytest.param(*c, marks=pytest.mark.slow) for c in SAMPLE if c not in QUICK),
    *(
        pytest.param(*c, marks=[pytest.mark.slow, pytest.mark.campaign])
        for c in EVERY
        if c not in QUICK + SAMPLE
    ),
]


@pytest.mark.parametrize(("name", "bits", "profile"), CONFIGURATIONS)
def test_constants_are_those_of_the_curve(
    tmp_path: Path, name: str, bits: int, profile: str
) -> None:
    c, worked, reduction = read(name)
    kernel = reduction_at(reduction, c.p, bits)
    got, comb = read_by_the_compiler(tmp_path, name, kernel, bits, profile)
    field, scalar = limbs_bits(c.p, bits), limbs_bits(c.order, bits)
    plain = REDUCTIONS[kernel].plain
    radix = pari(f"Mod({1 if plain else 2}, {c.p})^{field}")
    fold = int(pari(f"lift(Mod(2, {c.p})^{field})")) - (2**32 if kernel == "koblitz" else 0)
    fold %= 2**bits
    p_n0 = int(pari(f"lift(-1/Mod({c.p}, 2^{bits}))"))

    def montgomery(x: int) -> int:
        return int((radix * x).lift())

    expected = {
        **{"p": c.p, "p_bits": c.p.bit_length()},
        **{"n": c.order, "n_r2": int(pari(f"lift(Mod(2, {c.order})^{2 * scalar})"))},
        **{"n_bits": c.order.bit_length(), "one": montgomery(1)},
        **{"a": montgomery(worked.a), "b": montgomery(worked.b)},
        **{"gx": montgomery(worked.g[0]), "gy": montgomery(worked.g[1])},
        **{"n_n0": int(pari(f"lift(-1/Mod({c.order}, 2^{bits}))")), "n_montgomery": 1},
        **{"p_montgomery": int(kernel == "montgomery"), "p_special": 1},
        **{"p_r2": int((radix**2).lift()), "p_n0": p_n0, "p_constant": fold if plain else p_n0},
        **{"twice_minus_3": int(worked.a == c.p - 3), "twice_zero": int(worked.a == 0)},
        "twice_any": int(worked.a not in (0, c.p - 3)),
        "security_bits": c.security_bits,
    }
    if c.cofactor > 1:
        expected |= {"cofactor": c.cofactor, "cofactor_bits": c.cofactor.bit_length()}
    assert {key: got.get(key) for key in expected} == expected
    assert ("cofactor" in got) == (c.cofactor > 1)
    check_root(got, c, radix)
    check_sizes(got, c)
    check_comb(got, comb, worked, montgomery, profile)
    check_twist(got, c, worked, radix)
    check_endomorphism(got, c, radix, profile)


def check_twist(got: dict[str, int], c: Curve, worked: Curve, radix: Any) -> None:
    """The base point comes out as that of the twist, times R, by multiplications that divide by R,
    and goes back."""
    assert ("x_there" in got) == (worked.name != c.name)
    if worked.name != c.name:
        for axis, here, there in zip("xy", c.g, worked.g, strict=True):
            assert here * got[f"{axis}_there"] / radix == there * radix
            assert there * radix * got[f"{axis}_back"] / radix == here


def check_root(got: dict[str, int], c: Curve, radix: Any) -> None:
    """An element of order 2^s, where 2^s is the greatest that divides p - 1."""
    s = int(pari(c.p - 1).valuation(2))
    assert ("root" in got) == (s > 1)
    if s > 1:
        assert got["two_adicity"] == s
        root = pari(got["root"]) / radix
        assert root ** (2 ** (s - 1)) == -1


def check_endomorphism(got: dict[str, int], c: Curve, radix: Any, profile: str) -> None:
    """lambda is what makes the first pair of the basis vanish; the rest follows."""
    expected = c.a == 0 and c.p % 3 == 1 and c.order >= 2**13 and profile != "small"
    assert ("beta" in got) == expected
    if not expected:
        return
    n, negated = c.order, [got[f"basis{i}"] for i in range(4)]
    a1, b1, a2, b2 = (-v if v >> got["half_bits"] - 1 == 0 else 2 ** got["half_bits"] - v
                      for v in negated)  # fmt: skip
    root = int(pari(f"lift(-Mod({a1}, {n})/{b1})"))
    beta = int((got["beta"] / radix).lift())
    assert (root * root + root + 1) % n == 0
    assert (beta != 1, pow(beta, 3, c.p)) == (True, 1)
    assert c.multiply(root) == (beta * c.g[0] % c.p, c.g[1])
    assert (a2 + b2 * root) % n == 0
    assert abs(a1 * b2 - a2 * b1) == n
    assert all(a * a - a * b + b * b == n for a, b in ((a1, b1), (a2, b2)))
    assert [v % 2 for v in (a1, b1, a2, b2)] == [1, 0, 0, 1]
    assert got["shift"] % 64 == 0
    factors = [got["factor0"], got["factor1"]]
    assert factors == [2 ** got["shift"] * abs(v) // n for v in (b2, b1)]
    scalars = [k % n for i in range(200) for k in (i, -i, i * root, i * n // 200, 3**i)]
    for k in scalars:
        c1 = ((k * factors[0] >> got["shift"]) + k % 2 | 1) - k % 2
        c2 = k * factors[1] >> got["shift"] | 1
        halves = k - c1 * a1 - c2 * a2, -c1 * b1 - c2 * b2
        assert (halves[0] + halves[1] * root - k) % n == 0
        assert [half % 2 for half in halves] == [1, 1]
        assert max(map(abs, halves)) < 2 ** got["bits"]
    # What src/group/weierstrass_endomorphism.inc asks for, for windows of three and four.
    longest = max(abs(a1) + abs(a2), abs(b1) + abs(b2)) * (1 + 2.0**-8)
    assert longest < 2 ** got["bits"]
    assert all(3 * (longest / window + 1 + 2 * window) ** 2 < n for window in (8, 16))


def check_sizes(got: dict[str, int], c: Curve) -> None:
    f, o = (-(-n.bit_length() // 8) for n in (c.p, c.order))
    sizes = {"field_bytes": f, "order_bytes": o, "private_key": o, "public_key": 1 + 2 * f}
    sizes |= {"compressed": 1 + f, "secret": f, "signature": 2 * o}
    assert {key: got[key] for key in sizes} == sizes


def check_comb(
    got: dict[str, int], comb: list[int], c: Curve, montgomery: Any, profile: str
) -> None:
    """Entry e of block b is the sum over teeth t of s(t) 2^((b teeth + t) spacing) G, the last
    sign +, the others + where bit t of e is set."""
    teeth, blocks, spacing = got["teeth"], got["blocks"], got["spacing"]
    if profile == "small":
        assert (teeth, blocks, spacing, comb) == (0, 0, 0, [])
        return
    assert teeth * blocks * spacing >= c.order.bit_length()
    assert spacing >= 2
    curve = pari(f"ellinit([{c.a}, {c.b}], {c.p})")
    g = pari(f"[Mod({c.g[0]}, {c.p}), Mod({c.g[1]}, {c.p})]")
    expected = []
    for block in range(blocks):
        powers = [curve.ellmul(g, pari(2) ** ((block * teeth + t) * spacing)) for t in range(teeth)]
        for entry in range(2 ** (teeth - 1)):
            point = powers[-1]
            for t, power in enumerate(powers[:-1]):
                signed = power if entry >> t & 1 else curve.ellneg(power)
                point = curve.elladd(point, signed)
            expected += [montgomery(int(coordinate.lift())) for coordinate in point]
    assert comb == expected


# Z of the isomorphisms of RFC 5639, 3.1 to 3.4.
SCALES = {
    "brainpoolP160r1": 0x24DBFF5DEC9B986BBFE5295A29BFBAE45E0F5D0B,
    "brainpoolP192r1": 0x1B6F5CC8DB4DC7AF19458A9CB80DC2295E5EB9C3732104CB,
    "brainpoolP224r1": 0x2DF271E14427A346910CF7A2E6CFA7B3F484E5C2CCE1C8B730E28B3F,
    "brainpoolP256r1": 0x3E2D4BD9597B58639AE7AA669CAB9837CF5CF20A2C852D10F655668DFC150EF0,
}


@pytest.mark.parametrize("name", SCALES)
def test_scales_are_those_of_their_source(name: str) -> None:
    assert load(ROOT / "curves" / f"{name}.toml").scale == SCALES[name]


MULTIPLES = re.compile(r"static const limb \w+_multiples\[\] WHIT_ROM = \{(.*?)\n\};", re.DOTALL)
PIECE = re.compile(r"LIMBS_(\d+)\((0x[0-9a-f]+(?:, 0x[0-9a-f]+)*)\)")


def numbers_of(body: str, count: int) -> list[int]:
    """`count` numbers of equal length from the pieces of a table, least significant first."""
    pieces = [
        (int(bits) // len(words), int(word, 16))
        for bits, text in PIECE.findall(body)
        for words in [text.split(", ")]
        for word in words
    ]
    each = len(pieces) // count
    found = []
    for start in range(0, len(pieces), each):
        value, shift = 0, 0
        for bits, piece in pieces[start : start + each]:
            value |= piece << shift
            shift += bits
        found.append(value)
    return found


@pytest.mark.parametrize("c", library_curves(), ids=lambda c: c.name)
def test_tables_for_verification_are_odd_multiples(c: Curve) -> None:
    """G, 3 G, 5 G and so on, in the form of the field, whose factor G's own x gives."""
    tables = MULTIPLES.findall((ROOT / "src" / "generated" / "curve" / f"{c.name}.c").read_text())
    assert tables
    c = read(c.name)[1]
    curve = pari(f"ellinit([{c.a}, {c.b}], {c.p})")
    g = pari(f"[Mod({c.g[0]}, {c.p}), Mod({c.g[1]}, {c.p})]")
    for body in tables:
        # Eight points; in profile balanced, whose table of secp256r1 comes first, four; with an
        # endomorphism, or of up to 256 bits, sixteen in some builds.
        few = c.name == "secp256r1" and body == tables[0]
        many = "#if" in body
        endomorphism = c.a == 0 and c.p % 3 == 1
        assert many == (not few and (endomorphism or c.p.bit_length() <= 256))
        numbers = numbers_of(body, 8 if few else 32 if many else 16)
        factor = pari(f"Mod({numbers[0]}, {c.p})") / g[0]
        expected = []
        for i in range(len(numbers) // 2):
            point = curve.ellmul(g, 2 * i + 1)
            expected += [int((coordinate * factor).lift()) for coordinate in point]
        assert numbers == expected
