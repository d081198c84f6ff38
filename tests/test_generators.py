# SPDX-License-Identifier: MIT
"""tools/curves: what it refuses, and every constant that it writes computed again by PARI, as
a C compiler reads it at each limb width."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from cypari import pari

from tests.runner.host import LIMB_BITS, PROFILES, toys
from tests.runner.tools import ROOT, UNIT, compile_with
from tests.unit.curves import Curve, library_curves, read_curve
from tools.curves.primes import REDUCTIONS, reduction_at
from tools.curves.read import load
from tools.curves.read import read as load_raw
from tools.curves.read_forms import load as load_form


def run_tool(root: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.curves", *map(str, arguments)]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


def snapshot(folder: Path) -> dict[Path, bytes]:
    return {
        path.relative_to(folder): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def small_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of all that the generator reads and writes, with secp256r1 alone: it checks every
    curve each time."""
    folder = tmp_path_factory.mktemp("tree")
    headers = [f"{curve.name}.h" for curve in library_curves()]
    for part in ("tools", "include", "src"):
        ignored = shutil.ignore_patterns("curve", "instance", "answers", "__pycache__", *headers)
        shutil.copytree(ROOT / part, folder / part, ignore=ignored)
    (folder / "curves").mkdir()
    shutil.copy(ROOT / "curves" / "secp256r1.toml", folder / "curves")
    done = run_tool(folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return folder


@pytest.fixture
def tree(small_tree: Path, tmp_path: Path) -> Path:
    shutil.copytree(small_tree, tmp_path, dirs_exist_ok=True)
    return tmp_path


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new))


# Files that are refused

BAD_SECP256R1 = {
    "no p": ('p = "0xffffffff00000001', 'prime = "0xffffffff00000001', "'p'"),
    "no order": ("order = ", "n = ", "'order'"),
    "no sources": ("sources = ", "source = ", "'sources'"),
    "no cofactor": ("cofactor = ", "h = ", "'cofactor'"),
    "no security": ("security_bits = ", "bits = ", "'security_bits'"),
    "not TOML": ('name = "secp256r1"', "name = secp256r1", "TOMLDecodeError"),
    "not a number": ('gx = "0x6b17', 'gx = "0xgb17', "ValueError"),
    "a number and no text": ('cofactor = "0x1"', "cofactor = 1", ""),
    "another name": ('name = "secp256r1"', 'name = "secp256k1"', "not named after its curve"),
    "b altered": ("3bce3c3e27d2604b", "3bce3c3e27d2604c", "base point is not on the curve"),
    "base point altered": ("d898c296", "d898c297", "base point is not on the curve"),
    "order not prime": ("f3b9cac2fc632551", "f3b9cac2fc632553", "the order is not prime"),
    "order of nothing": ("f3b9cac2fc632551", "f3b9cac2fc6324f3", "the order is not prime"),
    "p not prime": ('p = "0xffffffff00000001', 'p = "0xffffffff00000003', "p is not prime"),
    "cofactor 0": ('cofactor = "0x1"', 'cofactor = "0x0"', "outside the Hasse interval"),
    "cofactor 2": ('cofactor = "0x1"', 'cofactor = "0x2"', "outside the Hasse interval"),
    "cofactor negative": ('cofactor = "0x1"', 'cofactor = "-0x1"', "outside the Hasse interval"),
    "no security at all": ("security_bits = 128", "security_bits = 0", "the security"),
    "more security": ("security_bits = 128", "security_bits = 129", "the security"),
    "another hash": ('form = "weier', 'hash = "md5"\nform = "weier', "its hash is unknown"),
    "oid with letters": ('oid = "1.2.840', 'oid = "1.2.iso', "object identifier is malformed"),
    "oid of one number": ('oid = "1.2.840.10045.3.1.7"', 'oid = "1"', "identifier is malformed"),
    "oid under a fourth root": ('oid = "1.2.840', 'oid = "3.2.840', "identifier is malformed"),
    "another form": ('form = "weierstrass"', 'form = "edwards"', "only Weierstrass"),
    "another reduction": ('reduction = "p256"', 'reduction = "barrett"', "reduction"),
    "a not reduced": (
        'a = "0xffffffff00000001000000000000000000000000fffffffffffffffffffffffc"',
        'a = "0x1fffffffe00000002000000000000000000000001fffffffffffffffffffffffb"',
        "",
    ),
    "a negative": (
        'a = "0xffffffff00000001000000000000000000000000fffffffffffffffffffffffc"',
        'a = "-0x3"',
        "",
    ),
}


@pytest.mark.brief(4)
@pytest.mark.parametrize("case", BAD_SECP256R1)
def test_a_bad_file_is_refused_in_one_line(tree: Path, case: str) -> None:
    old, new, message = BAD_SECP256R1[case]
    edit(tree / "curves" / "secp256r1.toml", old, new)
    before = snapshot(tree)
    done = run_tool(tree)
    assert done.returncode == 1
    assert re.fullmatch(r"curves: secp256r1[^\n]*\n", done.stderr), done.stderr
    assert message in done.stderr
    assert snapshot(tree) == before


