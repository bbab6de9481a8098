//! What a source file is for, told from its path alone.
//!
//! The order of the rules is the order of the table in behaviour 1.2. Names are compared in lower case.
//! Ignored files (see `ignore_rules`) never get here. Whether a JSON or YAML file really describes an API
//! is told by its content, later.

use crate::text::SourcePath;

/// The purpose of a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FileCategory {
    /// A page of the site.
    Page,
    /// Content or components for other files to import; never published itself.
    Snippet,
    /// Content for `<Snippet file="…">`, below `_snippets/`.
    LegacySnippet,
    /// `docs.json`.
    Config,
    /// `mint.json`.
    LegacyConfig,
    /// `.mintignore`.
    IgnoreFile,
    /// The author's own version of a file that the build would generate, such as `robots.txt`.
    GeneratedOverride,
    /// A skill for agents. Published when it lies beside `docs.json`.
    Skill,
    /// JSON or YAML that may describe an API.
    ApiCandidate(DataFormat),
    /// A style sheet, loaded on every page.
    StyleSheet,
    /// A script, loaded on every page.
    Script,
    /// The project's own version of a template of its theme, in the folder `theme/`.
    Template,
    /// What a project puts on all its pages, in the folder `slots/`.
    Slot,
    /// `docs.lock`: what was fetched from elsewhere.
    Lock,
    /// `routes.lock`: the addresses that the site has published.
    Routes,
    /// The copy of a fetched file, below `.docs/remote`.
    Remote,
    /// The project's own texts of the interface, in the folder `i18n/`.
    Texts,
    /// Published as it is. Beside images and the like these are the domain (`CNAME`) and what proves whose it is.
    Static,
    /// Not published.
    Unpublished,
}

/// The notation of a data file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DataFormat {
    /// `.json`
    Json,
    /// `.yaml`, `.yml`
    Yaml,
}

/// The category of a file that no other file imports.
pub fn category(path: &SourcePath) -> FileCategory {
    if path.as_str() == "CNAME" {
        return FileCategory::Static;
    }
    let path = path.as_str().to_lowercase();
    let name = path.rsplit('/').next().unwrap_or("");
    let (stem, extension) = match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => (stem, extension),
        _ => (name, ""),
    };
    let folder = |name: &str| path.strip_prefix(name).is_some_and(|rest| rest.starts_with('/'));
    let is_source = matches!(extension, "mdx" | "md" | "jsx" | "tsx");
    match name {
        "docs.json" => return FileCategory::Config,
        "docs.lock" if path == name => return FileCategory::Lock,
        "routes.lock" if path == name => return FileCategory::Routes,
        _ if folder(".docs/remote") => return FileCategory::Remote,
        "mint.json" => return FileCategory::LegacyConfig,
        ".mintignore" => return FileCategory::IgnoreFile,
        "llms.txt" | "llms-full.txt" | "robots.txt" | "sitemap.xml" => {
            return FileCategory::GeneratedOverride;
        }
        "_redirects" | "_headers" if path == name => return FileCategory::GeneratedOverride,
        "skill.md" if path == name || folder(".mintlify/skills") => return FileCategory::Skill,
        _ => {}
    }
    match extension {
        _ if is_source && folder("_snippets") => FileCategory::LegacySnippet,
        _ if is_source && folder("snippets") => FileCategory::Snippet,
        "jsx" | "tsx" => FileCategory::Snippet,
        // Caches and the notes of editors and assistants. What a page imports from there is read.
        "md" | "mdx" if is_hidden(&path) => FileCategory::Snippet,
        "css" | "js" if is_hidden(&path) => FileCategory::Unpublished,
        "md" if matches!(stem, "readme" | "license" | "contributing" | "contribute") => {
            FileCategory::Unpublished
        }
        "mdx" if is_slot(&path) => FileCategory::Slot,
        "md" | "mdx" => FileCategory::Page,
        "json" if path.strip_prefix("i18n/") == Some(name) && is_language(stem) => FileCategory::Texts,
        "json" => FileCategory::ApiCandidate(DataFormat::Json),
        "yaml" | "yml" => FileCategory::ApiCandidate(DataFormat::Yaml),
        "css" => FileCategory::StyleSheet,
        "js" => FileCategory::Script,
        "html" if path.strip_prefix("theme/") == Some(name) => FileCategory::Template,
        "html" if path == name && is_verification(stem) => FileCategory::Static,
        // Such as `apple-app-site-association`: the folder is there for others to find.
        "" if folder(".well-known") => FileCategory::Static,
        extension if STATIC.contains(&extension) => FileCategory::Static,
        _ => FileCategory::Unpublished,
    }
}

/// Whether a page that stands in the root says to a service whose site this is. Any other page of HTML may be what some
/// tool left behind, and is not published.
fn is_verification(name: &str) -> bool {
    let is_key = |key: &str| {
        key.len() >= 5
            && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
            && key.bytes().any(|byte| byte.is_ascii_digit())
    };
    VERIFICATIONS.iter().any(|service| name.strip_prefix(service).is_some_and(is_key))
}

