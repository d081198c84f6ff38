/* SPDX-License-Identifier: MIT */
#include "message/algorithm.h"
#include <whit/cose.h>

/* EdDSA has two lines, of Ed25519 and of Ed448. */
static const struct algorithm {
    int32_t number;
    char name[7];
    uint8_t signature_bytes;
} algorithms[] = {
    {WHIT_COSE_ES160, "ES160", 42},   {WHIT_COSE_ES192, "ES192", 48},
    {WHIT_COSE_ES224, "ES224", 56},   {WHIT_COSE_ES256, "ES256", 64},
    {WHIT_COSE_ES256K, "ES256K", 64}, {WHIT_COSE_ES384, "ES384", 96},
    {WHIT_COSE_ES512, "ES512", 132},  {WHIT_COSE_EDDSA, "EdDSA", 64},
    {WHIT_COSE_EDDSA, "EdDSA", 114},
};

#define ALGORITHMS (sizeof algorithms / sizeof algorithms[0])

/* What is known after one more line, if it is of the algorithm. */
static whit_status algorithm_after(whit_status status, const struct algorithm *line,
                                   size_t signature_length)
{
    int suits = signature_length == ALGORITHM_ANY || signature_length == line->signature_bytes;
    return status == WHIT_OK || suits ? WHIT_OK : WHIT_ERROR_SIGNATURE_LENGTH;
}

WHIT_INTERNAL whit_status algorithm_check_name(const uint8_t *name, size_t length,
                                               size_t signature_length)
{
    whit_status status = WHIT_ERROR_MESSAGE_ALGORITHM;
    for (size_t i = 0; i < ALGORITHMS; i++) {
        if (text_same(name, length, algorithms[i].name)) {
            status = algorithm_after(status, &algorithms[i], signature_length);
        }
    }
    return status;
}

WHIT_INTERNAL whit_status algorithm_check_number(int32_t number, size_t signature_length)
{
    whit_status status = WHIT_ERROR_MESSAGE_ALGORITHM;
    for (size_t i = 0; i < ALGORITHMS; i++) {
        if (number == algorithms[i].number) {
            status = algorithm_after(status, &algorithms[i], signature_length);
        }
    }
    return status;
}
