//! Variants: what stands before a utility and says when it counts (`hover:`, `md:`, `dark:`, `[&>p]:`).

use super::value::arbitrary;

/// The widths from which screens have names.
pub const SCREENS: [(&str, u32); 5] = [("sm", 640), ("md", 768), ("lg", 1024), ("xl", 1280), ("2xl", 1536)];

/// Where and when a rule counts.
pub struct Pattern {
    /// The selector; `&` is the class.
    selector: String,
    /// A pseudo-element, which stands behind all else.
    element: &'static str,
    /// At-rules around it, innermost first.
    pub around: Vec<String>,
    /// Declarations that the variant itself needs.
    pub declarations: &'static str,
    /// Rules of a higher rank win: one bit for each kind of variant.
    pub rank: u128,
}

impl Default for Pattern {
    fn default() -> Self {
        Self { selector: "&".to_owned(), element: "", around: Vec::new(), declarations: "", rank: 0 }
    }
}

impl Pattern {
    /// Puts a variant around; `None` when there is none of this name.
    pub fn apply(&mut self, variant: &str) -> Option<()> {
        if let Some(own) = inner(variant) {
            return self.own(own);
        }
        let (name, of) = split_name(variant);
        if let Some(at) = PSEUDO_CLASSES.iter().position(|(known, _)| *known == variant) {
            let (_, suffix) = PSEUDO_CLASSES.get(at)?;
            // Directions and the dark mode win over screens.
            self.select(&format!("&{suffix}"), if at >= 31 { 64 + at } else { 10 + at });
        } else if let Some(at) = PSEUDO_ELEMENTS.iter().position(|(known, ..)| *known == variant) {
            let (_, selector, element) = PSEUDO_ELEMENTS.get(at)?;
            self.select(selector, 1 + at);
            if !element.is_empty() {
                self.element = element;
            }
            if matches!(variant, "before" | "after") {
                self.declarations = "content:var(--tw-content,\"\");";
            }
        } else if let Some(at) = MEDIA.iter().position(|(known, _)| *known == variant) {
            let bit = match at {
                0..4 => 60 + at,
                4..6 => 88 + at,
                _ => 92 + at,
            };
            self.media(MEDIA.get(at)?.1, bit);
        } else if let Some(at) = SCREENS.iter().position(|(known, _)| *known == variant) {
            self.media(&format!("(min-width:{}px)", SCREENS.get(at)?.1), 86 + at);
        } else if let Some(at) =
            variant.strip_prefix("max-").and_then(|name| SCREENS.iter().position(|s| s.0 == name))
        {
            self.media(&format!("not all and (min-width:{}px)", SCREENS.get(at)?.1), 84 - at);
        } else if let Some(length) =
            variant.strip_prefix("min-").and_then(inner).filter(|length| is_plain(length))
        {
            self.media(&format!("(min-width:{length})"), 91);
        } else if let Some(length) =
            variant.strip_prefix("max-").and_then(inner).filter(|length| is_plain(length))
        {
            self.media(&format!("(max-width:{length})"), 79);
        } else if let Some(state) = name.strip_prefix("group-") {
            self.beside("group", state, of, " &", 54)?;
        } else if let Some(state) = name.strip_prefix("peer-") {
            self.beside("peer", state, of, " ~ &", 55)?;
        } else if let Some(what) = variant.strip_prefix("supports-").and_then(inner) {
            let what = arbitrary(what);
            let condition =
                if what.contains(':') { format!("({what})") } else { format!("({what}:var(--tw))") };
            self.around.push(format!("@supports {condition}"));
            self.rank |= 1 << 59;
        } else {
            let state = state(variant)?;
            self.select(&format!("&{state}"), 56);
        }
        Some(())
    }

    /// `[&_p]`, `[@media(…)]`.
    fn own(&mut self, text: &str) -> Option<()> {
        let text = arbitrary(text);
        if let Some(condition) = ["@media", "@supports", "@container"].iter().find_map(|at| {
            let condition = text.strip_prefix(at)?.trim();
            (condition.starts_with('(') && is_condition(condition)).then(|| format!("{at} {condition}"))
        }) {
            self.around.push(condition);
            self.rank |= 1 << 111;
            return Some(());
        }
        if !text.contains('&')
            || text.len() > 120
            || !super::is_balanced(&text)
            || text.contains(',') && text.contains(')')
        {
            return None;
        }
        self.select(&text, 110);
        Some(())
    }

    /// What a group or a peer is in. Two of these are about one element.
    fn beside(&mut self, kind: &str, state: &str, of: Option<&str>, end: &str, bit: usize) -> Option<()> {
        let class = of.map_or_else(|| format!(".{kind}"), |name| format!(".{kind}\\/{name}"));
        let beside = beside(&class, state)?;
        let more = beside.strip_prefix(&class).filter(|more| more.starts_with([':', '[']));
        match (more, self.selector.strip_prefix(&class)) {
            (Some(more), Some(rest)) if rest.starts_with([':', '[']) => {
                self.selector = format!("{class}{more}{rest}");
            }
            _ => self.select(&format!("{beside}{end}"), bit),
        }
        self.rank |= 1 << bit;
        Some(())
    }

    /// Puts what there is so far in place of `&`.
    fn select(&mut self, with: &str, bit: usize) {
        self.selector = with.replace('&', &self.selector);
        self.rank |= 1 << bit;
    }

    fn media(&mut self, condition: &str, bit: usize) {
        self.around.push(format!("@media {condition}"));
        self.rank |= 1 << bit;
    }

