//! The fonts of a site: where each comes from, which files browsers load, and what stands in until they arrive
//! (CFG-19, PERF-06, PERF-21).
//!
//! Pure: what is in the project, fetched or not, is asked of the caller. The program brings the fonts of its themes.
//! What draws diagrams is fetched and published in the same way, and found here, too.

use std::sync::LazyLock;

use crate::config::look::{Font, FontFormat, Look};
use crate::hash::ContentHash;
use crate::remote::lock::{Lock, RemoteFace};
use crate::remote::{RemoteSource, copy_path, is_remote, is_system_family};
use crate::source::font_metrics::{FontKind, FontMetrics};
use crate::text::{Addresses, SourcePath};

use super::diagrams::MERMAID;
use super::site_view::{ASSET_FOLDER, asset_url};
use super::template::theme::{ThemeFont, choices};
use super::template::{FaceView, FallbackView, FontRole, LinkTag, ThemeFonts};

pub mod formulas;

/// What is known of a file of the project or a fetched copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FontFile {
    Absent,
    Present(Option<FontMetrics>),
}

/// What the fonts are made of.
pub struct FontInput<'a> {
    pub look: &'a Look,
    pub lock: &'a Lock,
    /// A file of the project, or a copy with the content that its name says.
    pub file: &'a dyn Fn(&SourcePath) -> FontFile,
    /// Whether the project's own style sheets bring a family.
    pub styled: &'a dyn Fn(&str) -> bool,
    /// Language codes of the navigation: letters that none of them has are left to the system.
    pub languages: &'a [String],
    pub addresses: &'a Addresses,
}

/// The fonts of a site.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fonts {
    /// For the style sheet.
    pub view: ThemeFonts,
    /// The address of what draws diagrams, where `docs fetch` brought it.
    pub diagrams: Option<String>,
    /// Files to publish besides those of the project.
    pub files: Vec<PublishedFont>,
    /// What the configuration names and nobody has.
    pub missing: Vec<MissingFont>,
}

/// A font file below [`ASSET_FOLDER`], or what draws diagrams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedFont {
    /// Its path in the output directory.
    pub out: String,
    pub origin: FontOrigin,
}

/// Where a published font file comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FontOrigin {
    /// The copy of a fetched file, by the hash of its content.
    Copy(ContentHash),
    /// A file of the program.
    Program(&'static [u8]),
}

/// A font that the configuration names and that is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MissingFont {
    /// A file of the project.
    File(String),
    /// It has to be fetched.
    Remote(RemoteSource),
}

/// A font of the program: one variable file for each group of characters. The last
/// has no range: it is on every page, and what it lacks is looked for in the others.
struct Bundled {
    family: &'static str,
    /// The beginning of its files' names.
    stem: &'static str,
    weight: &'static str,
    metrics: FontMetrics,
    /// Name of the characters, content, and which they are.
    files: &'static [(&'static str, &'static [u8], &'static str)],
}

macro_rules! files {
    ($stem:literal) => {
        &[
            files!($stem, "cyrillic", "U+301,U+400-45F,U+490-491,U+4B0-4B1,U+2116"),
            files!($stem, "latin-ext", "U+100-2FF,U+1D00-1EFF,U+20A0-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF"),
            files!($stem, "vietnamese", "U+1A0-1A1,U+1AF-1B0,U+1EA0-1EF9,U+20AB"),
            files!($stem, "latin", ""),
        ]
    };
    ($stem:literal, $group:literal, $range:literal) => {
        (
            $group,
            include_bytes!(concat!("../../themes/fonts/", $stem, "-", $group, "-wght-normal.woff2")),
            $range,
        )
    };
}

/// The default of the specification and of all themes but one (specification, *Fonts*).
static INTER: Bundled = Bundled {
    family: "Inter",
    stem: "inter",
    weight: "100 900",
    metrics: FontMetrics { ascent: 9688, descent: 2412, line_gap: 0, width: 4742, kind: FontKind::Sans },
    files: files!("inter"),
};

/// The font of the theme whose text is monospaced.
static JETBRAINS_MONO: Bundled = Bundled {
    family: "JetBrains Mono",
    stem: "jetbrains-mono",
    weight: "100 800",
    metrics: FontMetrics { ascent: 10200, descent: 3000, line_gap: 0, width: 6000, kind: FontKind::Mono },
    files: files!("jetbrains-mono"),
};

static BUNDLED: [&Bundled; 2] = [&INTER, &JETBRAINS_MONO];

/// Output paths of the program's fonts, which change with their content.
static BUNDLED_PATHS: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    let paths = |font: &&Bundled| {
        let path = |(group, bytes, _): &(&str, &[u8], &str)| {
            published(&format!("{}-{group}", font.stem), ContentHash::of(bytes), "woff2")
        };
        font.files.iter().map(path).collect()
    };
    BUNDLED.iter().map(paths).collect()
});

