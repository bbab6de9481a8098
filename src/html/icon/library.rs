//! The icon libraries: names, styles, drawings (CFG-20).
//!
//! Font Awesome's free icons, Lucide and Tabler, from tables that `build.rs` packs. A table is unpacked when the
//! first of its icons is asked for. Not here: how an icon stands in a page, and what is no name.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::config::look::IconLibrary;
use crate::diagnostic::did_you_mean;

/// How a drawing is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Its areas have the colour of the text.
    Fill,
    /// Its lines have.
    Line,
}

/// An icon of a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// Width and height of its box, with a space between.
    pub size: &'static str,
    /// The elements inside its `<svg>`.
    pub markup: &'static str,
    pub paint: Paint,
}

/// A name being looked up.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    pub library: IconLibrary,
    pub name: &'a str,
    /// `iconType` or `style`.
    pub style: Option<&'a str>,
}

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Known(Drawing),
    /// The name or style is not free; the drawing is the nearest one that is, described in words.
    Instead(Drawing, String),
    /// No such name in this library; a drawing that may stand for it, which one that is, and what to write instead.
    Borrowed(Drawing, String, Option<String>),
    /// No such name; what to write instead, when that can be guessed.
    Unknown(Option<String>),
}

impl Answer {
    /// What is drawn, whether it is just that or stands for it.
    pub fn drawing(self) -> Option<Drawing> {
        match self {
            Self::Known(drawing) | Self::Instead(drawing, _) | Self::Borrowed(drawing, ..) => Some(drawing),
            Self::Unknown(_) => None,
        }
    }
}

/// Looks an icon up. Names are compared in lower case; the classes of Font Awesome (`fa-solid fa-code`) are a name
/// with its style.
pub fn find(wanted: Wanted<'_>) -> Answer {
    let text = wanted.name.trim().to_lowercase();
    let (name, style) = classes(&text);
    let style = wanted.style.or(style);
    let known = match wanted.library {
        IconLibrary::Fontawesome => fontawesome(name, style),
        IconLibrary::Lucide => lucide(name).map(Answer::Known),
        IconLibrary::Tabler => tabler(name, style).map(Answer::Known),
    };
    known
        .or_else(|| logo(name).map(Answer::Known))
        .or_else(|| borrowed(wanted.library, name))
        .unwrap_or_else(|| Answer::Unknown(hint(wanted.library, name)))
}

/// The name in `code`, `fa-code` or `fa-solid fa-code`, and the style of the last.
fn classes(text: &str) -> (&str, Option<&'static str>) {
    let style = |class: &str| {
        Some(match class {
            "fas" | "fa-solid" => "solid",
            "far" | "fa-regular" => "regular",
            "fab" | "fa-brands" => "brands",
            "fal" | "fa-light" => "light",
            "fat" | "fa-thin" => "thin",
            "fad" | "fa-duotone" => "duotone",
            _ => return None,
        })
    };
    let named = text.split_whitespace().rev().find(|class| style(class).is_none()).unwrap_or(text);
    (named.strip_prefix("fa-").unwrap_or(named), text.split_whitespace().find_map(style))
}

/// What to write instead, when that is nearer to what is meant than what is shown.
fn nearer_hint(library: IconLibrary, name: &str, shown: &str) -> Option<String> {
    let is_nearer = |near: &&str| near.strip_prefix(shown).is_some_and(|rest| rest.starts_with('-'));
    nearest(library, name).filter(is_nearer).map(did_you_mean_it)
}

/// The drawing of another library that has the name, or of the thing that the name begins with: Font Awesome Pro has
/// thousands of names like `cloud-slash`, and an author who sees them elsewhere expects a cloud here, not a hole.
fn borrowed(library: IconLibrary, name: &str) -> Option<Answer> {
    let instead = |other: &str, name: &str| {
        Some(format!("write `{{name: \"{name}\", library: \"{other}\"}}` if it is meant"))
    };
    let others: [(&str, Option<Drawing>); 3] =
        [("fontawesome", free(name)), ("lucide", lucide(name)), ("tabler", tabler(name, None))];
    if let Some((other, Some(drawing))) = others.into_iter().find(|(_, drawing)| drawing.is_some()) {
        return Some(Answer::Borrowed(drawing, format!("the one of `{other}`"), instead(other, name)));
    }
    if library != IconLibrary::Fontawesome || name.len() > 60 {
        return None;
    }
    let (first, rest) = name.split_once('-')?;
    // A frame says less than what is in it.
    if matches!(first, "circle" | "square" | "hexagon" | "octagon" | "diamond" | "rectangle") {
        let kind = if rest.bytes().all(|b| b.is_ascii_digit()) { "number" } else { "letter" };
        let framed = format!("{first}-{kind}-{rest}");
        // Font Awesome Pro has all of them.
        let of_tabler =
            || Some(Answer::Instead(tabler(&framed, None)?, format!("`{framed}` of `tabler` is shown")));
        let bare =
            || Some(Answer::Borrowed(free(rest)?, format!("`{rest}`"), nearer_hint(library, name, rest)));
        return of_tabler().or_else(bare);
    }
    let shorter = name.rmatch_indices('-').filter_map(|(at, _)| name.get(..at));
    let (drawing, shown) = shorter.filter_map(|name| Some((free(name)?, name))).next()?;
    Some(Answer::Borrowed(drawing, format!("`{shown}`"), nearer_hint(library, name, shown)))
}

