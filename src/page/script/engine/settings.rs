//! The value of a configuration file of another program, which is a module of JavaScript.
//!
//! It is run in a fresh engine with nothing outside of it, under limits of steps, memory and stack. What it imports and
//! is not among the files that it is given is stood for by something that takes everything (`settings.js`), so that a
//! file that reads other packages still says what it says itself. A text that it reads as a file is given to it where
//! `read` knows it: which texts those are is found out by running it, and it is run again with them.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use rquickjs::context::EvalOptions;
use rquickjs::{Context, Function, Object, Promise, Runtime};

use crate::page::expression::{Surroundings, lower_module, parse_module, quoted, with_elements};
use crate::text::SourcePath;

/// How often the engine may ask whether to go on; it asks every 10,000 steps.
const FUEL: u32 = 2_000;
const MEMORY: usize = 128 << 20;
const STACK: usize = 256 << 10;
/// Most files that one configuration is put together from.
const MOST_FILES: usize = 200;
/// How often a configuration is run for the sake of texts that it asked for before.
const ROUNDS: usize = 6;
/// Most packages that are named where a configuration cannot be read.
const MOST_NAMED: usize = 5;
const WORLD: &str = include_str!("settings.js");
/// Endings that a specifier may leave out.
const ENDINGS: &[&str] =
    &["", ".ts", ".mts", ".js", ".mjs", ".cjs", ".json", "/index.ts", "/index.js", "/index.mjs"];

/// What the module at `path` exports by default (or as `module.exports`), as JSON; functions are called, what needs
/// other packages is left out. `read` gives the text of a file.
pub fn value_of(
    path: &SourcePath,
    read: &dyn Fn(&SourcePath) -> Option<String>,
) -> Result<serde_json::Value, String> {
    let mut files: BTreeMap<SourcePath, String> = BTreeMap::new();
    let mut waiting = vec![path.clone()];
    while let Some(next) = waiting.pop() {
        if files.contains_key(&next) || files.len() >= MOST_FILES {
            continue;
        }
        let Some(text) = read(&next) else { continue };
        let (code, named) = match program(&next, &text, read) {
            Ok(made) => made,
            // Without a file that it imports, the rest is still worth reading.
            Err(_) if next != *path => continue,
            Err(message) => return Err(message),
        };
        waiting.extend(named);
        files.insert(next, code);
    }
    if files.is_empty() {
        return Err(format!("there is no `{path}`"));
    }
    let mut texts: BTreeMap<String, Option<String>> = BTreeMap::new();
    for _ in 1..ROUNDS {
        let (value, asked) = run(path, &files, &texts);
        let known = texts.len();
        for name in asked.into_iter().filter(|name| !name.is_empty()).take(MOST_FILES) {
            let text = text_named(path, &name, files.keys(), read);
            texts.entry(name).or_insert(text);
        }
        // Without a new text it would say the same again.
        if texts.len() == known || texts.values().all(Option::is_none) {
            return value;
        }
    }
    run(path, &files, &texts).0
}

/// The text that a configuration asks for by a name. Programs run in the folder of the project or in that of the file
/// that asks; here nobody knows which of them that is.
fn text_named<'f>(
    config: &SourcePath,
    name: &str,
    files: impl Iterator<Item = &'f SourcePath>,
    read: &dyn Fn(&SourcePath) -> Option<String>,
) -> Option<String> {
    let name = name.trim_start_matches('/');
    let mut folders = vec![config.parent()];
    folders.extend(files.map(SourcePath::parent));
    let mut above = config.parent();
    while !above.as_str().is_empty() {
        above = above.parent();
        folders.push(above.clone());
    }
    folders.iter().find_map(|folder| read(&SourcePath::checked(&format!("{folder}/{name}"))?))
}