/// Whether the program brings a family.
pub fn is_bundled(family: &str) -> bool {
    BUNDLED.iter().any(|font| font.family.eq_ignore_ascii_case(family.trim()))
}

/// The files of the program's text font; the letters of all pages first.
pub fn bundled_letters() -> impl Iterator<Item = &'static [u8]> {
    INTER.files.iter().rev().map(|(_, bytes, _)| *bytes)
}

/// Finds the fonts of a site.
pub fn fonts(input: &FontInput<'_>) -> Fonts {
    let mut found = Fonts::default();
    let body = input.look.fonts.body();
    let heading = input.look.fonts.heading().filter(|heading| Some(*heading) != body);
    let of_theme = match choices(input.look.theme).font {
        ThemeFont::Sans => INTER.family,
        ThemeFont::Mono => JETBRAINS_MONO.family,
    };
    found.view.body = Some(match body {
        Some(font) => role(font, of_theme, input, &mut found),
        None => bundled_role(of_theme, input, &mut found),
    });
    found.view.heading = heading.map(|font| role(font, of_theme, input, &mut found));
    if input.look.styling.latex != Some(false) {
        for (out, bytes) in formulas::files() {
            publish(&mut found, PublishedFont { out: out.to_owned(), origin: FontOrigin::Program(bytes) });
        }
    }
    found.diagrams = copy_of(MERMAID.url, input).map(|(hash, _)| {
        let out = published("mermaid", hash, "js");
        let url = input.addresses.path_url(&out);
        publish(&mut found, PublishedFont { out, origin: FontOrigin::Copy(hash) });
        url
    });
    found
}

/// Font files that a page in a language shows above the fold, at most two: browsers would find them late. Only for wide
/// windows: a phone has the text sooner in what stands in, which takes the same room, than with a font on its way.
pub fn preloads(fonts: &ThemeFonts, language: &str) -> Vec<LinkTag> {
    let mut links: Vec<LinkTag> = Vec::new();
    let script = sample_letter(language);
    let roles = [(&fonts.body, 400), (&fonts.heading, 700)];
    for (role, usual) in roles.into_iter().filter_map(|(role, usual)| Some((role.as_ref()?, usual))) {
        let weight = role.weight.map_or(usual, |weight| weight.clamp(1.0, 1000.0) as u32);
        for letter in ['a'].into_iter().chain(script) {
            let of_role = |face: &&FaceView| {
                face.family == role.family && face.style != "italic" && covers(&face.range, letter)
            };
            let face = fonts.faces.iter().filter(of_role).min_by_key(|face| distance(&face.weight, weight));
            let Some(face) = face.filter(|face| links.iter().all(|link| link.href != face.url)) else {
                continue;
            };
            let kind = if face.format.is_empty() { String::new() } else { format!("font/{}", face.format) };
            links.push(LinkTag { href: face.url.clone(), kind, ..LinkTag::default() });
        }
    }
    links.truncate(2);
    links
}

/// What shows a font: that of the theme while the font is not there.
fn role(font: &Font, of_theme: &str, input: &FontInput<'_>, found: &mut Fonts) -> FontRole {
    let family = font.family.trim().to_owned();
    let weight = font.weight.as_ref().and_then(serde_json::Number::as_f64);
    let before = found.view.faces.len();
    // What is no matter of this site's files, or comes with its own style sheets.
    let is_elsewhere = || family.is_empty() || is_system_family(&family) || (input.styled)(&family);
    let metrics = match &font.source {
        Some(source) if is_remote(source) => fetched_file(font, source, input, found),
        Some(source) => own_file(font, source, input, found),
        None => match input.lock.family(&family) {
            Some(faces) => fetched_family(&family, faces, input, found),
            None if is_bundled(&family) => {
                return FontRole { weight, ..bundled_role(&family, input, found) };
            }
            None => {
                if !is_elsewhere() {
                    miss(found, MissingFont::Remote(RemoteSource::FontFamily(family.clone())));
                }
                None
            }
        },
    };
    let is_loaded =
        found.view.faces.len() > before || found.view.faces.iter().any(|face| face.family == family);
    if !is_loaded && !is_elsewhere() {
        return FontRole { absent: Some(family), weight, ..bundled_role(of_theme, input, found) };
    }
    let fallback = metrics.filter(|_| is_loaded).map(|metrics| fallback(&family, &metrics, found));
    FontRole { absent: None, family, fallback, weight, kind: metrics.map(|metrics| metrics.kind) }
}

fn miss(found: &mut Fonts, missing: MissingFont) {
    if !found.missing.contains(&missing) {
        found.missing.push(missing);
    }
}

