//! Diagnostics as text for a terminal: the sentence, the place, the line with the piece marked, the hint.

use super::{Diagnostic, Location, Severity};

/// Whether escape sequences may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    Never,
    Always,
}

/// One diagnostic as some lines of text, ending in a line break.
pub fn render(diagnostic: &Diagnostic, color: Color) -> String {
    let paint = |code: &str, text: &str| match color {
        Color::Always => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
        Color::Never => text.to_owned(),
    };
    let (word, tint) = match diagnostic.severity {
        Severity::Error => ("error", "1;31"),
        Severity::Warning => ("warning", "1;33"),
        Severity::Note => ("note", "1;33"),
    };
    let mut out = format!(
        "{}: {}\n",
        paint(tint, &format!("{word}[{}]", diagnostic.code)),
        printable(&diagnostic.message)
    );
    if let Some(location) = &diagnostic.location {
        let arrow = paint("34", "-->");
        if location.line == 0 {
            out.push_str(&format!("  {arrow} {}\n", printable(location.path.as_str())));
        } else {
            let number = location.line.to_string();
            let margin = " ".repeat(number.len());
            let bar = paint("34", "|");
            let path = printable(location.path.as_str());
            out.push_str(&format!("{margin} {arrow} {path}:{}:{}\n", location.line, location.column));
            let (line, before, length) = window(location);
            out.push_str(&format!("{} {bar} {}\n", paint("34", &number), printable(&line)));
            let mark = paint(tint, &"^".repeat(length));
            out.push_str(&format!("{margin} {bar} {}{mark}\n", " ".repeat(before)));
        }
    }
    if let Some(hint) = &diagnostic.hint {
        out.push_str(&format!("  {} {}\n", paint("36", "hint:"), printable(hint)));
    }
    out
}

/// At most 100 characters of a line around the marked piece: the text, blanks before the mark, its length.
fn window(location: &Location) -> (String, usize, usize) {
    let characters: Vec<char> = location.excerpt.chars().map(|c| if c == '\t' { ' ' } else { c }).collect();
    let at = location.start_in_excerpt().min(characters.len());
    let start = if at > 70 { at - 40 } else { 0 };
    let end = characters.len().min(start + 100);
    let mut text: String = characters[start..end].iter().collect();
    let mut before = at - start;
    if start > 0 || location.skipped > 0 {
        text.insert(0, '…');
        before += 1;
    }
    if end < characters.len() {
        text.push('…');
    }
    let length = (location.length as usize).clamp(1, (end.max(at + 1)) - at);
    (text, before, length)
}

/// Text from a file in one line and without control characters: it may not steer the terminal.
fn printable(text: &str) -> String {
    let shown = |c: char| match c {
        '\n' | '\r' | '\t' => ' ',
        c if c.is_control() => '\u{fffd}',
        c => c,
    };
    text.chars().map(shown).collect()
}
