/* SPDX-License-Identifier: MIT */
/* The curve that the devices were built for: CURVE_NAME, such as secp256r1, and CURVE_CAPITALS. */
#ifndef CURVE_H
#define CURVE_H

#include "whit.h"

#define CURVE(what) CURVE_PASTE(whit_, CURVE_NAME, _##what)
#define CURVE_BYTES(what) CURVE_PASTE(WHIT_, CURVE_CAPITALS, _##what##_BYTES)
#define CURVE_PASTE(before, name, after) CURVE_PASTE_EXPANDED(before, name, after)
#define CURVE_PASTE_EXPANDED(before, name, after) before##name##after

#define CURVE_PRIVATE_KEY_BYTES CURVE_BYTES(PRIVATE_KEY)
#define CURVE_PUBLIC_KEY_BYTES CURVE_BYTES(PUBLIC_KEY)
#define CURVE_SECRET_BYTES CURVE_BYTES(SHARED_SECRET)
#if AUTHENTICATED
#define CURVE_SIGNATURE_BYTES CURVE_BYTES(SIGNATURE)
#define CURVE_COORDINATE_BYTES CURVE_SECRET_BYTES
#endif

#endif
