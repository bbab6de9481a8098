//! The names of HTML, SVG and MathML: elements, and JSX spellings of attributes.
//!
//! Lists only, taken from the HTML, SVG 2 and MathML Core standards. Sorted, so that look-ups are binary.

/// What the parser of a browser does with an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementKind {
    /// Takes no children and no end tag.
    Void,
    /// Its content is text that is not escaped (`script`, `style`).
    RawText,
    /// May not stand inside a paragraph.
    Block,
    /// Anything else.
    Inline,
}

/// The kind of a standard element; `None` for a name that no standard has. Names with a hyphen are custom
/// elements.
pub fn element_kind(name: &str) -> Option<ElementKind> {
    // Most names that are asked for are those of components.
    if name.starts_with(|c: char| c.is_ascii_uppercase()) {
        name.contains('-').then_some(ElementKind::Inline)
    } else if VOID.binary_search(&name).is_ok() {
        Some(ElementKind::Void)
    } else if matches!(name, "script" | "style") {
        Some(ElementKind::RawText)
    } else if BLOCK.binary_search(&name).is_ok() {
        Some(ElementKind::Block)
    } else if INLINE.binary_search(&name).is_ok()
        || SVG_AND_MATH.binary_search(&name).is_ok()
        || name.contains('-')
    {
        Some(ElementKind::Inline)
    } else {
        None
    }
}

/// Every standard element name, for suggestions.
pub fn element_names() -> impl Iterator<Item = &'static str> {
    VOID.iter().chain(BLOCK).chain(INLINE).copied()
}

/// The HTML spelling of an attribute written in JSX or HTML.
pub fn attribute_name(name: &str) -> String {
    if let Ok(at) = RENAMED.binary_search_by_key(&name, |(jsx, _)| jsx) {
        return RENAMED[at].1.to_owned();
    }
    if name.contains('-') || SVG_CAMEL_CASE.binary_search(&name).is_ok() {
        return name.to_owned();
    }
    if SVG_KEBAB_CASE.binary_search(&name).is_ok() {
        return kebab(name);
    }
    if let Some(local) =
        name.strip_prefix("xlink").filter(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
    {
        return format!("xlink:{}", local.to_ascii_lowercase());
    }
    name.to_ascii_lowercase()
}

/// True for attributes whose presence alone counts.
pub fn is_boolean_attribute(name: &str) -> bool {
    BOOLEAN.binary_search(&name).is_ok()
}

/// `strokeWidth` → `stroke-width`.
pub fn kebab(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            out.push('-');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

/// Elements without content.
const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr",
];

/// Elements that end an open paragraph, and the parts of tables.
const BLOCK: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "colgroup",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "frameset",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hgroup",
    "html",
    "legend",
    "li",
    "listing",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "plaintext",
    "pre",
    "search",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "title",
    "tr",
    "ul",
    "xmp",
];

/// Elements of running text, forms and media.
const INLINE: &[&str] = &[
    "a",
    "abbr",
    "acronym",
    "applet",
    "audio",
    "b",
    "bdi",
    "bdo",
    "big",
    "button",
    "canvas",
    "cite",
    "code",
    "data",
    "datalist",
    "del",
    "dfn",
    "em",
    "fencedframe",
    "font",
    "frame",
    "i",
    "iframe",
    "ins",
    "kbd",
    "label",
    "map",
    "mark",
    "marquee",
    "math",
    "meter",
    "nobr",
    "noembed",
    "noframes",
    "noscript",
    "object",
    "optgroup",
    "option",
    "output",
    "picture",
    "progress",
    "q",
    "rb",
    "rp",
    "rt",
    "rtc",
    "ruby",
    "s",
    "samp",
    "select",
    "selectedcontent",
    "slot",
    "small",
    "span",
    "strike",
    "strong",
    "sub",
    "sup",
    "svg",
    "template",
    "textarea",
    "time",
    "tt",
    "u",
    "var",
    "video",
];

/// Elements inside `svg` and `math`.
const SVG_AND_MATH: &[&str] = &[
    "animate",
    "animateMotion",
    "animateTransform",
    "annotation",
    "annotation-xml",
    "circle",
    "clipPath",
    "defs",
    "desc",
    "ellipse",
    "feBlend",
    "feColorMatrix",
    "feComponentTransfer",
    "feComposite",
    "feConvolveMatrix",
    "feDiffuseLighting",
    "feDisplacementMap",
    "feDistantLight",
    "feDropShadow",
    "feFlood",
    "feFuncA",
    "feFuncB",
    "feFuncG",
    "feFuncR",
    "feGaussianBlur",
    "feImage",
    "feMerge",
    "feMergeNode",
    "feMorphology",
    "feOffset",
    "fePointLight",
    "feSpecularLighting",
    "feSpotLight",
    "feTile",
    "feTurbulence",
    "filter",
    "foreignObject",
    "g",
    "image",
    "line",
    "linearGradient",
    "maction",
    "marker",
    "mask",
    "merror",
    "metadata",
    "mfrac",
    "mi",
    "mmultiscripts",
    "mn",
    "mo",
    "mover",
    "mpadded",
    "mpath",
    "mphantom",
    "mprescripts",
    "mroot",
    "mrow",
    "ms",
    "mspace",
    "msqrt",
    "mstyle",
    "msub",
    "msubsup",
    "msup",
    "mtable",
    "mtd",
    "mtext",
    "mtr",
    "munder",
    "munderover",
    "path",
    "pattern",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "semantics",
    "set",
    "stop",
    "switch",
    "symbol",
    "text",
    "textPath",
    "tspan",
    "use",
    "view",
];

