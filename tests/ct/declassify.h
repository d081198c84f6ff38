/* SPDX-License-Identifier: MIT */
/* Included before the library's sources when secrets are poisoned: what the library
 * calls public, such as whether a key is valid, is public from there on. */
#ifndef DECLASSIFY_H
#define DECLASSIFY_H

#include <stddef.h>

void ct_declassify(const void *bytes, size_t length);

#define WHIT_DECLASSIFY ct_declassify

#endif