def as_toml(
    name: str, p: int, a: int, b: int, g: tuple[int, int], order: int, cofactor: int = 1
) -> str:
    numbers = {"p": p, "a": a, "b": b, "gx": g[0], "gy": g[1], "order": order}
    lines = [f'name = "{name}"', 'sources = ["made up"]', 'form = "weierstrass"']
    lines += ["security_bits = 4", *(f'{key} = "{value:#x}"' for key, value in numbers.items())]
    return "\n".join([*lines, f'cofactor = "{cofactor:#x}"']) + "\n"


def counted_curve(p: int, wanted: Any) -> tuple[int, int, tuple[int, int], int]:
    """a, b, a generator and the number of points of a curve with one, whose number pleases."""
    for a in range(1, p):
        for b in range(1, 20):
            curve = pari(f"ellinit([{a}, {b}], {p})")
            if len(curve) < 4:
                continue
            points = int(curve.ellcard())
            if wanted(points) and len(curve.ellgenerators()) == 1:
                point = curve.ellgenerators()[0]
                return a, b, (int(point[0].lift()), int(point[1].lift())), points
    raise AssertionError(p)


def is_prime(n: int) -> bool:
    return bool(pari(n).isprime())


def test_a_fermat_prime_is_refused(tree: Path) -> None:
    a, b, g, order = counted_curve(257, is_prime)
    refuse(tree, as_toml("other", 257, a, b, g, order), "p - 1 is a power of two")


def with_twist(tree: Path, **changed: int) -> subprocess.CompletedProcess[str]:
    """A toy, of which numbers are replaced, and its twist, handed to the generator."""
    folder = tree / "more"
    folder.mkdir()
    for name in ("toy_twisted", "toy_root_5"):
        shutil.copy(UNIT / "toys" / f"{name}.toml", folder)
    path = folder / "toy_twisted.toml"
    text = path.read_text()
    for key, value in changed.items():
        text, count = re.subn(f"^{key} = .*$", f'{key} = "{value:#x}"', text, flags=re.M)
        assert count == 1
    path.write_text(text)
    return run_tool(tree, "--with", folder, "--output", tree / "output")


def test_a_twist_is_checked(tree: Path) -> None:
    assert with_twist(tree).returncode == 0


BAD_TWISTS = {
    "another order": ({"order": 311}, "another field or of another order"),
    "another field": ({"p": 311}, "another field or of another order"),
    "a zero": ({"gx": 0}, "tells no scale"),
    "another base point": ({"gx": 1}, "not that of its twist"),
    "another coefficient": ({"a": 1}, "is no isomorphic curve"),
    "another constant": ({"b": 1}, "is no isomorphic curve"),
}


@pytest.mark.brief(4)
@pytest.mark.parametrize("case", BAD_TWISTS)
def test_a_bad_twist_is_refused(tree: Path, case: str) -> None:
    changed, message = BAD_TWISTS[case]
    before = snapshot(tree)
    done = with_twist(tree, **changed)
    assert done.returncode == 1
    assert re.fullmatch(r"curves: [^\n]*\n", done.stderr), done.stderr
    assert message in done.stderr
    shutil.rmtree(tree / "more")
    assert snapshot(tree) == before


def test_a_twist_has_no_twist_and_is_there(tree: Path) -> None:
    path = tree / "curves" / "secp256r1.toml"
    for name, message in (("secp256r1", "its twist has a twist"), ("other", "No such file")):
        shutil.copy(ROOT / "curves" / "secp256r1.toml", path)
        edit(path, 'form = "weier', f'twist = "{name}"\nform = "weier')
        done = run_tool(tree)
        assert done.returncode == 1
        assert message in done.stderr


