/* SPDX-License-Identifier: MIT */
/* What reading JSON Sensor Signatures and JSON Web Signatures share. */
#ifndef WHIT_MESSAGE_JOSE_H
#define WHIT_MESSAGE_JOSE_H

#include "message/algorithm.h"
#include "message/base64url.h"
#include "message/json.h"

#define jose_find whit_jose_find
#define jose_check whit_jose_check
#define jose_signature whit_jose_signature

/* Find a member of an object that json_check found right, however its name is spelled:
 * WHIT_OK, or WHIT_ERROR_MESSAGE_HEADER where there is none. */
WHIT_INTERNAL whit_status jose_find(const uint8_t *object, const char *name, json_member *found);

/* Whether a value is the name of the algorithm expected, which has signatures of this length.
 * Returns WHIT_OK, WHIT_ERROR_MESSAGE_HEADER, _ALGORITHM, _EXPECTED or
 * WHIT_ERROR_SIGNATURE_LENGTH. */
WHIT_INTERNAL whit_status jose_check(const uint8_t *value, const char *expected,
                                     size_t signature_length);

/* Decode a signature, if its characters are right and it has this length. Returns WHIT_OK,
 * WHIT_ERROR_MESSAGE_BASE64URL or WHIT_ERROR_SIGNATURE_LENGTH. */
WHIT_INTERNAL whit_status jose_signature(uint8_t *signature, size_t signature_length,
                                         const uint8_t *characters, size_t length);

#endif
