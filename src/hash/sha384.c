/* SPDX-License-Identifier: MIT */
/* SHA-384 [FIPS 180-4, 6.5]. */
#include "hash/hash.h"

#if WHIT_HASH_LIMIT == 512
/* FIPS 180-4, 5.3.4: fractions of the square roots of the ninth to the sixteenth prime. */
static const uint32_t sha384_start[16] WHIT_ROM = {
    0xcbbb9d5d, 0xc1059ed8, 0x629a292a, 0x367cd507, 0x9159015a, 0x3070dd17, 0x152fecd8, 0xf70e5939,
    0x67332667, 0xffc00b31, 0x8eb44a87, 0x68581511, 0xdb0c2e0d, 0x64f98fa7, 0x47b5481d, 0xbefa4fa4};

const whit_hash whit_sha384 = {48, 128, sha384_start, sha512_compress, sha_finish};
#endif