def four_times_a_prime(points: int) -> bool:
    return points % 4 == 0 and is_prime(points // 4)


def test_another_cofactor_is_refused(tree: Path) -> None:
    """The group has the points; the base point is not of the order, or the count is wrong."""
    a, b, g, points = counted_curve(1009, four_times_a_prime)
    order = points // 4
    of_order = pari(f"ellinit([{a}, {b}], 1009)").ellmul(list(g), 4)
    base = (int(of_order[0].lift()), int(of_order[1].lift()))
    refuse(tree, as_toml("other", 1009, a, b, g, order, 4), "the base point has another order")
    for cofactor in (1, 3, 5):
        toml = as_toml("other", 1009, a, b, base, order, cofactor)
        refuse(tree, toml, "outside the Hasse interval")
    (tree / "curves" / "other.toml").write_text(as_toml("other", 1009, a, b, base, order, 4))
    done = run_tool(tree)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_prime_that_is_not_the_order_is_refused(tree: Path) -> None:
    a, b, g, order = counted_curve(311, is_prime)
    close = next(n for n in range(order + 1, 400) if is_prime(n))
    refuse(tree, as_toml("other", 311, a, b, g, close), "another order")
    refuse(tree, as_toml("other", 311, a, b, g, 1009), "outside the Hasse interval")


def test_a_tiny_order_is_refused(tree: Path) -> None:
    a, b, g, order = counted_curve(47, is_prime)
    refuse(tree, as_toml("other", 47, a, b, g, order), "too small for the windows")


def test_a_singular_curve_is_refused(tree: Path) -> None:
    # y^2 = x^3 - 3 x + 2 = (x - 1)^2 (x + 2)
    refuse(tree, as_toml("other", 311, 308, 2, (2, 2), 313), "the curve is singular")


def refuse(tree: Path, toml: str, message: str) -> None:
    (tree / "curves" / "other.toml").write_text(toml)
    before = snapshot(tree)
    done = run_tool(tree)
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(r"curves: other[^\n]*\n", done.stderr), done.stderr
    assert message in done.stderr
    assert snapshot(tree) == before


def test_curves_that_are_right_pass(tree: Path) -> None:
    """The control of the tests above."""
    a, b, g, order = counted_curve(311, is_prime)
    (tree / "curves" / "other.toml").write_text(as_toml("other", 311, a, b, g, order))
    done = run_tool(tree)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tree / "src" / "generated" / "curve" / "other.c").exists()
    assert (tree / "include" / "whit" / "other.h").exists()


def test_a_folder_that_is_not_there_is_refused(tree: Path, tmp_path: Path) -> None:
    done = run_tool(tree, "--with", tmp_path / "nowhere", "--output", tmp_path / "output")
    assert done.returncode == 1
    assert re.fullmatch(r"curves: [^\n]*nowhere[^\n]*\n", done.stderr), done.stderr
    assert not (tmp_path / "output").exists()


# Points


@pytest.mark.parametrize("name", ["toy_minus3_above", "toy_cofactor_6", "toy_zero", "toy_root_5"])
def test_multiples_are_sums(name: str) -> None:
    """Those of all points, of which one is of order two: through infinity and back."""
    curve, _ = load_raw(UNIT / "toys" / f"{name}.toml")
    roots: dict[int, list[int]] = {}
    for y in range(curve.p):
        roots.setdefault(y * y % curve.p, []).append(y)
    right = {x: (x**3 + curve.a * x + curve.b) % curve.p for x in range(curve.p)}
    points = [(x, y) for x, square in right.items() for y in roots.get(square, [])]
    of_order_two = [point for point in points if point[1] == 0]
    assert curve.cofactor % 2 or of_order_two
    for point in (curve.g, *of_order_two, *points[:20]):
        expected = None
        for k in range(curve.order):
            assert curve.multiply(k, point) == expected, (point, k)
            expected = curve.add(expected, point)


def test_multiples_in_edwards_form_are_sums() -> None:
    curve = load_form(ROOT / "curves" / "edwards" / "ed25519.toml")
    for point in (curve.g, curve.multiply(2**200 + 1, curve.g), (0, curve.p - 1)):
        expected = (0, 1)
        for k in range(40):
            assert curve.multiply(k, point) == expected, (point, k)
            expected = curve.add(expected, point)


# What is committed


@pytest.mark.slow  # make check has a stage for it
def test_the_generated_files_are_current() -> None:
    done = run_tool(ROOT, "--check")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.brief(4)
@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("src/generated/curve/secp256r1.c", "0xd89cdf6229c4bddf", "0xd89cdf6229c4bdde"),
        ("src/generated/scheme/dispatch.c", "WHIT_ERROR", "WHIT_FAILURE"),
        ("include/whit/secp256r1.h", "COMPRESSED_KEY_BYTES 33", "COMPRESSED_KEY_BYTES 34"),
        ("curves/secp256r1.toml", "SEC 2 v2", "SEC 2 v3"),
        ("include/whit/key.h", "const uint8_t *compressed", "const uint8_t *packed"),
    ],
)
def test_an_edit_is_noticed(tree: Path, file: str, old: str, new: str) -> None:
    assert run_tool(tree, "--check").returncode == 0
    path = tree / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    before = snapshot(tree)
    done = run_tool(tree, "--check")
    assert done.returncode == 1
    assert all(line.endswith("is not what its source gives") for line in done.stderr.splitlines())
    assert snapshot(tree) == before


def test_a_lost_file_is_written_again(tree: Path) -> None:
    before = snapshot(tree)
    (tree / "src" / "generated" / "curve" / "secp256r1.c").unlink()
    assert run_tool(tree, "--check").returncode == 1
    assert run_tool(tree).returncode == 0
    assert snapshot(tree) == before


# The constants

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
    # What src/group/weierstrass_endomorphism.inc asks for, for windows of four.
    longest = max(abs(a1) + abs(a2), abs(b1) + abs(b2)) * (1 + 2.0**-8)
    assert longest < 2 ** got["bits"]
    assert 3 * (longest / 16 + 1 + 32) ** 2 < n


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
