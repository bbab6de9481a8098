//! The picture that social networks show beside a link to a page (CFG-25, SEO-07): title, description and the site's
//! name or logo in the site's colours, 1200 × 630.
//!
//! Letters are drawn as paths of the program's own font, so that the picture is the same everywhere. A text in letters
//! that it lacks is left out rather than shown as boxes.

use std::fmt::Write as _;
use std::sync::LazyLock;

use crate::config::look::{ColorScheme, Look, Theme};
use crate::source::font_metrics::{Typeface, unpacked};
use crate::source::image_size::image_size;

use super::fonts::bundled_letters;
use super::raster::{Filter, Inset, Picture};
use super::template::color::{NEAR_BLACK, Rgb, WHITE};

pub(super) const WIDTH: u32 = 1200;
pub(super) const HEIGHT: u32 = 630;
/// Room at the sides.
const MARGIN: f64 = 80.0;
/// Most lines of the title and of the description.
const TITLE_LINES: usize = 3;
const DESCRIPTION_LINES: usize = 2;

static TYPEFACE: LazyLock<Typeface> =
    LazyLock::new(|| Typeface::new(bundled_letters().filter_map(unpacked).collect()));

/// What all pictures of a site show.
pub struct GroundInput<'a> {
    pub look: &'a Look,
    /// Name of the site.
    pub name: &'a str,
    pub logos: Logos<'a>,
    /// Content of the background image.
    pub background: Option<&'a [u8]>,
}

/// Contents of the logos.
#[derive(Clone, Copy, Debug, Default)]
pub struct Logos<'a> {
    /// For a light ground.
    pub light: Option<&'a [u8]>,
    /// For a dark one.
    pub dark: Option<&'a [u8]>,
}

/// What all pictures of a site show, drawn: large files in it are read once.
#[derive(Debug, PartialEq)]
pub struct Ground {
    picture: Picture,
    filter: Filter,
    ink: Rgb,
    /// The colour of the description.
    muted: Rgb,
    /// Name of the site, for titles that cannot be read.
    name: String,
}

/// Whether the picture of a look is dark.
pub fn is_dark(look: &Look) -> bool {
    let asked = look.thumbnails.as_ref().and_then(|thumbnails| thumbnails.appearance);
    asked.unwrap_or(look.appearance.default) == ColorScheme::Dark
}

/// Draws what all pictures have; `None` when that is not possible.
pub fn ground(input: &GroundInput<'_>) -> Option<Ground> {
    let look = input.look;
    let dark = is_dark(look);
    let primary = Rgb::parse(&look.colors.primary).unwrap_or(NEAR_BLACK);
    let accent = if dark { Rgb::parse(look.colors.light()).unwrap_or(primary) } else { primary };
    let written = if dark { &look.background.color.dark } else { &look.background.color.light };
    let plain = if dark { Rgb([0x0b, 0x0d, 0x0f]) } else { WHITE };
    let mut color = written.as_deref().and_then(Rgb::parse).unwrap_or(plain);
    let size = format!("width=\"{WIDTH}\" height=\"{HEIGHT}\"");
    let above = match input.background {
        Some(_) => format!("<image href=\"background\" {size} preserveAspectRatio=\"xMidYMid slice\"/>"),
        None => decoration(look.theme, accent),
    };
    let svg = drawing(&format!("<rect {size} fill=\"{color}\"/>{above}"));
    let background = input.background.map(|bytes| Inset { name: "background", bytes });
    let mut picture = Picture::of_svg(&svg, (WIDTH, HEIGHT), background.as_slice())?;
    if background.is_some() {
        // An image is what it is, whatever the site's colours say.
        color = Rgb(picture.average());
    }
    let ink = if color.luminance() > 0.18 { NEAR_BLACK } else { WHITE };
    let logo = if ink == WHITE { input.logos.dark } else { input.logos.light };
    let logo = logo.map(|bytes| Inset { name: "logo", bytes });
    picture = picture.below_svg(&head(input.name, logo.as_ref(), ink), logo.as_slice())?;
    let filter = picture.best_filter();
    Some(Ground { picture, filter, ink, muted: color.mixed(ink, 65), name: input.name.to_owned() })
}

/// Draws the picture of a page as PNG; `None` when that is not possible.
pub fn thumbnail(ground: &Ground, title: &str, description: Option<&str>) -> Option<Vec<u8>> {
    ground.picture.below_svg(&texts(ground, title, description), &[])?.opaque_png(ground.filter)
}

fn drawing(content: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\">{content}</svg>")
}

fn texts(ground: &Ground, title: &str, description: Option<&str>) -> String {
    let mut svg = String::new();
    let title = if TYPEFACE.reads(title) { title } else { &ground.name };
    let room = f64::from(WIDTH) - 2.0 * MARGIN;
    let size = if lines(title, 68.0, 700, room, usize::MAX).len() > 2 { 56.0 } else { 68.0 };
    let title = lines(title, size, 700, room, TITLE_LINES);
    let description = description.filter(|text| TYPEFACE.reads(text));
    let description = lines(description.unwrap_or_default(), 30.0, 400, room, DESCRIPTION_LINES);
    let height = title.len() as f64 * size * 1.16 + description.len() as f64 * 42.0;
    // The texts end at the same place whatever their length.
    let mut baseline = f64::from(HEIGHT) - MARGIN - height + size * 0.85;
    for line in &title {
        text(&mut svg, line, (MARGIN, baseline), size, 700, ground.ink);
        baseline += size * 1.16;
    }
    baseline += 30.0 * 0.9 - size * 0.85 + 16.0;
    for line in &description {
        text(&mut svg, line, (MARGIN, baseline), 30.0, 400, ground.muted);
        baseline += 42.0;
    }
    drawing(&svg)
}

