//! The forms that strings of `docs.json` have: colours, addresses, paths, identifiers.
//!
//! A form says whether a text is acceptable, what it is normalised to, and how a message and a JSON
//! Schema describe it. It knows nothing of keys and places.

use super::api::is_sample_language;
use super::code_themes::is_code_theme;
use super::navigation::page_path;
use crate::text::SourcePath;

/// What a string must look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Any text.
    Any,
    /// Any text but a script: an address with placeholders, or a path.
    Address,
    /// At least so many characters.
    Least(usize),
    /// A title: without a word, nothing stands above what it names.
    Title,
    /// Trimmed and not empty.
    Name,
    /// `#rgb` or `#rrggbb`.
    Color,
    /// An absolute URL.
    Url,
    /// An absolute URL, `/path`, `#anchor` or `mailto:` address.
    Link,
    /// Like [`Form::Link`], but the specification wants an external URL: of anything else it is told.
    ExternalLink,
    /// Like [`Form::Link`], but not `//host`.
    FooterLink,
    /// The identifier of an account elsewhere, of at least so many characters.
    Id(usize),
    /// Such an identifier that begins with this text.
    Prefix(&'static str),
    /// Host names rather than an address: must not begin with `https://`.
    Host,
    /// A host name, or its address.
    HostAddress,
    /// The address of a script or service that pages ask: `https` alone.
    Service,
    /// The script address of the consent manager.
    ConsentScript,
    /// Path or http(s) address of an API description.
    Description,
    /// The path or the https address of a GraphQL schema.
    Schema,
    /// A folder below the project root: segments without `.`, `..`, white space, `?`, `#`, `\`.
    Folder,
    /// An icon name, address, project path or SVG source.
    Icon,
    /// A theme name.
    Theme,
    /// The name of a highlighting theme, or the path of a theme file in the project.
    CodeTheme,
    /// A language of generated samples; one that is unknown is left out.
    SampleLanguage,
}

/// The seven themes (specification, *Root object*).
pub const THEMES: &[&str] = &["mint", "maple", "palm", "willow", "linden", "almond", "aspen"];

/// What a form says about a text.
pub enum Verdict {
    /// Acceptable, as this text.
    Good(String),
    /// Acceptable as this text; the sentence and the hint are for the author.
    Doubtful(String, &'static str, &'static str),
    /// Acceptable as it is, though another tool may not take it.
    Uncommon(&'static str, &'static str),
    /// Acceptable for the build, but the value is left out.
    Withheld(&'static str, &'static str),
    /// Acceptable for the build, but no script may be made of it: the value is empty, which tells that it was written.
    Unusable(&'static str),
    /// Not acceptable.
    Bad,
}

impl Form {
    /// Judges and normalises `text`.
    pub fn judge(self, text: &str) -> Verdict {
        let good_if = |is_good: bool| if is_good { Verdict::Good(text.to_owned()) } else { Verdict::Bad };
        match self {
            Form::Any => good_if(true),
            Form::Address | Form::Url if is_script(text) => SCRIPT,
            Form::Address => good_if(true),
            Form::Least(count) => good_if(text.chars().nth(count.saturating_sub(1)).is_some() || count == 0),
            Form::Title if text.is_empty() => Verdict::Doubtful(
                String::new(),
                "is no title, so nothing stands above its pages",
                "write a title, or list the pages without a group",
            ),
            Form::Title => good_if(true),
            Form::Name if text.trim().is_empty() => Verdict::Bad,
            Form::Name => Verdict::Good(text.trim().to_owned()),
            Form::Color => good_if(is_color(text)),
            Form::Url => good_if(is_absolute_url(text)),
            Form::Link | Form::ExternalLink | Form::FooterLink => self.judge_link(text),
            Form::Id(least) if text.chars().count() < least => Verdict::Bad,
            Form::Prefix(prefix) if !text.starts_with(prefix) => Verdict::Bad,
            Form::Id(_) | Form::Prefix(_) => plain(text.trim(), ID_MARKS),
            Form::Host if text.starts_with("https://") => Verdict::Bad,
            Form::Host | Form::HostAddress => {
                let address = text.trim().trim_end_matches('/');
                plain(address.strip_prefix("https://").unwrap_or(address), HOST_MARKS)
            }
            Form::Service if !is_absolute_url(text) => Verdict::Bad,
            Form::Service => judge_service(text.trim()),
            // Also an own copy, or one behind a host of the site's own (INT-17).
            Form::ConsentScript if text.trim().strip_prefix("https://").is_none_or(str::is_empty) => {
                Verdict::Bad
            }
            Form::ConsentScript => judge_service(text.trim()),
            Form::Description => judge_description(text),
            Form::Schema if text.trim().starts_with("http://") => Verdict::Bad,
            Form::Schema => judge_description(text),
            Form::Folder => good_if(is_folder(text)),
            Form::Icon => good_if(!text.starts_with("fa-")),
            Form::Theme => judge_theme(text),
            Form::CodeTheme => good_if(is_code_theme(text)),
            Form::SampleLanguage => good_if(is_sample_language(text)),
        }
    }

