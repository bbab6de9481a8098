//! From text to the words that are looked up (SRCH-04, SRCH-07, SRCH-08).
//!
//! A reader's browser does the same with what is typed (`words` in `themes/base/search/words.js`): every rule here
//! has its twin there, and a test compares the two on the same texts. Nothing is stemmed here: words with the same
//! beginning lie together in the index, and the browser knows which of them are forms of what was typed.

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick, is_nfkd_quick};

/// Longest word, in characters: what is longer is cut.
const LONGEST: usize = 32;
/// Most parts of a name that is kept whole.
const MOST_PARTS: usize = 6;

/// How a word stands in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As a word.
    Word,
    /// A name put together from the words that come next: `createUser`, `dry-run`, `errors.404`, all without what
    /// is between their parts.
    Name,
}

/// Calls `each` with all words of `text` in order, folded: a name first as a whole, then its parts.
pub fn words(text: &str, mut each: impl FnMut(&str, Form)) {
    let mut word = String::new();
    let mut parts: Vec<(usize, usize)> = Vec::new();
    let mut rest = text;
    while let Some(at) = beginning(rest) {
        rest = &rest[at..];
        let plain = plain_word(rest);
        if plain > 0 {
            let (own, after) = rest.split_at(plain);
            let own = &own[..plain.min(LONGEST)];
            // Its first letter alone may be a capital; most are not, and stand in the text as they are looked up.
            if own.as_bytes().first().is_some_and(u8::is_ascii_uppercase) {
                word.clear();
                word.reserve(LONGEST);
                word.push_str(own);
                word.make_ascii_lowercase();
                each(&word, Form::Word);
            } else {
                each(own, Form::Word);
            }
            rest = after;
            continue;
        }
        let Some(first) = rest.chars().next() else { return };
        if gram_length(first) > 0 {
            let end = rest.find(|c| gram_length(c) != gram_length(first)).unwrap_or(rest.len());
            grams(&rest[..end], gram_length(first), &mut each);
            rest = &rest[end..];
            continue;
        }
        let end = end_of_name(rest);
        split_name(&rest[..end], &mut parts);
        let name = &rest[..end];
        rest = &rest[end..];
        let mark = ["++", "#"].into_iter().find(|mark| rest.starts_with(mark));
        let mark = mark.filter(|mark| !rest[mark.len()..].starts_with(is_word_char));
        // Each part is folded once: behind those before it, where it stays.
        word.clear();
        word.reserve(name.len() + LONGEST);
        for (start, end) in &mut parts {
            let from = word.len();
            fold_into(&name[*start..*end], &mut word);
            (*start, *end) = (from, word.len());
        }
        if (parts.len() > 1 && parts.len() <= MOST_PARTS) || mark.is_some() {
            let length = word.len();
            word.extend(mark);
            if cut(&word).len() == word.len() {
                each(&word, Form::Name);
            }
            word.truncate(length);
        }
        parts.iter().for_each(|(start, end)| each(cut(&word[*start..*end]), Form::Word));
    }
}

/// Characters that make a word at once: how many of them are looked up together, because nothing stands between
/// words. 0 for all other scripts.
pub fn gram_length(c: char) -> usize {
    match c {
        ..'\u{e01}' => 0,
        '\u{3040}'..='\u{30ff}'
        | '\u{31f0}'..='\u{31ff}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7af}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3134f}' => 2,
        '\u{e01}'..='\u{e4e}' | '\u{e81}'..='\u{ecd}' | '\u{1000}'..='\u{103f}' | '\u{1780}'..='\u{17d3}' => {
            3
        }
        _ => 0,
    }
}

/// Words that say little: left out of texts, not of titles.
pub fn is_stop_word(word: &str) -> bool {
    match word.as_bytes() {
        [_] => matches!(word, "a" | "s"),
        [_, _] => matches!(
            word,
            "an" | "as" | "at" | "be" | "by" | "in" | "is" | "it" | "of" | "on" | "or" | "to" | "we"
        ),
        [_, _, _] => matches!(word, "and" | "are" | "can" | "for" | "the" | "was" | "you"),
        [_, _, _, _] => matches!(word, "from" | "that" | "this" | "will" | "with" | "your"),
        _ => false,
    }
}

fn is_word_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || (!c.is_ascii() && (c.is_alphanumeric() || gram_length(c) > 0))
}

/// Where the next word begins.
fn beginning(text: &str) -> Option<usize> {
    let at = text.bytes().position(|byte| byte.is_ascii_alphanumeric() || byte >= 0x80)?;
    match text.as_bytes().get(at) {
        Some(0x80..) => text.get(at..)?.find(is_word_char).map(|next| at + next),
        _ => Some(at),
    }
}

/// The length of the word at the beginning, when it is as most are: plain letters without a capital among them, and
/// nothing behind them that could belong to it. Otherwise 0.
fn plain_word(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_inside = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let end = 1 + bytes.iter().skip(1).take_while(|byte| is_inside(byte)).count();
    let is_plain = bytes.first().is_some_and(u8::is_ascii_alphanumeric)
        && match bytes.get(end) {
            Some(b'_' | b'-' | b'.') => {
                !bytes.get(end + 1).is_some_and(|next| next.is_ascii_alphanumeric() || *next >= 0x80)
            }
            Some(b'+' | b'#') => false,
            Some(byte) => !byte.is_ascii_alphanumeric() && *byte < 0x80,
            None => true,
        };
    if is_plain { end } else { 0 }
}

