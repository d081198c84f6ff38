/* SPDX-License-Identifier: MIT */
/* Which kernels a build takes, by the compiler's own macros. An instruction set with kernels
 * has a folder here whose meta.h defines the names of api.h that it replaces; for all others
 * the portable twins of native/c serve. Define WHIT_PORTABLE to have these everywhere. */
#ifndef WHIT_NATIVE_META_H
#define WHIT_NATIVE_META_H

#endif
