//! The icon of the site in the sizes that browsers, home screens and search engines ask for (CFG-15).
//!
//! An SVG is kept as it is and drawn beside; a raster image is made smaller. What cannot be read is linked to as it
//! is. A site that has no icon gets a plain one in its colour: browsers ask for one in any case.

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::config::look::{ImagePair, Look};
use crate::hash::ContentHash;
use crate::text::Addresses;

use super::raster::{Picture, svg_text};
use super::site_view::{ASSET_FOLDER, asset_url};
use super::template::LinkTag;
use super::template::color::Rgb;

/// Where browsers and robots look without being told.
const ICO: &str = "favicon.ico";
/// For home screens; names the larger sizes.
const MANIFEST: &str = "manifest.webmanifest";
/// Sizes inside [`ICO`].
const ICO_SIDES: [u32; 3] = [16, 32, 48];
/// On Apple's home screens, which show no transparency.
const APPLE_SIDE: u32 = 180;
/// In the manifest.
const MANIFEST_SIDES: [u32; 2] = [192, 512];

/// An icon in all sizes, as PNG.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IconSet {
    /// Side and content.
    sizes: Vec<(u32, Vec<u8>)>,
    apple: Vec<u8>,
    is_svg: bool,
}

/// The icon of a site that has none.
const PLAIN: &str = "icon.svg";

/// Where an icon is looked for that no configuration names.
pub const USUAL: [&str; 3] = ["favicon.svg", "favicon.png", ICO];

/// What is known of the site's icons.
#[derive(Clone, Copy, Debug, Default)]
pub struct SiteIcons<'a> {
    /// The files; `None`: there is none.
    pub favicon: Option<&'a ImagePair>,
    pub light: Option<&'a IconSet>,
    pub dark: Option<&'a IconSet>,
}

/// Draws an icon in all sizes; `None` for a file that is no picture.
pub fn icon_set(bytes: &[u8]) -> Option<IconSet> {
    let ([a, b, c], [d, e]) = (ICO_SIDES, MANIFEST_SIDES);
    let sides = [a, b, c, d, e];
    let [apple, squares @ ..] = Picture::squares(bytes, [APPLE_SIDE, a, b, c, d, e])?;
    let sizes: Option<Vec<_>> =
        sides.into_iter().zip(squares).map(|(side, square)| Some((side, square.png()?))).collect();
    Some(IconSet { sizes: sizes?, apple: apple.on([255; 3]).png()?, is_svg: svg_text(bytes).is_some() })
}

/// The files to publish: path in the output and content.
pub fn files(icons: SiteIcons<'_>, look: &Look, name: &str) -> Vec<(String, Vec<u8>)> {
    let Some(light) = icons.light else {
        let plain = (format!("{ASSET_FOLDER}/{PLAIN}"), plain_icon(look).into_bytes());
        return if icons.favicon.is_none() { vec![plain] } else { Vec::new() };
    };
    let mut files = Vec::new();
    let sided = |side: u32| light.side(side).map(|png| (png_path(side, png), png.to_vec()));
    files.extend(sided(32).filter(|_| !light.is_svg));
    files.extend(MANIFEST_SIDES.into_iter().filter_map(sided));
    files.push((png_path(APPLE_SIDE, &light.apple), light.apple.clone()));
    if let Some((png, dark)) =
        icons.dark.filter(|dark| !dark.is_svg).and_then(|dark| Some((dark.side(32)?, dark)))
        && dark != light
    {
        files.push((png_path(32, png), png.to_vec()));
    }
    files.push((ICO.to_owned(), ico(light)));
    files.push((format!("{ASSET_FOLDER}/{MANIFEST}"), manifest(light, look, name).into_bytes()));
    files
}

