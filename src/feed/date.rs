//! The day in a label such as `2024-10-12`, `October 12, 2024`, `12 Oct 2024`, `Week of Oct 7-11, 2024`.
//!
//! A day needs a year of four digits, so that versions (`v1.2.3`) are none. A month alone is its first day. Of a range
//! the last day counts: that is when the entry was written.

use crate::source::history::Day;

/// The names of the months and what they are shortened to, in the languages of the interface, as dates have them.
const MONTHS: [&str; 12] = [
    "january jan januar jänner januari janvier janv enero ene janeiro gennaio gen gener tammikuuta tammikuu stycznia styczeń ledna leden január ianuarie ocak janvāris yanvar января январь янв січня січень ιανουαρίου ιανουάριος يناير ינואר בינואר जनवरी มกราคม",
    "february feb februar feber februari février févr fevrier fév febrero fevereiro fev febbraio febrer febr helmikuuta helmikuu lutego luty února únor február februarie şubat februāris fevral февраля февраль фев лютого лютий φεβρουαρίου φεβρουάριος فبراير פברואר בפברואר फ़रवरी फरवरी กุมภาพันธ์",
    "march mar märz mär marz maart mrt mars marzo março marco març marts maaliskuuta maaliskuu marca marzec března březen március martie mart maret марта март мар березня березень μαρτίου μάρτιος مارس מרץ במרץ मार्च มีนาคม",
    "april apr avril avr abril abr aprile huhtikuuta huhtikuu kwietnia kwiecień dubna duben április aprilie nisan aprīlis aprel апреля апрель апр квітня квітень απριλίου απρίλιος أبريل ابريل אפריל באפריל अप्रैल เมษายน",
    "may mai mei mayo maio maggio mag maig maj toukokuuta toukokuu maja května květen május mayıs maijs мая май травня травень μαΐου μάιος مايو מאי במאי मई พฤษภาคม",
    "june jun juni juin junio junho giugno giu juny kesäkuuta kesäkuu czerwca czerwiec června červen június iunie haziran jūnijs iyun июня июнь июн червня червень ιουνίου ιούνιος يونيو يونيه יוני ביוני जून มิถุนายน",
    "july jul juli juillet juil julio julho luglio lug juliol heinäkuuta heinäkuu lipca lipiec července červenec július iulie temmuz jūlijs iyul июля июль июл липня липень ιουλίου ιούλιος يوليو يوليه יולי ביולי जुलाई กรกฎาคม",
    "august aug augustus août aout agosto ago agost ag augusti elokuuta elokuu sierpnia sierpień srpna srpen augusztus ağustos agustus augusts avgust августа август авг серпня серпень αυγούστου αύγουστος أغسطس اغسطس אוגוסט באוגוסט अगस्त สิงหาคม",
    "september sep sept septembre septiembre setiembre setembro set settembre setembre syyskuuta syyskuu września wrzesień září szeptember septembrie eylül septembris sentabr sentyabr сентября сентябрь сен вересня вересень σεπτεμβρίου σεπτέμβριος سبتمبر ספטמבר בספטמבר सितंबर सितम्बर กันยายน",
    "october oct oktober okt octobre octubre outubro out ottobre ott lokakuuta lokakuu października październik října říjen október octombrie ekim oktobris oktabr oktyabr октября октябрь окт жовтня жовтень οκτωβρίου οκτώβριος أكتوبر اكتوبر אוקטובר באוקטובר अक्टूबर अक्तूबर ตุลาคม",
    "november nov novembre noviembre novembro marraskuuta marraskuu listopada listopad listopadu noiembrie kasım novembris noyabr ноября ноябрь ноя листопада листопад νοεμβρίου νοέμβριος نوفمبر נובמבר בנובמבר नवंबर नवम्बर พฤศจิกายน",
    "december dec dezember dez décembre déc decembre diciembre dic dezembro dicembre desembre des desember joulukuuta joulukuu grudnia grudzień prosince prosinec decembrie aralık decembris dekabr декабря декабрь дек грудня грудень δεκεμβρίου δεκέμβριος ديسمبر דצמבר בדצמבר दिसंबर दिसम्बर ธันวาคม",
];

/// Short names that are words of other languages: months only behind the number of a day.
const BEHIND_A_DAY: [&str; 7] = ["set", "out", "ago", "ag", "gen", "des", "mag"];

