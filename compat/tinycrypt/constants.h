/* SPDX-License-Identifier: MIT */
/* What TinyCrypt's functions return, by its names. */
#ifndef WHIT_COMPAT_TINYCRYPT_CONSTANTS_H
#define WHIT_COMPAT_TINYCRYPT_CONSTANTS_H

#include <stdbool.h>
#include <stddef.h>

#define TC_CRYPTO_SUCCESS 1
#define TC_CRYPTO_FAIL 0

#define TC_ZERO_BYTE 0x00

#endif
