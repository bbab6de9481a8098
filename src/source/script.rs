//! How a browser has to read a script of the project: as a classic one, or as a module (CSS-02).
//!
//! Looks for `import` and `export` where a statement of the file itself may begin, without understanding the rest.
//! A classic script with either would not run at all; a module would hide the functions that other scripts call.

/// The kind of a script.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ScriptKind {
    #[default]
    Classic,
    Module,
}

/// The kind of a script by its text.
pub fn kind(text: &str) -> ScriptKind {
    let mut depth = 0_usize;
    let mut rest = text;
    let mut starts = true;
    while let Some(c) = rest.chars().next() {
        if let Some(length) = skipped(rest) {
            rest = rest.get(length..).unwrap_or_default();
            continue;
        }
        if starts && depth == 0 && is_module_statement(rest) {
            return ScriptKind::Module;
        }
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        starts = matches!(c, ';' | '}' | '\n') || starts && c.is_whitespace();
        let word = rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '$')).unwrap_or(rest.len());
        rest = &rest[word.max(c.len_utf8())..];
    }
    ScriptKind::Classic
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
            "/* a */import{b}from'c'",
            "export * from 'x'",
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
}
