/* SPDX-License-Identifier: MIT */
#include "timelib.h"

#define LONGEST_MARKER ((uint32_t)1 << 29) /* four times it still fits the counter */
#define DIGITS 10                          /* of 2^32 - 1 */

static void write_text(const timelib_port *port, const char *text)
{
    size_t length = 0;

    while (text[length] != '\0') {
        length++;
    }
    port->write(port->context, text, length);
}

/* A number with a comma before it. */
static void write_number(const timelib_port *port, uint32_t number)
{
    char text[1 + DIGITS];
    size_t at = sizeof text;

    do {
        text[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    text[--at] = ',';
    port->write(port->context, text + at, sizeof text - at);
}

/* All waits of a marker count from one reading, so that what one takes too long shortens the
 * next. The difference is right when the counter runs over. */
static void wait(const timelib_port *port, uint32_t from, uint32_t ticks)
{
    while ((uint32_t)(port->ticks(port->context) - from) < ticks) {
    }
}

static bool is_name(const char *task)
{
    size_t length;

    for (length = 0; task[length] != '\0'; length++) {
        if (length == TIMELIB_NAME_BYTES || task[length] <= ' ' || task[length] > '~' ||
            task[length] == ',') {
            return false;
        }
    }
    return length != 0;
}

static bool is_usable(const timelib_port *port, timelib_mode mode)
{
    if (port == NULL || port->ticks == NULL || port->ticks_per_second == 0 ||
        port->marker_ticks > LONGEST_MARKER) {
        return false;
    }
    return mode == TIMELIB_POWER_TRACE ? port->pin != NULL
                                       : mode == TIMELIB_TIMING && port->write != NULL;
}

timelib_status timelib_start_stream(timelib *state, const timelib_port *port, timelib_mode mode)
{
    if (state == NULL) {
        return TIMELIB_ERROR_ARGUMENT;
    }
    state->port = NULL;
    state->task = NULL;
    state->start = 0;
    state->mode = mode;
    if (!is_usable(port, mode)) {
        return TIMELIB_ERROR_ARGUMENT;
    }
    state->port = port;
    if (mode == TIMELIB_POWER_TRACE) {
        port->pin(port->context, false);
    }
    if (port->write != NULL) {
        write_text(port,
                   mode == TIMELIB_TIMING ? "timelib,clock,1,timing" : "timelib,clock,1,power");
        write_number(port, port->ticks_per_second);
        write_number(port, port->marker_ticks);
        write_text(port, "\n");
    }
    return TIMELIB_OK;
}

timelib_status timelib_start(timelib *state, const char *task)
{
    const timelib_port *port;

    if (state == NULL || state->port == NULL || task == NULL) {
        return TIMELIB_ERROR_ARGUMENT;
    }
    if (state->task != NULL) {
        return TIMELIB_ERROR_STATE;
    }
    if (!is_name(task)) {
        return TIMELIB_ERROR_NAME;
    }
    state->task = task;
    port = state->port;
    if (state->mode == TIMELIB_POWER_TRACE) {
        uint32_t rise = port->ticks(port->context);

        port->pin(port->context, true);
        if (port->marker_ticks != 0) {
            wait(port, rise, TIMELIB_START_PULSE * port->marker_ticks);
            port->pin(port->context, false);
            wait(port, rise, (TIMELIB_START_PULSE + TIMELIB_GAP) * port->marker_ticks);
        }
    }
    state->start = port->ticks(port->context);
    return TIMELIB_OK;
}

static void mark_stop(const timelib_port *port, uint32_t stop)
{
    if (port->marker_ticks != 0) {
        wait(port, stop, TIMELIB_GAP * port->marker_ticks);
        port->pin(port->context, true);
        wait(port, stop, (TIMELIB_GAP + TIMELIB_STOP_PULSE) * port->marker_ticks);
    }
    port->pin(port->context, false);
    wait(port, stop, (TIMELIB_GAP + TIMELIB_STOP_PULSE + TIMELIB_GAP) * port->marker_ticks);
}

timelib_status timelib_stop(timelib *state)
{
    const timelib_port *port;
    uint32_t stop;

    if (state == NULL || state->port == NULL) {
        return TIMELIB_ERROR_ARGUMENT;
    }
    port = state->port;
    stop = port->ticks(port->context);
    if (state->task == NULL) {
        return TIMELIB_ERROR_STATE;
    }
    if (state->mode == TIMELIB_POWER_TRACE) {
        mark_stop(port, stop);
    }
    if (port->write != NULL) {
        write_text(port, "timelib,task,");
        write_text(port, state->task);
        write_number(port, state->start);
        write_number(port, stop);
        write_text(port, "\n");
    }
    state->task = NULL;
    return TIMELIB_OK;
}