/// Runs the files; the value, or why there is none, and the names of texts that were asked for and not there.
fn run(
    path: &SourcePath,
    files: &BTreeMap<SourcePath, String>,
    texts: &BTreeMap<String, Option<String>>,
) -> (Result<serde_json::Value, String>, Vec<String>) {
    let mut asked = Asked::default();
    let value = run_with(path, files, texts, &mut asked);
    let Err(why) = value else { return (value, asked.texts) };
    if asked.packages.is_empty() {
        return (Err(why), asked.texts);
    }
    // A call of a package gives back what it was given, as most do that take a configuration. Where more was expected,
    // that has whatever is asked of it.
    asked.is_loose = true;
    let value = run_with(path, files, texts, &mut asked);
    let named: Vec<String> = asked.packages.iter().map(|name| format!("`{name}`")).take(MOST_NAMED).collect();
    let told = format!("{why}; it uses {}, and packages are not run", named.join(", "));
    (value.map_err(|_| told), asked.texts)
}

/// What configurations ask for beside their files.
#[derive(Default)]
struct Asked {
    texts: Vec<String>,
    packages: BTreeSet<String>,
    /// Whether what packages give back has any member.
    is_loose: bool,
}

fn run_with(
    path: &SourcePath,
    files: &BTreeMap<SourcePath, String>,
    texts: &BTreeMap<String, Option<String>>,
    asked: &mut Asked,
) -> Result<serde_json::Value, String> {
    let failed = |error: rquickjs::Error| error.to_string();
    let runtime = Runtime::new().map_err(failed)?;
    runtime.set_memory_limit(MEMORY);
    runtime.set_max_stack_size(STACK);
    let left = Cell::new(FUEL);
    runtime.set_interrupt_handler(Some(Box::new(move || {
        left.set(left.get().saturating_sub(1));
        left.get() == 0
    })));
    let context = Context::full(&runtime).map_err(failed)?;
    let text = context.with(|ctx| {
        let ask = || -> rquickjs::Result<String> {
            ctx.eval::<(), _>(WORLD)?;
            let docs = ctx.globals().get::<_, Object<'_>>("$docs")?;
            docs.set("isLoose", asked.is_loose)?;
            let text: Function<'_> = docs.get("text")?;
            for (name, content) in texts {
                text.call::<_, ()>((name.as_str(), content.as_deref()))?;
            }
            for (file, code) in files {
                let mut options = EvalOptions::default();
                options.filename = Some(file.as_str().to_owned());
                ctx.eval_with_options::<(), _>(code.as_str(), options)?;
            }
            let answer: Function<'_> = ctx.globals().get("answer")?;
            answer.call::<_, Promise<'_>>((path.as_str(),))?.finish::<String>()
        };
        let text = ask().map_err(|error| {
            let caught = ctx.catch();
            let member =
                |name: &str| caught.as_object().and_then(|object| object.get::<_, String>(name).ok());
            let message = member("message").unwrap_or_else(|| error.to_string());
            match member("stack").and_then(|stack| frame(&stack, files)) {
                Some(place) => format!("{message} ({place})"),
                None => message,
            }
        });
        let docs = ctx.globals().get::<_, Object<'_>>("$docs").ok();
        let names = |list: &str| {
            docs.as_ref().and_then(|docs| docs.get::<_, Vec<String>>(list).ok()).unwrap_or_default()
        };
        asked.texts.extend(names("asked"));
        asked.packages.extend(names("strangers"));
        text
    })?;
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

/// The innermost line of the files that a stack tells; their code has the lines of their texts.
fn frame(stack: &str, files: &BTreeMap<SourcePath, String>) -> Option<String> {
    stack.lines().find_map(|line| {
        let inner = line.trim().trim_end_matches(')');
        let inner = inner.rsplit_once('(').map_or(inner.strip_prefix("at ").unwrap_or(inner), |(_, at)| at);
        let mut parts = inner.splitn(3, ':');
        let file = parts.next().filter(|file| files.contains_key(&SourcePath::new(file)))?;
        let number: usize = parts.next()?.parse().ok()?;
        Some(format!("{file}, line {number}"))
    })
}

/// A file as a statement that makes it known, and the files that it names.
fn program(
    path: &SourcePath,
    text: &str,
    read: &dyn Fn(&SourcePath) -> Option<String>,
) -> Result<(String, Vec<SourcePath>), String> {
    let name = quoted(path.as_str());
    let extension = path.extension();
    if extension == "json" {
        // Settings of compilers and the like may have comments; JavaScript reads those too.
        return Ok((format!("$docs.file({name},()=>({{default:({text}\n)}}));"), Vec::new()));
    }
    let text = if extension.ends_with("ts") { with_elements(text) } else { text.to_owned() };
    let text = text.replace("import.meta", "$meta");
    let found = |specifier: &str| found(path, specifier, read);
    let mut around = Around { found: &found };
    let module = lower_module(&text, &mut around)
        .map_err(|(message, offset)| format!("line {}: {message}", line_of(&text, offset)))?;
    let (parsed, _) = parse_module(&text);
    let mut specifiers: Vec<String> = parsed.imports.into_iter().map(|import| import.specifier).collect();
    specifiers.extend(exported_from(&text));
    let required = required(&text);
    let mut names = String::new();
    for specifier in &required {
        if let Some(target) = found(specifier) {
            names.push_str(&format!("{}:{},", quoted(specifier), quoted(target.as_str())));
        }
    }
    specifiers.extend(required);
    let named = specifiers.iter().filter_map(|specifier| found(specifier)).collect();
    let stars: String = module.stars.iter().map(|star| format!("...$import({}),", quoted(star))).collect();
    let exports: String = module
        .exports
        .iter()
        .map(|(exported, value)| format!("get {}(){{return {value}}},", quoted(exported)))
        .collect();
    let code = module.code;
    // What a file exports the older way is known by `$commonjs`, and its members by their names.
    let code = format!(
        "$docs.file({name},$import=>{{const module={{exports:{{}}}},require=$docs.require({{{names}}});\
         let $empty=module.exports;return(exports=>{{{code}\n;const $older=module.exports!==$empty\
         ||Object.keys(module.exports).length?module.exports:undefined;\
         return $older===undefined?{{{stars}{exports}}}:{{...$older,default:$older,$commonjs:$older}}}})(module.exports)}});"
    );
    Ok((code, named))
}

struct Around<'a> {
    found: &'a dyn Fn(&str) -> Option<SourcePath>,
}