/// What joins the parts of a date and says nothing: `12th`, `10月12日`, `12 de octubre de 2024`, `2024. gada 12. oktobris`.
const JOINING: [&str; 14] =
    ["st", "nd", "rd", "th", "de", "d", "of", "gada", "年", "月", "日", "년", "월", "일"];

/// What stands before the number of a month.
const NUMBERED: [&str; 2] = ["tháng", "thang"];

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
                // `2026. gada 19. augusts`
                (Some(Piece::Small(day)), Some(Piece::Month(month))) => day_of(year, month, day),
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
    let mut found: Vec<Piece> = Vec::new();
    let mut rest = text;
    let (mut before, mut is_month) = (' ', false);
    while let Some(c) = rest.chars().next() {
        // Signs of vowels belong to their word.
        let is_letter = |c: char| c.is_alphabetic() || ('\u{900}'..='\u{97f}').contains(&c);
        let is_part =
            |other: char| if c.is_ascii_digit() { other.is_ascii_digit() } else { is_letter(other) };
        let end = rest.find(|other| !is_part(other)).unwrap_or(rest.len());
        if end == 0 {
            before = c;
            rest = rest.get(c.len_utf8()..).unwrap_or("");
            continue;
        }
        let (part, behind) = rest.split_at(end);
        rest = behind;
        let word = part.to_lowercase();
        let is_version = before.is_ascii_alphabetic() && c.is_ascii_digit() && part.len() == 4;
        before = part.chars().next_back().unwrap_or(' ');
        if JOINING.contains(&word.as_str()) {
            continue;
        }
        if NUMBERED.contains(&word.as_str()) {
            is_month = true;
            continue;
        }
        let is_behind_day = matches!(found.last(), Some(Piece::Small(_)));
        found.push(match piece(&word) {
            Piece::Small(number @ 1..=12) if is_month => Piece::Month(number),
            // `v2026.8`
            Piece::Year(_) if is_version => Piece::Word,
            Piece::Month(_) if BEHIND_A_DAY.contains(&word.as_str()) && !is_behind_day => Piece::Word,
            piece => piece,
        });
        is_month = false;
    }
    found
}

fn piece(word: &str) -> Piece {
    if let Ok(number) = word.parse::<u32>() {
        return match word.len() {
            4 if (1970..2200).contains(&number) => Piece::Year(number),
            1 | 2 => Piece::Small(number),
            _ => Piece::Word,
        };
    }
    match (1..).zip(MONTHS).find(|(_, names)| names.split(' ').any(|name| name == word)) {
        Some((month, _)) => Piece::Month(month),
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
            ("19 أغسطس 2026", "2026-08-19"),
            ("19 августа 2026 г.", "2026-08-19"),
            ("19 серпня 2026", "2026-08-19"),
            ("19 sierpnia 2026", "2026-08-19"),
            ("19. srpna 2026", "2026-08-19"),
            ("19 Ağustos 2026", "2026-08-19"),
            ("19 Agustus 2026", "2026-08-19"),
            ("19 tháng 8, 2026", "2026-08-19"),
            ("3 tháng 8 2026", "2026-08-03"),
            ("19 สิงหาคม 2026", "2026-08-19"),
            ("19 अगस्त 2026", "2026-08-19"),
            ("5 फ़रवरी 2026", "2026-02-05"),
            ("19 באוגוסט 2026", "2026-08-19"),
            ("19. elokuuta 2026", "2026-08-19"),
            ("3 ianuarie 2026", "2026-01-03"),
            ("19 Αυγούστου 2026", "2026-08-19"),
            ("2026. augusztus 19.", "2026-08-19"),
            ("2026. gada 19. augusts", "2026-08-19"),
            ("19 d'agost de 2026", "2026-08-19"),
            ("2024년 10월 12일", "2024-10-12"),
            ("12 set 2024", "2024-09-12"),
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
            "Settings 2025",
            "Decision 2025",
            "Junction 2024",
            "Aprilaire 2023",
            "Janus 2024 release",
            "Marketing 2024",
            "Set 2024",
            "Timed out 2024",
            "Gen 2 2024",
            "v2026.8",
        ] {
            assert_eq!(day_in(label), None, "{label}");
        }
    }
}
