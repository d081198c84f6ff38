# SPDX-License-Identifier: MIT
"""The declarations of schemes: what they say is what the public headers have."""

import itertools
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lab.model import PROFILES
from tests.emitting import interface
from tests.images import Images, boot
from tests.runner.core import targets
from tools.curves import read_forms
from tools.curves.form_schemes import aligned, filled, load_form_schemes, scheme_of
from tools.curves.primes import CurveError
from tools.curves.schemes import bodies_of, functions_of, load_all
from tools.curves.selftests import known_answers_source
from tools.emission.schemes import Schemes
from tools.emission.source import EmissionError

ROOT = Path(__file__).resolve().parent.parent
SCHNORR = ROOT / "tests" / "schemes" / "schnorr"
PROGRAM = SCHNORR / "test_schnorr.c"
QUICK = ("cortex-m4", "small")


# One target of those that run the same images.
CORES = (*targets(), "avr")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """What declarations are read from."""
    for folder in ("scheme", "hash"):
        shutil.copytree(ROOT / "src" / folder, tmp_path / "src" / folder)
    shutil.copytree(ROOT / "include", tmp_path / "include")
    return tmp_path


def test_every_template_of_a_folder_is_included() -> None:
    """In folders with a declaration, a body that it forgets would not be compiled."""
    schemes = load_all(ROOT)
    included = set(bodies_of(schemes))
    for scheme in schemes:
        folder = ROOT / "src" / "scheme" / scheme.name
        found = {f"scheme/{scheme.name}/{path.stem}" for path in folder.glob("*.inc")}
        assert found <= included
    assert len(list(bodies_of(schemes))) == len(included)


def test_every_template_of_other_forms_is_included() -> None:
    for scheme in load_form_schemes(ROOT):
        folder = ROOT / "src" / "scheme" / scheme.name
        assert {path.stem for path in folder.glob("*.inc")} == {*scheme.templates}


def headers_of_forms(tree: Path) -> list[str]:
    schemes = load_form_schemes(tree)
    curves = read_forms.load_all(ROOT / "curves")
    return [scheme_of(curve, schemes).header(curve) for curve in curves]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('curve = "Curve448"', "", "curve448 has no word curve"),
        ("[curves.x448]", "[curves.x44]", "no folder of src/scheme has x448 for its form"),
        ('forms = ["montgomery"]', 'forms = ["edwards"]', "has x25519 for its form"),
        ('bodies = ["xdh"]', 'bodies = ["hdx"]', "there is no hdx.inc"),
        ("[defines]", "[define]", "a scheme of a form has no define"),
    ],
)
def test_a_wrong_declaration_of_a_form_is_refused(
    tree: Path, old: str, new: str, complaint: str
) -> None:
    path = tree / "src" / "scheme" / "xdh" / "scheme.toml"
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))
    with pytest.raises(CurveError, match=complaint):
        headers_of_forms(tree)


def test_headers_of_other_forms_are_filled_to_their_columns() -> None:
    """A comment, a list in it and a prototype, whose words are of any length."""
    long = "word " * 24
    comment = f"/* {long}[A, 1]\n *   - {long}\n *\n * end */"
    lines = filled(comment).splitlines()
    assert lines[0].startswith("/* word")
    assert lines[-1] == " * end */"
    assert " *" in lines
    assert max(map(len, lines)) in range(94, 101)
    assert any(line.startswith(" *     word") for line in lines)
    assert aligned("whit_status f(", "int a,\n    int b") == "whit_status f(int a, int b);"
    wide = aligned("whit_status f(", ", ".join(f"int number_{i}" for i in range(9)))
    assert all(line.startswith(" " * 14 + "int") for line in wide.splitlines()[1:])
    for length in range(70, 78):
        fitting = aligned("whit_status f(", f"int a, int {length * 'b'}")
        assert max(map(len, fitting.splitlines())) <= 100
        assert len(fitting.splitlines()) == (1 if length <= 73 else 2)


def test_code_in_headers_of_other_forms_stays_code() -> None:
    """A statement a line, the arguments of a call below each other, and prose around it filled."""
    arguments = ", ".join(f"argument_{i}" for i in range(9))
    comment = f"""/* What it
 * does.
 *
 *     static const int a = 1;
 *     int b[WORD];
 *     status = f(b, {arguments}, sizeof b);
 *
 * More
 * of it. */"""
    lines = filled(comment).splitlines()
    assert lines[:6] == [
        *("/* What it does.", " *", " *     static const int a = 1;", " *     int b[WORD];"),
        " *     status = f(b, " + ", ".join(arguments.split(", ")[:6]) + ",",
        " *                argument_6, argument_7, argument_8, sizeof b);",
    ]
    assert lines[6:] == [" *", " * More of it. */"]