fn own_file(font: &Font, source: &str, input: &FontInput<'_>, found: &mut Fonts) -> Option<FontMetrics> {
    if source.starts_with("data:") {
        push_face(found, own_face(font, source.to_owned()));
        return None;
    }
    let path = SourcePath::new(source.split(['?', '#']).next().unwrap_or(source));
    match (input.file)(&path) {
        FontFile::Absent => {
            miss(found, MissingFont::File(source.to_owned()));
            None
        }
        FontFile::Present(metrics) => {
            push_face(found, own_face(font, asset_url(source, input.addresses)));
            metrics
        }
    }
}

/// The copy of a file that the lock pins, when it is there, with its measures.
fn copy_of(url: &str, input: &FontInput<'_>) -> Option<(ContentHash, Option<FontMetrics>)> {
    let hash = input.lock.files.get(url)?.hash;
    match (input.file)(&copy_path(hash)) {
        FontFile::Present(metrics) => Some((hash, metrics)),
        FontFile::Absent => None,
    }
}

fn fetched_file(font: &Font, url: &str, input: &FontInput<'_>, found: &mut Fonts) -> Option<FontMetrics> {
    let Some((hash, metrics)) = copy_of(url, input) else {
        miss(found, MissingFont::Remote(RemoteSource::FontFile(url.to_owned())));
        return None;
    };
    let href = publish_copy(&font.family, url, hash, input, found);
    push_face(found, own_face(font, href));
    metrics
}

fn fetched_family(
    family: &str,
    faces: &[RemoteFace],
    input: &FontInput<'_>,
    found: &mut Fonts,
) -> Option<FontMetrics> {
    let mut of_latin = None;
    for face in faces {
        let Some((hash, metrics)) = copy_of(&face.url, input) else {
            miss(found, MissingFont::Remote(RemoteSource::FontFamily(family.to_owned())));
            continue;
        };
        let url = publish_copy(family, &face.url, hash, input, found);
        if face.style != "italic" && covers(&face.range, 'a') {
            of_latin = of_latin.or(metrics);
        }
        let view = FaceView {
            family: family.to_owned(),
            format: format_of(&face.url).to_owned(),
            url,
            weight: face.weight.clone(),
            style: face.style.clone(),
            range: face.range.clone(),
        };
        push_face(found, view);
    }
    of_latin
}

fn publish_copy(
    family: &str,
    url: &str,
    hash: ContentHash,
    input: &FontInput<'_>,
    found: &mut Fonts,
) -> String {
    let stem: String = family
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .take(40)
        .collect();
    let stem = match stem.trim_matches('-') {
        "" => "font",
        stem => stem,
    };
    let out = published(
        stem,
        hash,
        match format_of(url) {
            "" => "font",
            "truetype" => "ttf",
            "opentype" => "otf",
            format => format,
        },
    );
    let url = input.addresses.path_url(&out);
    publish(found, PublishedFont { out, origin: FontOrigin::Copy(hash) });
    url
}

fn publish(found: &mut Fonts, file: PublishedFont) {
    if found.files.iter().all(|known| known.out != file.out) {
        found.files.push(file);
    }
}

fn published(stem: &str, hash: ContentHash, extension: &str) -> String {
    format!("{ASSET_FOLDER}/{stem}.{}.{extension}", hash.short())
}

fn push_face(found: &mut Fonts, face: FaceView) {
    if !found.view.faces.contains(&face) {
        found.view.faces.push(face);
    }
}

/// A face with one file for all characters.
fn own_face(font: &Font, url: String) -> FaceView {
    let weight = font.weight.as_ref().and_then(serde_json::Number::as_f64);
    let written = font.format.map(|format| match format {
        FontFormat::Woff => "woff",
        FontFormat::Woff2 => "woff2",
    });
    let of_name = font.source.as_deref().map(format_of).unwrap_or_default();
    FaceView {
        family: font.family.trim().to_owned(),
        url,
        // What the name says is true more often than what is written beside it.
        format: if of_name.is_empty() { written.unwrap_or_default() } else { of_name }.to_owned(),
        weight: weight.map_or_else(
            || "100 900".to_owned(),
            |weight| (weight.clamp(1.0, 1000.0).round() as u32).to_string(),
        ),
        style: "normal".to_owned(),
        range: String::new(),
    }
}

