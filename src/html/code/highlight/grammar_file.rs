//! Grammars of the project: a TextMate grammar in JSON becomes one that `syntect` reads (CODE-17).
//!
//! TextMate nests rules and includes them by name, also in circles; `syntect` wants named contexts and ends on no
//! circle. So every rule with a beginning and an end becomes a context, and includes are written out, each rule once
//! in a context. Patterns inside of captures and injections are left out. Every expression is compiled when the
//! grammar is read, so that a wrong one is a diagnostic and never a panic.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};
use syntect::parsing::{Scope, SyntaxDefinition, SyntaxSet, SyntaxSetBuilder};

use super::super::tokens::Tokens;
use crate::config::json::{self, Json};
use crate::diagnostic::Diagnostic;
use crate::hash::ContentHash;
use crate::text::SourceText;

/// More rules in all contexts together are not written out.
const MAX_RULES: usize = 60_000;

/// Deeper nesting of rules and includes is not followed.
const MAX_DEPTH: usize = 60;

/// A language that the project describes itself.
#[derive(Debug)]
pub struct CustomGrammar {
    /// The name for readers.
    pub display: String,
    /// What a fence may call it, in lower case.
    names: BTreeSet<String>,
    set: SyntaxSet,
    source: ContentHash,
}

impl PartialEq for CustomGrammar {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

impl Eq for CustomGrammar {}

impl CustomGrammar {
    /// True when a fence with this language is meant.
    pub fn is_called(&self, name: &str) -> bool {
        self.names.contains(&name.trim().to_lowercase())
    }