/// Where a name ends: word characters, with single `_`, `-`, `.` between them.
fn end_of_name(text: &str) -> usize {
    // Most of them are ASCII, which needs no look at tables. The length of what stands there.
    let letter = |at: usize| match text.as_bytes().get(at)? {
        byte if byte.is_ascii() => byte.is_ascii_alphanumeric().then_some(1),
        _ => char_at(text, at, |c| is_word_char(c) && gram_length(c) == 0),
    };
    let mut end = 0;
    loop {
        let length = match text.as_bytes().get(end) {
            Some(b'_' | b'-' | b'.') => letter(end + 1).map(|_| 1),
            _ => letter(end).or_else(|| char_at(text, end, is_mark)),
        };
        match length {
            Some(length) => end += length,
            None => return end,
        }
    }
}

/// The length of the character at `at` when it is of a kind.
fn char_at(text: &str, at: usize, is_kind: impl Fn(char) -> bool) -> Option<usize> {
    text.get(at..)?.chars().next().filter(|c| is_kind(*c)).map(char::len_utf8)
}

/// Accents that stand behind their letter as characters of their own.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{64b}'..='\u{65f}' | '\u{670}')
}

/// The words of a name: at `_`, `-` and `.`, and where a capital begins one.
fn split_name(name: &str, parts: &mut Vec<(usize, usize)>) {
    parts.clear();
    let mut start = 0;
    let mut before = ' ';
    let mut chars = name.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if matches!(c, '_' | '-' | '.') {
            parts.push((start, at));
            start = at + 1;
        } else if c.is_uppercase() {
            let next = chars.peek().map(|(_, next)| *next);
            let after = name.get(at + c.len_utf8()..).unwrap_or("");
            // `createUser`, `HTTPServer`; but `APIs` is one word.
            let is_plural = after.strip_prefix('s').is_some_and(|rest| !rest.starts_with(char::is_lowercase));
            let ends_capitals = before.is_uppercase() && next.is_some_and(char::is_lowercase) && !is_plural;
            let begins = before.is_lowercase() || ends_capitals;
            if begins && start < at {
                parts.push((start, at));
                start = at;
            }
        }
        before = c;
    }
    parts.push((start, name.len()));
    parts.retain(|(start, end)| start < end);
}

/// Lower case, without accents.
fn fold_into(text: &str, folded: &mut String) {
    if text.is_ascii() {
        let start = folded.len();
        folded.push_str(text);
        folded[start..].make_ascii_lowercase();
        return;
    }
    let lower: String = text.chars().flat_map(char::to_lowercase).collect();
    if is_nfkd_quick(lower.chars()) == IsNormalized::Yes && !lower.contains(is_mark) {
        push_plain(lower.chars(), folded);
    } else {
        let plain: String = lower.nfkd().filter(|c| !is_mark(*c)).collect();
        push_plain(plain.nfc(), folded);
    }
}

fn push_plain(chars: impl Iterator<Item = char>, folded: &mut String) {
    for c in chars {
        match c {
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'ø' => folded.push('o'),
            'đ' => folded.push('d'),
            'ł' => folded.push('l'),
            'ı' => folded.push('i'),
            'þ' => folded.push_str("th"),
            'ς' => folded.push('σ'),
            c => folded.push(c),
        }
    }
}

fn cut(word: &str) -> &str {
    if word.len() <= LONGEST {
        return word;
    }
    word.char_indices().nth(LONGEST).map_or(word, |(end, _)| &word[..end])
}

fn grams(run: &str, length: usize, each: &mut impl FnMut(&str, Form)) {
    // No character of these scripts has another case; what others stand for may have.
    let folded: Cow<'_, str> = match is_nfkc_quick(run.chars()) {
        IsNormalized::Yes => run.into(),
        _ => run.nfkc().flat_map(char::to_lowercase).collect::<String>().into(),
    };
    let bounds = || folded.char_indices().map(|(at, _)| at).chain([folded.len()]);
    if bounds().nth(length).is_none() {
        return each(&folded, Form::Word);
    }
    for (start, end) in bounds().zip(bounds().skip(length)) {
        each(&folded[start..end], Form::Word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> String {
        let mut found = Vec::new();
        words(text, |word, form| {
            found.push(match form {
                Form::Word => word.to_owned(),
                Form::Name => format!("[{word}]"),
            });
        });
        found.join(" ")
    }

    #[test]
    fn srch_04_names_are_kept_whole_and_split() {
        assert_eq!(
            all("createUser HTTPServer APIs"),
            "[createuser] create user [httpserver] http server apis"
        );
        assert_eq!(
            all("`X-Api-Key`, --dry-run; errors.404."),
            "[xapikey] x api key [dryrun] dry run [errors404] errors 404"
        );
        assert_eq!(all("C++ and C# or /users/{id}"), "[c++] c and [c#] c or users id");
        assert_eq!(
            all("snake_case_name OAuth2 v1.2"),
            "[snakecasename] snake case name [oauth2] o auth2 [v12] v1 2"
        );
    }

    #[test]
    fn srch_08_accents_and_case_do_not_count() {
        assert_eq!(
            all("Über-Größe résumé re\u{301}sume\u{301} İstanbul ŁÓDŹ"),
            "[ubergrosse] uber grosse resume resume istanbul lodz"
        );
        assert_eq!(all("l’été d'hiver"), "l ete d hiver");
    }

    #[test]
    fn srch_07_scripts_without_spaces_are_cut_in_grams() {
        assert_eq!(all("安装Redis集群"), "安装 redis 集群");
        assert_eq!(all("数据库连接 が"), "数据 据库 库连 连接 が");
        assert_eq!(all("설치하기"), "설치 치하 하기");
        assert_eq!(all("ติดตั้ง"), "ติด ิดต ดตั ตั้ ั้ง");
    }

    #[test]
    fn long_words_are_cut_and_long_names_split() {
        assert_eq!(all(&"x".repeat(40)), "x".repeat(32));
        assert_eq!(all("a-b-c-d-e-f-g"), "a b c d e f g");
    }
}
