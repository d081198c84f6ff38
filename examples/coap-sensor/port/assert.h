/* SPDX-License-Identifier: MIT */
/* Instead of the C library's, which prints by way of a heap. */
#undef assert
#define assert(condition)                         \
    do {                                          \
        if (!(condition)) {                       \
            board_stop("assertion: " #condition); \
        }                                         \
    } while (0)
