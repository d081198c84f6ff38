# SPDX-License-Identifier: MIT
"""Handshakes of tinydtls over Whit with tinydtls' own elliptic curve and with GnuTLS, and what ends
them."""

import itertools
import os
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from lab.sensor.device import unused_port
from tests.dtls.conftest import HOSTILE
from tests.dtls.example import WITH_ITS_OWN, WITH_WHIT, new_keys, started
from tests.dtls.wire import (
    SERVER_HELLO,
    SERVER_KEY_EXCHANGE,
    Between,
    Change,
    flipped,
    keep,
    lose,
    lost_once,
)

pytestmark = pytest.mark.slow

BOTH = (WITH_WHIT, WITH_ITS_OWN)
READING = 'received {"measurement_id":1}'
HANDSHAKE_FAILURE, BAD_CERTIFICATE, INTERNAL_ERROR = 40, 42, 80  # alerts [RFC 5246, 7.2]
POINT, SIGNATURE = 4, -1  # offsets in a ServerKeyExchange: a byte of the public key, the last byte
NO_TIME = "failed: no session in time"


@dataclass(frozen=True)
class Ended:
    status: int
    lines: list[str]


@dataclass(frozen=True)
class Meeting:
    """A client's way to the server, and what both print."""

    folder: Path
    server: str = WITH_WHIT
    client: str = WITH_WHIT
    point: str = ""  # of a hostile peer
    to_server: Change = keep
    to_client: Change = keep
    seconds: tuple[int, int] = (60, 60)  # the server's time and the client's
    peer: str = "client.key"  # whom the server lets in

    def run(self) -> tuple[Ended, Ended]:
        port = unused_port()
        keys = [self.folder / "server.key", self.folder / "client.key"]
        environment = os.environ | {"POINT": self.point}
        words: list[str | Path] = [self.folder / self.server, "server", str(port)]
        words += [keys[0], self.folder / self.peer]
        with (
            subprocess.Popen(
                [*words, str(self.seconds[0])],
                stdout=subprocess.PIPE, text=True, env=environment,
            ) as server,
            Between(port, self.to_server, self.to_client) as between,
        ):  # fmt: skip
            assert server.stdout is not None
            assert server.stdout.readline() == "ready\n"
            words = [self.folder / self.client, "client", str(between.port), keys[1], keys[0]]
            client = subprocess.run(
                [*words, str(self.seconds[1])],
                capture_output=True, text=True, env=environment, check=False,
            )  # fmt: skip
            said = server.stdout.read()
        return Ended(server.returncode, said.splitlines()), Ended(
            client.returncode, client.stdout.splitlines()
        )


def ended(line: str) -> Ended:
    """Without a session."""
    return Ended(1, [line])


@pytest.mark.parametrize(("server", "client"), list(itertools.product(BOTH, BOTH)))
def test_data_goes_both_ways(programs: Path, server: str, client: str) -> None:
    served, asked = Meeting(programs, server, client).run()
    assert asked == Ended(0, ["connected", READING, "closed"])
    assert served == Ended(0, ["connected", "received reading?", "closed"])


@pytest.mark.parametrize("server", BOTH)
@pytest.mark.parametrize("offset", [POINT + 1, SIGNATURE], ids=["public key", "signature"])
def test_flipped_bit_of_the_servers_key_exchange(programs: Path, server: str, offset: int) -> None:
    """Its signature no longer holds."""
    change = flipped(SERVER_KEY_EXCHANGE, offset)
    served, asked = Meeting(programs, server, WITH_WHIT, to_client=change).run()
    assert asked == ended(f"failed: sent alert {HANDSHAKE_FAILURE}")
    assert served == ended(f"failed: received alert {HANDSHAKE_FAILURE}")


@pytest.mark.parametrize("point", ["off the curve", "infinity", "not reduced"])
@pytest.mark.parametrize("is_server", [False, True], ids=["client", "server"])
def test_signed_point_that_is_none(programs: Path, point: str, is_server: bool) -> None:
    """Both sides may be the hostile one."""
    names = (HOSTILE, WITH_WHIT) if is_server else (WITH_WHIT, HOSTILE)
    served, asked = Meeting(programs, *names, point=point, seconds=(20, 20)).run()
    whit, hostile = (asked, served) if is_server else (served, asked)
    assert whit == ended(f"failed: sent alert {INTERNAL_ERROR}")
    assert hostile == ended(f"failed: received alert {INTERNAL_ERROR}")


