/* SPDX-License-Identifier: MIT */
/* The program of an image for one function without arguments, which -DWHIT_LAB_FUNCTION names;
 * without it, of the empty image beside that. The emulator stops at harness_ready and calls the
 * function itself. */
#include "harness.h"

typedef void (*harness_callable)(void);

#ifdef WHIT_LAB_FUNCTION
void WHIT_LAB_FUNCTION(void);
#else
#define WHIT_LAB_FUNCTION NULL
#endif

/* The random pool is the harness's: it is in the empty image too. Volatile, so that both images
 * call what they hold alike. */
struct harness_linked {
    int (*random)(uint8_t *out, size_t length);
    harness_callable function;
};
extern const volatile struct harness_linked harness_linked;
const volatile struct harness_linked harness_linked = {harness_random, WHIT_LAB_FUNCTION};

int main(void)
{
    harness_callable function = harness_linked.function;

    if (function != NULL) {
        function();
    }
    return 0;
}
