/* SPDX-License-Identifier: MIT */
/* Messages that come in pieces: the part of whit/ecdsa.h that knows no curve. */
#include <whit/ecdsa.h>

#include "base/base.h"

whit_status whit_ecdsa_stream_init(whit_ecdsa_stream *stream, const whit_hash *hash)
{
    if (stream == NULL || hash == NULL) {
        return WHIT_ERROR_ARGUMENT;
    }
    stream->hash = hash;
    whit_hash_init(hash, &stream->state);
    return WHIT_OK;
}

whit_status whit_ecdsa_stream_update(whit_ecdsa_stream *stream, const uint8_t *in, size_t in_length)
{
    if (stream == NULL || stream->hash == NULL || (in == NULL && in_length != 0)) {
        return WHIT_ERROR_ARGUMENT;
    }
    whit_hash_update(stream->hash, &stream->state, in, in_length);
    return WHIT_OK;
}
