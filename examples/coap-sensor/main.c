/* SPDX-License-Identifier: MIT */
/* A thermometer that signs what it measures: a CoAP server on lwIP and libcoap, without an
 * operating system. See doc/sensor.md. */
#include "network.h"
#include "reading.h"
#include "server.h"

/* How long a new reading waits at most for clients that fetch the former one in blocks. */
#define HOLD_MS 10000

static void take_reading(void)
{
    static bool failed;
    const bool ok = reading_take();
    if (!ok && !failed) {
        board_print("a reading failed, or is not signed\n");
    }
    failed = !ok;
}

int main(void)
{
    if (device_page.magic != DEVICE_MAGIC) {
        board_stop("the page of the device is empty: see provision.py");
    }
    /* Devices differ in what they call their messages; nothing that is secret depends on it. */
    board_seed((uint32_t)device_page.mac[2] << 24 | (uint32_t)device_page.mac[3] << 16 |
               (uint32_t)device_page.mac[4] << 8 | device_page.mac[5]);
    if (!reading_start()) {
        board_print("the device has no valid key: readings are not signed\n");
    }
    take_reading();
    reading_publish();
    network_start(device_page.mac);
    server_start();
    board_print("ready\n");

    uint32_t taken_at = board_milliseconds();
    uint32_t waiting_since = taken_at;
    for (;;) {
        const uint32_t now = board_milliseconds();
        if (now - taken_at >= READING_SECONDS * 1000u) {
            taken_at += READING_SECONDS * 1000u;
            if (!reading_is_waiting()) {
                waiting_since = now;
            }
            take_reading();
        }
        if (reading_is_waiting() &&
            (!server_is_transferring(now) || now - waiting_since >= HOLD_MS)) {
            reading_publish();
            server_notify(now);
        }
        network_poll();
        server_poll();
        board_sleep();
    }
}
