/* SPDX-License-Identifier: MIT */
/* SHA-224 [FIPS 180-4, 6.3]. */
#include "hash/hash.h"

/* FIPS 180-4, 5.3.2: the low halves of the start of SHA-384. */
static const uint32_t sha224_start[8] WHIT_ROM = {0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939,
                                                  0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4};

const whit_hash whit_sha224 = {28, 64, sha224_start, sha256_compress, sha_finish};
