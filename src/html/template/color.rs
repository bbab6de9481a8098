//! Colours for derivation: sRGB bytes, contrast after WCAG, and lightness shifts in Oklch.
//!
//! All arithmetic ends in bytes, so that the same input gives the same text on every machine.

use std::fmt;

/// An opaque sRGB colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub [u8; 3]);

pub const WHITE: Rgb = Rgb([255, 255, 255]);
pub const NEAR_BLACK: Rgb = Rgb([10, 10, 10]);
/// Chroma below which a colour is a grey, slate among them.
const GREY: f64 = 0.05;

impl Rgb {
    /// Reads `#rgb` or `#rrggbb`.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.trim().strip_prefix('#')?.as_bytes();
        let digit = |at: usize| (*digits.get(at)? as char).to_digit(16).map(|value| value as u8);
        match digits.len() {
            3 => Some(Self([digit(0)? * 17, digit(1)? * 17, digit(2)? * 17])),
            6 => {
                let byte = |at| Some(digit(at)? * 16 + digit(at + 1)?);
                Some(Self([byte(0)?, byte(2)?, byte(4)?]))
            }
            _ => None,
        }
    }

    /// This colour with `percent` of `other` laid over it.
    pub fn mixed(self, other: Rgb, percent: u32) -> Self {
        let mix = |a: u8, b: u8| ((u32::from(a) * (100 - percent) + u32::from(b) * percent + 50) / 100) as u8;
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([mix(a, x), mix(b, y), mix(c, z)])
    }

    /// The three channels as `r g b`, for `rgb(var(--x) / 50%)`.
    pub fn triplet(self) -> String {
        let [r, g, b] = self.0;
        format!("{r} {g} {b}")
    }

    /// Relative luminance.
    pub fn luminance(self) -> f64 {
        let [r, g, b] = self.0.map(linear);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// Contrast ratio, 1 to 21.
    pub fn contrast(self, other: Rgb) -> f64 {
        let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
        if a > b { a / b } else { b / a }
    }

    /// White or near black, whichever can be read on this colour; black where neither can.
    pub fn label(self) -> Self {
        let black = Self([0, 0, 0]);
        [WHITE, NEAR_BLACK].into_iter().find(|label| self.contrast(*label) >= 4.5).unwrap_or(black)
    }

    /// The nearest colour of the same hue with at least `ratio` on all `backgrounds`: darker on light
    /// ones, lighter on dark ones; of a grey the one as far from the other end. Black or white when no shade reaches it.
    pub fn readable_on(self, backgrounds: &[Rgb], ratio: f64) -> Self {
        let reaches = |color: Rgb| backgrounds.iter().all(|background| color.contrast(*background) >= ratio);
        if reaches(self) {
            return self;
        }
        let darker = backgrounds.iter().all(|background| background.luminance() > 0.18);
        let (start, chroma, hue) = oklch(self);
        // Black means ink: on a dark ground it is white. The next grey that can be read would look switched off.
        let mirrored = in_gamut(1.0 - start, chroma, hue);
        if chroma < GREY && reaches(mirrored) {
            return mirrored;
        }
        let end = if darker { 0.0 } else { 1.0 };
        let (mut failing, mut passing) = (0.0, 1.0);
        for _ in 0..12 {
            let middle = (failing + passing) / 2.0;
            if reaches(in_gamut(start + (end - start) * middle, chroma, hue)) {
                passing = middle;
            } else {
                failing = middle;
            }
        }
        let shifted = in_gamut(start + (end - start) * passing, chroma, hue);
        if reaches(shifted) {
            shifted
        } else if darker {
            Rgb([0, 0, 0])
        } else {
            WHITE
        }
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [r, g, b] = self.0;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

fn linear(channel: u8) -> f64 {
    let value = f64::from(channel) / 255.0;
    if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

fn encoded(value: f64) -> f64 {
    if value <= 0.003_130_8 { value * 12.92 } else { 1.055 * value.powf(1.0 / 2.4) - 0.055 }
}

/// Lightness, chroma and hue angle in Oklab's polar form.
fn oklch(color: Rgb) -> (f64, f64, f64) {
    let [r, g, b] = color.0.map(linear);
    let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
    let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
    let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
    let a = 1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s;
    let b = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s;
    let lightness = 0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s;
    (lightness, a.hypot(b), b.atan2(a))
}

/// The colour of this lightness and hue with as much of the chroma as sRGB can show.
fn in_gamut(lightness: f64, chroma: f64, hue: f64) -> Rgb {
    let mut reduced = chroma;
    for _ in 0..40 {
        let channels = channels(lightness, reduced, hue);
        if channels.iter().all(|value| (-0.002..=1.002).contains(value)) {
            return Rgb(channels.map(|value| (value.clamp(0.0, 1.0) * 255.0).round() as u8));
        }
        reduced *= 0.93;
    }
    Rgb(channels(lightness, 0.0, hue).map(|value| (value.clamp(0.0, 1.0) * 255.0).round() as u8))
}

fn channels(lightness: f64, chroma: f64, hue: f64) -> [f64; 3] {
    let (a, b) = (chroma * hue.cos(), chroma * hue.sin());
    let l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let s = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
    [
        encoded(4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s),
        encoded(-1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s),
        encoded(-0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_both_forms() {
        assert_eq!(Rgb::parse("#0af"), Some(Rgb([0, 0xaa, 0xff])));
        assert_eq!(Rgb::parse("#00AAff"), Some(Rgb([0, 0xaa, 0xff])));
        assert_eq!(Rgb::parse("00aaff"), None);
        assert_eq!(Rgb::parse("#é0a"), None);
    }

    #[test]
    fn a_label_can_be_read_on_every_colour() {
        for step in 0..=255_u8 {
            for color in [Rgb([step; 3]), Rgb([step, 0, 255 - step]), Rgb([255 - step, step, 64])] {
                assert!(color.contrast(color.label()) >= 4.5, "{color}");
            }
        }
        assert_eq!(Rgb([0x3b, 0x82, 0xf6]).label(), NEAR_BLACK);
        assert_eq!(Rgb([0xb9, 0x1c, 0x1c]).label(), WHITE);
    }

    #[test]
    fn keeps_what_is_readable_and_shifts_the_rest() {
        let maple = Rgb([0x9a, 0x34, 0x12]);
        assert_eq!(maple.readable_on(&[WHITE], 4.5), maple);
        for hostile in ["#ffff00", "#000000", "#fefefe", "#ff5522", "#16a34a", "#0000ff"] {
            let color = Rgb::parse(hostile).unwrap_or(WHITE);
            for background in [WHITE, Rgb([9, 9, 11]), Rgb([120, 120, 120])] {
                assert!(color.readable_on(&[background], 4.5).contrast(background) >= 4.5, "{hostile}");
            }
        }
    }

    #[test]
    fn cfg_13_ink_is_white_on_dark_ground() {
        let night = Rgb([9, 9, 11]);
        for (ink, shown) in [("#000000", "#ffffff"), ("#111827", "#b0bbd0")] {
            let color = Rgb::parse(ink).unwrap_or(night);
            assert_eq!(color.readable_on(&[night], 4.5).to_string(), shown, "{ink}");
        }
    }
}
