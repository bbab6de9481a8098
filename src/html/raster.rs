//! Pictures as pixels: drawn from SVG or read from a file, made smaller, written as PNG.
//!
//! The only module that names the crates resvg and png. Nothing is loaded that the caller does not hand over: an SVG
//! sees no other files and no fonts of the system. The same input gives the same bytes.

use std::sync::Arc;

use png::{BitDepth, ColorType, Encoder, EncodingError};
use resvg::tiny_skia::{IntSize, Pixmap, Transform};
use resvg::usvg::{ImageHrefDataResolverFn, ImageHrefResolver, ImageKind, Options, Tree};

use crate::panics;
use crate::source::image_size::image_size;

/// Larger files are not drawn.
const MOST_BYTES: usize = 8 << 20;
/// Nor are pictures with more pixels inside of one, 4 bytes each.
const MOST_PIXELS: u64 = 64 << 20;
/// Pictures with longer sides are not drawn.
const LONGEST_SIDE: u32 = 6000;

/// A drawn picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture(Pixmap);

/// How the rows of a file are written, of which [`Picture::best_filter`] is the one that makes it small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter(png::Filter);

/// A file that a drawing shows, by the name that its `<image>` uses.
pub struct Inset<'a> {
    pub name: &'a str,
    pub bytes: &'a [u8],
}

