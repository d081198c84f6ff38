/* SPDX-License-Identifier: MIT */
/* Read before anything else in each of micro-ecc's builds. */
#ifndef WHIT_PEER_AVR_H
#define WHIT_PEER_AVR_H

#ifdef __AVR__
#define WORD_BYTES 1

/* Its assembly for AVR does not compile with fewer curves than these two; the linker drops
 * what an image does not use. */
#undef uECC_SUPPORTS_secp160r1
#define uECC_SUPPORTS_secp160r1 1
#undef uECC_SUPPORTS_secp256r1
#define uECC_SUPPORTS_secp256r1 1
#else
#define WORD_BYTES 4
#endif

#endif
