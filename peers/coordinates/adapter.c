/* SPDX-License-Identifier: MIT */
#include "adapter.h"
#include "coordinates.h"
#include "harness.h"

static whit_status fill(void *context, uint8_t *out, size_t length)
{
    (void)context;
    return harness_random(out, length) == 0 ? WHIT_OK : WHIT_ERROR_RANDOM_FAILED;
}

static const whit_random source = {fill, NULL};

int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{
    return coordinates_keygen(private_key, public_key, &source) != WHIT_OK;
}

int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest)
{
    return coordinates_sign(signature, private_key, digest, &source) != WHIT_OK;
}

int adapter_verify(const uint8_t *public_key, const uint8_t *digest, const uint8_t *signature)
{
    return coordinates_verify(public_key, digest, signature) != WHIT_OK;
}