fn bundled_role(family: &str, input: &FontInput<'_>, found: &mut Fonts) -> FontRole {
    let font = BUNDLED.iter().zip(BUNDLED_PATHS.iter());
    let (font, paths) = match font.clone().find(|(font, _)| font.family.eq_ignore_ascii_case(family.trim())) {
        Some(found) => found,
        None => return FontRole::default(),
    };
    for ((group, bytes, range), out) in font.files.iter().zip(paths) {
        if !is_read(group, input.languages) {
            continue;
        }
        publish(found, PublishedFont { out: out.clone(), origin: FontOrigin::Program(bytes) });
        let face = FaceView {
            family: font.family.to_owned(),
            url: input.addresses.path_url(out),
            format: "woff2".to_owned(),
            weight: font.weight.to_owned(),
            style: "normal".to_owned(),
            range: (*range).to_owned(),
        };
        push_face(found, face);
    }
    let fallback = Some(fallback(font.family, &font.metrics, found));
    let kind = Some(font.metrics.kind);
    FontRole { absent: None, family: font.family.to_owned(), fallback, weight: None, kind }
}

/// Whether a site in these languages has texts with the letters of a group.
fn is_read(group: &str, languages: &[String]) -> bool {
    let reads = |codes: &[&str]| languages.iter().any(|code| codes.contains(&code.as_str()));
    match group {
        "cyrillic" => reads(&["ru", "uk", "ua"]),
        "vietnamese" => reads(&["vi"]),
        _ => true,
    }
}

/// Adds a face of a system's font, stretched to the measures of another; gives its name.
fn fallback(family: &str, metrics: &FontMetrics, found: &mut Fonts) -> String {
    let name = format!("{family} Fallback");
    if found.view.fallbacks.iter().any(|known| known.family == name) {
        return name;
    }
    let stretch = f64::from(metrics.width) / f64::from(metrics.kind.system_width());
    let percent = |value: i32| f64::from(value) / stretch / 100.0;
    found.view.fallbacks.push(FallbackView {
        family: name.clone(),
        // Of one width as far as possible; Android has none of the first ones.
        locals: match metrics.kind {
            FontKind::Sans => &["Arial", "Liberation Sans", "Helvetica", "Roboto"],
            FontKind::Serif => &["Times New Roman", "Liberation Serif", "Times"],
            FontKind::Mono => {
                &["Menlo", "Courier New", "Liberation Mono", "DejaVu Sans Mono", "Droid Sans Mono"]
            }
        },
        size_adjust: stretch * 100.0,
        ascent: percent(metrics.ascent),
        descent: percent(metrics.descent),
        line_gap: percent(metrics.line_gap),
    });
    name
}

/// The format in the name of a file.
fn format_of(source: &str) -> &'static str {
    let path = source.split(['?', '#']).next().unwrap_or(source);
    match path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase().as_str() {
        "woff2" => "woff2",
        "woff" => "woff",
        "ttf" => "truetype",
        "otf" => "opentype",
        _ => "",
    }
}

/// Whether a `unicode-range` has a character; the empty one has all.
fn covers(range: &str, letter: char) -> bool {
    let code = u32::from(letter);
    let number = |text: &str| u32::from_str_radix(text, 16).ok();
    range.is_empty()
        || range.split(',').any(|part| {
            let part = part.trim().trim_start_matches(['U', 'u']).trim_start_matches('+');
            let (from, to) = part.split_once('-').unwrap_or((part, part));
            let (from, to) = (number(&from.replace('?', "0")), number(&to.replace('?', "F")));
            from.zip(to).is_some_and(|(from, to)| (from..=to).contains(&code))
        })
}

/// How far a weight is from those of a face.
fn distance(weights: &str, weight: u32) -> u32 {
    let mut ends = weights.split(' ').filter_map(|word| word.parse::<u32>().ok());
    let from = ends.next().unwrap_or(400);
    let to = ends.next().unwrap_or(from);
    from.saturating_sub(weight).max(weight.saturating_sub(to))
}

/// A letter that texts in a language have besides the Latin ones, when its script has few letters.
fn sample_letter(language: &str) -> Option<char> {
    match language.split('-').next().unwrap_or_default() {
        "ru" | "uk" => Some('\u{434}'),
        "cs" | "pl" | "hu" | "ro" | "tr" | "lv" | "uz" => Some('\u{11b}'),
        "vi" => Some('\u{1ea1}'),
        "el" => Some('\u{3b1}'),
        "ar" => Some('\u{627}'),
        "he" => Some('\u{5d0}'),
        "hi" => Some('\u{915}'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::font_metrics::font_metrics;

    #[test]
    fn cfg_19_metrics_of_the_programs_fonts_are_those_of_their_files() {
        for font in BUNDLED {
            let latin = font.files.iter().find(|(group, _, _)| *group == "latin").expect("a file");
            assert_eq!(font_metrics(latin.1), Some(font.metrics), "{}", font.family);
        }
    }

    #[test]
    fn ranges_cover_what_they_name() {
        assert!(
            covers("", 'x') && covers("U+0-7F", 'a') && covers("U+20,u+61", 'a') && covers("U+00??", 'a')
        );
        assert!(!covers("U+400-4FF", 'a') && !covers("U+,x-y,U+1G", 'a'));
    }
}
