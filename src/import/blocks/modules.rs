//! Imports and exports of pages in MDX.

use super::super::address::Found;
use super::super::inline::Cx;
use super::Blocks;
use crate::page::expression::{Import, parse_module};
use crate::text::{SourcePath, encode_path};

/// What comes with the generators: their components have counterparts here, or are told of where they stand.
const KNOWN: &[&str] = &[
    "@theme",
    "@docusaurus",
    "@theme-original",
    "@astrojs/starlight",
    "astro:assets",
    "react",
    "@mdx-js/react",
    "clsx",
];

impl Blocks<'_, '_> {
    /// Rewrites the statements that begin here; the number of lines that they took.
    pub(super) fn module(&mut self, rest: &[String]) -> Option<usize> {
        let end = rest.iter().position(|line| line.trim().is_empty()).unwrap_or(rest.len());
        // Text may follow the last statement without a blank line.
        let taken = (1..=end).rev().find(|end| {
            let text = rest[..*end].join("\n");
            let (module, problem) = parse_module(&text);
            problem.is_none() && (!module.imports.is_empty() || text.starts_with("export "))
        })?;
        let text = rest[..taken].join("\n");
        let (module, _) = parse_module(&text);
        self.flush();
        if self.out.last().is_some_and(|line| line.starts_with('{')) {
            self.out.push(String::new());
        }
        let is_only_imports = rest[..taken].iter().all(|line| !line.starts_with("export "));
        for import in &module.imports {
            if let Some(line) = imported(import, self.cx) {
                self.out.push(line);
            }
        }
        if !is_only_imports {
            let from = rest.iter().position(|line| line.starts_with("export ")).unwrap_or(0);
            let before: usize = rest[..from].iter().map(|line| line.len() + 1).sum();
            let kept = without_imports(&text, before, &module.imports);
            self.out.extend(kept.lines().map(str::to_owned));
        }
        Some(taken)
    }
}

/// What stands in statements from `start` on besides imports, which are rewritten one by one.
fn without_imports(text: &str, start: usize, imports: &[Import]) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut at = start;
    for span in imports.iter().map(|import| import.span).filter(|span| span.start as usize >= start) {
        kept.push_str(text.get(at..span.start as usize).unwrap_or_default());
        at = span.end as usize;
        // With the end of its line, when nothing else stands there.
        let rest = text.get(at..).unwrap_or_default();
        let blank = rest.len() - rest.trim_start_matches([' ', '\t', ';']).len();
        if rest[blank..].starts_with('\n') && (kept.is_empty() || kept.ends_with('\n')) {
            at += blank + 1;
        }
    }
    kept.push_str(text.get(at..).unwrap_or_default());
    kept
}

/// An import as it is here; `None` for what is left out.
fn imported(import: &Import, cx: &mut Cx<'_>) -> Option<String> {
    let specifier = import.specifier.as_str();
    let is_known = KNOWN.iter().any(|known| {
        specifier.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    });
    let default =
        import.names.iter().find(|(imported, _)| imported == "default").map(|(_, local)| local.as_str());
    if is_known {
        return None;
    }
    // Bundlers see what begins with a slash from the folder of the configuration.
    let found = cx.places.at_home(specifier);
    let found = found.or_else(|| cx.places.find(cx.path, specifier));
    let found = found.or_else(|| cx.places.find(cx.page, specifier));
    match (found, default) {
        (Some(Found::File(file) | Found::Page(file)), Some(local))
            if matches!(file.extension().as_str(), "md" | "mdx") =>
        {
            let path = super::super::page::part(&file, cx);
            Some(format!("import {local} from \"/{path}\""))
        }
        (Some(Found::File(file)), Some(local)) if is_picture(&file) => {
            let target = cx.places.file_target(&file)?;
            cx.used.files.insert(file);
            Some(format!("import {local} from \"/{}\"", encode_path(&target)))
        }
        _ => {
            let names: Vec<&str> = import.names.iter().map(|(_, local)| local.as_str()).collect();
            cx.strangers.extend(names.iter().map(|name| (*name).to_owned()));
            cx.dropped(format!(
                "the import of {} from `{specifier}`: code is not taken over, what stands inside its elements is",
                list(&names)
            ));
            None
        }
    }
}

fn list(names: &[&str]) -> String {
    match names {
        [] => "everything".to_owned(),
        names => names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "),
    }
}

fn is_picture(path: &SourcePath) -> bool {
    matches!(path.extension().as_str(), "svg" | "png" | "jpg" | "jpeg" | "gif" | "webp" | "avif")
}
