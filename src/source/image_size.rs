//! Width and height of an image file, so that a page reserves its place before it is loaded.
//!
//! The only module that names the imagesize crate; SVG is read here, because its size is text.

/// The size in pixels of an image; `None` for what is not an image or has no size of its own.
pub fn image_size(bytes: &[u8]) -> Option<(u32, u32)> {
    if let Ok(size) = imagesize::blob_size(bytes) {
        return Some((u32::try_from(size.width).ok()?, u32::try_from(size.height).ok()?));
    }
    let head = std::str::from_utf8(bytes.get(..bytes.len().min(4096))?)
        .or_else(|error| std::str::from_utf8(&bytes[..error.valid_up_to()]))
        .ok()?;
    let tag_start = head.find("<svg")?;
    let tag = &head[tag_start..tag_start + head[tag_start..].find('>')?];
    let attribute = |name: &str| -> Option<&str> {
        let at = tag.match_indices(name).map(|(at, _)| at).find(|at| {
            tag[..*at].ends_with(char::is_whitespace) && tag[at + name.len()..].trim_start().starts_with('=')
        })?;
        let value = tag[at + name.len()..].trim_start().strip_prefix('=')?.trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        value[1..].split(quote).next()
    };
    let length = |name: &str| -> Option<f64> {
        let text = attribute(name)?.trim();
        let text = text.strip_suffix("px").unwrap_or(text);
        text.parse::<f64>().ok().filter(|value| *value > 0.0 && value.is_finite())
    };
    let view_box = attribute("viewBox").and_then(|text| {
        let numbers: Vec<f64> = text
            .split([' ', ','])
            .filter(|part| !part.is_empty())
            .filter_map(|part| part.parse().ok())
            .collect();
        match numbers[..] {
            [_, _, width, height] if width > 0.0 && height > 0.0 => Some((width, height)),
            _ => None,
        }
    });
    let (width, height) = match (length("width"), length("height"), view_box) {
        (Some(width), Some(height), _) => (width, height),
        (Some(width), None, Some((w, h))) => (width, width * h / w),
        (None, Some(height), Some((w, h))) => (height * w / h, height),
        (None, None, Some(size)) => size,
        _ => return None,
    };
    Some((width.round() as u32, height.round() as u32))
}
