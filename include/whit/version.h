/* SPDX-License-Identifier: MIT */
/* The version of these headers. Everything else that states one reads it here or is tested
 * against it. */
#ifndef WHIT_VERSION_H
#define WHIT_VERSION_H

#define WHIT_VERSION "0.1.0"
#define WHIT_VERSION_MAJOR 0
#define WHIT_VERSION_MINOR 1
#define WHIT_VERSION_PATCH 0

#endif
