//! SHA-2 in base64, as browsers compare scripts with it: SHA-256 of inline scripts in a content security policy, SHA-384 of files
//! from elsewhere. The one place that names `sha2`. What the program compares itself is hashed by the faster function of the
//! module above.

use sha2::{Digest, Sha256, Sha384};

use crate::encoding::base64;

/// The source expression `'sha256-…'` of an inline script.
pub fn policy_source(script: &str) -> String {
    format!("'sha256-{}'", base64(&Sha256::digest(script)))
}

/// The `integrity` of a file: `sha384-…`.
pub fn integrity(bytes: &[u8]) -> String {
    format!("sha384-{}", base64(&Sha384::digest(bytes)))
}

/// The hexadecimal digits that `sha256sum` prints.
pub fn hex_digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_answers() {
        assert_eq!(policy_source(""), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
        assert_eq!(hex_digest(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(
            integrity(b"abc"),
            "sha384-ywB1P0WjXou1oD1pmsZQBycsMqsO3tFjGotgWkP/W+2AhgcroefMI1i67KE0yCWn"
        );
        assert_eq!(policy_source("abc"), "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='");
        assert_eq!(policy_source(&"a".repeat(55)), "'sha256-n0OQ+NMMLdkuyfCVtl4rmumwqSWlJY4kHJ8ekQ9zQxg='");
        assert_eq!(
            policy_source(&"a".repeat(1_000_000)),
            "'sha256-zcduXJkU+5KBocfihNc+Z/GAmkiklyAOBG05zMcRLNA='"
        );
    }
}