/// The tags of the head.
pub fn links(icons: SiteIcons<'_>, addresses: &Addresses) -> Vec<LinkTag> {
    let Some(favicon) = icons.favicon else {
        return vec![tag(&format!("{ASSET_FOLDER}/{PLAIN}"), None, "", addresses)];
    };
    let mut tags = if favicon.light == favicon.dark {
        vec![tag(&favicon.light, icons.light, "", addresses)]
    } else {
        vec![
            tag(&favicon.light, icons.light, "(prefers-color-scheme: light)", addresses),
            tag(&favicon.dark, icons.dark, "(prefers-color-scheme: dark)", addresses),
        ]
    };
    match icons.light {
        Some(light) => {
            let apple = addresses.path_url(&png_path(APPLE_SIDE, &light.apple));
            let sizes = format!("{APPLE_SIDE}x{APPLE_SIDE}");
            if light.is_svg {
                // For browsers that show no SVG there.
                let (href, sizes) = (addresses.path_url(ICO), "32x32".to_owned());
                tags.insert(0, LinkTag { rel: "icon".to_owned(), href, sizes, ..LinkTag::default() });
            }
            tags.push(LinkTag {
                rel: "apple-touch-icon".to_owned(),
                href: apple,
                sizes,
                ..LinkTag::default()
            });
            let href = addresses.path_url(&format!("{ASSET_FOLDER}/{MANIFEST}"));
            tags.push(LinkTag { rel: "manifest".to_owned(), href, ..LinkTag::default() });
        }
        None if favicon.light.ends_with(".png") => {
            let rel = "apple-touch-icon".to_owned();
            tags.push(LinkTag { rel, ..tag(&favicon.light, None, "", addresses) });
        }
        None => {}
    }
    tags
}

fn tag(reference: &str, icon: Option<&IconSet>, media: &str, addresses: &Addresses) -> LinkTag {
    let small = icon.filter(|icon| !icon.is_svg).and_then(|icon| icon.side(32));
    let kind = match reference.rsplit('.').next().unwrap_or("") {
        _ if small.is_some() => "image/png",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        _ => "",
    };
    LinkTag {
        rel: "icon".to_owned(),
        href: match small {
            Some(png) => addresses.path_url(&png_path(32, png)),
            None => asset_url(reference, addresses),
        },
        kind: kind.to_owned(),
        media: media.to_owned(),
        sizes: if small.is_some() { "32x32".to_owned() } else { String::new() },
        ..LinkTag::default()
    }
}

impl IconSet {
    fn side(&self, side: u32) -> Option<&[u8]> {
        self.sizes.iter().find(|(known, _)| *known == side).map(|(_, png)| png.as_slice())
    }
}

/// A sheet with lines of text on it.
fn plain_icon(look: &Look) -> String {
    let color =
        Rgb::parse(&look.colors.primary).map_or_else(|| "#64748b".to_owned(), |color| color.to_string());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\"><rect width=\"32\" height=\"32\" rx=\"7\" fill=\"{color}\"/>\
         <path d=\"M9 10.5h14M9 16h14M9 21.5h8\" fill=\"none\" stroke=\"#fff\" stroke-width=\"2.5\" stroke-linecap=\"round\"/></svg>\n"
    )
}

fn png_path(side: u32, png: &[u8]) -> String {
    format!("{ASSET_FOLDER}/icon-{side}.{}.png", ContentHash::of(png).short())
}

/// An ICO file with PNG images: a head of 6 bytes, 16 for each image, then the images.
fn ico(icon: &IconSet) -> Vec<u8> {
    let images: Vec<(u32, &[u8])> =
        ICO_SIDES.into_iter().filter_map(|side| Some((side, icon.side(side)?))).collect();
    let mut out = vec![0, 0, 1, 0, images.len() as u8, 0];
    let mut offset = 6 + 16 * images.len() as u32;
    for (side, png) in &images {
        out.extend([*side as u8, *side as u8, 0, 0, 1, 0, 32, 0]);
        out.extend((png.len() as u32).to_le_bytes());
        out.extend(offset.to_le_bytes());
        offset += png.len() as u32;
    }
    images.iter().for_each(|(_, png)| out.extend(*png));
    out
}

/// Addresses in it count from its own folder. Another colour of links leaves it as it is.
fn manifest(icon: &IconSet, look: &Look, name: &str) -> String {
    let image = |side: u32| {
        let path = png_path(side, icon.side(side)?);
        let src = path.rsplit('/').next()?;
        Some(json!({ "src": src, "sizes": format!("{side}x{side}"), "type": "image/png" }))
    };
    let color = |text: &str| Rgb::parse(text).map(|color| color.to_string());
    let background = look.background.color.light.as_deref().and_then(color);
    let manifest = json!({
        "name": name,
        "icons": MANIFEST_SIDES.into_iter().filter_map(image).collect::<Vec<_>>(),
        "background_color": background.unwrap_or_else(|| "#ffffff".to_owned()),
        "display": "browser",
    });
    format!("{manifest:#}\n")
}