/// How the names of such pages begin; a key follows.
const VERIFICATIONS: &[&str] = &["google", "yandex_", "pinterest-", "baidu_verify_", "naver"];

/// Where a project has what it puts on all its pages.
pub const SLOT_FOLDER: &str = "slots";

/// The places for it on a page.
pub const SLOTS: [&str; 3] = ["sidebar-top", "content-bottom", "footer"];

/// Whether a file is that of such a place, for all pages or for those in a language: `slots/footer.mdx`,
/// `slots/de/footer.mdx`. Whatever else lies in a folder of that name is the project's.
fn is_slot(path: &str) -> bool {
    let Some(name) = path.strip_prefix(SLOT_FOLDER).and_then(|rest| rest.strip_prefix('/')) else {
        return false;
    };
    let (language, name) = name.split_once('/').map_or((None, name), |(code, name)| (Some(code), name));
    language.is_none_or(is_language) && SLOTS.iter().any(|slot| name.strip_suffix(".mdx") == Some(slot))
}

/// Whether a name has the form of a language tag: whatever else lies in a folder of that name is the project's.
fn is_language(name: &str) -> bool {
    let mut parts = name.split('-');
    parts.next().is_some_and(|code| matches!(code.len(), 2 | 3))
        && parts.all(|part| (2..=4).contains(&part.len()))
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Whether a file is JavaScript or TypeScript, which may import others.
pub fn is_script(path: &SourcePath) -> bool {
    matches!(path.extension().as_str(), "js" | "jsx" | "mjs" | "cjs" | "ts" | "tsx" | "mts" | "cts")
}

/// The category of a file that some other file imports: a page becomes a snippet (behaviour 1.2).
pub fn category_when_imported(path: &SourcePath) -> FileCategory {
    match category(path) {
        FileCategory::Page => FileCategory::Snippet,
        other => other,
    }
}

impl FileCategory {
    /// Whether the file itself is published under its own path (TXT-10). Data files, style sheets and
    /// scripts are: pages link to them.
    pub fn is_copied(self) -> bool {
        matches!(
            self,
            Self::ApiCandidate(_)
                | Self::StyleSheet
                | Self::Script
                | Self::Static
                | Self::GeneratedOverride
                | Self::Skill
        )
    }

    /// Whether the file of this category at `path` is for readers, or for agents that ask for a skill where all of them
    /// look for it (AI-09).
    pub fn is_published(self, path: &SourcePath) -> bool {
        match self {
            Self::ApiCandidate(_) => !is_of_tools(path),
            Self::Skill => !path.as_str().contains('/'),
            other => other.is_copied(),
        }
    }
}

/// Whether a data file belongs to the tools that work in the project and is nothing for readers: locks, what a
/// package is made of beside `docs.json`, and what has a dot in front. A description may still lie there, and in other
/// folders such files are examples.
pub fn is_of_tools(path: &SourcePath) -> bool {
    let path = path.as_str().to_lowercase();
    let name = path.rsplit('/').next().unwrap_or("");
    LOCKS.contains(&name) || TOOLS.contains(&path.as_str()) || is_hidden(&path)
}

/// Whether a file, or a folder above it, has a dot in front of its name, as what belongs to tools has.
pub fn is_hidden(path: &str) -> bool {
    path.split('/').any(|part| part.starts_with('.') && !matches!(part, ".well-known" | ".mintlify"))
}

/// Data files that nobody reads, wherever they are.
const LOCKS: &[&str] = &["package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "bun.lock"];

/// Data files that tools of all kinds put into a project.
#[rustfmt::skip]
const TOOLS: &[&str] = &[
    "package.json", "pnpm-workspace.yaml", "deno.json", "composer.json", "tsconfig.json", "jsconfig.json", "lerna.json", "nx.json", "turbo.json",
    "biome.json", "renovate.json", "docker-compose.yml", "docker-compose.yaml", "compose.yaml",
    "azure-pipelines.yml", "bitbucket-pipelines.yml", "cloudbuild.yaml", "codecov.yml", "lychee.yaml",
];

/// Extensions that are published as they are (behaviour 1.2, TXT-10). A list of what is allowed, so that
/// a key or a dump that strays into the project stays private.
#[rustfmt::skip]
const STATIC: &[&str] = &[
    // images
    "png", "jpg", "jpeg", "jfif", "gif", "webp", "avif", "apng", "svg", "ico", "bmp", "tif", "tiff", "heic",
    // video, captions
    "mp4", "webm", "mov", "m4v", "ogv", "avi", "mkv", "mpeg", "mpg", "vtt",
    // audio
    "mp3", "wav", "ogg", "oga", "opus", "flac", "aac", "m4a",
    // documents and tables
    "pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "odp", "rtf", "txt", "csv", "tsv", "xml",
    // fonts
    "woff", "woff2", "ttf", "otf", "eot",
    // archives
    "zip", "tar", "gz", "tgz", "bz2", "xz", "7z", "rar",
];
