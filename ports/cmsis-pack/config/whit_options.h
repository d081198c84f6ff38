/* SPDX-License-Identifier: MIT */
/* The options of this project's Whit; the first lines of whit.h have them all. */
#ifndef WHIT_OPTIONS_OF_PROJECT_H
#define WHIT_OPTIONS_OF_PROJECT_H

#define WHIT_CURVES secp256r1
#define WHIT_PROFILE balanced

#endif
