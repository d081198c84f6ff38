/* SPDX-License-Identifier: MIT */
/* Signature algorithms by their names in JOSE and their numbers in COSE. */
#ifndef WHIT_MESSAGE_ALGORITHM_H
#define WHIT_MESSAGE_ALGORITHM_H

#include "message/text.h"

#define algorithm_check_name whit_algorithm_check_name
#define algorithm_check_number whit_algorithm_check_number

/* Whether an algorithm is known and has signatures of a length, or of any length:
 * WHIT_OK, WHIT_ERROR_MESSAGE_ALGORITHM or WHIT_ERROR_SIGNATURE_LENGTH. */
#define ALGORITHM_ANY ((size_t)-1)
WHIT_INTERNAL whit_status algorithm_check_name(const uint8_t *name, size_t length,
                                               size_t signature_length);
WHIT_INTERNAL whit_status algorithm_check_number(int32_t number, size_t signature_length);

#endif
