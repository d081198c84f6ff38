# SPDX-License-Identifier: MIT
"""whit key: key pairs as files."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, TypeVar, get_args

import typer

from lab.commands import files
from lab.errors import LabError, UnknownNameError, UnsupportedError
from lab.library import Curve, KeyPair, keys
from lab.library.keys import Encoding, Format, Key

FORMATS: tuple[Format, ...] = get_args(Format)
ENCODINGS: tuple[Encoding, ...] = get_args(Encoding)
POINTS = ("compressed", "uncompressed")
PRIVATE_ENCODINGS = ("pkcs8", "sec1")
LEAST_SECURITY_BITS = 112  # SP 800-131A rev. 2
COLUMNS = 12  # bytes in a line of a C array

Word = TypeVar("Word", bound=str)

app = typer.Typer(help="Make, show and convert key files.")

Out = Annotated[Path | None, typer.Option(help="A file; standard output if none.")]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that exists.")]
CurveOfBytes = Annotated[
    str | None, typer.Option("--curve", help="The curve of a key in hexadecimal or raw bytes.")
]


@app.command("generate")
def generate(
    curve: Annotated[str, typer.Option(help="The curve, by its name or an alias.")],
    out: Out = None,
    form: Annotated[str, typer.Option("--format", help=", ".join(FORMATS))] = "pem",
    encoding: Annotated[str, typer.Option(help="pkcs8 or sec1, in PEM and DER.")] = "pkcs8",
    c_array: Annotated[bool, typer.Option("--c-array", help="Key pairs as arrays in C.")] = False,
    count: Annotated[int, typer.Option("-n", help="How many pairs, with --c-array.")] = 1,
    force: Force = False,
) -> None:
    """Make a key pair from the operating system's random bytes.

    A file with a private key is readable for its owner alone. In hexadecimal and raw bytes it
    is the private key and nothing else.
    """
    if form not in FORMATS:
        raise UnknownNameError("format", form, FORMATS)
    if encoding == "spki":
        raise UnsupportedError(
            "spki has no private key; whit key convert --to spki makes it of one"
        )
    if encoding not in ENCODINGS:
        raise UnknownNameError("encoding", encoding, PRIVATE_ENCODINGS)
    if count < 1 or (count > 1 and not c_array):
        raise UnsupportedError("-n must be at least 1, and 1 without --c-array")
    chosen = files.library().curve(curve)
    if chosen.parameters.security_bits < LEAST_SECURITY_BITS:
        bits = chosen.parameters.security_bits
        print(f"whit: {chosen.name} has {bits}-bit security: for tests alone", file=sys.stderr)
    if c_array:
        text = as_c(chosen, [chosen.generate() for _ in range(count)])
        files.write(out, text.encode(), secret=True, force=force)
        return
    pair = chosen.generate()
    key = Key(chosen, pair.private_key, pair.public_key, form, encoding, compressed=False)
    files.write(out, keys.write(key), secret=True, force=force)


def as_c(curve: Curve, pairs: list[KeyPair]) -> str:
    """Key pairs as arrays to paste into a program."""
    lines = [f"/* Key pairs on {curve.name}. Who has a private key can sign with it. */"]
    for number, pair in enumerate(pairs, 1):
        lines += ["", *_array(f"private_key_{number}", pair.private_key)]
        lines += ["", *_array(f"public_key_{number}", pair.public_key)]
    return "\n".join([*lines, ""])


def _array(name: str, content: bytes) -> list[str]:
    rows = [content[i : i + COLUMNS] for i in range(0, len(content), COLUMNS)]
    body = [f"    {', '.join(f'0x{byte:02x}' for byte in row)}," for row in rows]
    return [f"static const uint8_t {name}[{len(content)}] = {{", *body, "};"]


@app.command("show")
def show(
    file: Annotated[Path, typer.Argument(help="A key in PEM or DER; bare bytes with --curve.")],
    private: Annotated[bool, typer.Option("--private", help="Show the private key too.")] = False,
    curve: CurveOfBytes = None,
) -> None:
    """Say what a key file holds, after checking it."""
    key = files.read_key(file, curve)
    names = ", ".join(key.curve.parameters.names)
    kind = "public key" if key.private_key is None else "private key"
    rows = [
        ("curve", f"{names}; {key.curve.parameters.security_bits}-bit security"),
        ("holds", f"{kind}, {described(key)}"),
        ("public key", key.public_key.hex()),
        ("compressed", key.curve.compress(key.public_key).hex()),
    ]
    if key.private_key is not None:
        hidden = "present; --private shows it"
        rows.append(("private key", key.private_key.hex() if private else hidden))
    for label, text in rows:
        print(f"{label:12} {text}")


def described(key: Key) -> str:
    """How a file holds a key."""
    if key.format in ("hex", "raw"):
        return "hexadecimal" if key.format == "hex" else "raw bytes"
    names = {"pkcs8": "PKCS #8", "sec1": "SEC 1", "spki": "SubjectPublicKeyInfo"}
    point = ", point compressed" if key.compressed else ""
    return f"{names[key.encoding]} in {key.format.upper()}{point}"


@app.command("convert")
def convert(
    file: Annotated[Path, typer.Argument(help="A key in PEM or DER; bare bytes with --curve.")],
    to: Annotated[
        list[str], typer.Option(help=f"Repeatable: {', '.join((*FORMATS, *ENCODINGS, *POINTS))}")
    ],
    out: Out = None,
    curve: CurveOfBytes = None,
    force: Force = False,
) -> None:
    """Write a key in another form; what --to does not name stays as it is.

    --to spki makes a public key of a private one.
    """
    key = files.read_key(file, curve)
    form = _only("a format", to, FORMATS)
    encoding = _only("an encoding", to, ENCODINGS)
    point = _only("a form of points", to, POINTS)
    for word in to:
        if word not in (*FORMATS, *ENCODINGS, *POINTS):
            raise UnknownNameError("form", word, (*FORMATS, *ENCODINGS, *POINTS))
    key = replace(
        key,
        format=form or key.format,
        encoding=encoding or key.encoding,
        compressed=point == "compressed" if point else key.compressed,
    )
    try:
        content = keys.write(key)
    except LabError as error:
        error.args = (f"{file}: {error}",)
        raise
    files.write(out, content, secret=key.encoding != "spki", force=force)


def _only(kind: str, given: list[str], words: tuple[Word, ...]) -> Word | None:
    found = [word for word in words if word in given]
    if len(found) > 1:
        raise UnsupportedError(f"--to takes {kind} once, not {' and '.join(found)}")
    return found[0] if found else None
