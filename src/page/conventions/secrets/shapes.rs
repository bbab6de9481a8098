//! Keys that are known by what they are made of or by what stands in front of them: tokens in parts, the secret half of
//! a pair, passwords in addresses.

use super::{TELLING, is_invented, is_plain};
use crate::encoding::base64_url_decoded;

/// What a key is called, where it begins, and how long it is.
type Found = (&'static str, usize, usize);

/// All of them in a text, the surest first.
pub fn found(code: &str) -> Vec<Found> {
    let mut found = Vec::new();
    for (at, word) in words(code) {
        if let Some(name) = in_parts(word) {
            found.push((name, at, word.len()));
        }
    }
    found.extend(aws_secrets(code));
    found.extend(passwords(code));
    found.extend(bearers(code));
    found
}

/// Words with dots in them, and where they begin.
fn words(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_of_word = |c: char| is_of_url(c) || c == '.';
    let mut at = 0;
    code.split_inclusive(move |c| !is_of_word(c)).map(move |piece| {
        let start = at;
        at += piece.len();
        let word = piece.trim_end_matches(|c| !is_of_url(c));
        let bare = word.trim_start_matches('.');
        (start + word.len() - bare.len(), bare)
    })
}

fn is_of_url(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

/// Tokens whose parts are told apart by dots.
fn in_parts(word: &str) -> Option<&'static str> {
    let mut parts = word.split('.');
    match (parts.next()?, parts.next()?, parts.next(), parts.next()) {
        ("SG", id, Some(secret), None) => {
            let is_key = id.len() == 22 && secret.len() == 43 && !is_invented(secret);
            is_key.then_some("a key of SendGrid")
        }
        (head, body, Some(signature), None) if head.starts_with("eyJ") && body.starts_with("eyJ") => {
            is_web_token(head, body, signature).then_some("a JSON web token")
        }
        _ => None,
    }
}

/// Shortest signature of a web token: 256 bits.
const SHORTEST_SIGNATURE: usize = 43;
/// What samples say of the one that they are about.
const SAMPLES: [&str; 8] =
    ["john doe", "jane doe", "1234567890", "joe", "alice", "bob", "acme", "1516239022"];

/// Whether a JSON web token may open something: it says who it is for, and that is nobody of a sample.
fn is_web_token(head: &str, body: &str, signature: &str) -> bool {
    let json = |part: &str| {
        let text = String::from_utf8(base64_url_decoded(part)?).ok()?;
        serde_json::from_str::<serde_json::Value>(&text).ok().filter(serde_json::Value::is_object)
    };
    let (Some(head), Some(body)) = (json(head), json(body)) else { return false };
    let said = body.to_string().to_lowercase();
    // Such keys are for browsers: what they open is decided elsewhere.
    let is_public = body.get("role").is_some_and(|role| role == "anon");
    let is_sample = is_public || SAMPLES.iter().chain(&TELLING[..8]).any(|word| said.contains(word));
    head.get("alg").is_some() && signature.len() >= SHORTEST_SIGNATURE && !is_sample && !is_plain(signature)
}

/// The secret half of a key of AWS, which is known by its name alone.
fn aws_secrets(code: &str) -> Vec<Found> {
    let lower = code.to_ascii_lowercase();
    let names = ["aws_secret_access_key", "secretaccesskey", "secret_access_key", "aws_secret_key"];
    let mut found = Vec::new();
    for name in names {
        for (at, _) in lower.match_indices(name) {
            let start = at + name.len();
            let between = |c: char| matches!(c, ' ' | '\t' | '=' | ':' | '"' | '\'' | '>' | '`');
            let Some(rest) = code.get(start..) else { continue };
            let value = rest.trim_start_matches(between);
            let is_of_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/');
            let length = value.len() - value.trim_start_matches(is_of_key).len();
            let key = value.get(..length).unwrap_or("");
            let is_given = value.len() < rest.len();
            let has_all = key.contains(|c: char| c.is_ascii_uppercase())
                && key.contains(|c: char| c.is_ascii_lowercase());
            if is_given && length == 40 && has_all && !is_invented(key) {
                found.push(("a secret key of AWS", start + rest.len() - value.len(), length));
            }
        }
    }
    found
}

/// Parts of passwords that are no secret, and that examples are made of.
const NO_PASSWORD: [&str; 9] =
    ["pass", "pwd", "user", "admin", "root", "change", "postgres", "abc", "hunter"];
/// Fewest characters of a password that somebody drew by lot.
const SHORTEST_PASSWORD: usize = 8;

/// Passwords in addresses, `scheme://user:password@host`, of hosts that are somewhere.
fn passwords(code: &str) -> Vec<Found> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("://") {
        let start = at + 3;
        let is_end =
            |c: char| c.is_whitespace() || matches!(c, '/' | '"' | '\'' | '`' | '<' | '>' | '?' | '#');
        let authority = code.get(start..).and_then(|rest| rest.split(is_end).next()).unwrap_or("");
        let Some((user, host)) = authority.rsplit_once('@') else { continue };
        let Some((name, password)) = user.split_once(':') else { continue };
        if is_somewhere(host) && is_password(password) {
            found.push(("a password", start + name.len() + 1, password.len()));
        }
    }
    found
}

