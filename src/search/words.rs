//! From text to the words that are looked up (SRCH-04, SRCH-07, SRCH-08).
//!
//! A reader's browser does the same with what is typed (`words` in `themes/base/search/words.js`): every rule here
//! has its twin there, and a test compares the two on the same texts. Nothing is stemmed here: words with the same
//! beginning lie together in the index, and the browser knows which of them are forms of what was typed.

mod ascii;

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick, is_nfkd_quick};

use self::ascii::{Kind, Name};
use super::numbers::Lead;

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

/// A word as it is looked up.
#[derive(Clone, Copy, Debug)]
pub struct Word<'w> {
    pub text: &'w str,
    pub form: Form,
    /// What a table of words looks at first.
    pub(super) lead: Lead,
}

impl Word<'_> {
    /// Whether it says little, so that it is left out of texts.
    #[inline]
    pub fn is_stop(&self) -> bool {
        self.text.len() <= LONGEST_STOP && is_stop_word(self.text)
    }
}

/// Calls `each` with all words of `text` in order, folded: a name first as a whole, then its parts.
pub fn words(text: &str, mut each: impl FnMut(Word<'_>)) {
    let bytes = text.as_bytes();
    let mut folded = String::new();
    let mut parts: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while let Some(start) = ascii::beginning(bytes, at) {
        parts.clear();
        at = start;
        if ascii::kind(bytes, at) == Kind::Other {
            let Some(first) = text[at..].chars().next() else { return };
            let length = gram_length(first);
            if length > 0 {
                let run = &text[at..];
                let end = run.find(|c| gram_length(c) != length).unwrap_or(run.len());
                grams(&run[..end], length, &mut each);
                at += end;
                continue;
            }
            if !is_word_char(first) {
                at += first.len_utf8();
                continue;
            }
        }
        let name = ascii::name(bytes, at, &mut parts);
        if let Some(Name { end, has_capitals: false }) = name
            && let [(start, _)] = parts[..]
            && mark(text, end).is_none()
        {
            // Most words stand in the text as they are looked up.
            each(part(text, start, end));
            at = end;
            continue;
        }
        let end = name.as_ref().map_or_else(
            || {
                parts.clear();
                let end = at + end_of_name(&text[at..]);
                split_name(text, at, end, &mut parts);
                end
            },
            |name| name.end,
        );
        at = end;
        // Each part is folded once: behind those before it, where it stays.
        folded.clear();
        folded.reserve(end - start + LONGEST);
        let is_plain = name.as_ref().is_some_and(|name| !name.has_capitals);
        for (start, end) in &mut parts {
            let from = folded.len();
            match name {
                Some(_) => folded.push_str(&text[*start..*end]),
                None => fold_into(&text[*start..*end], &mut folded),
            }
            if !is_plain {
                (*start, *end) = (from, folded.len());
            }
        }
        if name.is_some_and(|name| name.has_capitals) {
            folded.make_ascii_lowercase();
        }
        let mark = mark(text, end);
        if (parts.len() > 1 && parts.len() <= MOST_PARTS) || mark.is_some() {
            let length = folded.len();
            folded.extend(mark);
            if cut(&folded).len() == folded.len() {
                let lead = Lead::of(&folded);
                each(Word { text: &folded, form: Form::Name, lead });
            }
            folded.truncate(length);
        }
        let folded = if is_plain { text } else { &folded };
        parts.iter().for_each(|(start, end)| each(part(folded, *start, *end)));
    }
}

/// What belongs to a name that it stands behind: `C++`, `C#`.
#[inline]
fn mark(text: &str, end: usize) -> Option<&'static str> {
    let rest = &text[end..];
    let mark = match rest.as_bytes() {
        [b'#', ..] => "#",
        [b'+', b'+', ..] => "++",
        _ => return None,
    };
    (!rest[mark.len()..].starts_with(is_word_char)).then_some(mark)
}

/// A word that stands in `text`.
#[inline]
fn part(text: &str, start: usize, end: usize) -> Word<'_> {
    let cut = cut(&text[start..end]);
    Word { text: cut, form: Form::Word, lead: Lead::within(text, start, start + cut.len()) }
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

/// Bytes of the longest word that [`is_stop_word`] knows.
const LONGEST_STOP: usize = 4;

/// Words that say little: left out of texts, not of titles.
fn is_stop_word(word: &str) -> bool {
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
fn split_name(text: &str, from: usize, end: usize, parts: &mut Vec<(usize, usize)>) {
    let name = &text[from..end];
    let mut start = 0;
    let mut before = ' ';
    let mut chars = name.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if matches!(c, '_' | '-' | '.') {
            parts.push((from + start, from + at));
            start = at + 1;
        } else if c.is_uppercase() {
            let next = chars.peek().map(|(_, next)| *next);
            let after = name.get(at + c.len_utf8()..).unwrap_or("");
            // As in `ascii::begins_part`.
            let is_plural = after.strip_prefix('s').is_some_and(|rest| !rest.starts_with(char::is_lowercase));
            let ends_capitals = before.is_uppercase() && next.is_some_and(char::is_lowercase) && !is_plural;
            let begins = before.is_lowercase() || ends_capitals;
            if begins && start < at {
                parts.push((from + start, from + at));
                start = at;
            }
        }
        before = c;
    }
    parts.push((from + start, end));
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

#[inline]
fn cut(word: &str) -> &str {
    if word.len() <= LONGEST {
        return word;
    }
    word.char_indices().nth(LONGEST).map_or(word, |(end, _)| &word[..end])
}

fn grams(run: &str, length: usize, each: &mut impl FnMut(Word<'_>)) {
    // No character of these scripts has another case; what others stand for may have.
    let folded: Cow<'_, str> = match is_nfkc_quick(run.chars()) {
        IsNormalized::Yes => run.into(),
        _ => run.nfkc().flat_map(char::to_lowercase).collect::<String>().into(),
    };
    let bounds = || folded.char_indices().map(|(at, _)| at).chain([folded.len()]);
    if bounds().nth(length).is_none() {
        return each(Word { text: &folded, form: Form::Word, lead: Lead::of(&folded) });
    }
    for (start, end) in bounds().zip(bounds().skip(length)) {
        each(Word { text: &folded[start..end], form: Form::Word, lead: Lead::within(&folded, start, end) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> String {
        let mut found = Vec::new();
        words(text, |word| {
            found.push(match word.form {
                Form::Word => word.text.to_owned(),
                Form::Name => format!("[{}]", word.text),
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
