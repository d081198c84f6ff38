/* SPDX-License-Identifier: MIT */
/* TinyCrypt's random source. */
#ifndef WHIT_COMPAT_TINYCRYPT_ECC_PLATFORM_SPECIFIC_H
#define WHIT_COMPAT_TINYCRYPT_ECC_PLATFORM_SPECIFIC_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define default_RNG_defined 1

/* Fill `dest` with `size` bytes of a cryptographic generator and return 1, or return 0. It is the
 * source until uECC_set_rng names another. On POSIX systems it asks the operating system, unless
 * the program has a function of this name. Elsewhere the program writes it; with GCC or Clang and
 * ELF it may leave it out, and what asks for random numbers then fails until a source is set. */
int default_CSPRNG(uint8_t *dest, unsigned int size);

#ifdef __cplusplus
}
#endif

#endif
