# SPDX-License-Identifier: MIT
"""`whit prove`: Whit and a peer that leaks, what may be declared, and what is refused."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from program import Captured, Patch, Whit

from lab.errors import LabError
from lab.findings import DEPENDENT, Decided, Dependence, Place, Proof
from lab.model import Case
from lab.peers import catalogue
from lab.peers.catalogue import Public
from lab.reports import proofs as report
from lab.runner import Lab
from lab.runner.proofs import dependences, of_library

BRANCH, TARGET, ADDRESS, OPERAND, CONDITION, UNKNOWN = DEPENDENT


def here(address: int) -> Place:
    """Each address is a line of its own."""
    return Place(address, f"function_{address}", "some.c", address)


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "some.c").write_text("int a;\n    if (declared(a)) {\n    return a;\n")
    return tmp_path


@pytest.mark.parametrize(
    ("what", "address", "cause", "reason"),
    [
        (BRANCH, 1, 1, ""),
        (BRANCH, 2, 2, "by line"),
        (BRANCH, 1, 2, "by line"),  # of the comparison that it goes by
        (CONDITION, 2, 2, "by line"),
        (BRANCH, 7, 7, "by name"),
        (BRANCH, 9, 9, ""),  # a line that the file does not have
        (ADDRESS, 2, 2, ""),  # nothing makes an address public
        (OPERAND, 7, 7, ""),
        (TARGET, 2, 2, ""),
        (UNKNOWN, 2, 2, ""),
    ],
)
def test_branches_alone_are_declared(
    sources: Path, what: str, address: int, cause: int, reason: str
) -> None:
    public = (Public("declared(", "", "by line"), Public("", "function_[78]", "by name"))
    decided = [Decided(what, address, cause, 3)]
    (found,) = dependences(decided, here, of_library((sources,), public))
    assert (found.reason, found.times, found.place.address) == (reason, 3, address)


@pytest.mark.parametrize(("line", "reason"), [(0, "merged"), (2, ""), (None, "")])
def test_a_function_may_be_declared_where_it_has_no_lines(
    sources: Path, line: int | None, reason: str
) -> None:
    """Compilers give line 0 to what they merged."""
    public = (Public("", "f*", "merged", lineless=True), Public("return", "", "the last line"))
    place = Place(16, "f_256", "some.c", line)
    (found,) = dependences(
        [Decided(BRANCH, 16, 16, 1)], lambda _: place, of_library((sources,), public)
    )
    assert found.reason == reason


@pytest.mark.slow
@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("core", "profile", "curve", "operation"),
    [
        ("cortex-m4", "small", "secp256r1", "sign_message"),
        ("cortex-m3", "balanced", "secp256r1", "ecdh"),
        ("cortex-m4", "balanced", "ed25519", "sign"),
        ("rv32imc", "small", "secp256r1", "ecdh"),
        ("avr", "fast", "ed25519", "sign"),
    ],
)
def test_whit_is_proved(core: str, profile: str, curve: str, operation: str) -> None:
    found = Lab().prove(Case(core, "whit", curve, operation, profile=profile))
    assert found.proved, found.leaks
    assert found.instructions > 100_000
    reasons = {each.reason for each in catalogue.find("whit").public}
    assert {each.reason for each in found.dependences} <= reasons


def test_a_peer_that_leaks_is_found_to() -> None:
    found = Lab().prove(Case("cortex-m4", "micro-ecc", "secp256r1", "ecdh", "default"))
    assert not found.proved
    assert ADDRESS in {each.what for each in found.leaks}
    assert all(each.place.function for each in found.leaks)


@pytest.mark.slow
def test_flags_of_a_compiler_are_proved_too() -> None:
    case = Case("cortex-m4", "whit", "secp256r1", "keygen", profile="small")
    assert Lab(cflags=("-O2",)).prove(case).proved


@pytest.mark.slow
@pytest.mark.parametrize(
    ("core", "curve", "operation", "level"),
    [
        ("cortex-m0plus", "ed25519", "sign", "-O2"),  # a comparison of digits with 3
        ("cortex-m0plus", "curve25519", "ecdh", "-Os"),  # a number not below the prime
        ("rv32imc", "ed25519", "sign", "-Os"),
    ],
)
def test_clang_makes_no_branches_of_masks(
    core: str, curve: str, operation: str, level: str
) -> None:
    case = Case(core, "whit", curve, operation, profile="small", compiler="clang")
    found = Lab(cflags=(level,)).prove(case)
    assert found.proved, found.leaks


@pytest.mark.slow
def test_a_wrong_result_is_no_proof(monkeypatch: Patch) -> None:
    def wrong(*_: object) -> None:
        raise LabError("keygen gave a wrong result")

    monkeypatch.setattr("lab.runner.measuring.check", wrong)
    with pytest.raises(LabError, match="wrong result"):
        Lab(cached=False).prove(Case("cortex-m4", "whit", "secp256r1", "keygen", profile="small"))


PROOF = Proof(
    "cortex-m4", "whit", "small", "secp256r1", "ecdh", 1_234_567,
    (
        Dependence(BRANCH, Place(16, "f", "a.c", 3), Place(12, "f", "a.c", 2), 2, "it is public"),
        Dependence(ADDRESS, Place(20, "g", None, None), Place(20, "g", None, None), 1, ""),
    ),
    "whit", "gcc", "-Os", "0" * 64,
)  # fmt: skip


def test_the_report_names_what_leaks_first() -> None:
    text = report.FORMATS["text"]([PROOF])
    assert "1,234,567         1  1 finding\n" in text
    leak = text.index("A SECRET DECIDES an address\n    g (0x14)\n")
    assert leak < text.index(
        "declared, it is public, 2 times\n    f, a.c:3 (0x10); flags of f, a.c:2"
    )
    (record,) = json.loads(report.FORMATS["json"]([PROOF]))
    assert Proof.from_record(record) == PROOF
    assert record["proved"] is False
    assert record["dependences"][0]["place"]["line"] == 3


def test_the_table_of_cores_has_what_all_operations_say() -> None:
    declared = replace(PROOF, operation="sign", dependences=PROOF.dependences[:1])
    other = replace(declared, target="cortex-m3", operation="keygen")
    again = replace(declared, target="cortex-m3")
    table = report.by_core([PROOF, declared, other, again])
    assert table.header == ("curve", "profile", "cortex-m3", "cortex-m4")
    assert table.rows == [("secp256r1", "small", "proved, 1", "1 finding")]
    assert report.by_core([PROOF, replace(other, variant="fast")]).rows == [
        ("secp256r1", "small", None, "1 finding"),
        ("secp256r1", "fast", "proved, 1", None),
    ]


def test_each_compiler_and_level_is_a_column() -> None:
    built = replace(PROOF, cflags="-Os", dependences=PROOF.dependences[:1])
    other = replace(built, compiler="clang 14", cflags="-O3", operation="sign")
    again = replace(other, dependences=PROOF.dependences, operation="keygen")
    options = replace(built, variant="small, randomise", dependences=())
    table = report.by_compiler([PROOF, other, again, built, options])
    assert table.header == ("curve", "build", "gcc -Os", "clang -O3")
    assert table.rows == [
        ("secp256r1", "small", "proved, 1", "1 finding"),
        ("secp256r1", "small, randomise", "proved, 0", None),
    ]
    assert report.by_core([built]).rows == []


def test_declared_places_stand_by_their_reasons() -> None:
    place = Place(16, "whit_scheme_256_draw.part.0", "a.c", 3)
    more = Dependence(CONDITION, place, place, 1, "it is public")
    other = replace(PROOF, variant="fast", target="avr", dependences=(more,))
    assert report.declared([PROOF, other]).rows == [
        ("it is public", "fast; small", "avr, cortex-m4", "f, whit_scheme_draw")
    ]


def test_leaks_of_peers_are_counted_by_kind() -> None:
    often = Place(24, "h", "b.c", 7)
    found = (
        *PROOF.dependences,
        Dependence(CONDITION, often, often, 9, ""),
        Dependence(OPERAND, Place(28, "i", "b.c", 8), often, 2, ""),
    )
    peer = replace(PROOF, library="other", variant="default", dependences=found)
    clean = replace(peer, operation="sign", dependences=())
    mangled = Dependence(CONDITION, Place(24, "_RNvCs_1a1f", "a.rs", 3), often, 1, "")
    in_rust = replace(peer, operation="keygen", dependences=(mangled,))
    assert report.leaks([PROOF, peer, clean, in_rust]).rows == [
        ("other (default)", "ecdh", "1", "1", "1", "h, b.c:7"),
        ("other (default)", "sign", None, None, None, None),
        ("other (default)", "keygen", "1", None, None, "a.rs:3"),
    ]


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        ("prove --target host", 1, "cannot follow secrets on host; choose from"),
        ("prove --target cortex-m5", 2, "cortex-m5"),
        ("prove --operation verify", 2, "verify"),
        ("prove --format xml", 2, "format"),
        ("prove --cflags=-c", 1, "-c is the lab's own"),
        ("prove --flags=-c", 1, "-c is the lab's own"),
    ],
)
def test_what_cannot_be_proved_is_refused(
    monkeypatch: Patch, capsys: Captured, line: str, code: int, told: str
) -> None:
    whit = Whit(monkeypatch, capsys)
    assert whit(*line.split()) in (1, 2)
    assert whit.out == ""
    assert told in whit.error
    assert len(whit.error.splitlines()) == 1, code


def test_flags_that_do_not_compile_are_told(monkeypatch: Patch, capsys: Captured) -> None:
    whit = Whit(monkeypatch, capsys)
    for command in ("prove", "trace"):
        assert whit(command, "--flags=-fnone", "--operation", "keygen") == 1
        assert whit.error.splitlines()[-1].startswith("whit: compiling ")
        assert "unrecognized command-line option '-fnone'" in whit.error


@pytest.mark.slow
def test_the_command_prints_a_row_a_run(monkeypatch: Patch, capsys: Captured) -> None:
    whit = Whit(monkeypatch, capsys)
    assert whit("prove", "--profile", "small", "--operation", "keygen") == 0
    assert "whit (small)  cortex-m4  secp256r1  keygen" in whit.out
    assert "declassified by base_public" in whit.out
