//! Keys in code samples that look as if they open something.
//!
//! Only kinds that are known by how they are written, and of those only what nobody would invent: an example is
//! short, or repeats itself, or says that it is one. What is known by what stands around it is in `shapes`.

mod shapes;

use super::Page;
use crate::diagnostic::Diagnostic;
use crate::text::Span;

/// A kind of key.
struct Kind {
    name: &'static str,
    start: &'static str,
    /// Fewest and most characters behind the start.
    length: (usize, usize),
    alphabet: Alphabet,
}

#[derive(Clone, Copy)]
enum Alphabet {
    /// Capital letters and digits.
    Upper,
    /// Letters and digits.
    Word,
    /// The same with `-` and `_`.
    Url,
    Hex,
}

const fn kind(name: &'static str, start: &'static str, length: (usize, usize), alphabet: Alphabet) -> Kind {
    Kind { name, start, length, alphabet }
}

/// As their issuers describe them.
const KINDS: &[Kind] = &[
    kind("an access key of AWS", "AKIA", (16, 16), Alphabet::Upper),
    kind("an access key of AWS", "ASIA", (16, 16), Alphabet::Upper),
    kind("a token of GitHub", "ghp_", (36, 36), Alphabet::Word),
    kind("a token of GitHub", "gho_", (36, 36), Alphabet::Word),
    kind("a token of GitHub", "ghu_", (36, 36), Alphabet::Word),
    kind("a token of GitHub", "ghs_", (36, 36), Alphabet::Word),
    kind("a token of GitHub", "github_pat_", (82, 82), Alphabet::Url),
    kind("a token of GitLab", "glpat-", (20, 27), Alphabet::Url),
    kind("a key of Stripe", "sk_live_", (24, 120), Alphabet::Word),
    kind("a key of Stripe", "rk_live_", (24, 120), Alphabet::Word),
    kind("a key of Anthropic", "sk-ant-", (80, 140), Alphabet::Url),
    kind("a key of OpenAI", "sk-proj-", (40, 200), Alphabet::Url),
    kind("a key of OpenAI", "sk-", (48, 48), Alphabet::Word),
    kind("a token of Slack", "xoxb-", (40, 90), Alphabet::Url),
    kind("a token of Slack", "xoxp-", (40, 90), Alphabet::Url),
    kind("a key of Google", "AIza", (35, 35), Alphabet::Url),
    kind("a token of npm", "npm_", (36, 36), Alphabet::Word),
    kind("a token of Hugging Face", "hf_", (34, 34), Alphabet::Word),
    kind("a token of Shopify", "shpat_", (32, 32), Alphabet::Hex),
    kind("a token of DigitalOcean", "dop_v1_", (64, 64), Alphabet::Hex),
    kind("a token of PyPI", "pypi-", (60, 300), Alphabet::Url),
];

/// Fewest characters of a private key's text.
const SHORTEST_KEY: usize = 300;

/// Tells of keys in the code at a place.
pub(super) fn check(span: Span, page: &mut Page<'_>) {
    let code = page.written(span);
    let mut found = Vec::new();
    let mut at = 0;
    for word in code.split_inclusive(|c: char| !is_of_word(c)) {
        let text = word.trim_end_matches(|c: char| !is_of_word(c));
        if let Some(kind) = KINDS.iter().find(|kind| kind.fits(text)) {
            found.push((kind.name, at, text.len()));
        }
        at += word.len();
    }
    if let Some((at, length)) = private_key(code) {
        found.push(("a private key", at, length));
    }
    found.extend(shapes::found(code));
    // What is told by its own form is not told again by what stands around it.
    let mut told: Vec<(usize, usize)> = Vec::new();
    for (name, at, length) in found {
        if told.iter().any(|(start, end)| at < *end && *start < at + length) {
            continue;
        }
        told.push((at, at + length));
        let problem = Diagnostic::warning("secret-in-code", format!("this looks like {name} that works"));
        let hint = "take it back where it was issued, and write something that nobody can use, such as `YOUR_API_KEY`";
        let start = span.start as usize + at;
        page.tell(problem.hint(hint), Span::new(start, start + length));
    }
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

impl Kind {
    fn fits(&self, word: &str) -> bool {
        let Some(rest) = word.strip_prefix(self.start) else { return false };
        let of_alphabet = |c: u8| match self.alphabet {
            Alphabet::Upper => c.is_ascii_uppercase() || c.is_ascii_digit(),
            Alphabet::Word => c.is_ascii_alphanumeric(),
            Alphabet::Url => c.is_ascii_alphanumeric() || c == b'-' || c == b'_',
            Alphabet::Hex => c.is_ascii_digit() || (b'a'..=b'f').contains(&c),
        };
        (self.length.0..=self.length.1).contains(&rest.len())
            && rest.bytes().all(of_alphabet)
            && !is_invented(rest)
    }
}

/// Words that nobody finds in a key that was drawn by lot.
const TELLING: [&str; 12] = [
    "example", "your", "xxx", "test", "demo", "sample", "fake", "dummy", "secret", "token", "key", "redacted",
];

/// Whether somebody made it up: it says so, or is no work of chance.
fn is_invented(key: &str) -> bool {
    let lower = key.to_ascii_lowercase();
    TELLING.iter().any(|word| lower.contains(word)) || is_plain(&lower)
}

/// Whether a text repeats itself, counts, or has few different characters.
fn is_plain(key: &str) -> bool {
    let lower = key.to_ascii_lowercase();
    let bytes = lower.as_bytes();
    let counts = bytes.windows(5).any(|run| run.windows(2).all(|pair| pair[1] == pair[0].wrapping_add(1)));
    let repeats = bytes.windows(4).any(|run| run.iter().all(|c| *c == run[0]));
    let mut different = [false; 128];
    bytes.iter().for_each(|c| different[usize::from(*c & 127)] = true);
    let different = different.iter().filter(|seen| **seen).count();
    let has_digit = bytes.iter().any(u8::is_ascii_digit);
    counts || repeats || different < 9 || !has_digit
}

/// Where a whole private key stands.
fn private_key(code: &str) -> Option<(usize, usize)> {
    let at = code.find("-----BEGIN ")?;
    let head = code.get(at..)?.lines().next()?;
    if !head.trim_end().ends_with("PRIVATE KEY-----") {
        return None;
    }
    let body = code.get(at + head.len()..)?;
    let body = body.get(..body.find("-----END ")?)?;
    let letters: String = body.chars().filter(|c| !c.is_whitespace()).collect();
    let is_key = letters.bytes().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'+' | b'/' | b'='));
    (letters.len() >= SHORTEST_KEY && is_key && !is_repeated(&letters)).then_some((at, head.len()))
}

/// Whether a text has the same eight characters in a row somewhere.
fn is_repeated(text: &str) -> bool {
    text.as_bytes().windows(8).any(|run| run.iter().all(|c| *c == run[0]))
}