    /// The selector for a class, and for what inside it is meant.
    pub fn selector(&self, class: &str, inside: &str) -> String {
        let mut out = String::new();
        for (number, part) in self.selector.split('&').enumerate() {
            if number > 0 {
                out.push_str(class);
            }
            out.push_str(part);
        }
        out.push_str(self.element);
        if !inside.is_empty() {
            out.push_str(if inside.starts_with(':') { "" } else { " " });
            out.push_str(inside);
        }
        out
    }
}

/// `group-hover/name`: the variant without the name, and the name.
fn split_name(variant: &str) -> (&str, Option<&str>) {
    match variant.rsplit_once('/') {
        Some((variant, name)) if !name.contains(']') && is_plain(name) => (variant, Some(name)),
        _ => (variant, None),
    }
}

/// The selector of a group or peer in a state.
fn beside(class: &str, state: &str) -> Option<String> {
    if let Some((_, suffix)) = PSEUDO_CLASSES.iter().find(|(known, _)| *known == state) {
        return Some(format!("{class}{suffix}"));
    }
    if let Some(own) = inner(state) {
        let own = arbitrary(own);
        let own = if own.contains('&') { own.replace('&', class) } else { format!("{class}{own}") };
        return super::is_balanced(&own).then_some(own);
    }
    self::state(state).map(|state| format!("{class}{state}"))
}

/// `data-[state=open]`, `aria-expanded`, `has-[img]`.
fn state(variant: &str) -> Option<String> {
    if let Some(name) = variant.strip_prefix("aria-") {
        let known = [
            "busy", "checked", "disabled", "expanded", "hidden", "pressed", "readonly", "required",
            "selected",
        ];
        return match inner(name) {
            Some(own) => attribute("aria-", own),
            None => known.contains(&name).then(|| format!("[aria-{name}=\"true\"]")),
        };
    }
    if let Some(own) = variant.strip_prefix("data-").and_then(inner) {
        return attribute("data-", own);
    }
    let own = arbitrary(variant.strip_prefix("has-").and_then(inner)?);
    super::is_balanced(&own).then(|| format!(":has({own})"))
}

fn attribute(prefix: &str, own: &str) -> Option<String> {
    let own = arbitrary(own);
    let (name, value) = own.split_once('=').map_or((own.as_str(), None), |(name, value)| (name, Some(value)));
    let value = value.map(|value| value.trim_matches(['"', '\'']));
    if !is_plain(name) || value.is_some_and(|value| value.contains(['"', '\'', ']'])) {
        return None;
    }
    Some(value.map_or_else(|| format!("[{prefix}{name}]"), |value| format!("[{prefix}{name}=\"{value}\"]")))
}

fn inner(text: &str) -> Option<&str> {
    text.strip_prefix('[')?.strip_suffix(']').filter(|inner| !inner.is_empty())
}

/// Whether the text of an at-rule holds nothing but conditions.
fn is_condition(text: &str) -> bool {
    super::is_balanced(text) && !text.contains(['@', '"', '\'', ','])
}

fn is_plain(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
}

/// In the order in which later ones win.
const PSEUDO_ELEMENTS: [(&str, &str, &str); 10] = [
    ("*", "& > *", ""),
    ("first-letter", "&", "::first-letter"),
    ("first-line", "&", "::first-line"),
    ("marker", ":is(&,& *)", "::marker"),
    ("selection", ":is(&,& *)", "::selection"),
    ("file", "&", "::file-selector-button"),
    ("placeholder", "&", "::placeholder"),
    ("backdrop", "&", "::backdrop"),
    ("before", "&", "::before"),
    ("after", "&", "::after"),
];

const PSEUDO_CLASSES: [(&str, &str); 34] = [
    ("first", ":first-child"),
    ("last", ":last-child"),
    ("only", ":only-child"),
    ("odd", ":nth-child(odd)"),
    ("even", ":nth-child(even)"),
    ("first-of-type", ":first-of-type"),
    ("last-of-type", ":last-of-type"),
    ("only-of-type", ":only-of-type"),
    ("visited", ":visited"),
    ("target", ":target"),
    ("open", "[open]"),
    ("default", ":default"),
    ("checked", ":checked"),
    ("indeterminate", ":indeterminate"),
    ("placeholder-shown", ":placeholder-shown"),
    ("autofill", ":autofill"),
    ("optional", ":optional"),
    ("required", ":required"),
    ("valid", ":valid"),
    ("invalid", ":invalid"),
    ("in-range", ":in-range"),
    ("out-of-range", ":out-of-range"),
    ("read-only", ":read-only"),
    ("empty", ":empty"),
    ("focus-within", ":focus-within"),
    ("hover", ":hover"),
    ("focus", ":focus"),
    ("focus-visible", ":focus-visible"),
    ("active", ":active"),
    ("enabled", ":enabled"),
    ("disabled", ":disabled"),
    ("ltr", ":where([dir=\"ltr\"],[dir=\"ltr\"] *)"),
    ("rtl", ":where([dir=\"rtl\"],[dir=\"rtl\"] *)"),
    ("dark", ":where(.dark,.dark *)"),
];

const MEDIA: [(&str, &str); 8] = [
    ("motion-safe", "(prefers-reduced-motion:no-preference)"),
    ("motion-reduce", "(prefers-reduced-motion:reduce)"),
    ("contrast-more", "(prefers-contrast:more)"),
    ("contrast-less", "(prefers-contrast:less)"),
    ("portrait", "(orientation:portrait)"),
    ("landscape", "(orientation:landscape)"),
    ("forced-colors", "(forced-colors:active)"),
    ("print", "print"),
];
