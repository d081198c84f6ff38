/* SPDX-License-Identifier: MIT */
/* Times of tasks on a device, and marks of them in its power trace, in two modes as in
 * [mossinger2016, 3.2].
 *
 * timing        each task's name and ticks go to a stream
 * power trace   a pin marks start and stop too, so that a trace of the device's current, or a
 *               logic analyser, shows where the task is
 *
 * Lines on the stream end in a line feed and begin with "timelib,", so that they may stand among
 * others. timelib_start_stream writes "timelib,clock,1,M,H,U": M is timing or power, H the ticks
 * a second, U the ticks of a marker. timelib_stop writes "timelib,task,NAME,START,STOP", in ticks;
 * numbers are decimal. `whit powertrace read` takes them (doc/power.md).
 *
 * The marker of a start is one pulse of one marker_ticks, that of a stop one of two. Between a
 * pulse and the task the pin is low for one marker_ticks:
 *
 *     pin   __|‾|______________|‾‾|__
 *     task        |--------|
 *
 * A pulse must last three sampling intervals of the instrument or more. With marker_ticks of 0
 * there is no pattern: the pin is high while the task runs.
 *
 * One task at a time. Nothing here is for secrets: all of it takes time that its arguments decide.
 */
#ifndef TIMELIB_H
#define TIMELIB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TIMELIB_NAME_BYTES 32 /* the longest name of a task */
#define TIMELIB_START_PULSE 1 /* in marker_ticks, as the next two */
#define TIMELIB_STOP_PULSE 2
#define TIMELIB_GAP 1

typedef enum timelib_status {
    TIMELIB_OK = 0,
    TIMELIB_ERROR_ARGUMENT, /* a null pointer, a function that the mode needs and is missing */
    TIMELIB_ERROR_NAME,     /* empty, too long, or with a byte that is not printable or a comma */
    TIMELIB_ERROR_STATE     /* start while a task runs, stop while none does */
} timelib_status;

typedef enum timelib_mode { TIMELIB_TIMING = 1, TIMELIB_POWER_TRACE = 2 } timelib_mode;

/* What a board gives. `context` is the caller's own and goes to each function. */
typedef struct timelib_port {
    /* A counter that runs up all the time, over from 2^32 - 1 to 0. A task, and a marker, must be
     * shorter than 2^32 ticks. */
    uint32_t (*ticks)(void *context);
    /* Set the pin, to which a LED or a digital input is wired. For power traces; otherwise unused
     * and may be NULL. */
    void (*pin)(void *context, bool high);
    /* Write to the stream. In a power trace it may be NULL; nothing is written then. */
    void (*write)(void *context, const char *text, size_t length);
    void *context;
    uint32_t ticks_per_second; /* at least 1 */
    uint32_t marker_ticks;     /* at most 2^29 */
} timelib_port;

/* State, the caller's to keep. Its members are timelib's own. */
typedef struct timelib {
    const timelib_port *port;
    const char *task;
    uint32_t start;
    timelib_mode mode;
} timelib;

/* Begin a stream: set the pin low in a power trace, and write the line of the clock.
 *
 * state                 output
 * port                  must stay as it is while state is used
 * mode                  one of the two
 *
 * Returns TIMELIB_OK, or TIMELIB_ERROR_ARGUMENT: a null pointer, an unknown mode, numbers out of
 * range, no `ticks`, in timing no `write`, in a power trace no `pin`. After an error nothing was
 * called, and state, if there is one, refuses every task. */
timelib_status timelib_start_stream(timelib *state, const timelib_port *port, timelib_mode mode);

/* Begin a task. In a power trace first mark it, which takes twice marker_ticks of waiting. The
 * last thing done is to read the counter.
 *
 * task                  its name, ended by a zero byte: 1 to TIMELIB_NAME_BYTES printable
 *                       characters of ASCII, no comma; must stay as it is until timelib_stop
 *
 * Returns TIMELIB_OK; TIMELIB_ERROR_ARGUMENT; TIMELIB_ERROR_NAME; TIMELIB_ERROR_STATE. After an
 * error no task was begun, and one that runs goes on. */
timelib_status timelib_start(timelib *state, const char *task);

/* End the task. The first thing done is to read the counter. In a power trace the mark follows,
 * which takes four times marker_ticks; the line is written after that, so that the stream's
 * current is in neither task nor mark.
 *
 * Returns TIMELIB_OK; TIMELIB_ERROR_ARGUMENT; TIMELIB_ERROR_STATE, when nothing is done. */
timelib_status timelib_stop(timelib *state);

#ifdef __cplusplus
}
#endif

#endif
