/* SPDX-License-Identifier: MIT */
/* What writing Sensor Measurement Lists in JSON and in CBOR shares. */
#ifndef WHIT_MESSAGE_SENML_H
#define WHIT_MESSAGE_SENML_H

#include "message/text.h"
#include <whit/senml.h>

#define senml_check whit_senml_check

/* Whether records can be written to a buffer: WHIT_OK, WHIT_ERROR_ARGUMENT, WHIT_ERROR_OVERLAP, or
 * WHIT_ERROR_MESSAGE_TEXT. */
WHIT_INTERNAL whit_status senml_check(const whit_senml_record *records, size_t count,
                                      const uint8_t *out, size_t capacity);

#endif
