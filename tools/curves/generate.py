# SPDX-License-Identifier: MIT
"""Turn curves/*.toml into the library's curve objects, headers and size instances.

    python3 -m tools.curves                         write the generated files of the library
    python3 -m tools.curves --check                 fail if any of them would change
    python3 -m tools.curves --with DIR --output DIR
                                            the same with more curves, such as the tests' toys

A curve is data: one TOML file gives its object, its base-point combs, its header, and a place in
the dispatch of the generic functions. Every curve is checked before anything is written.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.curves.build_facts import facts_header
from tools.curves.curve_header import curve_header, functions_header, wrapped_functions
from tools.curves.dispatch import dispatch_source, sized_header
from tools.curves.form_schemes import load_form_schemes, scheme_of, schemes_of
from tools.curves.form_source import form_source
from tools.curves.forms import FormCurve
from tools.curves.identifiers import names_header, public_end, public_header, sources
from tools.curves.known_answers import curve_answers, hash_answers
from tools.curves.objects import combs_source, curve_source
from tools.curves.pairing_schemes import PAIRING
from tools.curves.pairing_source import pairing_source
from tools.curves.primes import LIMB_WIDTHS, CurveError
from tools.curves.read import load
from tools.curves.read_forms import load_all
from tools.curves.schemes import KNOWN_ANSWERS
from tools.curves.schemes import load_all as load_schemes
from tools.curves.selftests import known_answers_source
from tools.curves.sizes import field_sizes, sizes_header
from tools.curves.tags import tags
from tools.curves.templates import (
    field_declaration,
    field_source,
    size_declaration,
    size_source,
)
from tools.curves.text import LICENCE, NOTICE
from tools.curves.weierstrass import Curve
from tools.files import ROOT, write


def sizes_of(curves: list[Curve]) -> list[int]:
    return sorted({curve.size for curve in curves})


def public_headers(curves: list[Curve], include: Path, spelled_out: bool) -> dict[Path, str]:
    """Those whose text the schemes decide."""
    schemes = load_schemes()
    files = {
        include / "sized.h": sized_header(sizes_of(curves), schemes, spelled_out),
        include / "functions.h": functions_header(schemes),
        include / "functions.hpp": wrapped_functions(schemes, load_form_schemes()),
    }
    for scheme in schemes:
        for name, text in scheme.own.items():
            files[include / name] = text.replace(LICENCE, NOTICE, 1)
    for curve in curves:
        files[include / f"{curve.name}.h"] = curve_header(curve, schemes, spelled_out)
    return files


def generate(
    curves: list[Curve], others: list[FormCurve], output: Path, spelled_out: bool = False
) -> dict[Path, str]:
    """The generated files by path: of short Weierstrass curves and of those in other forms; the
    public headers as the library has them, or with each function written out."""
    schemes, form_schemes = load_schemes(), load_form_schemes()
    source, include = output / "src", output / "include" / "whit"
    made = source / "generated"
    instance = made / "instance"
    files = {
        made / "curve" / "sizes.h": sizes_header(curves, others),
        made / "curve" / "primes.h": facts_header(curves, others),
        made / "scheme" / "dispatch.c": dispatch_source(sizes_of(curves), schemes),
        made / "answers" / "hashes.c": hash_answers(ROOT / "include" / "whit" / "hash.h"),
    }
    files |= public_headers(curves, include, spelled_out)
    trials = known_answers_source(schemes)
    files[made / "scheme" / f"{KNOWN_ANSWERS}.inc"] = trials
    texts = [*sources(ROOT / "src"), trials]
    files[instance / "names.h"] = names_header(texts)
    files[instance / "public.h"] = public_header(texts)
    files[instance / "public_end.h"] = public_end(texts)
    names = {curve.name for curve in curves}
    twists = [curve.twist for curve in curves if curve.twist and curve.twist.name in names]
    shared = set() if spelled_out else {twist.name for twist in twists}
    for twist in twists if shared else []:
        files[made / "curve" / f"{twist.name}_combs.inc"] = combs_source(twist, LIMB_WIDTHS)
    for curve in curves:
        files[made / "curve" / f"{curve.name}.c"] = curve_source(
            curve, LIMB_WIDTHS, curve.worked.name in shared
        )
        files[made / "answers" / f"{curve.name}.c"] = curve_answers(curve, schemes)
        files[instance / f"size_{curve.size}.h"] = size_declaration(curve)
        files[instance / f"size_{curve.size}.c"] = size_source(curve, schemes)
        if curve.tower is not None:
            files[instance / f"pairing_{curve.name}.c"] = pairing_source(curve, form_schemes)
            for form_scheme in form_schemes:
                if PAIRING in form_scheme.forms:
                    path = include / f"{form_scheme.header_name(curve)}.h"
                    files[path] = form_scheme.header(curve)
    combs = {each.edwards: (each, scheme_of(each, form_schemes)) for each in others if each.edwards}
    for other in others:
        theirs = schemes_of(other, form_schemes)
        text = form_source(other, theirs, combs.get(other.name))
        files[instance / f"{other.form}_{other.name}.c"] = text
        for scheme in theirs:
            files[include / f"{scheme.header_name(other)}.h"] = scheme.header(other)
    for size in field_sizes(curves, others):
        files[instance / f"field_{size}.h"] = field_declaration(size, curves, others)
        files[instance / f"field_{size}.c"] = field_source(size, curves, others)
    return files


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail if a file would change")
    parser.add_argument("--with", dest="more", type=Path, help="a folder of more curve files")
    parser.add_argument("--output", type=Path, default=ROOT, help="the tree the files go to")
    arguments = parser.parse_args()
    try:
        folders = [ROOT / "curves"] + ([arguments.more] if arguments.more else [])
        for folder in folders:
            if not folder.is_dir():
                raise CurveError(f"{folder} is no folder")
        curves = [load(path) for folder in folders for path in sorted(folder.glob("*.toml"))]
        others = [curve for folder in folders for curve in load_all(folder)]
        files = generate(curves, others, arguments.output)
        options = arguments.output / ".ctags.d" / "whit.ctags"
        files[options] = tags(curves, others, load_schemes())
    except CurveError as error:
        print(f"curves: {error}", file=sys.stderr)
        return 1
    stale = [path for path, text in files.items() if not path.exists() or path.read_text() != text]
    if arguments.check:
        for path in stale:
            print(f"curves: {path} is not what its source gives", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        write(path, files[path])
    return 0
