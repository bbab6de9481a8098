//! The `style` attribute: JSX objects as CSS text.

use crate::page::ast::{Value, format_number};

use super::names::kebab;

/// CSS text of a `style` value: strings stay, objects become declarations in their order.
pub fn style_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Object(entries) => {
            let declarations: Vec<String> =
                entries.iter().filter_map(|(name, value)| declaration(name, value)).collect();
            (!declarations.is_empty()).then(|| declarations.join(";"))
        }
        _ => None,
    }
}

/// The style of a picture: the largest width that its author gives it does not go beyond the column.
pub fn picture_style(style: &str) -> String {
    let fitted = |declaration: &str| {
        let (name, value) = declaration.split_once(':')?;
        let pixels = value.trim().strip_suffix("px")?;
        let is_width = name.trim().eq_ignore_ascii_case("max-width") && pixels.parse::<f64>().is_ok();
        is_width.then(|| format!("max-width:min({pixels}px,100%)"))
    };
    let declarations: Vec<String> =
        style.split(';').map(|one| fitted(one).unwrap_or_else(|| one.to_owned())).collect();
    declarations.join(";")
}

/// A colour that may stand in a generated `style` attribute; `None` for anything else.
pub fn safe_color(text: &str) -> Option<&str> {
    let text = text.trim();
    let plain = |c: char| {
        c.is_ascii_alphanumeric() || matches!(c, '#' | '(' | ')' | ',' | '.' | '%' | ' ' | '-' | '/')
    };
    (!text.is_empty()
        && text.len() <= 80
        && text.chars().all(plain)
        && !text.to_ascii_lowercase().contains("url"))
    .then_some(text)
}

fn declaration(name: &str, value: &Value) -> Option<String> {
    let property = property_name(name)?;
    let text = match value {
        Value::String(text) if !text.trim().is_empty() => text.trim().to_owned(),
        Value::Number(number) if *number == 0.0 || name.starts_with("--") || is_unitless(name) => {
            format_number(*number)
        }
        Value::Number(number) => format!("{}px", format_number(*number)),
        _ => return None,
    };
    Some(format!("{property}:{text}"))
}

/// `WebkitMask` → `-webkit-mask`, `--x` stays, names with other characters are refused.
fn property_name(name: &str) -> Option<String> {
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')) {
        return None;
    }
    if name.starts_with("--") || name.contains('-') {
        return Some(name.to_owned());
    }
    let kebab = kebab(name);
    Some(if kebab.starts_with("ms-") { format!("-{kebab}") } else { kebab })
}

fn is_unitless(name: &str) -> bool {
    const UNITLESS: &[&str] = &[
        "animationIterationCount",
        "aspectRatio",
        "borderImageOutset",
        "borderImageSlice",
        "borderImageWidth",
        "columnCount",
        "columns",
        "fillOpacity",
        "flex",
        "flexGrow",
        "flexShrink",
        "floodOpacity",
        "fontWeight",
        "gridArea",
        "gridColumn",
        "gridColumnEnd",
        "gridColumnStart",
        "gridRow",
        "gridRowEnd",
        "gridRowStart",
        "lineClamp",
        "lineHeight",
        "opacity",
        "order",
        "orphans",
        "scale",
        "stopOpacity",
        "strokeDasharray",
        "strokeDashoffset",
        "strokeMiterlimit",
        "strokeOpacity",
        "strokeWidth",
        "tabSize",
        "widows",
        "zIndex",
        "zoom",
        "WebkitLineClamp",
    ];
    UNITLESS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_objects_as_css() {
        let object = Value::Object(vec![
            ("marginTop".into(), Value::Number(4.0)),
            ("lineHeight".into(), Value::Number(1.5)),
            ("--gap".into(), Value::Number(2.0)),
            ("WebkitMask".into(), Value::String("none".into())),
            ("color".into(), Value::Null),
            ("a;b".into(), Value::String("x".into())),
        ]);
        let css = "margin-top:4px;line-height:1.5;--gap:2;-webkit-mask:none";
        assert_eq!(style_text(&object).as_deref(), Some(css));
        assert_eq!(safe_color("url(x)"), None);
        assert_eq!(safe_color("#ff0;x"), None);
        assert_eq!(safe_color(" #ff0 "), Some("#ff0"));
    }
}
