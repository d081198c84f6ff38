/* SPDX-License-Identifier: MIT */
/* Read before anything else in each of micro-ecc's builds. */
#ifndef WHIT_PEER_AVR_H
#define WHIT_PEER_AVR_H

#ifdef __AVR__
#define WORD_BYTES 1

/* The curves that are not wanted are defined as 0. Its assembly for AVR compiles with curves of
 * two sizes or secp160r1 alone (whose order is longer than its field): a second one joins, of the
 * size that costs the wanted one least. The linker drops what an image does not use. */
#ifdef uECC_SUPPORTS_secp160r1
#ifdef uECC_SUPPORTS_secp224r1
#undef uECC_SUPPORTS_secp224r1
#define uECC_SUPPORTS_secp224r1 1
#else
#undef uECC_SUPPORTS_secp256r1
#define uECC_SUPPORTS_secp256r1 1
#endif
#endif
#else
#define WORD_BYTES 4
#endif

#endif
