//! See `code_meta` in `checks.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../checks.rs"]
mod checks;

fuzz_target!(|text: &str| checks::code_meta(text));
