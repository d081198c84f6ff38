/* SPDX-License-Identifier: MIT */
/* Signatures with message recovery on one curve in C++. */
#ifndef WHIT_CPP_CURVE_RECOVERY_H
#define WHIT_CPP_CURVE_RECOVERY_H

#include <whit/curve_credentials.hpp>

#ifndef WHIT_H
#include <whit/ecpv.h>
#endif

namespace whit
{

/* Contracts are those of ecpv.h. */
template <class Functions> class curve_recovery : public curve_credentials<Functions>
{
    using types = curve_types<Functions>;
    using own = curve<Functions>;

  public:
#if !defined(WHIT_ARITHMETIC) || WHIT_ARITHMETIC /* 0 in drop-ins without it */
    /* Signatures that hold N bytes of the message. */
    template <size_t N> class ecpv
    {
        static_assert(N >= 1 && N <= WHIT_ECPV_MOST_RECOVERABLE, "1 to 32,000 bytes");

      public:
        using signature = bytes<own, WHIT_ECPV_SIGNATURE_BYTES(types::order_bytes, N),
                                WHIT_ERROR_SIGNATURE_LENGTH>;
        using message = bytes<own, N, WHIT_ERROR_MESSAGE_LENGTH>;

        template <class Source>
        static result<signature> sign(const typename types::private_key &key, view recoverable,
                                      view clear, view identity, Source &&source) noexcept
        {
            detail::random_source<typename detail::remove_reference<Source>::type> random(source);
            signature made;
            return detail::given(Functions::ecpv_sign(made.data(), made.size(), key.view().data(),
                                                      recoverable.data(), recoverable.size(),
                                                      clear.data(), clear.size(), identity.data(),
                                                      identity.size(), random.get()),
                                 made);
        }

        static result<message> recover(const typename types::public_key &key, view given,
                                       view clear, view identity) noexcept
        {
            message found;
            return detail::given(Functions::ecpv_recover(found.data(), found.size(), key.data(),
                                                         key.size(), given.data(), given.size(),
                                                         clear.data(), clear.size(),
                                                         identity.data(), identity.size()),
                                 found);
        }
    };
#endif
};

} // namespace whit

#endif
