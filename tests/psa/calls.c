/* SPDX-License-Identifier: MIT */
/* Counts the calls that reach the driver, and prints them when the program ends: how many there
 * were, how many succeeded, and how many were left to Mbed TLS. The linker puts these functions
 * between Mbed TLS and the driver (--wrap). */
#include <psa/crypto.h>
#include <stdio.h>

#include "whit_psa_driver.h"

#define COUNTED(name, parameters, arguments)                                          \
    psa_status_t __real_whit_transparent_##name parameters;                           \
    psa_status_t __wrap_whit_transparent_##name parameters;                           \
    static unsigned name##_calls, name##_good, name##_left;                           \
    psa_status_t __wrap_whit_transparent_##name parameters                            \
    {                                                                                 \
        psa_status_t status = __real_whit_transparent_##name arguments;               \
        name##_calls++;                                                               \
        name##_good += status == PSA_SUCCESS;                                         \
        name##_left += status == PSA_ERROR_NOT_SUPPORTED;                             \
        return status;                                                                \
    }                                                                                 \
    __attribute__((destructor)) static void name##_tell(void)                         \
    {                                                                                 \
        (void)printf("driver %s: %u calls, %u succeeded, %u left to others\n", #name, \
                     name##_calls, name##_good, name##_left);                         \
    }

typedef const psa_key_attributes_t *of;
typedef const uint8_t *in;
typedef uint8_t *out;
typedef size_t *told;

COUNTED(import_key, (of a, in b, size_t c, out d, size_t e, told f, told g), (a, b, c, d, e, f, g))
COUNTED(export_public_key, (of a, in b, size_t c, out d, size_t e, told f), (a, b, c, d, e, f))
COUNTED(generate_key, (of a, out b, size_t c, told d), (a, b, c, d))
COUNTED(key_agreement,
        (of a, in b, size_t c, psa_algorithm_t d, in e, size_t f, out g, size_t h, told i),
        (a, b, c, d, e, f, g, h, i))
COUNTED(sign_hash,
        (of a, in b, size_t c, psa_algorithm_t d, in e, size_t f, out g, size_t h, told i),
        (a, b, c, d, e, f, g, h, i))
COUNTED(verify_hash, (of a, in b, size_t c, psa_algorithm_t d, in e, size_t f, in g, size_t h),
        (a, b, c, d, e, f, g, h))
COUNTED(sign_message,
        (of a, in b, size_t c, psa_algorithm_t d, in e, size_t f, out g, size_t h, told i),
        (a, b, c, d, e, f, g, h, i))
COUNTED(verify_message, (of a, in b, size_t c, psa_algorithm_t d, in e, size_t f, in g, size_t h),
        (a, b, c, d, e, f, g, h))
