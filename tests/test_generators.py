# SPDX-License-Identifier: MIT
"""tools/curves: what it refuses, its points, and that what is committed is current."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cypari import pari

from tests.runner.tools import ROOT, UNIT
from tests.unit.curves import library_curves
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
        ignored = shutil.ignore_patterns(
            *("curve", "instance", "answers", "native", "__pycache__"), *headers
        )
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
