/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include <whit/posix.h>

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static whit_status fill_from_urandom(void *context, uint8_t *out, size_t length)
{
    (void)context;
    int file = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return WHIT_ERROR_RANDOM_FAILED;
    }
    while (length > 0) {
        ssize_t count = read(file, out, length);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            break;
        }
        out += count;
        length -= (size_t)count;
    }
    (void)close(file);
    return length == 0 ? WHIT_OK : WHIT_ERROR_RANDOM_FAILED;
}

const whit_random whit_random_posix = {fill_from_urandom, NULL};
