# SPDX-License-Identifier: MIT
"""The extension module whit_ecc._whit: whit.c, functions as whit.h declares them, and tables of the
objects that whit.h has, by name."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from cffi import FFI

HERE = Path(__file__).resolve().parent
INTERFACE = (HERE / "whit" / "whit.h").read_text(encoding="utf-8")
GLUE = (HERE / "glue.c").read_text(encoding="utf-8")
# The functions that the package calls, without whit_; {0} is ed25519, x448 and so on.
CURVES = """
ecdsa_sign ecdsa_sign_hedged ecdsa_sign_digest_deterministic ecdsa_verify ecdsa_verify_digest
ecdsa_signature_to_der ecdsa_signature_from_der ecdh key_generate key_public key_validate_private
key_validate_public key_compress key_decompress key_public_to_der key_public_from_der
key_private_to_der key_private_to_pkcs8 key_private_from_der key_private_from_pkcs8
curve_order_bytes curve_field_bytes curve_security_bits
"""
EDWARDS = """
{0}_keygen {0}_key_pair {0}_validate_public_key {0}_sign {0}_sign_hedged {0}_verify {0}ctx_sign
{0}ctx_sign_hedged {0}ctx_verify {0}ph_sign_digest {0}ph_sign_digest_hedged {0}ph_verify_digest
"""
MONTGOMERY = "{0}_keygen {0}_public_key {0}_ecdh"
ENCODED = """
okp_public_to_der okp_private_to_pkcs8 okp_public_from_der okp_private_from_pkcs8
"""
HASHES = """
hash_bytes hash_init hash_update hash_final hmac shake256_init shake256_update shake256_final
"""
# Of each kind of object a table of names and pointers to them, which ends with NULL.
TABLES = {"curve": ("base", "oid"), "hash": (), "okp": ()}
TYPES = """
typedef int... whit_status;
typedef struct whit_curve whit_curve;
typedef struct whit_base whit_base;
typedef struct whit_oid whit_oid;
typedef struct whit_hash whit_hash;
typedef struct { ...; } whit_okp;
typedef struct { ...; } whit_random;
typedef struct { ...; } whit_hash_state;
typedef struct { ...; } whit_shake256_state;
const whit_random *glue_random(void);
void glue_wipe(void *, size_t);
size_t glue_key_der_bytes(const whit_curve *);
size_t glue_signature_der_bytes(const whit_curve *);
#define WHIT_OK ...
"""


def objects(kind: str) -> list[str]:
    """The names of whit.h's objects of a kind, without whit_."""
    return re.findall(rf"^extern const whit_{kind} whit_(\w+);", INTERFACE, re.M)


def prototype(name: str) -> str:
    found = re.search(
        rf"^(?:whit_status|void|size_t|unsigned) whit_{name}\([^;]*\);", INTERFACE, re.M
    )
    if found is None:
        raise SystemExit(f"whit-ecc: whit.h declares no whit_{name}")
    return found[0]


def functions() -> Iterator[str]:
    """Those of the schemes that whit.h has."""
    keys = [name.removeprefix("okp_") for name in objects("okp")]
    yield from HASHES.split()
    if objects("curve"):
        yield from CURVES.split()
    if keys:
        yield from ENCODED.split()
    for name in keys:
        names = EDWARDS if name.startswith("ed") else MONTGOMERY
        yield from names.format(name).split()


def row(name: str, kind: str, others: Iterable[str]) -> str:
    held = [f"&whit_{name}"]
    for other in others:
        has = f"{name}_{other}" in objects(other)
        held.append(f"&whit_{name}_{other}" if has else "NULL")
    return f'    {{"{name.removeprefix("okp_")}", {", ".join(held)}}},\n'


def declared(kind: str, others: Iterable[str]) -> str:
    fields = "".join(f" const whit_{each} *{each};" for each in (kind, *others))
    return f"typedef struct {{ const char *name;{fields} }} glue_{kind};\n"


def builder() -> FFI:
    ffi, tables, seen = FFI(), "", TYPES
    for kind, others in TABLES.items():
        tables += declared(kind, others)
        seen += declared(kind, others) + f"extern const glue_{kind} glue_{kind}s[];\n"
        rows = "".join(row(name, kind, others) for name in objects(kind))
        end = ", ".join(["NULL"] * (2 + len(others)))
        tables += f"static const glue_{kind} glue_{kind}s[] = {{\n{rows}    {{{end}}},\n}};\n"
    ffi.cdef(seen + "\n".join(map(prototype, functions())))
    ffi.set_source(
        "whit_ecc._whit",
        f'#include "whit.h"\n{GLUE}\n{tables}',
        sources=["whit/whit.c"],
        include_dirs=["whit"],
        define_macros=[("WHIT_PROFILE", "fast")],
        # Without the place where it was compiled, and without names that others may have too.
        extra_compile_args=["-g0", "-fvisibility=hidden"],
    )
    return ffi
