/* SPDX-License-Identifier: MIT */
/* Every suite, once. test.c and run.py read this list.
 *
 * PUBLIC_SUITE    uses the public headers only; also runs against the amalgamation
 * INTERNAL_SUITE  reaches into src/; needs the layered build
 * STEPS_SUITE     uses a library with WHIT_STEPS=1
 * RANDOMISED_SUITE  uses a library with WHIT_RANDOMISE=1
 * PREPARED_SUITE  uses a library with WHIT_PREPARED=1
 * HOST_SUITE      needs a POSIX host
 * CURVE_SUITE     needs all curves of curves/, and the table of them that tables.py writes
 * TOY_SUITE       needs the library with the curves of toys/ added, and a host's memory */
PUBLIC_SUITE(status)
PUBLIC_SUITE(hash)
PUBLIC_SUITE(hash_hook)
PUBLIC_SUITE(hmac)
PUBLIC_SUITE(key)
PUBLIC_SUITE(compression)
PUBLIC_SUITE(ecdh)
PUBLIC_SUITE(ecdsa_sign)
PUBLIC_SUITE(ecdsa_input)
PUBLIC_SUITE(ecdsa_verify)
PUBLIC_SUITE(ecdsa_hardened)
PUBLIC_SUITE(ecdsa_checked)
PUBLIC_SUITE(ecdsa_der)
PUBLIC_SUITE(key_der)
PUBLIC_SUITE(secp256r1)
PUBLIC_SUITE(integer)
PUBLIC_SUITE(point)
PUBLIC_SUITE(macwbb)
PUBLIC_SUITE(ecpv)
PUBLIC_SUITE(hash_to_curve)
PUBLIC_SUITE(bls)
PUBLIC_SUITE(selftest)
PUBLIC_SUITE(x25519)
PUBLIC_SUITE(ed25519)
PUBLIC_SUITE(batch)
PUBLIC_SUITE(shake256)
PUBLIC_SUITE(agreement)
PUBLIC_SUITE(x448)
PUBLIC_SUITE(ed448)
STEPS_SUITE(steps)
RANDOMISED_SUITE(randomised)
PREPARED_SUITE(prepared)
PREPARED_SUITE(prepared_many)
INTERNAL_SUITE(mp)
INTERNAL_SUITE(reduce)
INTERNAL_SUITE(field)
INTERNAL_SUITE(weierstrass)
INTERNAL_SUITE(selftest_faults)
HOST_SUITE(posix)
HOST_SUITE(batch_many)
CURVE_SUITE(curves)
CURVE_SUITE(curves_arguments)
CURVE_SUITE(curves_ecdsa)
TOY_SUITE(toy)
TOY_SUITE(toy_ecdsa)
TOY_SUITE(toy_group)
