# SPDX-License-Identifier: MIT
"""whit key: keys as files and as arrays in C."""

import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, TypeVar, get_args

import typer

from lab.commands import files
from lab.commands.options import curve_name, offer, offer_curves
from lab.errors import LabError, UnknownNameError, UnsupportedError
from lab.library import AnyCurve, StringCurve, keys
from lab.library.keys import Format, Key, Kind
from lab.library.pem import Encoding

FORMATS: tuple[Format, ...] = get_args(Format)
ENCODINGS: tuple[Encoding, ...] = get_args(Encoding)
KINDS: tuple[Kind, ...] = get_args(Kind)
POINTS = ("compressed", "uncompressed")
C_ARRAY = "c-array"
FORMS = (*FORMATS, C_ARRAY, *ENCODINGS, *POINTS)
PRIVATE_ENCODINGS = ("pkcs8", "sec1")
LEAST_SECURITY_BITS = 112  # SP 800-131A rev. 2
COLUMNS = 12  # bytes in a line of a C array

Word = TypeVar("Word", bound=str)

app = typer.Typer(help="Make, show and convert key files.")

Out = Annotated[Path | None, typer.Option(help="A file; standard output if none.")]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that exists.")]
KeyFile = Annotated[
    Path, typer.Argument(help="A key in PEM or DER; bare bytes with --curve; - is standard input.")
]
CurveOfBytes = Annotated[
    str | None,
    typer.Option(
        "--curve",
        metavar="NAME",
        help="The curve of a key in hexadecimal or raw bytes, by name or alias.",
        parser=curve_name,
        autocompletion=offer_curves,
    ),
]
KindOfBytes = Annotated[
    str | None,
    typer.Option(
        "--kind",
        help="private or public: what bare bytes are where both have one length, as on X25519.",
    ),
]


@app.command("generate")
def generate(
    curve: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="The curve, by its name or an alias.",
            parser=curve_name,
            autocompletion=offer_curves,
        ),
    ],
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
    chosen = files.library().any_curve(curve)
    bits = chosen.security_bits
    if bits < LEAST_SECURITY_BITS:
        print(f"whit: {chosen.name} has {bits}-bit security: for tests alone", file=sys.stderr)
    if c_array:
        pairs = [(f"_{number}", chosen.generate()) for number in range(1, count + 1)]
        arrays = [(ending, pair.private_key, pair.public_key) for ending, pair in pairs]
        files.write(out, as_c(chosen, arrays), secret=True, force=force)
        return
    pair = chosen.generate()
    key = Key(chosen, pair.private_key, pair.public_key, form, encoding, compressed=False)
    files.write(out, keys.write(key), secret=True, force=force)


def as_c(curve: AnyCurve, arrays: Iterable[tuple[str, bytes | None, bytes]]) -> bytes:
    """Keys as arrays to paste into a program: how their names end, private and public key."""
    listed = list(arrays)
    private = [key for _, key, _ in listed if key is not None]
    lines = [f"/* Keys on {curve.name}.{_caution(curve) if private else ''} */"]
    for ending, private_key, public_key in listed:
        if private_key is not None:
            lines += ["", *_array(f"private_key{ending}", curve.in_c(private_key))]
        lines += ["", *_array(f"public_key{ending}", public_key)]
    return "\n".join([*lines, ""]).encode()


def _caution(curve: AnyCurve) -> str:
    """What a reader of private keys in C has to know."""
    if isinstance(curve, StringCurve) and curve.signs:
        return " A private key is the seed and the public key. Who has it can sign with it."
    return " Who has a private key can use it."


def _array(name: str, content: bytes) -> list[str]:
    rows = [content[i : i + COLUMNS] for i in range(0, len(content), COLUMNS)]
    body = [f"    {', '.join(f'0x{byte:02x}' for byte in row)}," for row in rows]
    return [f"static const uint8_t {name}[{len(content)}] = {{", *body, "};"]


@app.command("show")
def show(
    file: KeyFile,
    private: Annotated[bool, typer.Option("--private", help="Show the private key too.")] = False,
    curve: CurveOfBytes = None,
    kind: KindOfBytes = None,
) -> None:
    """Say what a key file holds, after checking it."""
    key = read(file, curve, kind)
    holds = "public key" if key.private_key is None else "private key"
    rows = [
        ("curve", f"{', '.join(key.curve.names)}; {key.curve.security_bits}-bit security"),
        ("holds", f"{holds}, {described(key)}"),
        ("public key", key.public_key.hex()),
    ]
    if not isinstance(key.curve, StringCurve):
        rows.append(("compressed", key.curve.compress(key.public_key).hex()))
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
    file: KeyFile,
    to: Annotated[
        list[str],
        typer.Option(help=f"Repeatable: {', '.join(FORMS)}", autocompletion=offer(lambda: FORMS)),
    ],
    out: Out = None,
    curve: CurveOfBytes = None,
    kind: KindOfBytes = None,
    force: Force = False,
) -> None:
    """Write a key in another form; what --to does not name stays as it is.

    --to spki makes a public key of a private one; --to c-array gives arrays of what the file
    holds, a private key with its public key.
    """
    key = read(file, curve, kind)
    form = _only("a format", to, (*FORMATS, C_ARRAY))
    encoding = _only("an encoding", to, ENCODINGS)
    point = _only("a form of points", to, POINTS)
    for word in to:
        if word not in FORMS:
            raise UnknownNameError("form", word, FORMS)
    key = replace(
        key,
        format=form if form in FORMATS else key.format,
        encoding=encoding or key.encoding,
        compressed=point == "compressed" if point else key.compressed,
    )
    try:
        content = _array_of(key) if form == C_ARRAY else keys.write(key)
    except LabError as error:
        error.args = (f"{file}: {error}",)
        raise
    files.write(out, content, secret=key.encoding != "spki", force=force)


def read(file: Path, curve: str | None, kind: str | None) -> Key:
    """The key in a file; curve and kind are for bare bytes."""
    chosen: Kind | None = None
    if kind is not None:
        chosen = _only("--kind", [kind], KINDS)
        if chosen is None:
            raise UnknownNameError("kind", kind, KINDS)
    return files.read_key(file, curve, chosen)


def _array_of(key: Key) -> bytes:
    if key.encoding == "spki":
        return as_c(key.curve, [("", None, keys.point(key))])
    return as_c(key.curve, [("", keys.private(key), keys.point(key))])


def _only(kind: str, given: list[str], words: tuple[Word, ...]) -> Word | None:
    found = [word for word in words if word in given]
    if len(found) > 1:
        raise UnsupportedError(f"--to takes {kind} once, not {' and '.join(found)}")
    return found[0] if found else None
