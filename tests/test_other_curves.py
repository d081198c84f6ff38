# SPDX-License-Identifier: MIT
"""Curves that are not of this repository: the kernels that builds with them take are for their
primes. A few here, on every core by `make campaign`."""

import datetime
import re
import subprocess
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from lab.errors import ToolchainError
from lab.model import PROFILES
from tests.other_curves.on_cores import BUILDS, HERE, OTHERS, TARGETS, Bench, Build, sample, sampled
from tests.runner.tools import ROOT
from tools.curves.build_facts import KERNELS, facts_header, has_byte_code
from tools.curves.forms import FormCurve
from tools.curves.primes import PRIMES
from tools.curves.read import read
from tools.curves.read_forms import load as load_form
from tools.curves.weierstrass import Curve

# Wrong in each was a build whose kernels were chosen by the names of this repository's curves.
QUICK = (
    ("cortex-m4", "balanced", ("gost256a",)),
    ("cortex-m4", "fast", ("gost256a", "secp521r1")),
)


def short(name: str) -> Curve:
    folder = HERE if name in OTHERS else ROOT / "curves"
    return read(folder / f"{name}.toml")[0]


def forms(*names: str) -> list[FormCurve]:
    return [load_form(next((ROOT / "curves").glob(f"*/{name}.toml"))) for name in names]


def try_all(bench: Bench, tried: tuple[tuple[str, str, Build], ...], every: bool) -> None:
    try:
        errors = {each: found for each in tried if (found := bench.errors(*each, every=every))}
    except ToolchainError as error:
        pytest.skip(str(error))
    assert errors == {}


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("quick"), [build for _, _, build in QUICK])


@pytest.mark.slow
def test_results_are_right(quick: Bench) -> None:
    try_all(quick, QUICK, every=False)


@pytest.mark.slow
def test_results_are_right_on_every_core(tmp_path: Path) -> None:
    """Other builds every day."""
    seed = datetime.date.today().isoformat()
    tried = tuple(sample(seed))
    print(f"seed {seed}:", *tried, sep="\n")
    try_all(Bench(tmp_path, [build for _, _, build in tried]), tried, every=False)


@pytest.mark.slow
def test_a_wrong_constant_is_seen(tmp_path: Path) -> None:
    bench, file = Bench(tmp_path, [("crandall192",)]), tmp_path / "whit.c"
    text = file.read_text()
    square = text.index("#define CRANDALL192_N_R2")
    limb = text.index("(0x", square) + len("(0x")
    digit = "1" if text[limb] != "1" else "2"
    file.write_text(text[:limb] + digit + text[limb + 1 :])
    errors = bench.errors("cortex-m4", "balanced", ("crandall192",))
    assert "the signature does not verify" in "".join(errors)


def test_samples_come_to_every_curve_on_every_core() -> None:
    samples = [sample(str(seed)) for seed in range(1000)]
    for tried in samples:
        assert [target for target, _, _ in tried] == list(TARGETS)
    found = {each for tried in samples for each in tried}
    for target in TARGETS:
        builds = sampled(target)
        assert len(builds) > len(OTHERS)
        assert {(on, build) for on, _, build in found if on == target} == {
            (target, build) for build in builds
        }
        assert {profile for on, profile, _ in found if on == target} == set(PROFILES)


def test_every_curve_is_tried_alone_and_beside_another() -> None:
    library = {path.stem for path in (ROOT / "curves").rglob("*.toml")}
    assert not library & set(OTHERS)
    for name in OTHERS:
        assert (name,) in BUILDS
        assert any(name in build and len(build) > 1 for build in BUILDS)


class Facts:
    """src/generated/curve/primes.h as a preprocessor answers it for a build."""

    def __init__(self, curves: list[Curve], others: list[FormCurve], amalgamated: bool = True):
        text = facts_header(curves, others).replace('#include "generated/curve/sizes.h"', "")
        names = [*(curve.name for curve in curves), *(curve.name for curve in others)]
        held = [f"#define WHIT_HELD_{name} 1" for name in names]
        held += ["#define WHIT_HAS(name) WHIT_HELD_##name", "#define WHIT_LISTS WHIT_HAS"]
        held += ["#define WHIT_AMALGAMATION"] if amalgamated else []
        facts = set(re.findall(r"^#define (WHIT_\w+) ", text, re.M))
        asks = [f'#if {fact}\n"{fact}"\n#endif' for fact in sorted(facts)]
        asked = "\n".join([*held, "#define WHIT_LIMB_BITS 32", text, *asks])
        done = subprocess.run(
            ["gcc", "-E", "-P", "-"], input=asked, capture_output=True, text=True, check=True
        )
        self.true = set(re.findall(r'"WHIT_(\w+)"', done.stdout))


def test_a_prime_is_known_by_its_number() -> None:
    twin = Facts([short("twin256r1")], []).true
    assert {"USES_p256", "ALONE_p256", "USES_FIELD_256"} <= twin
    assert not {"PLAIN_FIELD_256", "USES_k256", "SOLE_k256"} & twin
    short_order = Facts([short("short256r1")], []).true
    assert "USES_p256" in short_order
    assert "ALONE_p256" not in short_order
    assert "ALONE_p256" not in Facts([short("twin256r1"), short("random256")], []).true
    assert "ALONE_p256" not in Facts([short("twin256r1")], [], amalgamated=False).true
    by_montgomery = replace(short("twin256r1"), reduction="montgomery")
    assert not {"USES_p256", "ALONE_p256"} & Facts([by_montgomery], []).true


