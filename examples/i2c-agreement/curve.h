/* SPDX-License-Identifier: MIT */
/* The curve that the devices were built for, and whether they authenticate each other. The Makefile
 * says both; here is what a sketch takes. */
#ifndef CURVE_H
#define CURVE_H

#include "whit.h"

#ifndef CURVE_NAME
#define CURVE_NAME secp256r1
#define CURVE_CAPITALS SECP256R1
#define AUTHENTICATED 0
#endif

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
