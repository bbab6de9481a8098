//! The `docs` program: everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(docs::cli::run() as u8)
}
