// SPDX-License-Identifier: MIT
//! The library's statuses as errors.

use core::fmt;

macro_rules! statuses {
    ($($name:ident = $status:ident: $told:literal,)*) => {
        /// Why the library refused or failed. Outputs do not exist then.
        #[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
        #[non_exhaustive]
        pub enum Error {
            $(#[doc = $told] $name,)*
        }

        impl Error {
            const fn told(self) -> &'static str {
                match self {
                    $(Error::$name => $told,)*
                }
            }

            fn of(status: whit_sys::whit_status) -> Self {
                match status {
                    $(whit_sys::$status => Error::$name,)*
                    // No status of the library: the hardware erred.
                    _ => Error::Fault,
                }
            }
        }
    };
}

include!("statuses.rs");

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.told())
    }
}

#[cfg(feature = "std")]
impl std::error::Error for Error {}

impl From<Error> for signature::Error {
    #[cfg(feature = "std")]
    fn from(error: Error) -> Self {
        signature::Error::from_source(error)
    }

    #[cfg(not(feature = "std"))]
    fn from(_: Error) -> Self {
        signature::Error::new()
    }
}

/// WHIT_OK or an error. Any value that is not WHIT_OK is one.
#[allow(dead_code)] // a build may have no curve
pub(crate) fn check(status: whit_sys::whit_status) -> Result<(), Error> {
    if status == whit_sys::WHIT_OK {
        Ok(())
    } else {
        Err(Error::of(status))
    }
}
