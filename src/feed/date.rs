//! The day in a label such as `2024-10-12`, `October 12, 2024`, `12 Oct 2024`, `Week of Oct 7-11, 2024`.
//!
//! A day needs a year of four digits, so that versions (`v1.2.3`) are none. A month alone is its first day. Of a range
//! the last day counts: that is when the entry was written.

use crate::source::history::Day;

/// Beginnings of the names of months, in the languages of most change logs; folded, without diacritics.
const MONTHS: [&[&str]; 12] = [
    &["jan", "gen", "ene"],
    &["feb", "fev"],
    &["mar", "maa", "mrt"],
    &["apr", "avr", "abr"],
    &["may", "mai", "mag", "mei"],
    &["jun", "juin", "giu"],
    &["jul", "juil", "lug"],
    &["aug", "aou", "ago"],
    &["sep", "set"],
    &["oct", "okt", "ott", "out"],
    &["nov"],
    &["dec", "dez", "dic"],
];

/// Whole words that begin like months.
const NO_MONTHS: [&str; 8] =
    ["marketing", "market", "major", "maintenance", "mainly", "output", "mark", "setup"];

/// A piece of a label.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Piece {
    Year(u32),
    /// A number that may be a day or a month.
    Small(u32),
    Month(u32),
    /// Any other word.
    Word,
}

/// The day that a text names.
pub fn day_in(text: &str) -> Option<Day> {
    let pieces = pieces(text);
    let at = |number: usize| pieces.get(number).copied();
    for number in 0..pieces.len() {
        // Years first: `2024-10-12`, `2024年10月12日`, `2024 Oct 12`.
        if let Some(Piece::Year(year)) = at(number) {
            let found = match (at(number + 1), at(number + 2)) {
                (Some(Piece::Small(month) | Piece::Month(month)), Some(Piece::Small(day))) => {
                    day_of(year, month, day)
                }
                (Some(Piece::Month(month)), _) => day_of(year, month, 1),
                _ => None,
            };
            if let Some(day) = found.or_else(|| before_year(&pieces, number, year)) {
                return Some(day);
            }
            // `2024-10`
            if let Some(Piece::Small(month)) = at(number + 1)
                && !matches!(at(number + 2), Some(Piece::Year(_) | Piece::Small(_)))
            {
                return day_of(year, month, 1);
            }
        }
    }
    None
}

/// What stands in front of a year: `October 12, `, `12 October `, `10/12/`, `October `.
fn before_year(pieces: &[Piece], at: usize, year: u32) -> Option<Day> {
    let back = |steps: usize| at.checked_sub(steps).and_then(|at| pieces.get(at)).copied();
    match (back(2), back(1)) {
        (Some(Piece::Month(month)), Some(Piece::Small(day))) => day_of(year, month, day),
        (Some(Piece::Small(day)), Some(Piece::Month(month))) => day_of(year, month, day),
        (_, Some(Piece::Month(month))) => day_of(year, month, 1),
        // Of two numbers the first is the month, as in the English that change logs are written in, if it can be.
        (Some(Piece::Small(first)), Some(Piece::Small(second)))
            if matches!(back(3), Some(Piece::Month(_))) =>
        {
            // `Oct 7-11, 2024`
            let Some(Piece::Month(month)) = back(3) else { return None };
            day_of(year, month, second).or_else(|| day_of(year, month, first))
        }
        (Some(Piece::Small(first)), Some(Piece::Small(second))) => {
            day_of(year, first, second).or_else(|| day_of(year, second, first))
        }
        _ => None,
    }
}

fn day_of(year: u32, month: u32, day: u32) -> Option<Day> {
    Day::parse(&format!("{year:04}-{month:02}-{day:02}"))
}

fn pieces(text: &str) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let is_part: fn(char) -> bool =
            if c.is_ascii_digit() { |c| c.is_ascii_digit() } else { char::is_alphabetic };
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        if end == 0 {
            rest = rest.get(c.len_utf8()..).unwrap_or("");
            continue;
        }
        let (part, behind) = rest.split_at(end);
        rest = behind;
        match piece(part) {
            // `12th`, `10月12日`, `12 de octubre de 2024`: what joins numbers says nothing.
            Piece::Word
                if ["st", "nd", "rd", "th", "de", "of", "年", "月", "日", "년", "월", "일"]
                    .contains(&part) => {}
            piece => found.push(piece),
        }
    }
    found
}

fn piece(part: &str) -> Piece {
    if let Ok(number) = part.parse::<u32>() {
        return match part.len() {
            4 if (1970..2200).contains(&number) => Piece::Year(number),
            1 | 2 => Piece::Small(number),
            _ => Piece::Word,
        };
    }
    let folded: String = part.to_lowercase().replace(['é', 'è'], "e").replace('û', "u").replace('ä', "a");
    let folded = folded.replace("marz", "mar");
    if NO_MONTHS.contains(&folded.as_str()) {
        return Piece::Word;
    }
    let is_named = |names: &&[&str]| names.iter().any(|name| folded.starts_with(name));
    match MONTHS.iter().position(is_named) {
        Some(at) => Piece::Month(at as u32 + 1),
        None => Piece::Word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_02_days_of_labels() {
        let cases = [
            ("2024-10-12", "2024-10-12"),
            ("2024-10-12T10:30:00Z", "2024-10-12"),
            ("2024/10/12", "2024-10-12"),
            ("2024.10.2", "2024-10-02"),
            ("October 12, 2024", "2024-10-12"),
            ("Oct 12 2024", "2024-10-12"),
            ("Sept. 3rd, 2024", "2024-09-03"),
            ("12 October 2024", "2024-10-12"),
            ("12th of Oct, 2024", "2024-10-12"),
            ("Week of October 7, 2024", "2024-10-07"),
            ("Oct 7-11, 2024", "2024-10-11"),
            ("October 2024", "2024-10-01"),
            ("2024-10", "2024-10-01"),
            ("v1.2.3 - October 12, 2024", "2024-10-12"),
            ("v2.4 (2024-10-12)", "2024-10-12"),
            ("10/12/2024", "2024-10-12"),
            ("31/12/2024", "2024-12-31"),
            ("12.10.2024", "2024-12-10"),
            ("12. Oktober 2024", "2024-10-12"),
            ("12 octobre 2024", "2024-10-12"),
            ("12 août 2024", "2024-08-12"),
            ("12 de octubre de 2024", "2024-10-12"),
            ("3. März 2024", "2024-03-03"),
            ("2024年10月12日", "2024-10-12"),
            ("Thursday, October 10, 2024", "2024-10-10"),
            ("Feb 29, 2024", "2024-02-29"),
        ];
        for (label, day) in cases {
            assert_eq!(day_in(label).map(Day::iso).as_deref(), Some(day), "{label}");
        }
        for label in [
            "2024-02-30",
            "2024-13-01",
            "",
            "v1.2.3",
            "1.20.4",
            "Q3 2024",
            "2024",
            "May",
            "March 12",
            "Release 2024",
            "13/13/2024",
            "Feb 30, 20244",
        ] {
            assert_eq!(day_in(label), None, "{label}");
        }
    }
}