/// The logo, or the name of the site.
fn head(name: &str, logo: Option<&Inset<'_>>, ink: Rgb) -> String {
    let mut svg = String::new();
    match logo.and_then(|logo| image_size(logo.bytes)).filter(|(width, height)| *width > 0 && *height > 0) {
        Some((width, height)) => {
            let width = (f64::from(width) * 56.0 / f64::from(height)).min(600.0);
            let _ = write!(
                svg,
                "<image href=\"logo\" x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{width:.1}\" height=\"56\" \
                 preserveAspectRatio=\"xMinYMid meet\"/>"
            );
        }
        None if TYPEFACE.reads(name) => {
            let room = f64::from(WIDTH) - 2.0 * MARGIN;
            for line in lines(name, 34.0, 600, room, 1) {
                text(&mut svg, &line, (MARGIN, MARGIN + 34.0), 34.0, 600, ink);
            }
        }
        None => {}
    }
    drawing(&svg)
}

/// What tells the themes apart: where their colour is.
fn decoration(theme: Theme, accent: Rgb) -> String {
    let glow = |x: u32, y: u32, radius: u32| {
        format!(
            "<radialGradient id=\"g\" gradientUnits=\"userSpaceOnUse\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\">\
             <stop offset=\"0\" stop-color=\"{accent}\" stop-opacity=\".3\"/>\
             <stop offset=\"1\" stop-color=\"{accent}\" stop-opacity=\"0\"/></radialGradient>\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"url(#g)\"/>"
        )
    };
    let bar = |x: u32, y: u32, width: u32, height: u32| {
        format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{accent}\"/>")
    };
    match theme {
        Theme::Mint => glow(600, 0, 700),
        Theme::Maple => bar(0, 0, 24, HEIGHT),
        Theme::Palm => bar(0, 0, WIDTH, 24),
        Theme::Willow => bar(0, HEIGHT - 12, WIDTH, 12),
        Theme::Linden => {
            let frame = (WIDTH - 48, HEIGHT - 48);
            format!(
                "<rect x=\"24\" y=\"24\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{accent}\" stroke-width=\"3\"/>",
                frame.0, frame.1
            )
        }
        Theme::Almond => glow(WIDTH, HEIGHT, 900),
        Theme::Aspen => glow(WIDTH, 0, 800),
    }
}

fn text(svg: &mut String, line: &str, (x, y): (f64, f64), size: f64, weight: u16, color: Rgb) {
    let _ = write!(svg, "<path fill=\"{color}\" d=\"{}\"/>", TYPEFACE.path(line, (x, y), size, weight));
}

/// A text in lines that fit; what is too long ends with an ellipsis.
fn lines(text: &str, size: f64, weight: u16, room: f64, most: usize) -> Vec<String> {
    let fits = |line: &str| TYPEFACE.width(line, size, weight) <= room;
    let mut lines: Vec<String> = Vec::new();
    let mut current = String::new();
    // Longer texts do not fit whatever they say.
    let text: String = text.chars().take(600).collect();
    for word in text.split_whitespace() {
        let longer = if current.is_empty() { word.to_owned() } else { format!("{current} {word}") };
        if fits(&longer) {
            current = longer;
            continue;
        }
        if !current.is_empty() {
            lines.push(std::mem::take(&mut current));
        }
        for c in word.chars() {
            current.push(c);
            if !fits(&current) {
                current.pop();
                lines.push(std::mem::take(&mut current));
                current.push(c);
            }
        }
    }
    if !current.is_empty() {
        lines.push(current);
    }
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            while !last.is_empty() && !fits(&format!("{last}\u{2026}")) {
                last.pop();
            }
            last.truncate(last.trim_end().len());
            last.push('\u{2026}');
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(title: &str, description: Option<&str>) -> Option<Vec<u8>> {
        let look = Look::default();
        let (logos, background) = (Logos::default(), None);
        let ground = ground(&GroundInput { look: &look, name: "Site", logos, background })?;
        thumbnail(&ground, title, description)
    }

    #[test]
    fn cfg_25_titles_of_any_length_and_script_are_drawn_inside() {
        let long = "A title that goes on and on ".repeat(30);
        let word = "Donaudampfschifffahrtsgesellschaft".repeat(9);
        for title in ["", "Start", long.as_str(), word.as_str(), "快速开始", "مرحبا", "\u{1f600}"] {
            let png = drawn(title, Some(title)).expect("a picture");
            assert_eq!(image_size(&png), Some((WIDTH, HEIGHT)), "{title}");
            let room = f64::from(WIDTH) - 2.0 * MARGIN;
            for line in lines(title, 68.0, 700, room, TITLE_LINES) {
                assert!(TYPEFACE.width(&line, 68.0, 700) <= room, "{line}");
            }
            assert!(lines(title, 68.0, 700, room, TITLE_LINES).len() <= TITLE_LINES);
        }
        assert_eq!(drawn("快速开始", None), drawn("مرحبا", None));
        assert_ne!(drawn("Start", None), drawn("Begin", None));
    }

    #[test]
    fn cfg_25_texts_are_read_on_the_image_behind_them() {
        let look = Look::default();
        for (fill, ink) in [("#101", WHITE), ("#eef", NEAR_BLACK)] {
            let image = drawing(&format!("<rect width=\"1200\" height=\"630\" fill=\"{fill}\"/>"));
            let (logos, background) = (Logos::default(), Some(image.as_bytes()));
            let ground = ground(&GroundInput { look: &look, name: "Site", logos, background });
            assert_eq!(ground.map(|ground| ground.ink), Some(ink), "{fill}");
        }
    }
}
