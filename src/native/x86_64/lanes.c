/* SPDX-License-Identifier: MIT */
#include "native/api.h"

#if WHIT_LANES

WHIT_INTERNAL int whit_lanes_are_there(void)
{
    __builtin_cpu_init(); /* nothing but a look where that has been done */
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512ifma");
}

#endif