impl Surroundings for Around<'_> {
    fn markdown(&mut self, _: &str) -> Option<String> {
        None
    }

    fn resolve(&self, specifier: &str) -> String {
        (self.found)(specifier).map_or_else(|| specifier.to_owned(), |path| path.as_str().to_owned())
    }
}

/// The file that a specifier beside `path` means.
fn found(
    path: &SourcePath,
    specifier: &str,
    read: &dyn Fn(&SourcePath) -> Option<String>,
) -> Option<SourcePath> {
    if !specifier.starts_with('.') {
        return None;
    }
    let target = path.resolve(specifier)?;
    let plain = target.as_str().strip_suffix(".js").map(|name| SourcePath::new(&format!("{name}.ts")));
    let candidates = ENDINGS.iter().map(|ending| SourcePath::new(&format!("{target}{ending}")));
    candidates.chain(plain).find(|candidate| read(candidate).is_some())
}

/// What `require("…")` and `import("…")` name.
fn required(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for word in ["require(", "import("] {
        for (at, _) in text.match_indices(word) {
            let rest = text[at + word.len()..].trim_start();
            let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else { continue };
            if let Some((name, _)) = rest[1..].split_once(quote) {
                found.push(name.to_owned());
            }
        }
    }
    found
}

/// What `export … from "…"` names.
fn exported_from(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| line.trim_start().starts_with("export"));
    let named = lines.filter_map(|line| {
        let rest = line.split(" from ").nth(1)?.trim().trim_end_matches(';');
        Some(rest.trim_matches(['"', '\'']).to_owned())
    });
    named.collect()
}

fn line_of(text: &str, offset: u32) -> usize {
    1 + text.bytes().take(offset as usize).filter(|byte| *byte == b'\n').count()
}
