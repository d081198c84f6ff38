/* SPDX-License-Identifier: MIT */
/* What tinydtls asks of threads on lwIP, where there is one: nothing to lock. */
#ifndef PTHREAD_H
#define PTHREAD_H

#include <sys/types.h> /* newlib has the type there */

#define PTHREAD_MUTEX_INITIALIZER 0
#define pthread_mutex_lock(mutex) (*(mutex) = 1)
#define pthread_mutex_trylock(mutex) (*(mutex) = 1)
#define pthread_mutex_unlock(mutex) (*(mutex) = 0)

#endif