impl Picture {
    /// An SVG drawing at `width` × `height` pixels, whatever size it names itself. `None` for what cannot be drawn.
    pub fn of_svg(svg: &str, (width, height): (u32, u32), insets: &[Inset<'_>]) -> Option<Self> {
        if svg.len() > MOST_BYTES || width.max(height) > LONGEST_SIDE {
            return None;
        }
        let nothing = Self(Pixmap::new(width, height)?);
        panics::catch(|| draw(svg, nothing, insets)).ok().flatten()
    }

    /// This picture with an SVG drawing of the same size on it.
    pub fn below_svg(&self, svg: &str, insets: &[Inset<'_>]) -> Option<Self> {
        panics::catch(|| draw(svg, self.clone(), insets)).ok().flatten()
    }

    /// The average of its colours: red, green and blue. Of a picture without transparency.
    pub fn average(&self) -> [u8; 3] {
        let pixels = self.0.data().as_chunks::<4>().0;
        let count = (pixels.len() as u64).max(1);
        [0, 1, 2].map(|at| (pixels.iter().map(|pixel| u64::from(pixel[at])).sum::<u64>() / count) as u8)
    }

    /// An image file of any kind that browsers show, as squares with these sides: whole, centred, on nothing. It is
    /// drawn once, for drawings may hold large pictures; a drawing as large as the largest square.
    pub fn squares<const N: usize>(bytes: &[u8], sides: [u32; N]) -> Option<[Self; N]> {
        let size = image_size(bytes).filter(|(width, height)| *width > 0 && *height > 0)?;
        let whole = match svg_text(bytes) {
            Some(svg) => Self::of_svg(svg, fitted(size, sides.into_iter().max()?), &[])?,
            None => {
                let (width, height) = size;
                let frame = format!(
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\
                     <image href=\"inset\" width=\"{width}\" height=\"{height}\"/></svg>"
                );
                Self::of_svg(&frame, size, &[Inset { name: "inset", bytes }])?
            }
        };
        // What cannot be decoded is left out of a drawing: nothing is there then.
        whole.0.data().as_chunks::<4>().0.iter().find(|pixel| pixel[3] > 0)?;
        let square = |side: u32| whole.smaller(fitted(size, side))?.centred(side);
        let squares: Option<Vec<Self>> = sides.into_iter().map(square).collect();
        squares?.try_into().ok()
    }

    /// As PNG.
    pub fn png(&self) -> Option<Vec<u8>> {
        self.0.encode_png().ok()
    }

    /// As PNG without transparency, of which the picture has none.
    pub fn opaque_png(&self, filter: Filter) -> Option<Vec<u8>> {
        let mut file = Vec::new();
        self.write_opaque(&mut file, filter).ok().map(|()| file)
    }

    /// What makes the smaller file of this picture: drawn areas are best as they are, photographs beside what is around
    /// each pixel. Pictures that differ in little else than a text have the same.
    pub fn best_filter(&self) -> Filter {
        let size = |filter: &Filter| self.opaque_png(*filter).map_or(usize::MAX, |file| file.len());
        let [plain, adaptive] = [png::Filter::NoFilter, png::Filter::Adaptive].map(Filter);
        if size(&plain) <= size(&adaptive) { plain } else { adaptive }
    }

    fn write_opaque(&self, file: &mut Vec<u8>, Filter(filter): Filter) -> Result<(), EncodingError> {
        let colors: Vec<u8> =
            self.0.data().as_chunks::<4>().0.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect();
        let mut encoder = Encoder::new(file, self.0.width(), self.0.height());
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_filter(filter);
        encoder.write_header()?.write_image_data(&colors)
    }

    /// On a ground of one colour, without transparency.
    pub fn on(mut self, [red, green, blue]: [u8; 3]) -> Self {
        for pixel in self.0.data_mut().as_chunks_mut::<4>().0 {
            let rest = 255 - u32::from(pixel[3]);
            for (value, ground) in pixel.iter_mut().zip([red, green, blue]) {
                *value = (u32::from(*value) + (u32::from(ground) * rest + 127) / 255).min(255) as u8;
            }
            pixel[3] = 255;
        }
        self
    }

    /// Each pixel is the average of those that it stands for. Pictures that are smaller are stretched.
    fn smaller(&self, (width, height): (u32, u32)) -> Option<Self> {
        if (width, height) == (self.0.width(), self.0.height()) {
            return Some(self.clone());
        }
        let columns = shares(self.0.width(), width);
        let rows = shares(self.0.height(), height);
        let across = self.0.width() as usize * 4;
        let mut out = Vec::with_capacity(width as usize * height as usize * 4);
        for row in &rows {
            // Whole rows into one, then its pixels: each pixel of the picture is looked at once, its neighbours with it.
            let mut line = vec![0.0f64; across];
            for (y, share) in row {
                let values = self.0.data().get(y * across..(y + 1) * across)?;
                for (sum, value) in line.iter_mut().zip(values) {
                    *sum += f64::from(*value) * share;
                }
            }
            for column in &columns {
                let mut sum = [0.0f64; 4];
                for (x, share) in column {
                    let pixel = line.get(x * 4..)?.first_chunk::<4>()?;
                    for (sum, value) in sum.iter_mut().zip(pixel) {
                        *sum += value * share;
                    }
                }
                out.extend(sum.map(|value| value.round() as u8));
            }
        }
        Pixmap::from_vec(out, IntSize::from_wh(width, height)?).map(Self)
    }

    fn centred(self, side: u32) -> Option<Self> {
        if (self.0.width(), self.0.height()) == (side, side) {
            return Some(self);
        }
        let mut out = Pixmap::new(side, side)?;
        let (left, top) = ((side - self.0.width()) / 2, (side - self.0.height()) / 2);
        let across = self.0.width() as usize * 4;
        for (y, row) in self.0.data().chunks_exact(across).enumerate() {
            let at = ((y + top as usize) * side as usize + left as usize) * 4;
            out.data_mut().get_mut(at..at + across)?.copy_from_slice(row);
        }
        Some(Self(out))
    }
}

/// The size that a picture of some size has inside a square.
fn fitted((width, height): (u32, u32), side: u32) -> (u32, u32) {
    let longest = u64::from(width.max(height).max(1));
    let fit = |length: u32| {
        (u64::from(length) * u64::from(side)).div_ceil(longest).clamp(1, u64::from(side)) as u32
    };
    (fit(width), fit(height))
}

/// For each of `to` pixels the pixels of `from` that it stands for, with their shares, which are 1 in all.
fn shares(from: u32, to: u32) -> Vec<Vec<(usize, f64)>> {
    let step = f64::from(from) / f64::from(to);
    let pixel = |number: u32| {
        let (start, end) = (f64::from(number) * step, f64::from(number + 1) * step);
        let last = (end.ceil() as usize).min(from as usize);
        let inside = (start.floor() as usize)..last;
        let share = |at: usize| ((at + 1) as f64).min(end) - (at as f64).max(start);
        inside.map(|at| (at, share(at).max(0.0) / step)).collect()
    };
    (0..to).map(pixel).collect()
}

/// The text of an SVG file; `None` for other files.
pub fn svg_text(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    let head = text.trim_start_matches('\u{feff}').trim_start();
    (head.starts_with('<') && text.contains("<svg")).then_some(text)
}

/// Draws an SVG as large as the picture on it.
fn draw(svg: &str, Picture(mut pixels): Picture, insets: &[Inset<'_>]) -> Option<Picture> {
    let insets: Vec<(String, ImageKind)> =
        insets.iter().filter_map(|inset| Some((inset.name.to_owned(), kind(inset.bytes)?))).collect();
    let image_href_resolver = ImageHrefResolver {
        resolve_data: data_resolver(),
        resolve_string: Box::new(move |href, _| {
            insets.iter().find(|(name, _)| name == href).map(|(_, kind)| kind.clone())
        }),
    };
    let options = Options { image_href_resolver, ..Options::default() };
    let tree = Tree::from_str(svg.trim_start_matches('\u{feff}'), &options).ok()?;
    let size = tree.size();
    let scale =
        Transform::from_scale(pixels.width() as f32 / size.width(), pixels.height() as f32 / size.height());
    resvg::render(&tree, scale, &mut pixels.as_mut());
    Some(Picture(pixels))
}

/// Pictures inside a drawing, without those whose pixels would fill the memory.
fn data_resolver() -> ImageHrefDataResolverFn<'static> {
    let resolve = ImageHrefResolver::default_data_resolver();
    Box::new(move |kind, bytes, options| {
        let pixels = image_size(&bytes).map_or(0, |(width, height)| u64::from(width) * u64::from(height));
        if pixels <= MOST_PIXELS { resolve(kind, bytes, options) } else { None }
    })
}

fn kind(bytes: &[u8]) -> Option<ImageKind> {
    let all = || Arc::new(bytes.to_vec());
    if let Some(svg) = svg_text(bytes) {
        let nothing: ImageHrefResolver<'_> =
            ImageHrefResolver { resolve_data: data_resolver(), resolve_string: Box::new(|_, _| None) };
        let options = Options { image_href_resolver: nothing, ..Options::default() };
        return Tree::from_str(svg, &options).ok().map(ImageKind::SVG);
    }
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some(ImageKind::PNG(all())),
        [0xff, 0xd8, ..] => Some(ImageKind::JPEG(all())),
        [b'G', b'I', b'F', ..] => Some(ImageKind::GIF(all())),
        [b'R', b'I', b'F', b'F', ..] => Some(ImageKind::WEBP(all())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"4\"><path fill=\"#f00\" d=\"M0 0h8v4H0z\"/></svg>";

    fn square(bytes: &[u8], side: u32) -> Option<Picture> {
        Picture::squares(bytes, [side]).map(|[picture]| picture)
    }

    fn pixel(picture: &Picture, x: u32, y: u32) -> [u8; 4] {
        let pixel = picture.0.pixel(x, y).expect("a pixel");
        [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]
    }

    #[test]
    fn cfg_15_a_square_holds_the_whole_picture() {
        let picture = square(RED.as_bytes(), 16).expect("a picture");
        assert_eq!(pixel(&picture, 8, 8), [255, 0, 0, 255]);
        assert_eq!(pixel(&picture, 8, 1), [0, 0, 0, 0]);
        assert_eq!(pixel(&picture.on([0, 0, 255]), 8, 1), [0, 0, 255, 255]);
    }

    #[test]
    fn cfg_15_files_of_pixels_are_averaged() {
        let stripes = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"64\" height=\"64\">\
            <path fill=\"#fff\" d=\"M0 0h64v64H0z\"/><path d=\"M0 0h32v64H0z\"/></svg>";
        let large =
            Picture::of_svg(stripes, (64, 64), &[]).and_then(|picture| picture.png()).expect("a file");
        let small = square(&large, 8).expect("a picture");
        assert_eq!((pixel(&small, 1, 1), pixel(&small, 6, 1)), ([0, 0, 0, 255], [255, 255, 255, 255]));
        let one = square(&large, 1).expect("a picture");
        assert_eq!(pixel(&one, 0, 0), [128, 128, 128, 255]);
        assert_eq!(
            square(&small.png().expect("a file"), 32).map(|large| pixel(&large, 2, 2)),
            Some([0, 0, 0, 255])
        );
    }

    #[test]
    fn cfg_15_a_picture_in_a_drawing_has_a_measure() {
        let found = |side: u32| {
            let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
            png.extend([side.to_be_bytes(), side.to_be_bytes()].concat());
            png.extend([8, 6, 0, 0, 0]);
            data_resolver()("image/png", Arc::new(png), &Options::default()).is_some()
        };
        assert!(found(8000));
        assert!(!found(60_000), "14 GB of pixels");
    }

    #[test]
    fn what_is_no_picture_is_none() {
        let png = square(RED.as_bytes(), 16).and_then(|picture| picture.png()).expect("a file");
        for bytes in [&b""[..], b"<svg", b"<svg></svg>", &png[..40], b"GIF89a", b"\xff\xd8\xff"] {
            assert_eq!(square(bytes, 32), None);
        }
    }
}
