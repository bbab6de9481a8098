//! Words, and prose made of them.

use super::random::Random;

/// Icon names that the usual libraries share.
pub const ICONS: &[&str] = &[
    "rocket",
    "book-open",
    "code",
    "bell",
    "key",
    "star",
    "globe",
    "tag",
    "link",
    "image",
    "list",
    "table",
    "terminal",
    "flag",
    "heart",
    "house",
    "plug",
    "server",
    "shield",
    "cloud",
    "users",
    "wrench",
    "clock",
    "box",
];

/// Type names of fields.
pub const TYPES: &[&str] =
    &["string", "string", "string", "integer", "boolean", "object", "string[]", "number"];

const WORDS: &[&str] = &[
    "the",
    "a",
    "request",
    "server",
    "client",
    "page",
    "value",
    "of",
    "in",
    "to",
    "and",
    "with",
    "for",
    "is",
    "this",
    "that",
    "configuration",
    "returns",
    "each",
    "message",
    "token",
    "project",
    "set",
    "when",
    "you",
    "can",
    "field",
    "user",
    "list",
    "new",
    "from",
    "must",
    "account",
    "file",
    "before",
    "after",
    "webhook",
    "event",
    "response",
    "create",
    "update",
    "name",
    "type",
    "default",
    "build",
    "deploy",
    "version",
    "error",
    "number",
    "limit",
    "table",
    "index",
    "search",
    "query",
    "model",
    "agent",
    "tool",
    "workspace",
    "team",
    "billing",
    "access",
    "permission",
    "role",
    "session",
    "stream",
    "channel",
    "queue",
    "retry",
    "timeout",
    "header",
    "body",
    "schema",
    "object",
    "array",
    "payload",
    "signature",
    "secret",
    "environment",
    "variable",
    "command",
    "install",
    "package",
    "library",
    "module",
    "function",
    "result",
    "sample",
    "guide",
    "section",
    "option",
    "setting",
    "enable",
    "disable",
    "start",
    "stop",
    "open",
    "close",
    "read",
    "write",
    "store",
    "cache",
    "region",
    "host",
    "port",
    "network",
    "address",
    "domain",
    "route",
    "path",
    "link",
    "image",
    "browser",
    "window",
    "button",
    "form",
    "input",
    "output",
    "format",
    "encoding",
    "language",
    "text",
    "code",
    "data",
    "record",
    "row",
    "column",
    "key",
    "hash",
    "order",
    "filter",
    "sort",
    "group",
    "member",
    "owner",
    "small",
    "large",
    "first",
    "last",
    "next",
    "previous",
    "same",
    "other",
    "every",
    "only",
    "also",
    "often",
];

const TITLES: &[&str] = &[
    "Overview",
    "Quickstart",
    "Install",
    "Configure",
    "Deploy",
    "Requests",
    "Responses",
    "Errors",
    "Limits",
    "Webhooks",
    "Events",
    "Tokens",
    "Keys",
    "Users",
    "Teams",
    "Roles",
    "Billing",
    "Projects",
    "Search",
    "Queries",
    "Models",
    "Agents",
    "Tools",
    "Streams",
    "Queues",
    "Retries",
    "Caching",
    "Regions",
    "Domains",
    "Routes",
    "Files",
    "Images",
    "Tables",
    "Records",
    "Filters",
    "Groups",
    "Members",
    "Settings",
    "Variables",
    "Secrets",
    "Sessions",
    "Schemas",
    "Types",
    "Functions",
    "Modules",
    "Packages",
    "Libraries",
    "Guides",
    "Examples",
    "Advanced",
    "Basic",
    "Custom",
    "Local",
    "Remote",
    "Secure",
    "Fast",
    "Simple",
    "Complete",
];

/// Some words.
pub fn words(random: &mut Random, count: usize) -> String {
    let mut text = String::new();
    for index in 0..count {
        if index > 0 {
            text.push(' ');
        }
        text.push_str(random.pick(WORDS));
    }
    text
}

/// Some words with capital letters.
pub fn title(random: &mut Random, count: usize) -> String {
    let parts: Vec<&str> = (0..count.max(1)).map(|_| random.pick(TITLES)).collect();
    parts.join(" ")
}

/// Sentences of about this many bytes in total.
pub fn prose(random: &mut Random, length: usize) -> String {
    let mut text = String::new();
    while text.len() + 12 < length {
        if !text.is_empty() {
            text.push(' ');
        }
        let sentence = text.len();
        let end = (sentence + random.between(40, 130) as usize).min(length);
        text.push_str(random.pick(TITLES));
        while text.len() + 6 < end {
            if random.chance(6) {
                text.push(',');
            }
            text.push(' ');
            text.push_str(random.pick(WORDS));
        }
        text.push('.');
    }
    if text.is_empty() {
        text.push_str("More soon.");
    }
    text
}
