/* SPDX-License-Identifier: MIT */
#include <whit/space.h>
#include "base/base.h"

void whit_wipe(void *object, size_t length)
{
    base_wipe(object, length);
}