def test_references_stay_in_their_lines() -> None:
    lines = filled(f"/* {'word ' * 18}[draft-of-a-standard-01, 2] */").splitlines()
    assert lines[1] == " * [draft-of-a-standard-01, 2] */"


def test_a_scheme_comes_after_those_that_it_names() -> None:
    schemes = load_all(ROOT)
    names = [scheme.name for scheme in schemes]
    for scheme in schemes:
        assert all(names.index(other) < names.index(scheme.name) for other in scheme.after)


def test_names_and_calls_stand_once() -> None:
    functions = functions_of(load_all(ROOT))
    assert len({function.name for function in functions}) == len(functions)
    assert len({function.calls for function in functions}) == len(functions)


@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        ("ecdh", 'ecdh = "whit_ecdh"', "", "whit_ecdh is not among its functions"),
        ("ecdh", 'ecdh = "whit_ecdh"', 'ecdh = "whit_agree"', "whit_agree is in none of its"),
        ("ecdh", 'bodies = ["ecdh"]', 'bodies = ["edch"]', "there is no edch.inc"),
        ("ecdh", 'needs = "cofactor"', 'needs = "luck"', "nothing needs luck"),
        ("ecdh", 'needs = "cofactor"', 'need = "cofactor"', "function ecdh_cofactor has no need"),
        ("ecdh", "field = 1", "fields = 1", "size secret has no fields"),
        ("ecdh", "secret = {", "shared = {", "whit_ecdh: secret has no size"),
        ("ecdh", 'after = ["key"]', 'after = ["keys"]', "it cannot come after keys"),
        (
            "ecdsa",
            'recover = ["keys", "recover"]',
            'again = ["recovery"]',
            "makes 'recover' a part",
        ),
        ("ecdsa", '"*_der" = ["der",', '"*_der" = ["ber",', "makes 'ber' a part"),
        ("key", 'bodies = ["key"]', 'bodies = ["key"]\nafter = ["ecdh"]', "come after"),
    ],
)
def test_a_wrong_declaration_is_refused(
    tree: Path, file: str, old: str, new: str, complaint: str
) -> None:
    path = tree / "src" / "scheme" / file / "scheme.toml"
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))
    with pytest.raises((CurveError, EmissionError), match=complaint):
        Schemes(tree)


SELF_TEST = """\
typedef struct whit_schnorr_answer {
    const uint8_t *public_key;
    const uint8_t *message;
    size_t message_length;
    const uint8_t *signature;
} whit_schnorr_answer;

whit_status whit_selftest_schnorr_verify(const whit_curve *curve, const whit_hash *hash,
                                         const whit_schnorr_answer *answer);
"""


def with_self_test(tree: Path, name: str, header: str = SELF_TEST) -> str:
    """The bodies of self-tests where the sketch has one."""
    shutil.copytree(SCHNORR, tree / "src" / "scheme" / "schnorr")
    with (tree / "include" / "whit" / "selftest.h").open("a") as file:
        file.write(header)
    path = tree / "src" / "scheme" / "selftest" / "scheme.toml"
    line = f'[functions]\n{name} = "whit_selftest_schnorr_verify"'
    path.write_text(path.read_text().replace("[functions]", line))
    return known_answers_source(load_all(tree))


def test_a_self_test_is_a_prototype_and_a_line(tree: Path) -> None:
    before = known_answers_source(load_all(tree))
    text = with_self_test(tree, "selftest_schnorr_verify")
    assert "uint8_t signature[2 * SCALAR_LIMBS * LIMB_BYTES];" in text
    call = "whit_schnorr_verify(\n        curve, hash, answer->public_key, 1 + 2 * f,"
    assert text.count(call) == 2
    assert before.count("\nwhit_status ") + 1 == text.count("\nwhit_status ")
    rule = Schemes(tree).rule("whit_selftest_schnorr_verify_256")
    assert rule == (frozenset({"selftest"}), frozenset({"schnorr"}))


