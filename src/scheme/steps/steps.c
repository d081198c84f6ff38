/* SPDX-License-Identifier: MIT */
/* The part of whit/steps.h that knows no curve. */
#include "base/config.h"
#include <whit/steps.h>

#if WHIT_STEPS

whit_status whit_step(whit_steps *steps)
{
    if (steps == NULL) {
        return WHIT_ERROR_ARGUMENT;
    }
    return steps->next != NULL ? steps->next(steps) : WHIT_ERROR_STEPS_ENDED;
}

void whit_steps_abort(whit_steps *steps)
{
    if (steps != NULL && steps->next != NULL) {
        steps->stage = 0; /* the stage of what was given up, steps.inc */
        steps->next(steps);
    }
}

#endif