def test_what_is_kept_plain_is_not_for_montgomery_kernels() -> None:
    for name in ("crandall192", "crandall224", "crandall256", "crandall384", "koblitz256"):
        curve = short(name)
        found = Facts([curve, short("random256")], []).true
        assert f"PLAIN_FIELD_{curve.field_size}" in found
        assert f"USES_FIELD_{curve.field_size}" in found
    assert "PLAIN_FIELD_256" not in Facts([short("random256"), short("sm2p256v1")], []).true


def test_a_reduction_for_many_primes_is_one_prime_s_only_where_it_is() -> None:
    assert {"SOLE_p521", "USES_p521"} <= Facts([short("secp521r1"), short("random256")], []).true
    for other in ("gost256a", "crandall192", "secp160r1"):
        found = Facts([short("secp521r1"), short(other)], []).true
        assert "USES_p521" in found
        assert "SOLE_p521" not in found
    assert "SOLE_p521" not in Facts([short("secp521r1")], forms("m511")).true
    assert "SOLE_p521" in Facts([short("secp521r1")], forms("ed25519", "curve25519", "e521")).true
    assert "SOLE_k256" in Facts([short("secp256k1"), short("minus256k1")], []).true
    assert "SOLE_k256" not in Facts([short("secp256k1"), short("koblitz256")], []).true


def test_a_prime_as_long_is_not_taken_for_another() -> None:
    """Kernels know 2^521 - 1 by its reduction and length."""
    assert "USES_p521" not in Facts([short("crandall521")], []).true
    assert "USES_p521" not in Facts([short("secp521r1"), short("crandall521")], []).true


def test_curves_in_other_forms() -> None:
    found = Facts([], forms("ed25519", "curve25519")).true
    assert {"SCALARS_ALONE_256", "SIGNS_p25519", "PLAIN_FIELD_256"} <= found
    assert "SCALARS_ALONE_256" not in Facts([short("gost256a")], forms("ed25519")).true
    assert "SCALARS_ALONE_256" not in Facts([], forms("ed25519", "curve1174")).true
    assert "ALONE_p25519" in Facts([], forms("ed25519")).true
    assert "ALONE_p25519" not in Facts([], forms("ed25519", "m511")).true
    assert {"USES_p448", "SIGNS_p448"} <= Facts([], forms("ed448", "curve448")).true
    assert "SIGNS_p448" not in Facts([], forms("curve448")).true
    in_montgomery_form = [replace(forms("ed25519")[0], reduction="montgomery")]
    found = Facts([], in_montgomery_form).true
    assert not {"USES_p25519", "SIGNS_p25519", "PLAIN_FIELD_256", "SCALARS_ALONE_256"} & found
    assert in_montgomery_form[0].prime_name == "none"


def test_byte_code_has_kernels_for_what_they_were_made_for() -> None:
    served = {("secp256r1", "p256"), ("twin256r1", "p256"), ("secp256k1", "k256")}
    for name in (*OTHERS, "secp256r1", "secp256k1"):
        for prime in KERNELS:
            assert has_byte_code(prime, short(name)) == ((name, prime) in served)
    twin = short("twin256r1")
    # Kernels tell the order from the prime by a limb.
    assert not has_byte_code("p256", replace(twin, order=twin.order | 0xFFFFFFFF << 64))
    assert not has_byte_code("p256", replace(twin, twist=twin))


def test_kernels_are_named_after_primes_that_are_there() -> None:
    assert set(KERNELS) < set(PRIMES)


@pytest.mark.brief(2)
@pytest.mark.parametrize(
    ("build", "fact", "value"),
    [(("gost256a",), "PLAIN_FIELD_256", 0), (("gost256a", "secp521r1"), "SOLE_p521", 1)],
)
def test_a_build_with_the_wrong_kernels_does_not_compile(
    quick: Bench, build: Build, fact: str, value: int
) -> None:
    """Whatever src/generated/curve/primes.h says."""
    whole = (quick.folder / "whit.c").read_text()
    line = re.compile(rf"^#define WHIT_{fact} .*$", re.M)
    changed, count = line.subn(f"#define WHIT_{fact} {value}", whole)
    assert count == 1
    core = ("arm-none-eabi-gcc", "-mthumb", "-mcpu=cortex-m4", "-E", "-DWHIT_PROFILE=fast")
    for text, wrong in ((whole, set()), (changed, {"gost256a"})):
        done = subprocess.run(
            [*core, f"-I{quick.folder}", f"-DWHIT_CURVES={','.join(build)}", "-"],
            input=text,
            capture_output=True,
            text=True,
            check=False,
        )
        assert set(re.findall(r'#error "(\w+) is not what its kernels', done.stderr)) == wrong
        assert (done.returncode == 0) == (not wrong)


def test_files_say_how_they_were_made() -> None:
    for name in OTHERS:
        sources = tomllib.loads((HERE / f"{name}.toml").read_text())["sources"]
        assert all("make.py, D = " in each or each.startswith("RFC ") for each in sources)