/// Attributes without a value.
const BOOLEAN: &[&str] = &[
    "allowfullscreen",
    "async",
    "autofocus",
    "autoplay",
    "checked",
    "controls",
    "default",
    "defer",
    "disabled",
    "disablepictureinpicture",
    "disableremoteplayback",
    "formnovalidate",
    "hidden",
    "inert",
    "ismap",
    "itemscope",
    "loop",
    "multiple",
    "muted",
    "nomodule",
    "novalidate",
    "open",
    "playsinline",
    "readonly",
    "required",
    "reversed",
    "selected",
];

/// SVG attributes whose capitals stay.
const SVG_CAMEL_CASE: &[&str] = &[
    "attributeName",
    "attributeType",
    "baseFrequency",
    "baseProfile",
    "calcMode",
    "clipPathUnits",
    "contentScriptType",
    "diffuseConstant",
    "edgeMode",
    "filterUnits",
    "glyphRef",
    "gradientTransform",
    "gradientUnits",
    "kernelMatrix",
    "kernelUnitLength",
    "keyPoints",
    "keySplines",
    "keyTimes",
    "lengthAdjust",
    "limitingConeAngle",
    "markerHeight",
    "markerUnits",
    "markerWidth",
    "maskContentUnits",
    "maskUnits",
    "numOctaves",
    "pathLength",
    "patternContentUnits",
    "patternTransform",
    "patternUnits",
    "pointsAtX",
    "pointsAtY",
    "pointsAtZ",
    "preserveAlpha",
    "preserveAspectRatio",
    "primitiveUnits",
    "refX",
    "refY",
    "repeatCount",
    "repeatDur",
    "requiredExtensions",
    "requiredFeatures",
    "specularConstant",
    "specularExponent",
    "spreadMethod",
    "startOffset",
    "stdDeviation",
    "stitchTiles",
    "surfaceScale",
    "systemLanguage",
    "tableValues",
    "targetX",
    "targetY",
    "textLength",
    "viewBox",
    "viewTarget",
    "xChannelSelector",
    "yChannelSelector",
    "zoomAndPan",
];

/// SVG presentation attributes that JSX writes in camel case.
const SVG_KEBAB_CASE: &[&str] = &[
    "alignmentBaseline",
    "baselineShift",
    "clipPath",
    "clipRule",
    "colorInterpolation",
    "colorInterpolationFilters",
    "colorProfile",
    "colorRendering",
    "dominantBaseline",
    "enableBackground",
    "fillOpacity",
    "fillRule",
    "floodColor",
    "floodOpacity",
    "fontFamily",
    "fontSize",
    "fontSizeAdjust",
    "fontStretch",
    "fontStyle",
    "fontVariant",
    "fontWeight",
    "glyphOrientationHorizontal",
    "glyphOrientationVertical",
    "imageRendering",
    "letterSpacing",
    "lightingColor",
    "markerEnd",
    "markerMid",
    "markerStart",
    "paintOrder",
    "pointerEvents",
    "shapeRendering",
    "stopColor",
    "stopOpacity",
    "strokeDasharray",
    "strokeDashoffset",
    "strokeLinecap",
    "strokeLinejoin",
    "strokeMiterlimit",
    "strokeOpacity",
    "strokeWidth",
    "textAnchor",
    "textDecoration",
    "textRendering",
    "transformOrigin",
    "underlinePosition",
    "underlineThickness",
    "unicodeBidi",
    "vectorEffect",
    "wordSpacing",
    "writingMode",
];

/// JSX names that are not the HTML name in camel case.
const RENAMED: &[(&str, &str)] = &[
    ("acceptCharset", "accept-charset"),
    ("className", "class"),
    ("defaultChecked", "checked"),
    ("defaultValue", "value"),
    ("htmlFor", "for"),
    ("httpEquiv", "http-equiv"),
    ("xmlBase", "xml:base"),
    ("xmlLang", "xml:lang"),
    ("xmlSpace", "xml:space"),
    ("xmlnsXlink", "xmlns:xlink"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        for list in [VOID, BLOCK, INLINE, SVG_AND_MATH, BOOLEAN, SVG_CAMEL_CASE, SVG_KEBAB_CASE] {
            assert!(list.is_sorted(), "{:?}", list.first());
        }
        assert!(RENAMED.is_sorted());
    }

    #[test]
    fn spells_attributes_as_html_does() {
        for (jsx, html) in [
            ("className", "class"),
            ("tabIndex", "tabindex"),
            ("strokeWidth", "stroke-width"),
            ("viewBox", "viewBox"),
            ("xlinkHref", "xlink:href"),
            ("aria-label", "aria-label"),
            ("srcSet", "srcset"),
            ("fill", "fill"),
        ] {
            assert_eq!(attribute_name(jsx), html);
        }
    }
}
