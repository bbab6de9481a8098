//! The `docs` program: everything is in the library.

use std::process::ExitCode;

/// Pages are made of many small pieces on several threads: the system's allocator takes a fifth of a cold build.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    ExitCode::from(docs::cli::run() as u8)
}
