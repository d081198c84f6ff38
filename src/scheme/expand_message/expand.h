/* SPDX-License-Identifier: MIT */
/* Expansion of messages that come in two parts. */
#ifndef WHIT_SCHEME_EXPAND_MESSAGE_EXPAND_H
#define WHIT_SCHEME_EXPAND_MESSAGE_EXPAND_H

#include "base/base.h"
#include <whit/expand_message.h>

#define expand_message_xmd whit_expand_parts_xmd

/* A message, and what is hashed before it. NULL for parts without bytes. */
typedef struct expand_parts {
    const uint8_t *prefix;
    size_t prefix_length;
    const uint8_t *message;
    size_t message_length;
} expand_parts;

#if WHIT_HASH_TO_CURVE

/* whit_expand_message_xmd of the two parts in a row. */
WHIT_INTERNAL whit_status expand_message_xmd(const whit_hash *hash, uint8_t *uniform,
                                             size_t uniform_length, const expand_parts *parts,
                                             const uint8_t *tag, size_t tag_length);

#endif

#endif