    /// Whether the value decides who is told about readers.
    pub fn is_of_third_party(self) -> bool {
        use Form::{ConsentScript, Host, HostAddress, Id, Prefix, Service};
        matches!(self, Id(_) | Prefix(_) | Host | HostAddress | Service | ConsentScript)
    }

    fn judge_link(self, text: &str) -> Verdict {
        let rooted = text.starts_with('/') && !(self == Form::FooterLink && text.starts_with("//"));
        let absolute = is_absolute_url(text);
        if !rooted && !text.starts_with('#') && !absolute {
            return Verdict::Bad;
        }
        if is_script(text) {
            return SCRIPT;
        }
        // `mailto:` leads outside, too; most sites have such an entry.
        if self == Form::ExternalLink && !absolute {
            return Verdict::Uncommon(
                "is not an external address",
                "the link is followed as it stands; other tools want an address such as https://example.com here",
            );
        }
        Verdict::Good(text.to_owned())
    }

    /// What a message says is expected.
    pub fn expected(self) -> String {
        match self {
            Form::Any | Form::Address => "a string".to_owned(),
            Form::Least(1) | Form::Name | Form::Title => "a text that is not empty".to_owned(),
            Form::Least(count) => format!("a text of at least {count} characters"),
            Form::Color => "a hex colour such as #16A34A or #fff".to_owned(),
            Form::Url => "an absolute URL such as https://example.com".to_owned(),
            Form::Link | Form::ExternalLink | Form::FooterLink => {
                "an address such as https://example.com, /path, #anchor or mailto:me@example.com".to_owned()
            }
            Form::Id(0 | 1) => "the identifier of an account".to_owned(),
            Form::Id(least) => format!("an identifier of at least {least} characters"),
            Form::Prefix(prefix) => format!("a text that begins with {prefix}"),
            Form::Host => "a host name without https://".to_owned(),
            Form::HostAddress => "a host name".to_owned(),
            Form::Service => "an address such as https://example.com".to_owned(),
            Form::ConsentScript => "an https address such as https://cmp.osano.com/a/b/osano.js".to_owned(),
            Form::Description => "a path or an http(s) address of an API description".to_owned(),
            Form::Schema => "a path or an https address of a GraphQL schema".to_owned(),
            Form::Folder => "a folder path such as guides/v2, without slashes at its ends".to_owned(),
            Form::Icon => "an icon name without the prefix fa-, an address, a path or SVG source".to_owned(),
            Form::Theme => format!("one of {}", THEMES.join(", ")),
            Form::CodeTheme => "the name of a code theme, or the path of a theme file in JSON".to_owned(),
            Form::SampleLanguage => "a language of code samples".to_owned(),
        }
    }
}

const SCRIPT: Verdict =
    Verdict::Withheld("is a script, not an address", "the link is left out: write a web address");

/// What identifiers hold besides letters and digits.
const ID_MARKS: &str = "-_.:/=";
/// What host names hold besides letters and digits: also several of them, and ports.
const HOST_MARKS: &str = "-_.:/,";
/// What addresses hold besides letters and digits.
const ADDRESS_MARKS: &str = "-_.:/=?&%~+@";

/// A text of letters, digits and `marks`. Whatever is more could not stand in an address or a script as it is.
fn plain(text: &str, marks: &str) -> Verdict {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || marks.contains(c);
    if text.is_empty() {
        return Verdict::Unusable("is empty");
    }
    if !text.chars().all(is_plain) || text.contains("://") && marks != ADDRESS_MARKS {
        return Verdict::Unusable("has characters that no such value has");
    }
    Verdict::Good(text.to_owned())
}

fn judge_service(text: &str) -> Verdict {
    match text.strip_prefix("https://").map(|rest| rest.split(['/', '?']).next().unwrap_or("")) {
        None => Verdict::Unusable("is not an https address"),
        Some(host) if host.contains(['@', '%', '=', '&', '~', '+']) => {
            Verdict::Unusable("has characters that no such value has")
        }
        Some(_) => plain(text.trim_end_matches('/'), ADDRESS_MARKS),
    }
}

/// Whether a browser would run `text` instead of going there: it ignores white space and control
/// characters in a scheme.
fn is_script(text: &str) -> bool {
    let visible = text.chars().filter(|c| !c.is_whitespace() && !c.is_control());
    let start: String = visible.take(12).collect::<String>().to_ascii_lowercase();
    ["javascript:", "vbscript:", "data:"].iter().any(|scheme| start.starts_with(scheme))
}

/// Whether `text` is a hex colour (specification, *Colors*).
pub fn is_color(text: &str) -> bool {
    let Some(digits) = text.strip_prefix('#') else { return false };
    matches!(digits.len(), 3 | 6) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether `text` is a URL with a scheme, and with a host where its scheme needs one.
pub fn is_absolute_url(text: &str) -> bool {
    let Some((scheme, rest)) = text.trim().split_once(':') else { return false };
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    if !is_scheme {
        return false;
    }
    if !matches!(scheme.to_ascii_lowercase().as_str(), "http" | "https" | "ws" | "wss" | "ftp") {
        return true;
    }
    let authority = rest.trim_start_matches(['/', '\\']).split(['/', '\\', '?', '#']).next().unwrap_or("");
    let host = authority.rsplit('@').next().unwrap_or("");
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => (name, port),
        _ => (host, ""),
    };
    let forbidden = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '^' | '|' | '%' | '"');
    !name.is_empty() && !name.contains(forbidden) && port.bytes().all(|byte| byte.is_ascii_digit())
}

