//! Names in JSON pointers (RFC 6901), as the references of descriptions write them.

/// A name as a step of a pointer.
pub(super) fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// The name that a step of a pointer stands for.
pub(super) fn unescaped(step: &str) -> String {
    step.replace("~1", "/").replace("~0", "~")
}

/// The reference to what these names lead to in the description itself.
pub(super) fn pointer(names: &[&str]) -> String {
    names.iter().fold("#".to_owned(), |pointer, name| format!("{pointer}/{}", escaped(name)))
}