/// Whether a host is one of the net, and none of a sample or of this machine.
fn is_somewhere(host: &str) -> bool {
    let name = host.split(':').next().unwrap_or("").to_ascii_lowercase();
    let is_own = name.split('.').all(|part| part.bytes().all(|c| c.is_ascii_digit()));
    let is_reserved =
        |end: &str| matches!(end, "local" | "localhost" | "test" | "invalid" | "internal" | "example");
    let is_sample =
        ["example.", "your", "host.", "hostname", "domain.", "acme."].iter().any(|word| name.contains(word));
    name.contains('.') && !is_own && !name.rsplit('.').next().is_some_and(is_reserved) && !is_sample
}

fn is_password(text: &str) -> bool {
    // Braces and the like are where somebody puts one in.
    let is_of_password = |c: char| c.is_ascii_alphanumeric() || "-_.~%!*+,;=".contains(c);
    let has = |kind: fn(&char) -> bool| text.chars().any(|c| kind(&c));
    let kinds =
        [char::is_ascii_uppercase as fn(&char) -> bool, char::is_ascii_lowercase, char::is_ascii_digit];
    let kinds = kinds.into_iter().filter(|kind| has(*kind)).count();
    let lower = text.to_ascii_lowercase();
    text.chars().all(is_of_password)
        && text.len() >= SHORTEST_PASSWORD
        && (kinds == 3 || text.len() >= 16 && kinds == 2)
        && !NO_PASSWORD.iter().any(|word| lower.contains(word))
        && !is_made_up(&lower)
}

/// Whether a password is as somebody who invents one writes it.
fn is_made_up(lower: &str) -> bool {
    // Short ones have no room for nine different characters.
    let mut different: Vec<char> = lower.chars().collect();
    different.sort_unstable();
    different.dedup();
    TELLING.iter().any(|word| lower.contains(word)) || different.len() * 3 < lower.len().min(18) * 2
}

/// Fewest characters of a token behind `Bearer`.
const SHORTEST_BEARER: usize = 32;

/// Long tokens behind `Authorization: Bearer`.
fn bearers(code: &str) -> Vec<Found> {
    let mut found = Vec::new();
    for (at, word) in code.match_indices("earer ") {
        let start = at + word.len();
        let before = code.get(..at).unwrap_or("");
        let is_asked = before.ends_with(['B', 'b'])
            && before
                .get(before.len().saturating_sub(40)..)
                .is_some_and(|before| before.to_ascii_lowercase().contains("authorization"));
        let rest = code.get(start..).unwrap_or("");
        let is_of_token = |c: char| is_of_url(c) || matches!(c, '.' | '~' | '+' | '/');
        let length = rest.len() - rest.trim_start_matches(is_of_token).len();
        let token = rest.get(..length).unwrap_or("");
        // Tokens in parts are judged by what their parts say.
        let is_in_parts = token.starts_with("eyJ") || token.ends_with("..");
        if is_asked && length >= SHORTEST_BEARER && !is_in_parts && is_drawn(token) {
            found.push(("a token", start, length));
        }
    }
    found
}

/// Whether a token is the work of chance: letters and digits in no order, and no words.
fn is_drawn(token: &str) -> bool {
    let bytes = token.as_bytes();
    let kind = |c: u8| (c.is_ascii_digit(), c.is_ascii_uppercase(), c.is_ascii_lowercase());
    let turns = bytes.windows(2).filter(|pair| kind(pair[0]) != kind(pair[1])).count();
    // A name such as `my-long-key-of-production-2024` has marks between its words and few digits.
    let marks = bytes.iter().filter(|c| !c.is_ascii_alphanumeric()).count();
    let digits = bytes.iter().filter(|c| c.is_ascii_digit()).count();
    turns * 3 >= token.len() && marks * 8 <= token.len() && digits * 16 >= token.len() && !is_invented(token)
}
