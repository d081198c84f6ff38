/* SPDX-License-Identifier: MIT */
/* What writing and reading JSON Web Signatures share. */
#ifndef WHIT_MESSAGE_JWS_H
#define WHIT_MESSAGE_JWS_H

#include "base/base.h"

#define jws_is_plain whit_jws_is_plain
#define jws_part whit_jws_part

/* Whether a payload may stand in a message as it is: printable ASCII without a dot
 * [RFC 7797, 5.2]. */
WHIT_INTERNAL int jws_is_plain(const uint8_t *payload, size_t length);

/* How many characters stand before the next dot, or the end. */
WHIT_INTERNAL size_t jws_part(const uint8_t *at, size_t length);

#endif
