//! Which paths are not part of the project: built-in patterns, then the project's `.mintignore`.
//!
//! The syntax is that of gitignore, matched without regard to letter case (behaviour 1.1). The last
//! matching pattern decides, so `!` can also undo a built-in pattern; what lies below an ignored folder is
//! ignored, whatever later patterns say. `.gitignore` files are not looked at.

use std::fmt;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::diagnostic::Diagnostic;
use crate::text::{SourcePath, SourceText, Span};

/// The name of the project's own list, in the content root.
pub const IGNORE_FILE: &str = ".mintignore";

/// In force before the project's own patterns (behaviour 1.1). Of `.mintlify` only skills and data files
/// are part of the project.
const BUILT_IN: &[&str] = &[
    ".git",
    ".github",
    ".claude",
    ".agents",
    ".idea",
    ".vscode",
    ".cursor",
    "node_modules",
    "README.md",
    "LICENSE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "/.mintlify/**",
    "!/.mintlify/**/",
    "!/.mintlify/skills/**",
    "!/.mintlify/**/*.json",
    "!/.mintlify/**/*.yaml",
    "!/.mintlify/**/*.yml",
];

/// What a path names, as far as patterns care: `drafts/` matches only a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// A file.
    File,
    /// A folder.
    Folder,
}

/// The compiled patterns.
#[derive(Clone)]
pub struct IgnoreRules {
    /// What they were compiled from, which says all about them.
    text: String,
    patterns: Gitignore,
}

impl PartialEq for IgnoreRules {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for IgnoreRules {}

impl IgnoreRules {
    /// The built-in patterns followed by the lines of a `.mintignore`; lines that are no pattern are left
    /// out.
    pub fn new(mintignore_text: &str) -> Self {
        compile(mintignore_text).0
    }

    /// Like [`IgnoreRules::new`], telling about lines that are no pattern.
    pub fn parse(source: &SourceText) -> (Self, Vec<Diagnostic>) {
        let (rules, refused) = compile(&source.text);
        let diagnostics = refused
            .into_iter()
            .map(|(span, reason)| {
                Diagnostic::warning("invalid-ignore-pattern", format!("this line is not a pattern: {reason}"))
                    .at(source, span)
                    .hint(
                        "write it as in a .gitignore file; a literal `[`, `*` or `?` needs a `\\` before it",
                    )
            })
            .collect();
        (rules, diagnostics)
    }

    /// The lines of the project.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Why a page is not there whose file may be: `path` is its address, or the file as somebody names it. Nobody looks
    /// whether the file exists, so what is left out by default has to be named as it is.
    pub fn hint_of_page(&self, path: &str) -> Option<String> {
        let endings: &[&str] =
            if path.ends_with(".md") || path.ends_with(".mdx") { &[""] } else { &[".mdx", ".md"] };
        endings.iter().find_map(|ending| {
            let file = SourcePath::checked(&format!("{path}{ending}"))?;
            if !self.is_ignored(&file, PathKind::File) {
                None
            } else if !Self::new("").is_ignored(&file, PathKind::File) {
                Some(format!("`{file}` is left out by a line of `{IGNORE_FILE}`, so it is no page"))
            } else {
                let hint =
                    format!("should there be a `{file}`, it is left out: a line `!{file}` of `{IGNORE_FILE}` takes it in");
                BUILT_IN.contains(&file.file_name()).then_some(hint)
            }
        })
    }

    /// Whether `path` is left out: it, or a folder above it, matches.
    pub fn is_ignored(&self, path: &SourcePath, kind: PathKind) -> bool {
        self.ignored_part(path, kind).is_some()
    }

    /// What of `path` is left out: the outermost folder above it that matches, or the path itself.
    pub fn ignored_part<'p>(&self, path: &'p SourcePath, kind: PathKind) -> Option<&'p str> {
        let text = path.as_str();
        let mut folders = text.match_indices('/').map(|(end, _)| &text[..end]);
        let folder = folders.find(|folder| self.decides(folder, PathKind::Folder));
        folder.or_else(|| self.matches(path, kind).then_some(text))
    }

    /// Like [`IgnoreRules::is_ignored`] for a walk that has already passed the folders above `path`.
    pub fn matches(&self, path: &SourcePath, kind: PathKind) -> bool {
        self.decides(path.as_str(), kind)
    }

    fn decides(&self, path: &str, kind: PathKind) -> bool {
        !path.is_empty() && matches!(self.patterns.matched(path, kind == PathKind::Folder), Match::Ignore(_))
    }
}

impl fmt::Debug for IgnoreRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "IgnoreRules({} patterns)", self.patterns.len())
    }
}

/// The rules, and the lines that are no pattern with the reason.
fn compile(text: &str) -> (IgnoreRules, Vec<(Span, String)>) {
    // The root "/" keeps the matcher from stripping anything off the relative paths it is asked about.
    let mut builder = GitignoreBuilder::new("/");
    let mut refused = Vec::new();
    // Only an unknown option fails here, and this one is known.
    let _ = builder.case_insensitive(true);
    for pattern in BUILT_IN {
        let _ = builder.add_line(None, pattern);
    }
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let pattern = line.trim_start_matches('\u{feff}').trim();
        if let Err(error) = builder.add_line(None, &literal_braces(pattern)) {
            let indent = line.find(pattern).unwrap_or(0);
            let span = Span::new(start + indent, start + indent + pattern.len());
            refused.push((span, error.to_string()));
        }
        start += line.len();
    }
    let patterns = builder.build().unwrap_or_else(|error| {
        refused.push((Span::new(0, 0), error.to_string()));
        Gitignore::empty()
    });
    (IgnoreRules { text: text.to_owned(), patterns }, refused)
}

/// `{a,b}` is a choice for the matcher but plain text in gitignore syntax.
fn literal_braces(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len());
    let mut characters = pattern.chars();
    let mut in_class = false;
    while let Some(c) = characters.next() {
        match c {
            '\\' => {
                out.push(c);
                out.extend(characters.next());
                continue;
            }
            '[' => in_class = true,
            ']' => in_class = false,
            '{' | '}' if !in_class => out.push('\\'),
            _ => {}
        }
        out.push(c);
    }
    out
}
