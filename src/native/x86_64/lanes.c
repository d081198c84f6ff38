/* SPDX-License-Identifier: MIT */
#include "native/api.h"

#if WHIT_HAS_LANES(p256) || WHIT_HAS_LANES(p25519)

WHIT_INTERNAL int whit_lanes_are_there(void)
{
    __builtin_cpu_init(); /* nothing but a look where that has been done */
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512ifma");
}

#endif