fn judge_description(text: &str) -> Verdict {
    let trimmed = text.trim();
    let has_scheme = trimmed.contains("://");
    let is_web = trimmed.starts_with("https://") || trimmed.starts_with("http://");
    match (trimmed.is_empty(), has_scheme, is_web && is_absolute_url(trimmed)) {
        (true, ..) | (_, true, false) => Verdict::Bad,
        (_, true, true) => Verdict::Good(trimmed.to_owned()),
        (_, false, _) if SourcePath::checked(trimmed).is_none() => Verdict::Doubtful(
            page_path(trimmed),
            "leads out of the folder of `docs.json`, so the file is looked for inside it",
            "put the file into that folder, or name a URL",
        ),
        (_, false, _) => Verdict::Good(page_path(trimmed)),
    }
}

fn is_folder(text: &str) -> bool {
    let is_segment = |segment: &str| {
        !matches!(segment, "" | "." | "..")
            && !segment.contains(|c: char| c.is_whitespace() || matches!(c, '?' | '#' | '\\'))
    };
    text.split('/').all(is_segment)
}

fn judge_theme(text: &str) -> Verdict {
    match text {
        "luma" => Verdict::Doubtful(
            "almond".to_owned(),
            "is none of the themes here and is shown as almond, which is most like it",
            "write almond to choose it knowingly",
        ),
        "sequoia" => Verdict::Doubtful(
            "aspen".to_owned(),
            "is none of the themes here and is shown as aspen, which is most like it",
            "write aspen to choose it knowingly",
        ),
        name if THEMES.contains(&name) => Verdict::Good(name.to_owned()),
        _ => Verdict::Bad,
    }
}
