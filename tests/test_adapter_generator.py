# SPDX-License-Identifier: MIT
"""What the lab calls of Whit, written from the declarations of schemes."""

import shutil
from pathlib import Path

import pytest

from tests.runner.tools import ROOT
from tools.adapter import PEER, harness, written
from tools.curves.primes import CurveError


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """What is read."""
    shutil.copytree(ROOT / "src" / "scheme", tmp_path / "src" / "scheme")
    for folder in ("include", "firmware"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    return tmp_path


def test_the_files_are_current() -> None:
    for name, text in written(ROOT).items():
        assert (PEER / name).read_text() == text


def test_conditions_decide_what_the_harness_calls() -> None:
    text = """\
#if WHIT_LAB_EDDSA
int adapter_sign(uint8_t *signature,
                 size_t length);
#if WHIT_LAB_BATCH
int adapter_verify_batch(size_t length);
#endif
#else
int adapter_sign(uint8_t *signature);
#endif
int adapter_ecdh(uint8_t *secret);
"""
    signed = {"sign": "uint8_t *signature, size_t length", "verify_batch": "size_t length"}
    assert harness(text, eddsa=True) == {**signed, "ecdh": "uint8_t *secret"}
    assert harness(text, eddsa=False) == {"sign": "uint8_t *signature", "ecdh": "uint8_t *secret"}


def test_randomised_images_call_what_takes_a_source() -> None:
    """Where the plain function draws nothing, as in ECDH."""
    text = written(ROOT)["operations.inc"]
    randomised, plain = text[text.index("#if WHIT_RANDOMISE") :].split("#else")[:2]
    assert "CURVE(ecdh_randomised)(" in randomised
    assert "&source" in randomised
    assert "CURVE(ecdh)(" in plain
    assert "&source" not in plain.partition("#endif")[0]


def test_an_operation_is_a_line_of_a_declaration(tree: Path) -> None:
    """And the interface of the harness."""
    declaration = tree / "src" / "scheme" / "key" / "scheme.toml"
    declaration.write_text(declaration.read_text() + 'compress = "compress"\n')
    with pytest.raises(CurveError, match="has no adapter_compress"):
        written(tree)
    adapter = tree / "firmware" / "adapter.h"
    prototype = "int adapter_compress(uint8_t *compressed, const uint8_t *public_key);"
    adapter.write_text(adapter.read_text().replace("#endif\n", f"#endif\n{prototype}\n"))
    files = written(tree)
    call = "CURVE(compress)(compressed, encoded, sizeof encoded) != WHIT_OK;"
    assert call in files["operations.inc"]
    assert '    "compress",\n' in files["operations.toml"]


@pytest.mark.parametrize(
    ("scheme", "old", "new", "complaint"),
    [
        ("key", "validate_public_key", "validate_public", "no curve's header has validate_public"),
        ("xdh", 'ecdh = "ecdh"', 'ecdh = "agree"', "src/scheme/xdh: its header has no agree"),
        ("ecdsa", 'sign_message = "sign"', 'mod_inv = "sign"', "no signature for mod_inv"),
    ],
)
def test_a_wrong_declaration_is_refused(
    tree: Path, scheme: str, old: str, new: str, complaint: str
) -> None:
    path = tree / "src" / "scheme" / scheme / "scheme.toml"
    before, found, after = path.read_text().partition("[lab]\n")
    assert after.count(old) == 1
    path.write_text(before + found + after.replace(old, new))
    with pytest.raises(CurveError, match=complaint):
        written(tree)
