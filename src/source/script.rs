//! How a browser has to read a script of the project: as a classic one, or as a module (CSS-02).
//!
//! Looks for `import` and `export` where a statement of the file itself may begin, without understanding the rest.
//! A classic script with either would not run at all; a module would hide the functions that other scripts call.
//! What asks for packages is a program for Node, such as one that makes pages: a browser would only say what it lacks.

/// The kind of a script.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ScriptKind {
    #[default]
    Classic,
    Module,
    /// Not for a browser: no page loads it.
    Program,
}

/// The kind of a script by its text.
pub fn kind(text: &str) -> ScriptKind {
    if text.starts_with("#!") {
        return ScriptKind::Program;
    }
    let in_browsers = knows_browsers(text);
    let mut depth = 0_usize;
    let mut rest = text;
    let mut starts = true;
    let mut assigned = false;
    let mut found = ScriptKind::Classic;
    while let Some(c) = rest.chars().next() {
        if let Some(length) = skipped(rest) {
            rest = rest.get(length..).unwrap_or_default();
            continue;
        }
        if starts && depth == 0 && is_module_statement(rest) {
            if names_package(rest) {
                return ScriptKind::Program;
            }
            found = ScriptKind::Module;
        }
        if !in_browsers && found == ScriptKind::Classic {
            let required = (starts || assigned) && rest.starts_with("require(");
            if required || depth == 0 && starts && rest.starts_with("module.exports") {
                return ScriptKind::Program;
            }
        }
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        starts = matches!(c, ';' | '}' | '\n') || starts && c.is_whitespace();
        assigned = c == '=' || assigned && c.is_whitespace();
        rest = &rest[word_end(rest).max(c.len_utf8())..];
    }
    found
}

/// Who asks whether there is a `module`, or has a page, runs in browsers, too. Comments speak of documents and windows
/// in other programs.
fn knows_browsers(text: &str) -> bool {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(length) = skipped(rest) {
            rest = rest.get(length..).unwrap_or_default();
            continue;
        }
        let end = word_end(rest);
        let known = match &rest[..end] {
            "typeof" => {
                let asked = rest[end..].trim_start_matches([' ', '(']);
                matches!(
                    &asked[..word_end(asked)],
                    "module" | "exports" | "require" | "define" | "window" | "document"
                )
            }
            // Modules of other loaders are given a `require` of their own.
            "function" => rest[end..].split(')').next().is_some_and(|names| names.contains("require")),
            word => matches!(word, "document" | "window"),
        };
        if known {
            return true;
        }
        rest = &rest[end.max(c.len_utf8())..];
    }
    false
}

/// Where the word at the start of a text ends.
fn word_end(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '$')).unwrap_or(text.len())
}

/// What browsers cannot import.
const SOURCES: [&str; 8] = [".md", ".mdx", ".jsx", ".ts", ".tsx", ".vue", ".svelte", ".astro"];

/// Does an `import` or `export … from` name a package, a part of Node, or a source of another tool? Browsers find scripts
/// and addresses only.
fn names_package(statement: &str) -> bool {
    let end = statement.find([';', '\'', '"', '`', '=', '(']).unwrap_or(statement.len());
    let Some(quote) = statement[end..].chars().next().filter(|c| matches!(c, '"' | '\'')) else {
        return false;
    };
    let named = statement[end + 1..].split(quote).next().unwrap_or_default();
    let is_package = !named.starts_with(['.', '/']) && (!named.contains(':') || named.starts_with("node:"));
    !named.is_empty() && (is_package || SOURCES.iter().any(|source| named.ends_with(source)))
}

/// The length of a comment or string at the start of a text.
fn skipped(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if let Some(comment) = text.strip_prefix("/*") {
        return Some(comment.find("*/").map_or(text.len(), |end| end + 4));
    }
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            // Only templates go over lines; another quote that is still open was none.
            '\n' if quote != '`' => return Some(1),
            c if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    Some(1)
}

fn is_module_statement(text: &str) -> bool {
    let after = |word: &str| {
        let rest = text.strip_prefix(word)?;
        let spaced = rest.starts_with(char::is_whitespace);
        let next = rest.trim_start().chars().next()?;
        Some((spaced, next))
    };
    let import = after("import").is_some_and(|(spaced, next)| {
        matches!(next, '{' | '*' | '"' | '\'')
            || spaced && (next.is_alphabetic() || matches!(next, '_' | '$'))
    });
    let export = after("export")
        .is_some_and(|(spaced, next)| matches!(next, '{' | '*') || spaced && next.is_alphabetic());
    import || export
}

#[cfg(test)]
mod tests {
    use super::{ScriptKind, kind};

    #[test]
    fn modules_import_or_export() {
        for text in [
            "import a from './a.js'\n",
            "// x\nimport './b.js';",
            "const a = 1;\nexport default a\n",
            "let s = `${1}`\nexport const f = () => {}\n",
            "/* a */import{b}from'./c'",
            "export * from './x.js'",
            "import a from 'https://example.com/a.js'",
            "export const a = 'b'",
        ] {
            assert_eq!(kind(text), ScriptKind::Module, "{text}");
        }
        for text in [
            "",
            "(function () { var a = 'import x'; })()",
            "const m = await_(import('./a.js'))\n",
            "import('./a.js').then(a => a())\n",
            "var exports = {}; exports.a = 1",
            "important()\nexport_it()\nexported = 1",
            "`\nimport a from 'b'\n`",
            "/*\nexport default 1\n*/",
            "function f() {\n export\n}",
            "it's \"open\nx",
        ] {
            assert_eq!(kind(text), ScriptKind::Classic, "{text}");
        }
    }

    #[test]
    fn programs_ask_for_packages() {
        for text in [
            "#!/usr/bin/env node\ndocument.title",
            "const fs = require('fs');\nfs.readFileSync('a')",
            "const {\n  join,\n} = require('path')",
            "'use strict';\nrequire('./setup')\n",
            "const a = 1\nmodule.exports = { a }\n",
            "import fs from 'node:fs'\n",
            "import './own.js'\nimport {\n  glob\n} from \"glob\"",
            "export * from 'x'",
            "(async () => { const { http } = require('viem') })()",
            "import page from './index.mdx'",
            "async function run() {\n  const fs = require('fs')\n}\nrun()",
        ] {
            assert_eq!(kind(text), ScriptKind::Program, "{text}");
        }
        for text in [
            "document.title = 'x'\nmodule.exports = {}",
            "const f = () => {}\nif (typeof module !== 'undefined')\n  module.exports = f",
            "define(function (require) { const a = require('a') })",
            "const a = 'require(1)' // = require('x')",
            "(function (require, exports) { const a = require('a') })(load, {})",
            "({ 1: [function (require, module, exports) {\nvar a = require('./a')\n}] })",
        ] {
            assert_eq!(kind(text), ScriptKind::Classic, "{text}");
        }
    }
}