def test_point_at_infinity_gives_tinydtls_own_curve_a_session(programs: Path) -> None:
    """So the tests above can fail: the secret of both is zero."""
    served, asked = Meeting(programs, WITH_ITS_OWN, HOSTILE, point="infinity").run()
    assert (served.status, asked.status) == (0, 0)
    assert READING in asked.lines


def test_client_with_another_key(programs: Path, tmp_path: Path) -> None:
    served, asked = Meeting(programs, peer="server.key").run()
    assert served == ended(f"failed: sent alert {BAD_CERTIFICATE}")
    assert asked == ended(f"failed: received alert {BAD_CERTIFICATE}")


def test_server_that_vanishes(programs: Path) -> None:
    served, asked = Meeting(programs, to_client=lose, seconds=(4, 3)).run()
    assert (served, asked) == (ended(NO_TIME), ended(NO_TIME))


def test_client_that_vanishes_after_the_servers_hello(programs: Path) -> None:
    gone: list[bytes] = []

    def to_server(datagram: bytes) -> bytes | None:
        return None if gone else datagram

    def to_client(datagram: bytes) -> bytes:
        if flipped(SERVER_HELLO, 0)(datagram) != datagram:
            gone.append(datagram)
        return datagram

    meeting = Meeting(programs, to_server=to_server, to_client=to_client, seconds=(4, 3))
    assert meeting.run() == (ended(NO_TIME), ended(NO_TIME))


def test_lost_datagram_is_sent_again(programs: Path) -> None:
    before = time.monotonic()
    _, asked = Meeting(programs, to_client=lost_once(SERVER_KEY_EXCHANGE)).run()
    assert asked == Ended(0, ["connected", READING, "closed"])
    assert time.monotonic() - before > 1


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ((), "usage: dtls key"),
        (("server", "0", "server.key", "client.key"), "0: is no port"),
        (("client", "20000", "main.o", "client.key"), "is no file with a private"),
        (("client", "20000", "server.key", "none"), "none: is no file with a public key"),
    ],
)
def test_wrong_words(programs: Path, words: tuple[str, ...], text: str) -> None:
    command = [str(programs / WITH_WHIT), *words]
    done = subprocess.run(command, cwd=programs, capture_output=True, text=True, check=False)
    assert done.returncode in (1, 2)
    assert text in done.stderr
    assert done.stderr.count("\n") == 1


def test_function_that_is_replaced_is_not_left_by_mistake(programs: Path) -> None:
    """crypto.c without the definition that renames it does not link."""
    objects = [programs / name for name in ("ecc_whit.o", "ecc.o", "whit.o", "main.o", "party.o")]
    others = [each for each in (programs / "tinydtls").rglob("*.o") if each.parent.name != "ecc"]
    done = subprocess.run(
        ["gcc", *objects, *others, "-o", programs / "mistaken"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode != 0
    assert "multiple definition of `dtls_ecdh_pre_master_secret'" in done.stderr


def test_new_keys_are_those_of_openssl(programs: Path, tmp_path: Path) -> None:
    for name in BOTH:
        shutil.copy(programs / name, tmp_path)
    for file in new_keys(tmp_path):
        private, public = file.read_text(encoding="ascii").split()
        key = ec.derive_private_key(int(private, 16), ec.SECP256R1())
        numbers = key.public_key().public_numbers()
        assert public == f"{numbers.x:064x}{numbers.y:064x}"


@pytest.mark.skipif(shutil.which("coap-client-gnutls") is None, reason="libcoap3-bin is missing")
@pytest.mark.parametrize("is_known", [True, False], ids=["known", "unknown"])
def test_reading_over_coaps_by_gnutls(programs: Path, tmp_path: Path, is_known: bool) -> None:
    """libcoap over tinydtls over Whit, asked by Debian's client, with raw public keys."""
    server, client, other = (ec.generate_private_key(ec.SECP256R1()) for _ in range(3))
    for name, key in (("server", server), ("client", client)):
        form = (Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
        (tmp_path / f"{name}.pem").write_bytes(key.private_bytes(*form))
    allowed = (client if is_known else other).public_key()
    known = allowed.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    (tmp_path / "client.der").write_bytes(known)
    port = unused_port()
    keys = tmp_path / "server.pem", tmp_path / "client.der"
    with started([programs / "coap-server", str(port), *keys]) as process:
        done = subprocess.run(
            ["coap-client-gnutls", "-v", "6", "-B", "20", "-M", tmp_path / "client.pem",
             f"coaps://127.0.0.1:{port}/temperature"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert process.stdout is not None
        said = process.stdout.readline()
    assert ('{"measurement_id":1}' in done.stdout) is is_known, done.stdout + done.stderr
    assert said == ("connected\n" if is_known else "failed\n")
