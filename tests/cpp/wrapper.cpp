/* SPDX-License-Identifier: MIT */
/* The C++ interface, called in every way it offers but for BLS signatures. Compiled with DROP_IN
 * against the amalgamation. */
#ifdef DROP_IN
#include "whit.hpp"
#else
#include <whit/ed25519_hash_to_curve.h>
#include <whit/ed25519_point.h>
#include <whit/secp112r2.h>
#include <whit/secp256r1.h>
#include <whit/sm2p256v1.h>
#include <whit/whit.hpp>
#endif

#include "checks.hpp"

#include <array>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>
#if __cplusplus >= 202002L
#include <span>
#endif

WHIT_CPP_CURVE(secp112r2, SECP112R2)
WHIT_CPP_CURVE(secp256r1, SECP256R1)
WHIT_CPP_CURVE(sm2p256v1, SM2P256V1)
WHIT_CPP_EDWARDS(ed25519, ED25519)

using curve = whit::secp256r1;

namespace
{

bool free_function(std::uint8_t *out, std::size_t length)
{
    return counter(3)(out, length) == WHIT_OK;
}

whit_status c_function(void *context, std::uint8_t *out, std::size_t length)
{
    return (*static_cast<counter *>(context))(out, length);
}

curve::key_pair pair_of(std::uint8_t start)
{
    auto made = curve::generate(counter(start));
    CHECK(made.ok());
    return std::move(made).value();
}

void sizes()
{
    static_assert(curve::private_key::length == WHIT_SECP256R1_PRIVATE_KEY_BYTES, "");
    static_assert(curve::public_key::length == WHIT_SECP256R1_PUBLIC_KEY_BYTES, "");
    static_assert(curve::compressed_key::length == WHIT_SECP256R1_COMPRESSED_KEY_BYTES, "");
    static_assert(curve::shared_secret::length == WHIT_SECP256R1_SHARED_SECRET_BYTES, "");
    static_assert(curve::signature::length == WHIT_SECP256R1_SIGNATURE_BYTES, "");
    static_assert(sizeof(curve::private_key) == WHIT_SECP256R1_PRIVATE_KEY_BYTES, "");
    static_assert(!std::is_copy_constructible_v<curve::private_key>, "");
    static_assert(!std::is_copy_assignable_v<curve::shared_secret>, "");
    static_assert(!std::is_convertible_v<curve::private_key, whit::view>, "");
    static_assert(!std::is_convertible_v<whit::status, bool>, "");
    static_assert(!std::is_convertible_v<curve::public_key, curve::signature>, "");
}

/* Every kind of container is a view of the same bytes. */
void views()
{
    const std::uint8_t plain[] = {1, 2, 3};
    std::uint8_t changing[] = {1, 2, 3};
    const std::array<std::uint8_t, 3> array = {1, 2, 3};
    const std::vector<std::uint8_t> vector = {1, 2, 3};
    whit::view views[] = {plain, changing, array, vector, {plain, 3}, whit::text("\1\2\3")};
    for (whit::view one : views) {
        CHECK(same(one, views[0]));
    }
    CHECK(whit::view().size() == 0);
    static_assert(!std::is_constructible_v<whit::view, std::vector<int> &>, "");
    static_assert(
        !std::is_constructible_v<whit::span<std::uint8_t>, const std::vector<std::uint8_t> &>, "");
#if __cplusplus >= 202002L
    std::span<const std::uint8_t> standard(plain);
    CHECK(same(standard, plain));
    std::span<const std::uint8_t> back{whit::view(standard)};
    CHECK(back.data() == plain);
    CHECK(back.size() == 3);
#endif
}

/* Each kind of random source gives the keys of the C function. */
void sources()
{
    std::uint8_t key[WHIT_SECP256R1_PRIVATE_KEY_BYTES], shown[WHIT_SECP256R1_PUBLIC_KEY_BYTES];
    counter state(3);
    const whit_random random = {c_function, &state};
    CHECK_STATUS(whit_secp256r1_keygen(key, shown, &random), WHIT_OK);

    auto expect = [&](const whit::result<curve::key_pair> &made) {
        CHECK(made.ok());
        CHECK(same(made->private_part.view(), key));
        CHECK(same(made->public_part, shown));
    };
    counter again(3);
    const auto lambda = [](whit::span<std::uint8_t> out) {
        return counter(3)(out.data(), out.size());
    };
    state = counter(3);
    expect(curve::generate(random));
    expect(curve::generate(again));
    expect(curve::generate(counter(3)));
    expect(curve::generate(lambda));
    expect(curve::generate(free_function));
    expect(curve::generate(&free_function));

    auto failure = curve::generate([](std::uint8_t *, std::size_t) { return false; });
    CHECK(!failure);
    CHECK_STATUS(failure.status(), WHIT_ERROR_RANDOM_FAILED);
    auto stuck = curve::generate([](std::uint8_t *out, std::size_t length) {
        std::memset(out, 0, length);
        return whit::status(WHIT_OK);
    });
    CHECK_STATUS(stuck.status(), WHIT_ERROR_RANDOM_STUCK);
}

void keys()
{
    curve::key_pair pair = pair_of(1);
    CHECK_STATUS(curve::validate(pair.private_part), WHIT_OK);
    CHECK_STATUS(curve::validate(pair.public_part), WHIT_OK);
    CHECK(*curve::public_of(pair.private_part) == pair.public_part);

    auto compressed = curve::compress(pair.public_part);
    CHECK(compressed.ok());
    CHECK(*curve::decompress(*compressed) == pair.public_part);

    curve::public_key wrong = pair.public_part;
    wrong.data()[64] ^= 1;
    CHECK(wrong != pair.public_part);
    CHECK_STATUS(curve::validate(wrong), WHIT_ERROR_PUBLIC_KEY_CURVE);
    CHECK_STATUS(curve::compress(wrong).status(), WHIT_ERROR_PUBLIC_KEY_CURVE);
    CHECK_STATUS(curve::validate({wrong.data(), 64}), WHIT_ERROR_PUBLIC_KEY_LENGTH);
    CHECK_STATUS(curve::validate(curve::private_key()), WHIT_ERROR_PRIVATE_KEY_RANGE);

    auto copy = curve::private_key::from(pair.private_part.view());
    CHECK(copy.ok());
    CHECK(same(copy->view(), pair.private_part.view()));
    auto short_copy = curve::private_key::from({pair.private_part.view().data(), 31});
    CHECK_STATUS(short_copy.status(), WHIT_ERROR_PRIVATE_KEY_LENGTH);
    CHECK_STATUS(curve::public_key::from(wrong).status(), WHIT_OK);
    CHECK_STATUS(curve::signature::from(wrong).status(), WHIT_ERROR_SIGNATURE_LENGTH);
}

void agreement()
{
    curve::key_pair mine = pair_of(1), theirs = pair_of(2);
    auto here = curve::ecdh(mine.private_part, theirs.public_part);
    auto there = curve::ecdh(theirs.private_part, mine.public_part);
    CHECK(here.ok());
    CHECK(there.ok());
    CHECK(same(here->view(), there->view()));
    auto none = curve::ecdh(mine.private_part, curve::public_key());
    CHECK_STATUS(none.status(), WHIT_ERROR_PUBLIC_KEY_PREFIX);
}

/* Curves that have less, or more: no signatures; a cofactor. */
void other_curves()
{
    auto sm2 = whit::sm2p256v1::generate(counter(5));
    CHECK(sm2.ok());
    CHECK(whit::sm2p256v1::validate(sm2->public_part).ok());
    CHECK(whit::sm2p256v1::selftest_ecdh().ok());
    CHECK_STATUS(curve::validate(sm2->public_part), WHIT_ERROR_PUBLIC_KEY_CURVE);

    using small = whit::secp112r2;
    auto mine = small::generate(counter(6));
    auto theirs = small::generate(counter(7));
    auto here = small::ecdh_cofactor(mine->private_part, theirs->public_part);
    auto there = small::ecdh_cofactor(theirs->private_part, mine->public_part);
    CHECK(here.ok());
    CHECK(there.ok());
    CHECK(same(here->view(), there->view()));
    auto other = small::ecdh_cofactor_randomised(mine->private_part, theirs->public_part,
                                                 counter(8));
    CHECK(other.ok() && same(here->view(), other->view()));
    CHECK(!same(here->view(), small::ecdh(mine->private_part, theirs->public_part)->view()));
}

void signatures()
{
    curve::key_pair pair = pair_of(1), other = pair_of(2);
    const whit::view message = whit::text("21.5 degrees");
    std::uint8_t expected[WHIT_SECP256R1_SIGNATURE_BYTES];
    CHECK_STATUS(whit_secp256r1_sign(expected, pair.private_part.view().data(), message.data(),
                                     message.size()),
                 WHIT_OK);
    auto made = curve::sign(pair.private_part, message);
    CHECK(made.ok());
    CHECK(same(*made, expected));
    CHECK(curve::verify(pair.public_part, message, *made).ok());
    CHECK_STATUS(curve::verify(other.public_part, message, *made), WHIT_ERROR_SIGNATURE_INVALID);
    CHECK_STATUS(curve::verify(pair.public_part, whit::text("21.6 degrees"), *made),
                 WHIT_ERROR_SIGNATURE_INVALID);

    auto hedged = curve::sign_hedged(pair.private_part, message, counter(9));
    CHECK(hedged.ok());
    CHECK(*hedged != *made);
    CHECK(curve::verify(pair.public_part, message, *hedged).ok());

    std::array<std::uint8_t, 20> digest{};
    digest[3] = 7;
    auto drawn = curve::sign_digest(pair.private_part, digest, counter(9));
    auto derived = curve::sign_digest(pair.private_part, digest);
    CHECK(drawn.ok());
    CHECK(derived.ok());
    CHECK(*drawn != *derived);
    CHECK(curve::verify_digest(pair.public_part, digest, *drawn).ok());
    CHECK(curve::verify_digest(pair.public_part, digest, *derived).ok());
    CHECK(curve::verify_digest_hardened(pair.public_part, digest, *derived).ok());
    digest[3] = 8;
    CHECK(!curve::verify_digest(pair.public_part, digest, *derived));
    CHECK_STATUS(curve::verify_digest_hardened(pair.public_part, digest, *derived),
                 WHIT_ERROR_SIGNATURE_INVALID);
    CHECK(curve::verify_hardened(pair.public_part, message, *hedged).ok());
    CHECK_STATUS(curve::verify_hardened(other.public_part, message, *hedged),
                 WHIT_ERROR_SIGNATURE_INVALID);

    auto checked = curve::sign_checked(pair, message);
    CHECK(checked.ok() && *checked == *made);
    digest[3] = 7;
    checked = curve::sign_digest_checked(pair, digest);
    CHECK(checked.ok() && *checked == *derived);
    const curve::public_key own = pair.public_part;
    pair.public_part = other.public_part;
    CHECK_STATUS(curve::sign_checked(pair, message).status(), WHIT_ERROR_FAULT);
    CHECK_STATUS(curve::sign_digest_checked(pair, digest).status(), WHIT_ERROR_FAULT);
    pair.public_part = own;

    auto der = curve::to_der(*made);
    CHECK(der.ok());
    CHECK(der->size() >= 8 && der->size() <= 72);
    auto back = curve::from_der(*der);
    CHECK(back.ok());
    CHECK(*back == *made);
    CHECK(curve::verify_der(pair.public_part, message, *der).ok());
    CHECK_STATUS(curve::verify_der(other.public_part, message, *der), WHIT_ERROR_SIGNATURE_INVALID);
    CHECK_STATUS(curve::verify_der(pair.public_part, message, *made),
                 WHIT_ERROR_SIGNATURE_ENCODING);
    CHECK(curve::verify_digest_der(pair.public_part, digest, *curve::to_der(*derived)).ok());
    CHECK_STATUS(curve::verify_digest_der(pair.public_part, digest, *der),
                 WHIT_ERROR_SIGNATURE_INVALID);
    CHECK_STATUS(curve::from_der({der->data(), der->size() - 1}).status(),
                 WHIT_ERROR_SIGNATURE_ENCODING);
}

void streams()
{
    curve::key_pair pair = pair_of(1);
    auto whole = curve::sign(pair.private_part, whit::text("21.5 degrees"));
    whit::stream signing(whit_sha256), verifying(whit_sha256), other(whit_sha256);
    CHECK(signing.update(whit::text("21.5 ")).ok());
    CHECK(signing.update({}).ok());
    CHECK(signing.update(whit::text("degrees")).ok());
    auto made = curve::sign(pair.private_part, signing);
    CHECK(made.ok());
    CHECK(*made == *whole);
    CHECK_STATUS(curve::sign(pair.private_part, signing).status(), WHIT_ERROR_ARGUMENT);
    CHECK(verifying.update(whit::text("21.5 degrees")).ok());
    CHECK(curve::verify(pair.public_part, verifying, *made).ok());
    CHECK(other.update(whit::text("21.6 degrees")).ok());
    CHECK_STATUS(curve::verify(pair.public_part, other, *made), WHIT_ERROR_SIGNATURE_INVALID);
}

void recovery()
{
    curve::key_pair pair = pair_of(1);
    const whit::view message = whit::text("21.5 degrees");
    const std::array<std::uint8_t, 32> digest{{1, 2, 3}};
    auto made = curve::sign_recoverable(pair.private_part, message);
    CHECK(made.ok());
    CHECK(made->value == *curve::sign(pair.private_part, message));
    CHECK(*curve::recover(*made, message) == pair.public_part);
    CHECK(*curve::recover(*made, digest) != pair.public_part);
    auto of_digest = curve::sign_digest_recoverable(pair.private_part, digest);
    CHECK(of_digest.ok());
    CHECK(*curve::recover_digest(*of_digest, digest) == pair.public_part);

    /* Of s and n - s one is low, and the key stays. */
    curve::recoverable_signature low = *made;
    CHECK(curve::make_low(low).ok());
    CHECK(curve::is_low(low.value).ok());
    CHECK(*curve::recover(low, message) == pair.public_part);
    CHECK((low.value == made->value) == (low.recovery_id == made->recovery_id));
    CHECK(curve::is_low(made->value).ok() == (low.value == made->value));
    curve::signature plain = made->value;
    CHECK(curve::make_low(plain).ok());
    CHECK(plain == low.value);
}

void arithmetic()
{
    using scalar = curve::scalar;
    using point = curve::point;
    counter source(9);
    auto drawn = scalar::random(source);
    CHECK(!!drawn);
    const scalar a = *drawn, b(77);
    const point g = point::base(), p = point::multiple_of_base(a);
    CHECK(scalar().is_zero() && point().is_identity());
    CHECK(a + b - b == a && a - a == scalar(0) && -(-a) == a);
    CHECK(a * scalar(3) == a + a + a && a != b);
    CHECK(a * *a.inverse() == scalar(1));
    CHECK_STATUS(scalar(0).inverse().status(), WHIT_ERROR_NOT_INVERTIBLE);
    CHECK(*scalar::read(a.bytes().view()) == a);
    static const std::uint8_t ones[40] = {0xff, 0xff, 0xff, 0xff};
    CHECK_STATUS(scalar::read(ones).status(), WHIT_ERROR_INTEGER_RANGE);
    CHECK(!!scalar::reduce(ones));
    CHECK(scalar::select(a, b, false) == a && scalar::select(a, b, true) == b);

    CHECK(a * g == p && point::multiple_vartime(a, g) == p);
    CHECK(p + p == p.twice() && p - p == point() && -p + p == point() && p != g);
    CHECK(b * p == (b * a) * g);
    CHECK(point::multiple_of_two_vartime(b, a, p) == b * g + a * p);
    const scalar factors[3] = {a, b, scalar(5)};
    const point terms[3] = {g, p, p.twice()};
    const point total = a * g + b * p + scalar(10) * p;
    CHECK(point::sum(factors, terms, 3) == total);
    CHECK(point::sum_vartime(factors, terms, 3) == total);
    CHECK(point::select(g, p, false) == g && point::select(g, p, true) == p);
    CHECK_STATUS(p.validate(), WHIT_OK);
    CHECK(*point::decode(*p.encode()) == p && *point::decode(*p.compress()) == p);
    CHECK_STATUS(point().encode().status(), WHIT_ERROR_PUBLIC_KEY_INFINITY);
    CHECK_STATUS(point::decode(ones).status(), WHIT_ERROR_PUBLIC_KEY_LENGTH);
}

void edwards_points()
{
    using scalar = whit::ed25519::scalar;
    using point = whit::ed25519::point;
    counter source(10);
    const scalar a = *scalar::random(source), b(77);
    const point p = point::multiple_of_base(a);
    CHECK(a + b - b == a && a * *a.inverse() == scalar(1));
    CHECK(*scalar::read(a.bytes().view()) == a);
    CHECK(b * p == (b * a) * point::base() && p + p == p.twice());
    CHECK(point::multiple_of_two_vartime(b, a, p) == b * point::base() + a * p);
    CHECK(*point::decode(*p.encode()) == p && *p.encode() == *p.compress());
    CHECK(p.encode()->size() == 32 && point().is_identity());
    CHECK(*point::decode(*point().encode()) == point()); /* it has an encoding */
    static const std::uint8_t ones[33] = {0xff};
    CHECK_STATUS(point::decode(ones).status(), WHIT_ERROR_PUBLIC_KEY_LENGTH);
}

void integers_of(const std::uint8_t *modulus, std::size_t length)
{
    using small = whit::integers<128>;
    auto n = small::modulus::from({modulus, length});
    CHECK(n.ok());
    const auto a = *n->word(1234567), b = *n->word(3);
    counter source(12);
    const auto drawn = *n->random(source);
    CHECK(*n->equal(*n->sub(*n->add(a, b), b), a));
    CHECK(*n->equal(*n->mul(a, *n->inverse(a)), *n->word(1)));
    CHECK(*n->equal(*n->mul(a, *n->inverse_vartime(a)), *n->word(1)));
    CHECK(*n->equal(*n->sqr(b), *n->word(9)) && *n->compare(b, a) == -1);
    CHECK(*n->is_zero(*n->add(drawn, *n->negate(drawn))));
    static const std::uint8_t five[1] = {5};
    CHECK(*n->equal(*n->exp(b, five), *n->word(243)));
    CHECK(*n->equal(*n->exp_vartime(b, five), *n->word(243)));
    CHECK(*n->equal(*n->select(a, b, true), b) && *n->equal(*n->select(a, b, false), a));
    const auto written = n->write(drawn);
    CHECK(written->view().size() == 16 && *n->equal(*n->read(written->view()), drawn));
    CHECK(n->reduce({modulus, length}).ok() && *n->is_zero(*n->reduce({modulus, length})));
    CHECK_STATUS(n->read({modulus, length}).status(), WHIT_ERROR_INTEGER_RANGE);
    CHECK_STATUS(n->inverse(*n->word(0)).status(), WHIT_ERROR_NOT_INVERTIBLE);
    CHECK_STATUS(n->inverse_vartime(*n->word(0)).status(), WHIT_ERROR_NOT_INVERTIBLE);
    CHECK_STATUS(n->add(a, small::integer()).status(), WHIT_ERROR_MIXED);
}

void integers()
{
    static const std::uint8_t modulus[16] = {0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10,
                                             0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef};
    static const std::uint8_t even[2] = {0x80, 0x02};
    integers_of(modulus, sizeof modulus);
    integers_of(modulus + 8, 8);
    CHECK_STATUS(whit::integers<16>::modulus::from(even).status(), WHIT_ERROR_MODULUS);
    CHECK_STATUS(whit::integers<64>::modulus::from(modulus).status(), WHIT_ERROR_MODULUS);
}

void credentials()
{
    using macwbb = curve::macwbb<2>;
    counter source(11);
    auto issuer = macwbb::generate(source), other = macwbb::generate(source);
    CHECK(issuer.ok() && other.ok());
    std::uint8_t attributes[2 * curve::order_bytes] = {};
    attributes[curve::order_bytes - 1] = 5;
    attributes[2 * curve::order_bytes - 1] = 7;
    auto issued = macwbb::issue(*issuer, attributes, source);
    CHECK(issued.ok());
    CHECK(macwbb::accept(*issued, issuer->public_part, attributes).ok());
    CHECK(macwbb::verify(issued->value, issuer->private_part, attributes).ok());
    CHECK_STATUS(macwbb::accept(*issued, other->public_part, attributes), WHIT_ERROR_PROOF);

    static const std::uint8_t nonce[16] = {1}, later[16] = {2};
    auto shown = macwbb::show<1>(issued->value, issuer->public_part, attributes, 2, nonce, source);
    CHECK(shown.ok());
    attributes[curve::order_bytes - 1] = 0; /* which is hidden */
    CHECK(macwbb::verify_show(*shown, *issuer, attributes, 2, nonce).ok());
    CHECK_STATUS(macwbb::verify_show(*shown, *issuer, attributes, 2, later), WHIT_ERROR_PROOF);
    attributes[2 * curve::order_bytes - 1] = 8;
    CHECK_STATUS(macwbb::verify_show(*shown, *issuer, attributes, 2, nonce), WHIT_ERROR_PROOF);
}

void hashing_to_curves()
{
    static const char tag[] = "QUUX-V01-CS02-with-" WHIT_SECP256R1_HASH_TO_CURVE;
    static const std::uint8_t message[3] = {'a', 'b', 'c'};
    static const std::uint8_t x[4] = {0x0b, 0xb8, 0xb8, 0x74};
    whit::view bytes(reinterpret_cast<const std::uint8_t *>(tag), sizeof tag - 1);
    auto point = curve::hash_to_curve(message, bytes);
    CHECK(point.ok() && std::memcmp(point->data() + 1, x, sizeof x) == 0);
    CHECK(curve::point::decode(*point).ok());
    auto other = curve::encode_to_curve(message, bytes);
    CHECK(other.ok() && std::memcmp(other->data() + 1, x, sizeof x) != 0);
    CHECK_STATUS(curve::hash_to_curve(message, whit::view()).status(), WHIT_ERROR_TAG_LENGTH);
    auto edwards = whit::ed25519::hash_to_curve(message, bytes);
    CHECK(edwards.ok() && whit::ed25519::point::decode(*edwards).ok());
    CHECK(whit::ed25519::encode_to_curve(message, bytes).ok());
}

void message_recovery()
{
    static const std::uint8_t text[18] = {'{', '"', 't', '"', ':', '2', '0', '.', '9'};
    static const std::uint8_t clear[2] = {1, 2}, other[2] = {1, 3}, identity[3] = {7, 8, 9};
    using ecpv = curve::ecpv<sizeof text>;
    counter source(12);
    curve::key_pair pair = pair_of(1);
    auto made = ecpv::sign(pair.private_part, text, clear, identity, source);
    CHECK(made.ok() && made->size() == 48 + sizeof text);
    auto found = ecpv::recover(pair.public_part, *made, clear, identity);
    CHECK(found.ok() && std::memcmp(found->data(), text, sizeof text) == 0);
    CHECK_STATUS(ecpv::recover(pair.public_part, *made, other, identity).status(),
                 WHIT_ERROR_SIGNATURE_INVALID);
    CHECK_STATUS(ecpv::recover(pair_of(2).public_part, *made, clear, identity).status(),
                 WHIT_ERROR_SIGNATURE_INVALID);
    CHECK_STATUS(ecpv::sign(pair.private_part, clear, clear, identity, source).status(),
                 WHIT_ERROR_OUTPUT_LENGTH);
    CHECK_STATUS(curve::ecpv<19>::recover(pair.public_part, *made, clear, identity).status(),
                 WHIT_ERROR_OUTPUT_LENGTH);
}

void prepared_keys()
{
    static const std::uint8_t message[3] = {1, 2, 3}, other[3] = {1, 2, 4};
    curve::key_pair pair = pair_of(1);
    auto made = curve::sign(pair.private_part, message);
    static curve::prepared_key<16> sensor;
    static_assert(sizeof sensor == WHIT_PREPARED_BYTES(SECP256R1, 16), "");
    CHECK_STATUS(sensor.verify(message, *made), WHIT_ERROR_MIXED);
    CHECK(sensor.prepare(pair.public_part).ok());
    CHECK(sensor.verify(message, *made).ok());
    CHECK_STATUS(sensor.verify(other, *made), WHIT_ERROR_SIGNATURE_INVALID);
    curve::prepared_key<16> copy = sensor;
    static const std::uint8_t digest[32] = {4, 5, 6};
    auto of_digest = curve::sign_digest(pair.private_part, digest);
    CHECK(copy.verify_digest(digest, *of_digest).ok());
    static curve::prepared_key<64> longer;
    CHECK(longer.prepare(pair.public_part).ok());
    const curve::prepared_signature all[] = {
        {sensor, message, *made}, {longer, other, *made}, {longer, message, *made}};
    whit_status statuses[3];
    CHECK_STATUS(curve::verify_many(all), WHIT_ERROR_SIGNATURE_INVALID);
    CHECK_STATUS(curve::verify_many(all, statuses), WHIT_ERROR_SIGNATURE_INVALID);
    CHECK(statuses[0] == WHIT_OK && statuses[1] == WHIT_ERROR_SIGNATURE_INVALID &&
          statuses[2] == WHIT_OK);
    CHECK(curve::verify_many({all, 1}).ok() && curve::verify_many({}).ok());
    CHECK_STATUS(curve::verify_many({all, 1}, statuses), WHIT_ERROR_OUTPUT_LENGTH);
    const curve::prepared_signature digests[] = {{copy, digest, *of_digest}};
    CHECK(curve::verify_digest_many(digests).ok());
    CHECK_STATUS(curve::verify_digest_many(digests, statuses), WHIT_ERROR_OUTPUT_LENGTH);
    CHECK_STATUS(copy.prepare(*made), WHIT_ERROR_PUBLIC_KEY_LENGTH);
    CHECK_STATUS(copy.verify(message, *made), WHIT_ERROR_MIXED);
}

void self_tests()
{
    curve::key_pair pair = pair_of(1), other = pair_of(2);
    CHECK(curve::selftest_ecdh().ok());
    CHECK(curve::selftest_sign().ok());
    CHECK(curve::selftest_sign_digest().ok());
    CHECK(curve::selftest_verify().ok());
    CHECK(curve::selftest_verify_digest().ok());
    CHECK(curve::selftest_key_pair(pair).ok());
    CHECK(curve::selftest_signing_key_pair(pair).ok());
    pair.public_part = other.public_part;
    CHECK_STATUS(curve::selftest_key_pair(pair), WHIT_ERROR_SELF_TEST);
    CHECK_STATUS(curve::selftest_signing_key_pair(pair), WHIT_ERROR_SELF_TEST);
}

/* What a secret leaves behind: nothing, when it ends and when it is moved from. */
void wiping()
{
    alignas(curve::private_key) unsigned char memory[sizeof(curve::private_key)];
    curve::key_pair pair = pair_of(1);
    auto copy = curve::private_key::from(pair.private_part.view());
    auto *key = new (memory) curve::private_key(std::move(copy).value());
    CHECK(same(key->view(), pair.private_part.view()));
    key->~secret();
    unsigned sum = 0;
    for (unsigned char byte : memory) {
        sum += byte;
    }
    CHECK(sum == 0);

    const curve::private_key zero;
    curve::private_key moved(std::move(pair.private_part));
    CHECK(!same(moved.view(), zero.view()));
    curve::private_key assigned;
    assigned = std::move(moved);
    CHECK(!same(assigned.view(), zero.view()));
    /* That a moved-from secret holds nothing is what is tested. */
    CHECK(same(pair.private_part.view(), zero.view())); // NOLINT(bugprone-use-after-move)
    CHECK(same(moved.view(), zero.view()));             // NOLINT(bugprone-use-after-move)
    assigned.wipe();
    CHECK(same(assigned.view(), zero.view()));
}

/* To the end, as a status that every step but the last has given. */
whit::status finish(curve::steps &steps, whit::status status)
{
    unsigned count = 0;
    while (status == whit::status(WHIT_IN_PROGRESS)) {
        status = steps.step();
        count++;
    }
    CHECK(count > 0);
    return status;
}

void randomised()
{
    const curve::key_pair mine = pair_of(5);
    const curve::key_pair other = pair_of(7);
    counter state(6);
    const whit_random random = {c_function, &state};
    const whit_random failing = {nullptr, nullptr};
    auto expected = curve::ecdh(mine.private_part, other.public_part);

    auto shown = curve::public_of_randomised(mine.private_part, random);
    CHECK(shown.ok() && same(*shown, mine.public_part));
    auto shared = curve::ecdh_randomised(mine.private_part, other.public_part, random);
    CHECK(shared.ok() && same(shared->view(), expected->view()));
    CHECK_STATUS(curve::ecdh_randomised(mine.private_part, other.public_part, failing).status(),
                 WHIT_ERROR_RANDOM_MISSING);

    curve::steps steps;
    curve::public_key key;
    curve::shared_secret secret;
    CHECK_STATUS(finish(steps, steps.public_of_randomised(key, mine.private_part, random)),
                 WHIT_OK);
    CHECK(same(key, mine.public_part));
    CHECK_STATUS(
        finish(steps, steps.ecdh_randomised(secret, mine.private_part, other.public_part, random)),
        WHIT_OK);
    CHECK(same(secret.view(), expected->view()));
}

void in_steps()
{
    const curve::key_pair mine = pair_of(5);
    const std::uint8_t digest[32] = {1, 2, 3};
    counter state(6);
    const whit_random random = {c_function, &state};
    curve::steps steps;
    curve::key_pair pair;
    curve::public_key shown;
    curve::shared_secret shared;
    curve::signature made;
    static_assert(!std::is_copy_constructible_v<curve::steps>, "");
    static_assert(!std::is_copy_assignable_v<curve::steps>, "");

    CHECK_STATUS(finish(steps, steps.generate(pair, random)), WHIT_OK);
    CHECK_STATUS(finish(steps, steps.public_of(shown, pair.private_part)), WHIT_OK);
    CHECK(same(shown, pair.public_part));
    CHECK_STATUS(finish(steps, steps.validate(shown)), WHIT_OK);
    CHECK_STATUS(finish(steps, steps.ecdh(shared, mine.private_part, pair.public_part)), WHIT_OK);
    auto expected = curve::ecdh(pair.private_part, mine.public_part);
    CHECK(expected.ok() && same(shared.view(), expected->view()));

    CHECK_STATUS(finish(steps, steps.sign_digest(made, mine.private_part, digest)), WHIT_OK);
    auto derived = curve::sign_digest(mine.private_part, digest);
    CHECK(derived.ok() && same(made, *derived));
    CHECK_STATUS(finish(steps, steps.sign_digest(made, mine.private_part, digest, random)),
                 WHIT_OK);
    CHECK_STATUS(finish(steps, steps.verify_digest(mine.public_part, digest, made)), WHIT_OK);
    CHECK_STATUS(finish(steps, steps.verify_digest(pair.public_part, digest, made)),
                 WHIT_ERROR_SIGNATURE_INVALID);

    CHECK_STATUS(steps.step(), WHIT_ERROR_STEPS_ENDED);
    CHECK_STATUS(steps.ecdh(shared, mine.private_part, pair.public_part), WHIT_IN_PROGRESS);
    steps.give_up();
    CHECK_STATUS(steps.step(), WHIT_ERROR_STEPS_ENDED);
    CHECK(same(shared.view(), curve::shared_secret().view()));

    /* The context ends with its object, wiped. */
    alignas(curve::steps) unsigned char memory[sizeof(curve::steps)];
    auto *object = new (memory) curve::steps;
    CHECK_STATUS(object->ecdh(shared, mine.private_part, pair.public_part), WHIT_IN_PROGRESS);
    object->~steps();
    unsigned sum = 0;
    for (unsigned char byte : memory) {
        sum += byte;
    }
    CHECK(sum == 0);
}

} // namespace

int main()
{
    sizes();
    views();
    sources();
    keys();
    agreement();
    other_curves();
    signatures();
    streams();
    recovery();
    in_steps();
    randomised();
    self_tests();
    arithmetic();
    edwards_points();
    hashing_to_curves();
    integers();
    credentials();
    message_recovery();
    prepared_keys();
    wiping();
    return outcome();
}