    /// The tokens of some code. `goes_on` is asked after each line whether there is time for another.
    pub fn tokenize(&self, code: &str, goes_on: &mut dyn FnMut() -> bool) -> Tokens {
        let Some(syntax) = self.set.syntaxes().first() else { return Tokens::default() };
        let tokens = crate::panics::catch(|| super::by_syntax(&self.set, syntax, code, goes_on));
        tokens.ok().flatten().unwrap_or_default()
    }
}

/// Reads a grammar. `None` with a warning when the file is none.
pub fn read_grammar(file: &SourceText) -> (Option<CustomGrammar>, Vec<Diagnostic>) {
    let (json, problems) = json::parse(file, 0);
    let Some(json) = json else {
        let mut problem = unreadable(file, "it is not JSON");
        problem.location = problems.into_iter().find_map(|reason| reason.location).or(problem.location);
        return (None, vec![problem]);
    };
    match convert(&json, file) {
        Ok((grammar, left_out)) => (Some(grammar), left_out.into_iter().collect()),
        Err(why) => (None, vec![unreadable(file, &why)]),
    }
}

fn unreadable(file: &SourceText, why: &str) -> Diagnostic {
    Diagnostic::warning("code-grammar-not-readable", format!("`{}` is not a grammar: {why}", file.path))
        .in_file(&file.path)
        .hint("a grammar is a TextMate grammar in JSON, with `scopeName` and `patterns`")
}

fn convert(json: &Json, file: &SourceText) -> Result<(CustomGrammar, Option<Diagnostic>), String> {
    let text = |key: &str| json.get(key).and_then(Json::text);
    let scope = text("scopeName").ok_or("it has no `scopeName`")?;
    let display = text("displayName").or_else(|| text("name")).unwrap_or(scope);
    let list =
        |key: &str| json.get(key).map(Json::elements).unwrap_or_default().iter().filter_map(Json::text);
    let mut names: BTreeSet<String> =
        list("fileTypes").chain(list("aliases")).map(str::to_lowercase).collect();
    names.extend(
        [text("name"), scope.split_once('.').map(|(_, name)| name), Some(scope)]
            .into_iter()
            .flatten()
            .map(str::to_lowercase),
    );

    let mut contexts = Contexts {
        grammar: json,
        done: BTreeMap::new(),
        waiting: vec![],
        numbers: BTreeMap::new(),
        count: 0,
        problem: None,
        file,
    };
    let main = contexts.expand(json.get("patterns").map(Json::elements).unwrap_or_default());
    let start = json!({ "Match": rule("", &[], None, json!({ "Push": [{ "Named": "__main" }] }), false) });
    contexts.done.insert("__start".to_owned(), context(vec![], scopes(scope), vec![start], false));
    for name in ["main", "__main"] {
        contexts.done.insert(name.to_owned(), context(vec![], vec![], main.clone(), false));
    }
    while let Some((name, rule)) = contexts.waiting.pop() {
        let made = contexts.context(rule);
        contexts.done.insert(name, made);
    }
    if contexts.count >= MAX_RULES {
        return Err("it has too many rules".to_owned());
    }
    let left_out = contexts.problem;
    if main.is_empty() {
        return Err("it has no `patterns`".to_owned());
    }
    let definition = json!({
        "name": display, "file_extensions": [], "scope": scopes(scope).first().ok_or("its `scopeName` is no scope")?,
        "first_line_match": null, "hidden": false, "variables": {},
        "contexts": contexts.done.into_iter().collect::<Map<String, Value>>(),
    });
    let definition: SyntaxDefinition =
        serde_json::from_value(definition).map_err(|error| error.to_string())?;
    let mut builder = SyntaxSetBuilder::new();
    builder.add(definition);
    let set = crate::panics::catch(|| builder.build())?;
    let source = ContentHash::of(file.text.as_bytes());
    Ok((CustomGrammar { display: display.to_owned(), names, set, source }, left_out))
}

/// The contexts of a grammar while they are made.
struct Contexts<'a> {
    grammar: &'a Json,
    done: BTreeMap<String, Value>,
    /// Rules whose context is named but not yet made.
    waiting: Vec<(String, &'a Json)>,
    /// Numbers of rules by where they stand in the file.
    numbers: BTreeMap<(u32, u32), usize>,
    count: usize,
    /// The first rule that is left out.
    problem: Option<Diagnostic>,
    file: &'a SourceText,
}

impl<'a> Contexts<'a> {
    /// The context of a rule with a beginning and an end: the end, then what may stand between.
    fn context(&mut self, rule: &'a Json) -> Value {
        let text = |key: &str| rule.get(key).and_then(Json::text);
        let end = match (text("end"), text("while")) {
            (Some(end), _) => end.to_owned(),
            // Goes on while lines begin so: ends where one does not.
            (None, Some(goes_on)) => format!("^(?!{goes_on})"),
            (None, None) => "(?!)".to_owned(),
        };
        let captures = rule.get("endCaptures").or_else(|| rule.get("captures"));
        let backrefs = has_backrefs(&end);
        let end = self.rule(&end, &[], captures, json!("Pop"), backrefs);
        let mut patterns = self.expand(rule.get("patterns").map(Json::elements).unwrap_or_default());
        let last = rule.get("applyEndPatternLast").is_some_and(|flag| {
            !matches!(flag.text(), Some("0")) && flag.value != json::JsonValue::Bool(false)
        });
        let at = if last { patterns.len() } else { 0 };
        patterns.splice(at..at, end);
        let named = |key: &str| text(key).map(scopes).unwrap_or_default();
        context(named("name"), named("contentName"), patterns, backrefs)
    }

    /// Patterns with what they include.
    fn expand(&mut self, patterns: &'a [Json]) -> Vec<Value> {
        let mut seen = BTreeSet::new();
        let mut out = Vec::new();
        self.expand_into(patterns, &mut seen, &mut out, 0);
        out
    }

    fn expand_into(
        &mut self,
        patterns: &'a [Json],
        seen: &mut BTreeSet<(u32, u32)>,
        out: &mut Vec<Value>,
        depth: usize,
    ) {
        for pattern in patterns {
            let place = (pattern.place.span.start, pattern.place.span.end);
            if depth > MAX_DEPTH || !seen.insert(place) {
                continue;
            }
            if self.count >= MAX_RULES {
                return;
            }
            self.pattern(pattern, place, seen, out, depth);
        }
    }

