//! SHA-256 in base64, as a content security policy names inline scripts: the one place that names `sha2`. For nothing else: what the program compares itself is hashed by the faster function of the module above.

use sha2::{Digest, Sha256};

use crate::encoding::base64;

/// The source expression `'sha256-…'` of an inline script.
pub fn policy_source(script: &str) -> String {
    format!("'sha256-{}'", base64(&Sha256::digest(script)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_answers() {
        assert_eq!(policy_source(""), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
        assert_eq!(policy_source("abc"), "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='");
        assert_eq!(policy_source(&"a".repeat(55)), "'sha256-n0OQ+NMMLdkuyfCVtl4rmumwqSWlJY4kHJ8ekQ9zQxg='");
        assert_eq!(
            policy_source(&"a".repeat(1_000_000)),
            "'sha256-zcduXJkU+5KBocfihNc+Z/GAmkiklyAOBG05zMcRLNA='"
        );
    }
}
