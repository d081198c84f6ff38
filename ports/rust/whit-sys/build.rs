// SPDX-License-Identifier: MIT
//! Builds the C library: whit.c and its two companions, of the folder `whit` or of WHIT_SOURCE,
//! with the curves and the profile that the features say.

use std::env;
use std::path::{Path, PathBuf};
use std::process::exit;

include!("curve_list.rs");

const FILES: [&str; 3] = ["whit.c", "whit.inc", "whit.h"];
const SOURCE: &str = "WHIT_SOURCE";
const LISTED: usize = 24; // of curves that WHIT_CURVES takes; with more it is all

fn has(feature: &str) -> bool {
    let name = feature.to_uppercase().replace('-', "_");
    env::var_os(format!("CARGO_FEATURE_{name}")).is_some()
}

fn refuse(why: &str) -> ! {
    eprintln!("whit-sys: {why}");
    exit(1);
}

fn source() -> PathBuf {
    println!("cargo:rerun-if-env-changed={SOURCE}");
    let own = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("whit");
    let folder = env::var_os(SOURCE).map_or(own, PathBuf::from);
    for file in FILES {
        let path = folder.join(file);
        if !path.is_file() {
            refuse(&format!(
                "{} is missing; {SOURCE} names a folder with {}, which tools/amalgamate.py --output DIR writes",
                path.display(),
                FILES.join(", ")
            ));
        }
        println!("cargo:rerun-if-changed={}", path.display());
    }
    folder
}

fn curves() -> String {
    let named = CURVES.iter().filter(|(feature, _)| has(feature));
    let asked: Vec<&str> = named.map(|(_, curve)| *curve).collect();
    match asked.len() {
        // The amalgamation has no build without a curve; what nobody calls is not linked.
        0 => "secp256r1".into(),
        1..=LISTED => asked.join(","),
        _ => "all".into(),
    }
}

fn profile() -> &'static str {
    match (has("small"), has("fast")) {
        (true, true) => {
            refuse("the features small and fast exclude each other: a build has one profile")
        }
        (true, false) => "small",
        (false, true) => "fast",
        (false, false) => "balanced",
    }
}

/// Bytes of C's whit_status, as src/lib.rs has them too: abi.c compares them with the compiler's.
fn status_bytes() -> &'static str {
    let arch = env::var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    let system = env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    match (arch.as_str(), system.as_str()) {
        ("avr", _) | ("arm", "none") => "2",
        _ => "4",
    }
}

fn main() {
    let folder = source();
    for file in ["build.rs", "curve_list.rs", "abi.c"] {
        println!("cargo:rerun-if-changed={file}");
    }
    let mut build = cc::Build::new();
    build
        .std("c99")
        .warnings(false)
        .include(&folder)
        .file(folder.join("whit.c"))
        .file("abi.c")
        .define("WHIT_CURVES", curves().as_str())
        .define("WHIT_PROFILE", profile())
        .define("WHIT_HASH_LIMIT", "512")
        .define("WHIT_SYS_STATUS_BYTES", status_bytes())
        .flag_if_supported("-ffunction-sections")
        .flag_if_supported("-fdata-sections");
    // cc takes the level of cargo's profile; without optimisation C is slow, and its stack large.
    if env::var("OPT_LEVEL").map_or(true, |level| level == "0") {
        build.opt_level_str("s");
    }
    build.compile("whit");
    println!("cargo:include={}", folder.display());
}