@pytest.mark.parametrize(
    ("name", "old", "new", "complaint"),
    [
        ("selftest_schnorr_check", "", "", "no function schnorr_check for it to try"),
        ("schnorr_verified", "", "", "no function schnorr_verified for it to try"),
        ("selftest_schnorr_verify", "*public_key;", "*key;", "no known answer has public_key"),
        ("selftest_schnorr_verify", "const whit_schnorr_a", "const whit_ecdh_a", "of ecdh"),
    ],
)
def test_a_self_test_of_nothing_is_refused(
    tree: Path, name: str, old: str, new: str, complaint: str
) -> None:
    with pytest.raises(CurveError, match=complaint):
        with_self_test(tree, name, SELF_TEST.replace(old, new))


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the library with a folder more in src/scheme, generated anew."""
    folder = tmp_path_factory.mktemp("extended")
    headers = [f"{path.stem}.h" for path in (ROOT / "curves").rglob("*.toml")]
    generated = shutil.ignore_patterns("__pycache__", "curve", "instance", "answers", *headers)
    for part in ("tools", "include", "src"):
        shutil.copytree(ROOT / part, folder / part, ignore=generated)
    (folder / "curves").mkdir()
    shutil.copy(ROOT / "curves" / "secp256r1.toml", folder / "curves")
    shutil.copytree(SCHNORR, folder / "src" / "scheme" / "schnorr")
    (folder / "src" / "scheme" / "schnorr" / PROGRAM.name).unlink()
    succeed([sys.executable, "-m", "tools.curves"], folder)
    return folder


def succeed(command: list[str | Path], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def drop_in(extended: Path, tmp_path_factory: pytest.TempPathFactory) -> Images:
    """Its drop-in of one curve, which in profile small runs ECDSA as byte code."""
    return Images(tmp_path_factory.mktemp("drop-in"), extended)


@pytest.mark.brief(3)
@pytest.mark.parametrize("profile", PROFILES)
def test_a_scheme_is_a_folder(drop_in: Images, profile: str, tmp_path: Path) -> None:
    """Schnorr signatures on the host."""
    program = tmp_path / "program"
    options = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", f"-DWHIT_PROFILE={profile}"]
    library: list[str | Path] = [drop_in.folder / "whit.c", "-I", drop_in.folder]
    succeed(["gcc", *options, "-DDROP_IN", PROGRAM, *library, "-o", program], tmp_path)
    assert subprocess.run([program], check=False).returncode == 0


TWIN = """
whit_status whit_ecdh_twin(const whit_curve *curve, uint8_t *secret, size_t secret_length,
                           const uint8_t *private_key, size_t private_key_length)"""


def texts(folder: Path) -> dict[Path, bytes]:
    files = (path for part in ("include", "src") for path in (folder / part).rglob("*.*"))
    return {path: path.read_bytes() for path in files if path.is_file()}


def test_a_function_of_a_scheme_touches_few_files(extended: Path, tmp_path: Path) -> None:
    """Three by hand, and what make generate writes: fewer than ten, by CONTRIBUTING.md."""
    folder = Path(shutil.copytree(extended, tmp_path / "tree"))
    before = texts(folder)
    declaration = folder / "src" / "scheme" / "ecdh" / "scheme.toml"
    line = '[functions]\necdh_twin = "whit_ecdh_twin"'
    declaration.write_text(declaration.read_text().replace("[functions]", line))
    with (folder / "include" / "whit" / "ecdh.h").open("a") as header:
        header.write(f"{TWIN};\n")
    with (declaration.parent / "ecdh.inc").open("a") as body:
        body.write(f"{TWIN}\n{{\n    return WHIT_ERROR_ARGUMENT;\n}}\n")
    succeed([sys.executable, "-m", "tools.curves"], folder)
    changed = {path.name for path, text in texts(folder).items() if before.get(path) != text}
    assert {"functions.h", "functions.hpp", "sized.h", "dispatch.c", "public.h"} < changed
    assert len(changed) < 10


@pytest.mark.slow
def test_a_drop_in_is_emitted_for_a_scheme_that_is_a_folder(extended: Path, tmp_path: Path) -> None:
    """By the folder's name, and with what it comes after."""
    tool: list[str | Path] = [sys.executable, extended / "tools" / "amalgamate.py"]
    tool += ["--output", tmp_path, "--core", "x86-64", "--curve", "secp256r1", "--scheme"]
    succeed([*tool, "schnorr"], tmp_path)
    functions, objects = interface((tmp_path / "whit.h").read_text())
    given = {name.removeprefix("whit_").removesuffix("_256") for name in functions}
    assert {"schnorr_sign", "schnorr_verify", "key_generate", "key_decompress"} <= given
    assert not {name for name in given if "ecdsa" in name or "ecdh" in name}
    assert set(objects) == {"whit_secp256r1", "whit_secp256r1_base", "whit_sha256"}
    program = tmp_path / "program"
    compiler: list[str | Path] = ["gcc", "-std=c99", "-O1", "-DDROP_IN", "-I", tmp_path]
    succeed([*compiler, PROGRAM, tmp_path / "whit.c", "-o", program], tmp_path)
    assert subprocess.run([program], check=False).returncode == 0
    told = subprocess.run([*tool, "schnor"], capture_output=True, check=False)
    assert b"the nearest: schnorr" in told.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "profile"),
    [
        pytest.param(*case, marks=[] if case == QUICK else [pytest.mark.slow])
        for case in itertools.product(CORES, PROFILES)
    ],
)
@pytest.mark.sampled(4)
def test_a_scheme_works_on_every_core(drop_in: Images, target: str, profile: str) -> None:
    """The same, with some of the changed signatures."""
    elf = drop_in.elf(target, profile, PROGRAM.read_text(), "DROP_IN=1")
    assert boot(elf, target).call("test_schnorr", 29).value & 0xFFFF == 0
