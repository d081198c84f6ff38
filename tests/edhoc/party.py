# SPDX-License-Identifier: MIT
"""A party of examples/edhoc in a program of its own, which a test leads, and how it is built."""

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from lab.peers import catalogue, sources
from tests.edhoc.reference import Owner
from tests.runner.tools import ROOT, compile_with

EXAMPLE = ROOT / "examples" / "edhoc"
SANITIZED = "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all"
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror")
STATUS = re.compile(r"^    (EDHOC_\w+) = (0x\w+)", re.M)
STATUSES: dict[int, str] = {
    int(value, 16): name.removeprefix("EDHOC_").removeprefix("ERROR_")
    for name, value in STATUS.findall((EXAMPLE / "edhoc.h").read_text(encoding="utf-8"))
}
KINDS = ("signature", "static")


def say(text: str) -> None:
    print(text, file=sys.stderr)


def make(out: Path, *targets: str, **variables: str | Path) -> None:
    """Build targets in `out` by the example's Makefile."""
    words = {"OUT": out, "BEARSSL": sources.prepare(catalogue.find("bearssl"), say)} | variables
    command = ["make", "--silent", "-C", str(EXAMPLE), *(f"{k}={v}" for k, v in words.items())]
    done = subprocess.run(
        [*command, *(str(out / each) for each in targets)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def party_program(out: Path) -> Path:
    """The program of party.c, with sanitizers."""
    make(out, "host/libedhoc.a", HOST=SANITIZED)
    program = out / "party"
    words = ["gcc", "-std=c99", *WARNINGS, *SANITIZED.split()]
    includes = [f"-I{EXAMPLE}", f"-I{out / 'whit'}"]
    files = [str(Path(__file__).with_name("party.c")), str(out / "host" / "libedhoc.a")]
    compile_with([*words, *includes, *files, "-o", str(program)])
    return program


@dataclass(frozen=True)
class Answer:
    status: str
    content: bytes


class Party:
    """One party; a status other than OK is an answer like others."""

    def __init__(self, program: Path) -> None:
        self._process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        where: TracebackType | None,
    ) -> None:  # fmt: skip
        with self._process as process:
            assert process.stdin is not None
            process.stdin.close()
            status = process.wait()
        assert kind is not None or status == 0, "a sanitizer stopped the party"

    def ask(self, what: str, *words: str | int | bytes) -> Answer:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        texts = ((each.hex() or "-") if isinstance(each, bytes) else str(each) for each in words)
        print(what, *texts, file=self._process.stdin, flush=True)
        status, _, content = self._process.stdout.readline().rstrip("\n").partition(" ")
        return Answer(STATUSES[int(status, 16)], bytes.fromhex(content))

    def set_up(
        self, owner: Owner, kind: int, peer: Owner, peer_kind: int, suites: list[int], key: bytes,
        workspace: int = 512,
    ) -> None:  # fmt: skip
        """With its own key and credential, those of a peer that it knows, and an ephemeral key."""
        private = owner.private
        if kind == 0 and suites[0] == 0:
            private += owner.public
        shown = (owner.public, owner.identifier, owner.credential)
        self.ask("identity", KINDS[kind], *shown, private)
        self.knows(peer, peer_kind)
        self.ask("suites", *suites)
        self.ask("key", key)
        self.ask("workspace", workspace)

    def knows(self, peer: Owner, kind: int) -> None:
        self.ask("peer", KINDS[kind], peer.public, peer.identifier, peer.credential)

    def write(self, message: int, room: int = 512) -> Answer:
        return self.ask("write", message, room)

    def read(self, message: int, content: bytes) -> Answer:
        return self.ask("read", message, content)
