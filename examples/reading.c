/* SPDX-License-Identifier: MIT */
/* A sensor signs a reading, and a gateway verifies it: as JSON, as a JSON Web Signature, and in
 * CBOR. Both in one program; what goes from one to the other is a message in a buffer.
 *
 *     make amalgamation
 *     cc -Iinclude examples/reading.c ports/posix/random.c build/amalgamation/whit.c -o reading
 */
#include <whit/cose.h>
#include <whit/jss.h>
#include <whit/jws.h>
#include <whit/posix.h>
#include <whit/secp256r1.h>
#include <whit/senml.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The longest message of the three. */
#define ROOM 300

static uint8_t key[WHIT_SECP256R1_PRIVATE_KEY_BYTES];
static uint8_t public_key[WHIT_SECP256R1_PUBLIC_KEY_BYTES];

static void expect(whit_status status, const char *step)
{
    if (status != WHIT_OK) {
        fprintf(stderr, "%s failed with status 0x%04x\n", step, (unsigned)status);
        exit(EXIT_FAILURE);
    }
}

static void show(const char *name, const uint8_t *bytes, size_t length, int as_text)
{
    printf("%-9s ", name);
    for (size_t i = 0; i < length; i++) {
        printf(as_text ? "%c" : "%02x", bytes[i]);
    }
    printf("\n");
}

/* The sensor: what it measured as a JSON object, which no function of Whit has to write. */
static size_t sensor_jss(uint8_t message[ROOM], int temperature, unsigned measurement)
{
    char payload[64];
    uint8_t signature[WHIT_SECP256R1_SIGNATURE_BYTES];
    size_t length;
    int written = snprintf(payload, sizeof payload, "{\"chip_temp\":%d,\"measurement_id\":%u}",
                           temperature, measurement);
    expect(
        whit_jss_begin(message, ROOM, &length, "ES256", (const uint8_t *)payload, (size_t)written),
        "writing the reading");
    expect(whit_secp256r1_sign(signature, key, message, length), "signing");
    expect(whit_jss_end(message, ROOM, &length, signature, sizeof signature), "writing");
    return length;
}

/* The gateway: nothing is used before its signature has been verified. */
static whit_status gateway_jss(const uint8_t *message, size_t message_length, uint8_t reading[ROOM],
                               size_t *reading_length)
{
    uint8_t signature[WHIT_SECP256R1_SIGNATURE_BYTES];
    uint8_t signed_bytes[ROOM];
    size_t length;
    whit_status status = whit_jss_open("ES256", message, message_length, signed_bytes,
                                       sizeof signed_bytes, &length, signature, sizeof signature);
    if (status == WHIT_OK) {
        status = whit_secp256r1_verify(public_key, sizeof public_key, signed_bytes, length,
                                       signature, sizeof signature);
    }
    if (status == WHIT_OK) {
        status = whit_jss_payload(reading, ROOM, reading_length, signed_bytes, length);
    }
    return status;
}

/* The same temperature as a pack of SenML. */
static const whit_senml_record record = {.base_name = "urn:dev:mac:0024befffe804ff1:",
                                         .name = "temperature",
                                         .unit = "Cel",
                                         .kind = WHIT_SENML_NUMBER,
                                         .value = {20953, -3}};

static size_t sensor_cose(uint8_t message[ROOM])
{
    uint8_t pack[100], signature[WHIT_SECP256R1_SIGNATURE_BYTES];
    whit_cose cose = {.algorithm = WHIT_COSE_ES256, .payload = pack};
    size_t length;
    expect(whit_senml_cbor(pack, sizeof pack, &cose.payload_length, &record, 1), "SenML");
    expect(whit_cose_begin(&cose, message, ROOM, &length), "writing the reading");
    expect(whit_secp256r1_sign(signature, key, message, length), "signing");
    expect(whit_cose_end(&cose, message, ROOM, &length, signature, sizeof signature), "writing");
    return length;
}

static whit_status gateway_cose(const uint8_t *message, size_t message_length)
{
    uint8_t signature[WHIT_SECP256R1_SIGNATURE_BYTES];
    uint8_t signed_bytes[ROOM];
    whit_cose cose = {.algorithm = WHIT_COSE_ES256};
    size_t length;
    whit_status status = whit_cose_open(&cose, message, message_length, signed_bytes,
                                        sizeof signed_bytes, &length, signature, sizeof signature);
    if (status == WHIT_OK) {
        status = whit_secp256r1_verify(public_key, sizeof public_key, signed_bytes, length,
                                       signature, sizeof signature);
    }
    return status;
}

static size_t sensor_jws(uint8_t message[ROOM])
{
    uint8_t pack[120], signature[WHIT_SECP256R1_SIGNATURE_BYTES];
    size_t length, pack_length;
    expect(whit_senml_json(pack, sizeof pack, &pack_length, &record, 1), "SenML");
    expect(whit_jws_begin(message, ROOM, &length, "ES256", pack, pack_length), "writing");
    expect(whit_secp256r1_sign(signature, key, message, length), "signing");
    expect(whit_jws_end(message, ROOM, &length, signature, sizeof signature), "writing");
    return length;
}

static whit_status gateway_jws(const uint8_t *message, size_t message_length, uint8_t reading[ROOM],
                               size_t *reading_length)
{
    uint8_t signature[WHIT_SECP256R1_SIGNATURE_BYTES];
    size_t length;
    whit_status status = whit_jws_open("ES256", message, message_length, &length, reading, ROOM,
                                       reading_length, signature, sizeof signature);
    if (status == WHIT_OK) {
        status = whit_secp256r1_verify(public_key, sizeof public_key, message, length, signature,
                                       sizeof signature);
    }
    return status;
}

int main(void)
{
    uint8_t message[ROOM], reading[ROOM];
    size_t length, reading_length;

    expect(whit_secp256r1_keygen(key, public_key, &whit_random_posix), "key generation");
    show("key", public_key, sizeof public_key, 0);

    length = sensor_jws(message);
    show("JWS", message, length, 1);
    expect(gateway_jws(message, length, reading, &reading_length), "verifying");
    show("reading", reading, reading_length, 1);

    length = sensor_cose(message);
    show("COSE", message, length, 0);
    expect(gateway_cose(message, length), "verifying");

    length = sensor_jss(message, 20953, 34);
    show("JSS", message, length, 1);
    expect(gateway_jss(message, length, reading, &reading_length), "verifying");
    show("reading", reading, reading_length, 1);

    /* Another temperature is refused. */
    message[strlen("{\"jss.protected\":{\"alg\":\"ES256\"},\"chip_temp\":")] = '3';
    if (gateway_jss(message, length, reading, &reading_length) == WHIT_OK) {
        return EXIT_FAILURE;
    }
    printf("another temperature is refused\n");
    return EXIT_SUCCESS;
}