    fn pattern(
        &mut self,
        pattern: &'a Json,
        place: (u32, u32),
        seen: &mut BTreeSet<(u32, u32)>,
        out: &mut Vec<Value>,
        depth: usize,
    ) {
        let text = |key: &str| pattern.get(key).and_then(Json::text);
        if let Some(included) = text("include") {
            if let Some(name) = included.strip_prefix('#') {
                if let Some(entry) =
                    self.grammar.get("repository").and_then(|repository| repository.get(name))
                {
                    self.expand_into(std::slice::from_ref(entry), seen, out, depth + 1);
                }
            } else if included == "$self"
                || included == "$base"
                || Some(included) == self.grammar.get("scopeName").and_then(Json::text)
            {
                let whole = self.grammar.get("patterns").map(Json::elements).unwrap_or_default();
                self.expand_into(whole, seen, out, depth + 1);
            }
        } else if let Some(matched) = text("match") {
            let scopes = text("name").map(scopes).unwrap_or_default();
            out.extend(self.rule(matched, &scopes, pattern.get("captures"), json!("None"), false));
        } else if let Some(begin) = text("begin") {
            let next = self.numbers.len();
            let name = match self.numbers.get(&place) {
                Some(number) => format!("rule-{number}"),
                None => {
                    self.numbers.insert(place, next);
                    self.waiting.push((format!("rule-{next}"), pattern));
                    format!("rule-{next}")
                }
            };
            let captures = pattern.get("beginCaptures").or_else(|| pattern.get("captures"));
            out.extend(self.rule(begin, &[], captures, json!({ "Push": [{ "Named": name }] }), false));
        } else if let Some(inner) = pattern.get("patterns") {
            self.expand_into(inner.elements(), seen, out, depth + 1);
        }
    }

    /// A rule, when its expression is right. Ends with references to their beginning cannot be tried beforehand.
    fn rule(
        &mut self,
        regex: &str,
        scopes: &[String],
        captures: Option<&Json>,
        operation: Value,
        backrefs: bool,
    ) -> Option<Value> {
        self.count += 1;
        let tried = if backrefs { without_backrefs(regex) } else { regex.to_owned() };
        if let Some(error) = syntect::parsing::Regex::try_compile(&tried) {
            let shown: String = regex.chars().take(60).collect();
            self.problem.get_or_insert_with(|| {
                let message = format!("the expression `{shown}` of a grammar cannot be read: {error}");
                let problem = Diagnostic::warning("code-grammar-rule", message).in_file(&self.file.path);
                problem.hint("the rule is left out; grammars are written in Oniguruma's expressions")
            });
            return None;
        }
        let mapping: Option<Vec<(usize, Vec<String>)>> = captures.map(|captures| {
            let numbered = |member: &json::Member| {
                let name = member.value.get("name").and_then(Json::text)?;
                Some((member.key.parse().ok()?, self::scopes(name)))
            };
            captures.members().iter().filter_map(numbered).collect()
        });
        Some(json!({ "Match": rule(regex, scopes, mapping, operation, backrefs) }))
    }
}

fn rule(
    regex: &str,
    scopes: &[String],
    captures: Option<Vec<(usize, Vec<String>)>>,
    operation: Value,
    backrefs: bool,
) -> Value {
    json!({
        "has_captures": backrefs, "regex": regex, "scope": scopes, "captures": captures,
        "operation": operation, "with_prototype": null,
    })
}

fn context(meta: Vec<String>, content: Vec<String>, patterns: Vec<Value>, backrefs: bool) -> Value {
    json!({
        "meta_scope": meta, "meta_content_scope": content, "meta_include_prototype": false,
        "clear_scopes": null, "prototype": null, "uses_backrefs": backrefs, "patterns": patterns,
    })
}

/// The scopes in a name; those with parts that depend on the text are left out.
fn scopes(name: &str) -> Vec<String> {
    let known = |scope: &&str| !scope.contains('$') && Scope::new(scope).is_ok();
    name.split_whitespace().filter(known).map(str::to_owned).collect()
}

fn has_backrefs(regex: &str) -> bool {
    without_backrefs(regex) != regex
}

/// The expression with `\1` and the like replaced by a letter.
fn without_backrefs(regex: &str) -> String {
    let mut out = String::with_capacity(regex.len());
    let mut letters = regex.chars();
    while let Some(c) = letters.next() {
        match (c, letters.clone().next()) {
            ('\\', Some(digit)) if digit.is_ascii_digit() && digit != '0' => {
                letters.next();
                out.push('x');
            }
            ('\\', Some(next)) => {
                letters.next();
                out.extend([c, next]);
            }
            _ => out.push(c),
        }
    }
    out
}
