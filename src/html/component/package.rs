//! PackageInstall, and fences marked `npm2yarn`: one line for every package manager (CMP-31).
//!
//! The tabs are those of a code group, so a reader's choice is kept for the whole site. Commands are only
//! rewritten as far as their words are known; anything else stays as it is.

use crate::page::ast::{Element, Node, NodeKind, Value};
use crate::text::Span;

use super::super::escape::Writer;
use super::super::render::Render;
use super::{Component, code};

/// A package manager and how it spells what npm can do.
struct Manager {
    name: &'static str,
    /// Installs what the project asks for.
    install: &'static str,
    /// The same, from the lock file only.
    ci: &'static str,
    add: &'static str,
    add_global: &'static str,
    dev: &'static str,
    exact: &'static str,
    remove: &'static str,
    run: &'static str,
    /// Before `start`, `stop` and `test`.
    script: &'static str,
    create: &'static str,
    init: &'static str,
    /// Runs a package that is not installed.
    exec: &'static str,
}

/// In the order of their tabs; npm is the language that is translated.
const MANAGERS: [Manager; 3] = [
    Manager {
        name: "pnpm",
        install: "pnpm install",
        ci: "pnpm install --frozen-lockfile",
        add: "pnpm add",
        add_global: "pnpm add -g",
        dev: "-D",
        exact: "-E",
        remove: "pnpm remove",
        run: "pnpm run",
        script: "pnpm",
        create: "pnpm create",
        init: "pnpm init",
        exec: "pnpm dlx",
    },
    Manager {
        name: "yarn",
        install: "yarn install",
        ci: "yarn install --immutable",
        add: "yarn add",
        add_global: "yarn global add",
        dev: "--dev",
        exact: "--exact",
        remove: "yarn remove",
        run: "yarn run",
        script: "yarn",
        create: "yarn create",
        init: "yarn init",
        exec: "yarn dlx",
    },
    Manager {
        name: "bun",
        install: "bun install",
        ci: "bun install --frozen-lockfile",
        add: "bun add",
        add_global: "bun add -g",
        dev: "-d",
        exact: "--exact",
        remove: "bun remove",
        run: "bun run",
        script: "bun run",
        create: "bun create",
        init: "bun init",
        exec: "bunx",
    },
];

/// `<PackageInstall pkg="kestrel" dev>`.
pub(super) fn install(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    match command(component.element, component.children) {
        Some(command) => group(out, component, &command, cx),
        None => cx.warn(
            "package-without-name",
            "`<PackageInstall>` names no package".to_owned(),
            "add pkg=\"…\"".to_owned(),
            component.span,
        ),
    }
}

/// What npm is told.
pub(crate) fn command(element: &Element, children: &[Node]) -> Option<String> {
    let written = match element.prop("pkg").or_else(|| element.prop("package")) {
        Some(Value::Array(items)) => items.iter().filter_map(Value::as_text).collect::<Vec<_>>().join(" "),
        Some(value) => value.plain_text(),
        None => children.iter().map(Node::plain_text).collect(),
    };
    let packages = written.split_whitespace().collect::<Vec<_>>().join(" ");
    let flag = match (element.flag("dev"), element.flag("global")) {
        (_, true) => "-g ",
        (true, _) => "-D ",
        _ => "",
    };
    (!packages.is_empty()).then(|| format!("npm install {flag}{packages}"))
}

/// The tabs for a block of npm commands.
fn group(out: &mut Writer, component: &Component<'_>, commands: &str, cx: &mut Render<'_>) {
    let blocks = blocks(commands, component.span);
    code::group(out, &Component { children: &blocks, ..*component }, cx);
}

/// The blocks of commands that stand in no text of their own.
pub(crate) fn npm_blocks(commands: &str) -> Vec<Node> {
    blocks(commands, Span::default())
}