/// An icon of Font Awesome that is free, by its name or another one for it.
fn free(name: &str) -> Option<Drawing> {
    fontawesome(name, None)?.drawing()
}

fn lucide(name: &str) -> Option<Drawing> {
    LUCIDE.get(original(&LUCIDE_ALIASES, name))
}

/// All names of a library, sorted.
pub fn names(library: IconLibrary) -> Vec<&'static str> {
    let tables: &[&Table] = match library {
        IconLibrary::Fontawesome => &[&FA_SOLID, &FA_BRANDS, &FA_REGULAR],
        IconLibrary::Lucide => &[&LUCIDE],
        IconLibrary::Tabler => &[&TABLER_OUTLINE],
    };
    let mut names: Vec<&str> = tables.iter().flat_map(|table| table.names()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The logo of a company or product, whatever the library.
pub fn logo(name: &str) -> Option<Drawing> {
    let name = match name {
        "go" => "golang",
        "c++" => "cpp",
        "ts" => "typescript",
        "c#" => "csharp",
        name => name,
    };
    let brand = || TABLER_OUTLINE.get(&format!("brand-{name}"));
    FA_BRANDS.get(original(&FA_ALIASES, name)).or_else(brand)
}

fn fontawesome(name: &str, style: Option<&str>) -> Option<Answer> {
    let (free, instead) = match PRO_NAMES.get(name) {
        Some(free) => (*free, Some(format!("`{free}` is shown"))),
        None => (original(&FA_ALIASES, name), None),
    };
    let solid = || FA_SOLID.get(free).map(|drawing| (drawing, "solid"));
    let regular = || FA_REGULAR.get(free).map(|drawing| (drawing, "regular"));
    let brands = || FA_BRANDS.get(free).map(|drawing| (drawing, "brands"));
    let style = style.map(str::trim).filter(|style| !style.is_empty());
    let (drawing, found) = match style {
        // The lines of the style that nobody has to buy are nearest to those of the thin ones.
        Some("regular" | "light" | "thin" | "sharp-regular" | "sharp-light" | "sharp-thin") => {
            regular().or_else(solid).or_else(brands)
        }
        Some("brands") => brands().or_else(solid),
        _ => solid().or_else(brands).or_else(regular),
    }?;
    // A logo has one style only; nobody misses another.
    let other = style.filter(|style| *style != found && found != "brands" && *style != "brands");
    Some(match (instead, other) {
        (Some(instead), _) => Answer::Instead(drawing, instead),
        (None, Some(_)) => Answer::Instead(drawing, format!("its style `{found}` is shown")),
        (None, None) => Answer::Known(drawing),
    })
}

fn tabler(name: &str, style: Option<&str>) -> Option<Drawing> {
    let (base, suffix) = match name.strip_suffix("-filled") {
        Some(base) => (base, true),
        None => (name, false),
    };
    let filled = suffix || matches!(style, Some("filled" | "solid"));
    let filled = filled.then(|| TABLER_FILLED.get(base)).flatten();
    filled.or_else(|| TABLER_OUTLINE.get(name)).or_else(|| TABLER_FILLED.get(name))
}

fn hint(library: IconLibrary, name: &str) -> Option<String> {
    nearest(library, name).map(did_you_mean_it)
}

fn did_you_mean_it(near: &str) -> String {
    format!("did you mean `{near}`?")
}

/// What a name that no library has was probably meant to be.
fn nearest(library: IconLibrary, name: &str) -> Option<&'static str> {
    let (tables, aliases): (&[&Table], Option<&Aliases>) = match library {
        IconLibrary::Fontawesome => (&[&*FA_SOLID, &*FA_BRANDS, &*FA_REGULAR], Some(&FA_ALIASES)),
        IconLibrary::Lucide => (&[&*LUCIDE], Some(&LUCIDE_ALIASES)),
        IconLibrary::Tabler => (&[&*TABLER_OUTLINE, &*TABLER_FILLED], None),
    };
    let names = || {
        let own = tables.iter().flat_map(|table| table.names());
        own.chain(aliases.into_iter().flat_map(|aliases| aliases.keys().copied()))
    };
    let words = |name: &str| {
        let mut words: Vec<String> = name.split('-').map(str::to_owned).collect();
        words.sort();
        words
    };
    let own = words(name);
    let turned = || names().find(|candidate| candidate.len() == name.len() && words(candidate) == own);
    // An absurdly long name is compared with none.
    (name.len() <= 60).then(|| did_you_mean(name, names()).or_else(turned)).flatten()
}

