/* SPDX-License-Identifier: MIT */
/* What the package has in C beside whit.c: it goes into the extension module behind whit.h. */
#include <errno.h>
#include <unistd.h>
#if defined(__APPLE__)
#include <sys/random.h>
#endif

/* getentropy gives at most so many bytes at once. */
#define GLUE_MOST 256

static whit_status glue_fill(void *context, uint8_t *out, size_t length)
{
    (void)context;
    while (length > 0) {
        size_t some = length < GLUE_MOST ? length : GLUE_MOST;
        if (getentropy(out, some) != 0) {
            return WHIT_ERROR_RANDOM_FAILED;
        }
        out += some;
        length -= some;
    }
    return WHIT_OK;
}

/* The operating system's generator, whose bytes never become objects of Python. */
static const whit_random *glue_random(void)
{
    static const whit_random source = {glue_fill, NULL};
    return &source;
}

/* Writes that no compiler leaves out. */
static void glue_wipe(void *memory, size_t length)
{
    volatile uint8_t *bytes = memory;
    while (length > 0) {
        length--;
        bytes[length] = 0;
    }
}

static size_t glue_key_der_bytes(const whit_curve *curve)
{
    return WHIT_KEY_DER_BYTES(whit_curve_order_bytes(curve), whit_curve_field_bytes(curve));
}

static size_t glue_signature_der_bytes(const whit_curve *curve)
{
    return WHIT_SIGNATURE_DER_BYTES(whit_curve_order_bytes(curve));
}