/// One code block for each package manager.
pub(super) fn blocks(commands: &str, span: Span) -> Vec<Node> {
    let block = |name: &str, code: String| {
        let kind = NodeKind::CodeBlock { lang: Some("bash".to_owned()), meta: name.to_owned(), code };
        Node::leaf(kind, span)
    };
    let others = MANAGERS.iter().map(|manager| {
        let lines: Vec<String> = commands.lines().map(|line| translate(line, manager)).collect();
        block(manager.name, lines.join("\n"))
    });
    std::iter::once(block("npm", commands.to_owned())).chain(others).collect()
}

/// One line in the words of another package manager.
fn translate(line: &str, manager: &Manager) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (first, rest) = match words.as_slice() {
        ["npx", rest @ ..] => return joined(manager.exec, without(rest, &["-y", "--yes"])),
        ["npm", first, rest @ ..] => (*first, rest),
        _ => return line.to_owned(),
    };
    match first {
        "install" | "i" | "add" => add(rest, manager),
        "ci" => joined(manager.ci, rest.to_vec()),
        "uninstall" | "remove" | "rm" | "un" | "r" => {
            joined(manager.remove, without(rest, &["-D", "--save-dev", "-S", "--save"]))
        }
        "run" | "run-script" => joined(manager.run, without(rest, &["--"])),
        "start" | "stop" | "test" | "t" => {
            let script = if first == "t" { "test" } else { first };
            joined(&format!("{} {script}", manager.script), without(rest, &["--"]))
        }
        "create" | "init" => match rest {
            [name, ..] if !name.starts_with('-') => {
                let mut words = without(rest, &["--"]);
                // The first yarn knows no tags here, and the newest is what it takes anyway.
                if let Some(name) = words.first_mut().filter(|_| manager.name == "yarn") {
                    *name = name.strip_suffix("@latest").unwrap_or(name);
                }
                joined(manager.create, words)
            }
            _ => joined(manager.init, rest.to_vec()),
        },
        "exec" => joined(manager.exec, without(rest, &["--"])),
        _ => line.to_owned(),
    }
}

fn add(words: &[&str], manager: &Manager) -> String {
    let is_global = words.iter().any(|word| matches!(*word, "-g" | "--global"));
    let has_packages = words.iter().any(|word| !word.starts_with('-'));
    let words = words.iter().filter_map(|word| match *word {
        "-g" | "--global" | "-S" | "--save" | "--save-prod" | "-P" => None,
        "-D" | "--save-dev" => Some(manager.dev),
        "-E" | "--save-exact" => Some(manager.exact),
        word => Some(word),
    });
    let command = match (has_packages, is_global) {
        (_, true) => manager.add_global,
        (true, false) => manager.add,
        (false, false) => manager.install,
    };
    joined(command, words.collect())
}

fn without<'w>(words: &[&'w str], dropped: &[&str]) -> Vec<&'w str> {
    words.iter().copied().filter(|word| !dropped.contains(word)).collect()
}

fn joined(command: &str, words: Vec<&str>) -> String {
    std::iter::once(command).chain(words).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cmp_31_commands_are_translated() {
        let all = |line: &str| MANAGERS.iter().map(|manager| translate(line, manager)).collect::<Vec<_>>();
        assert_eq!(all("npm install"), ["pnpm install", "yarn install", "bun install"]);
        assert_eq!(all("npm i -D a b"), ["pnpm add -D a b", "yarn add --dev a b", "bun add -d a b"]);
        assert_eq!(all("npm install -g a"), ["pnpm add -g a", "yarn global add a", "bun add -g a"]);
        assert_eq!(
            all("npm run build -- --x"),
            ["pnpm run build --x", "yarn run build --x", "bun run build --x"]
        );
        assert_eq!(all("npm start"), ["pnpm start", "yarn start", "bun run start"]);
        assert_eq!(
            all("npm create vite@latest app"),
            ["pnpm create vite@latest app", "yarn create vite app", "bun create vite@latest app"]
        );
        assert_eq!(all("npx -y a b"), ["pnpm dlx a b", "yarn dlx a b", "bunx a b"]);
        assert_eq!(all("cd app # npm"), ["cd app # npm"; 3]);
    }
}