/// The icons of one style: lines of name, size and markup, sorted by name.
struct Table {
    lines: Vec<&'static str>,
    paint: Paint,
}

impl Table {
    fn unpack(packed: &[u8], paint: Paint) -> Self {
        let bytes = crate::encoding::inflate(packed).unwrap_or_default();
        // Once for the life of the process.
        let text: &'static str = String::from_utf8(bytes).unwrap_or_default().leak();
        Self { lines: text.lines().collect(), paint }
    }

    fn names(&self) -> impl Iterator<Item = &'static str> {
        self.lines.iter().map(|line| name_of(line))
    }

    fn get(&self, name: &str) -> Option<Drawing> {
        let at = self.lines.binary_search_by(|line| name_of(line).cmp(name)).ok()?;
        let mut parts = self.lines.get(at)?.splitn(3, '\t').skip(1);
        Some(Drawing { size: parts.next()?, markup: parts.next()?, paint: self.paint })
    }
}

fn name_of(line: &'static str) -> &'static str {
    line.split('\t').next().unwrap_or("")
}

macro_rules! tables {
    ($($name:ident = $file:literal, $paint:ident;)*) => {
        $(static $name: LazyLock<Table> = LazyLock::new(|| {
            Table::unpack(include_bytes!(concat!(env!("OUT_DIR"), "/", $file, ".icons")), Paint::$paint)
        });)*
    };
}

tables! {
    FA_SOLID = "fontawesome-solid", Fill;
    FA_REGULAR = "fontawesome-regular", Fill;
    FA_BRANDS = "fontawesome-brands", Fill;
    LUCIDE = "lucide", Line;
    TABLER_OUTLINE = "tabler-outline", Line;
    TABLER_FILLED = "tabler-filled", Fill;
}

/// Other names and the ones that they stand for.
type Aliases = LazyLock<BTreeMap<&'static str, &'static str>>;

/// Older and shorter names that the libraries still know.
static FA_ALIASES: Aliases = LazyLock::new(|| aliases(include_str!("fontawesome-aliases.txt")));
static LUCIDE_ALIASES: Aliases = LazyLock::new(|| aliases(include_str!("lucide-aliases.txt")));
/// Icons of Font Awesome Pro that documentation likes to use, and what is nearest to them.
static PRO_NAMES: Aliases = LazyLock::new(|| aliases(include_str!("fontawesome-pro.txt")));

/// Lines of `name: alias alias`.
fn aliases(text: &'static str) -> BTreeMap<&'static str, &'static str> {
    let lines = text.lines().filter_map(|line| line.split_once(": "));
    lines.flat_map(|(name, aliases)| aliases.split(' ').map(move |alias| (alias, name))).collect()
}

fn original<'n>(aliases: &'static Aliases, name: &'n str) -> &'n str {
    aliases.get(name).copied().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_alias_leads_to_an_icon() {
        for (alias, name) in LUCIDE_ALIASES.iter() {
            assert!(LUCIDE.get(name).is_some(), "{alias}: {name}");
        }
        for (alias, name) in FA_ALIASES.iter().chain(PRO_NAMES.iter()) {
            assert!(fontawesome(name, None).is_some(), "{alias}: {name}");
        }
        for (alias, name) in PRO_NAMES.iter() {
            let free = [&FA_SOLID, &FA_REGULAR, &FA_BRANDS].iter().any(|table| table.get(alias).is_some());
            assert!(!free && !FA_ALIASES.contains_key(alias), "{alias} is free, or another name of {name}");
        }
    }

    #[test]
    fn tables_are_whole() {
        let sizes = [&FA_SOLID, &FA_REGULAR, &FA_BRANDS, &LUCIDE, &TABLER_OUTLINE, &TABLER_FILLED]
            .map(|table| table.lines.len());
        assert_eq!(sizes, [1402, 163, 495, 1599, 4963, 981]);
        for name in ["house", "42-group", "500px", "arrow-down-1-9", "x-twitter"] {
            assert!(fontawesome(name, None).is_some(), "{name}");
        }
        assert_eq!(LUCIDE.get("grid-2x2").map(|icon| icon.size), Some("24 24"));
    }
}
