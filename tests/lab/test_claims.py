# SPDX-License-Identifier: MIT
"""What is claimed of Whit against its peers, on made-up samples and on those of results/."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from fakes import SAMPLE

from lab import curves, goals
from lab.commands import front
from lab.commands.main import main
from lab.errors import LabError
from lab.goals import Duel, Goals
from lab.model import ALL, ALL_PARTS, PROFILES, Sample
from lab.paths import RESULTS
from lab.peers import catalogue as libraries
from lab.published import points
from lab.reports import claims
from lab.store import Results
from lab.targets import catalogue as targets

NO_GOALS = Goals(goals=(), duels=(), beaten={})
DUEL = Duel("duel", "says", ("core",), "secp256r1", "fast", "peer", ("default",), 0.5, 1.0)


def build(size: int, cycles: int, library: str = "whit", variant: str = "small") -> Sample:
    ours = library == "whit"
    return replace(
        SAMPLE,
        target="core",
        operation="ecdh",
        library=library,
        profile=variant if ours else None,
        configuration=None if ours else variant,
        flash_bytes=size,
        stack_bytes=size,
        cycles=cycles,
    )


OURS = [build(100, 900), build(300, 300, variant="fast")]


def broken(*theirs: Sample, judged: Goals = NO_GOALS) -> set[tuple[str, str]]:
    """The claims that do not hold, and of whom."""
    found = claims.exceptions(claims.findings([*OURS, *theirs], judged))
    return {(claim, subject.split()[2]) for claim, subject, _ in found}


@pytest.mark.parametrize(
    ("size", "cycles", "wrong"),
    [
        (99, 299, {"dominated", "front_of_flash", "front_of_stack"}),
        (99, 300, {"front_of_flash", "front_of_stack", "dominated"}),
        (100, 899, {"front_of_flash", "front_of_stack"}),  # beats one of the two
        (200, 500, {"front_of_flash", "front_of_stack"}),  # between them
        (301, 300, set()),
        (100, 901, set()),
    ],
)
def test_a_build_of_a_peer_is_judged(size: int, cycles: int, wrong: set[str]) -> None:
    assert broken(build(size, cycles, "peer", "x")) == {(claim, "peer") for claim in wrong}


def test_of_named_peers_every_build_is_to_be_beaten() -> None:
    judged = replace(NO_GOALS, beaten={"peer": ("x",), "rival": ("all",)})
    between = (200, 500)

    def slower(library: str, variant: str, size: int, cycles: int) -> bool:
        found = broken(build(size, cycles, library, variant), judged=judged)
        return ("slower", library) in found

    assert slower("peer", "x", *between)
    assert slower("rival", "y", *between)
    assert not slower("peer", "y", *between)
    assert not slower("peer", "x", 300, 301)
    assert slower("peer", "x", 301, 300)  # smaller alone is not faster


def test_bytes_of_the_image_with_all_four_count_too() -> None:
    whole = replace(build(90, 1, "peer", "x"), operation=ALL, cycles=None)
    ours = [replace(each, operation=ALL, cycles=None) for each in OURS]
    found = claims.findings([*OURS, *ours, build(400, 200, "peer", "x"), whole], NO_GOALS)
    assert ("dominated", "core secp256r1 peer (x)", "ecdh in all") in claims.exceptions(found)
    assert ("dominated", "core secp256r1 peer (x)", "ecdh") not in claims.exceptions(found)


def test_a_place_has_a_row() -> None:
    peers = [build(200, 500, "peer", "x"), build(301, 400, "peer", "y")]
    text = claims.places(claims.findings([*OURS, *peers], NO_GOALS)).markdown()
    assert text.splitlines()[:3] == [
        "| core | curve | dominated | slower | front of flash | front of stack | duels |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
        "| core | secp256r1 | 0 of 2 | – | 1 of 2 | 1 of 2 | – |",
    ]


def test_a_build_of_whit_with_an_option_is_on_neither_side() -> None:
    leaking = replace(build(50, 50), configuration="leaking")
    peer = build(99, 299, "peer", "x")
    found = claims.findings([*OURS, leaking, peer], NO_GOALS)
    assert {each.subject for each in found} == {"core secp256r1 peer (x)"}
    assert claims.exceptions(found) == claims.exceptions(claims.findings([*OURS, peer], NO_GOALS))


def test_a_build_of_whit_in_the_least_flash_counts() -> None:
    least = replace(build(40, 999), configuration="least")
    peer = build(50, 2_000, "peer", "x")
    assert claims.exceptions(claims.findings([*OURS, peer], NO_GOALS))
    assert not claims.exceptions(claims.findings([*OURS, least, peer], NO_GOALS))


def test_boards_and_what_whit_lacks_are_left_out() -> None:
    on_board = [replace(each, board="board") for each in [*OURS, build(1, 1, "peer", "x")]]
    alone = replace(build(1, 1, "peer", "x"), operation="validate")
    assert claims.findings([*on_board, *OURS, alone], NO_GOALS) == ()


def test_duels() -> None:
    judged = replace(NO_GOALS, duels=(DUEL,))

    def held(*samples: Sample) -> dict[str, bool | None]:
        found = claims.findings(samples, judged)
        return {each.operation: each.holds for each in found if each.claim == "duels"}

    peer = build(300, 600, "peer", "default")
    both = (*OURS, peer)
    assert held(*both) == dict.fromkeys((*ALL_PARTS, "flash")) | {"ecdh": True}
    assert not held(*OURS, replace(peer, cycles=599))["ecdh"]
    whole = [replace(each, operation=ALL) for each in both]
    assert held(*whole)["flash"] is True
    assert held(*whole[:-1], replace(whole[-1], flash_bytes=299))["flash"] is False


def test_duels_on_boards_with_what_the_curve_has() -> None:
    """There is no key agreement on an Edwards curve; cycles are those of the board."""
    there = replace(DUEL, targets=("a-board",), curve="ed25519", flash=None)
    judged = replace(NO_GOALS, duels=(there,))
    both = [replace(each, board="a-board", curve="ed25519", operation="sign")
            for each in (*OURS, build(300, 600, "peer", "default"))]  # fmt: skip

    def held(board_cycles: int) -> dict[str, bool | None]:
        waiting = [replace(each, board_cycles=each.cycles) for each in both[:-1]]
        peer = replace(both[-1], board_cycles=board_cycles)
        return {each.operation: each.holds for each in claims.findings([*waiting, peer], judged)}

    assert held(600) == {"keygen": None, "sign": True, "verify": None}
    assert held(599)["sign"] is False


def test_exceptions_come_back_from_the_file(tmp_path: Path) -> None:
    place = tmp_path / "exceptions.toml"
    assert claims.read(place) == frozenset()
    known = frozenset({("slower", "a b c (d)", "ecdh"), ("slower", "a b c (d)", "sign in all")})
    place.write_text(claims.written(known))
    assert claims.read(place) == known
    place.write_text("[quicker]\n")
    with pytest.raises(LabError, match="quicker is not a claim"):
        claims.read(place)


class TestTheCommand:
    @pytest.fixture(autouse=True)
    def elsewhere(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setattr(front, "RESULTS", tmp_path / "results")
        monkeypatch.setattr(front, "EXCEPTIONS", tmp_path / "exceptions.toml")
        monkeypatch.setattr(goals, "load", lambda: NO_GOALS)
        self.patch, self.results = monkeypatch, Results(tmp_path / "results")

    def run(self, *arguments: str) -> int:
        self.patch.setattr(sys, "argv", ["whit", "front", *arguments])
        with pytest.raises(SystemExit) as caught:
            main()
        assert isinstance(caught.value.code, int)
        return caught.value.code

    def test_more_and_less_than_the_list_fail(self, capsys: pytest.CaptureFixture[str]) -> None:
        peer = build(200, 500, "peer", "x")
        self.results.append([*OURS, peer])
        assert self.run() == 1
        assert "front_of_flash: new: does not hold" in capsys.readouterr().out
        assert self.run("--save") == 1  # takes out, and adds nothing
        assert self.run("--save", "--accept") == 0
        assert self.run() == 0
        assert self.run("--target", "other") == 0
        self.results.append([replace(peer, cycles=1000)])
        capsys.readouterr()
        assert self.run() == 1
        assert "front_of_flash: no longer true, and in the list" in capsys.readouterr().out
        assert self.run("--save") == 0
        assert claims.read(front.EXCEPTIONS) == frozenset()

    def test_figures_are_in_the_array(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.results.append([*OURS, build(200, 500, "peer", "x")])
        assert self.run("--format", "json") == 1
        rows = json.loads(capsys.readouterr().out)
        assert {row["told"] for row in rows} == {"200 B, 500 cycles"}
        assert {row["claim"]: row["holds"] for row in rows}["front_of_stack"] is False

    def test_options_that_do_not_go_together(self) -> None:
        self.results.append(OURS)
        assert self.run("--accept") == 2
        assert self.run("--save", "--curve", "secp256r1") == 2

    def test_what_is_missing_is_a_command_to_run(self, capsys: pytest.CaptureFixture[str]) -> None:
        core = [replace(each, target="cortex-m4", operation="ecdh") for each in OURS]
        self.results.append(core)
        asked = ("--missing", "--target", "cortex-m4", "--curve", "secp256k1")
        assert self.run(*asked) == 0
        lines = capsys.readouterr().out.splitlines()
        assert (
            "whit measure --target cortex-m4 --library libsecp256k1 --curve secp256k1 "
            "--configuration default --configuration fast --save"
        ) in lines


def test_the_exceptions_are_those_of_the_newest_samples() -> None:
    """Where this fails, see `whit front`: a claim that broke is to be mended, and one that holds
    now is taken out of the list by `whit front --save`."""
    found = claims.findings((*Results(RESULTS).newest().values(), *points()), goals.load())
    true, known = claims.exceptions(found), claims.read(front.EXCEPTIONS)
    assert true - known == set(), "a claim holds no longer"
    assert known - true == set(), "the list has what is no longer true"
    assert front.EXCEPTIONS.read_text(encoding="utf-8") == claims.written(known)


def test_the_goals_name_what_exists() -> None:
    asked = goals.load()
    for goal in asked.goals:
        assert targets.find(goal.target)
        assert curves.find(goal.curve)
        assert goal.profile in PROFILES
        assert goal.record
    for duel in asked.duels:
        assert all(targets.find(name) for name in duel.targets)
        assert curves.find(duel.curve)
        for configuration in duel.configurations:
            assert libraries.find(duel.library).variant(configuration)
    for library, configurations in asked.beaten.items():
        for configuration in configurations:
            assert configuration == "all" or libraries.find(library).variant(configuration)
