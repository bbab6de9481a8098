//! `docs update`: tells where this copy came from and what updates it. It does neither look nor act by itself.

use std::sync::Arc;

use super::{Exit, print};
use crate::system::{System, Utf8Path};

/// Prints the version, the origin, and the command.
pub fn run(system: Arc<dyn System>) -> Exit {
    let path = system.executable();
    let path = path.as_deref().map_or("", Utf8Path::as_str);
    let (origin, command) = origin(path, place(&*system));
    print(&format!(
        "docs {}\n{path}\n\nThis copy {origin}. To update it:\n\n    {command}\n",
        env!("CARGO_PKG_VERSION")
    ));
    Exit::Built
}

/// What the program runs in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Machine,
    /// The image that it came with.
    Image,
}

/// Programs are installed in containers, too, by all other means: only an image that brings this one says so.
fn place(system: &dyn System) -> Place {
    let is_of_image = system.env_var("DOCS_IMAGE").is_some_and(|image| !image.is_empty());
    if is_of_image { Place::Image } else { Place::Machine }
}

/// How a program at this path got there, and what brings a newer one.
fn origin(path: &str, place: Place) -> (&'static str, &'static str) {
    let path = path.replace('\\', "/");
    let has = |part: &str| path.contains(part);
    if has("/target/release/") || has("/target/debug/") {
        ("was built in a checkout", "git pull && cargo build --release")
    } else if has("/.cargo/bin/") {
        // By path: a package of this name in a registry would be somebody else's.
        (
            "was installed by cargo",
            "git pull && cargo install --locked --path .    # in the checkout that it was installed from",
        )
    } else if has("/Cellar/") || has("/homebrew/") || has("/linuxbrew/") {
        ("was installed by Homebrew", "brew upgrade docs")
    } else if has("/node_modules/") {
        ("was installed by npm", "npm update docs")
    } else if has("/nix/store/") {
        ("was installed by Nix", "nix profile upgrade docs")
    } else if place == Place::Image {
        ("is part of a container", "docker pull IMAGE    # the image that this container was started from")
    } else if path.starts_with("/usr/bin/") {
        (
            "was installed by the system's package manager",
            "apt upgrade docs    # or what your system has in its place",
        )
    } else {
        ("was unpacked from a release", "put the program of a newer release archive in its place")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::memory::MemorySystem;

    #[test]
    fn origins_are_told_from_the_path() {
        for (path, word) in [
            ("/home/a/.cargo/bin/docs", "cargo install"),
            ("C:\\Users\\a\\.cargo\\bin\\docs.exe", "cargo install"),
            ("/opt/homebrew/bin/docs", "brew"),
            ("/usr/local/Cellar/docs/1/bin/docs", "brew"),
            ("/w/node_modules/docs/bin/docs", "npm"),
            ("/nix/store/x-docs/bin/docs", "nix"),
            ("/w/docs/target/release/docs", "git pull"),
            ("/usr/bin/docs", "apt"),
            ("/opt/docs/docs", "archive"),
            ("", "archive"),
        ] {
            assert!(origin(path, Place::Machine).1.contains(word), "{path}");
        }
        assert!(origin("/usr/local/bin/docs", Place::Image).1.contains("docker pull"));
    }

    #[test]
    fn a_program_in_a_container_need_not_be_part_of_it() {
        let system = MemorySystem::new();
        system.place_file("/.dockerenv", b"");
        assert!(place(&system) == Place::Machine);
        system.set_variable("DOCS_IMAGE", "1");
        assert!(place(&system) == Place::Image);
    }
}
