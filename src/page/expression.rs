//! JavaScript in a page, as far as it is a value: literals, templates, member access, conditionals,
//! constants, stateless functions and JSX.
//!
//! Expressions are parsed by oxc and evaluated by walking its tree, with a bound on steps and depth and
//! with nothing to reach outside: no clock, no randomness, no IO. What needs a real engine (hooks,
//! classes, loops with mutation) is [`Problem::Script`]; the caller renders without it and says so.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use oxc_allocator::Allocator;
use oxc_ast::ast::Expression;
use oxc_diagnostics::Diagnostics;
use oxc_parser::Parser;
use oxc_span::SourceType;

use super::ast::{Node, Value};
use crate::text::{SourcePath, Span};

mod call;
mod depth;
mod element;
mod evaluate;
pub mod globals;
mod lower;
mod module;
mod typescript;

pub use depth::is_too_deep;
pub use element::{children_value, holds_inline_only, is_inline, nodes_of};
pub use lower::{
    BUILT_IN, BuiltIn, Given, LoweredModule, Surroundings, is_runtime_name, lower_expression, lower_module,
    quoted,
};
pub use module::{Import, LateImport, Module, ModuleItem, parse_module};
pub use typescript::with_elements;

/// Steps that one page may take before evaluation gives up.
const FUEL: u32 = 2_000_000;
/// Deepest nesting of calls and expressions.
const MAX_DEPTH: u32 = 120;
/// What is said of code that is not handed to the parser.
const TOO_DEEP: &str = "it nests too deeply";

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Not JavaScript.
    Syntax(String),
    /// A name that is bound nowhere.
    Unbound(String),
    /// Valid, but it needs a JavaScript engine; names what.
    Script(String),
    /// Steps, depth or size exceeded.
    Limit,
    /// Only a browser has this name.
    Browser(String),
    /// The engine ran it and it threw: what, and where in which file.
    Thrown(String),
}

/// Top-level names of every file that takes part in a page.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// By file.
    pub modules: BTreeMap<SourcePath, Bindings>,
}

/// The names of a file's top level with their values.
#[derive(Clone, Debug, Default)]
pub struct Bindings {
    /// In source order; a later value of a name takes the place of the earlier one.
    all: Vec<(String, Value)>,
    /// Where a name stands among them.
    places: HashMap<String, usize>,
}

impl Bindings {
    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.all.get(*self.places.get(name)?).map(|(_, value)| value)
    }

    /// Gives a name its value.
    pub fn set(&mut self, name: String, value: Value) {
        match self.places.get(&name).and_then(|place| self.all.get_mut(*place)) {
            Some(binding) => binding.1 = value,
            None => {
                self.places.insert(name.clone(), self.all.len());
                self.all.push((name, value));
            }
        }
    }

    /// All of them, in source order.
    pub fn iter(&self) -> impl Iterator<Item = &(String, Value)> {
        self.all.iter()
    }
}

/// Evaluates expressions of one page; the fuel is shared by all of them.
pub struct Evaluator<'e> {
    /// Top-level names by file.
    pub environment: &'e mut Environment,
    /// Parses Markdown that stands inside an expression (`<MDX>…</MDX>`).
    pub markdown: &'e dyn Fn(&str) -> Vec<Node>,
    fuel: u32,
    depth: u32,
}

/// Names that are visible at one place.
#[derive(Clone, Debug)]
pub struct Names {
    /// Function parameters and local constants, innermost last.
    pub locals: Arc<Vec<(String, Value)>>,
    /// The file whose top-level names are visible.
    pub module: SourcePath,
}

impl<'e> Evaluator<'e> {
    /// An evaluator with full fuel.
    pub fn new(environment: &'e mut Environment, markdown: &'e dyn Fn(&str) -> Vec<Node>) -> Self {
        Self { environment, markdown, fuel: FUEL, depth: 0 }
    }

    /// The value of `source` at `place`.
    pub fn evaluate(&mut self, source: &str, names: &Names, place: Span) -> Result<Value, Problem> {
        if let Some(value) = literal(source) {
            return Ok(value);
        }
        if is_too_deep(source) {
            return Err(Problem::Limit);
        }
        let allocator = Allocator::default();
        let wrapped = format!("({source}\n)");
        match Parser::new(&allocator, &wrapped, source_type()).parse_expression() {
            Ok(expression) => {
                let frame = evaluate::Frame { source: &wrapped, names: names.clone(), place };
                self.expression(&expression, &frame)
            }
            // Only a comment: nothing.
            Err(_) if is_comment(source) => Ok(Value::Undefined),
            Err(problems) => Err(Problem::Syntax(first_message(problems))),
        }
    }

    /// Calls a function value with one argument, as a component is called with its props.
    pub fn call_component(
        &mut self,
        function: &super::ast::Function,
        props: Value,
        place: Span,
    ) -> Result<Value, Problem> {
        self.call_function(function, vec![props], place)
    }

    fn spend(&mut self) -> Result<(), Problem> {
        self.fuel = self.fuel.checked_sub(1).ok_or(Problem::Limit)?;
        Ok(())
    }
}

/// Is `source` (without its braces) an expression, or only comments?
pub fn check(source: &str) -> Result<(), String> {
    let trimmed = source.trim();
    if literal(trimmed).is_some() || is_identifier(trimmed) || is_comment(trimmed) {
        return Ok(());
    }
    if is_too_deep(source) {
        return Err(TOO_DEEP.to_owned());
    }
    let allocator = Allocator::default();
    let wrapped = format!("({source}\n)");
    match Parser::new(&allocator, &wrapped, source_type()).parse_expression() {
        Ok(Expression::ParenthesizedExpression(_)) => Ok(()),
        Ok(_) => Err("more than one expression".to_owned()),
        Err(problems) => Err(first_message(problems)),
    }
}

/// Why browsers do not run a script, in the parser's words, and where: there are neither elements nor types for them.
pub fn script_problem(source: &str, is_module: bool) -> Option<(String, u32)> {
    if is_too_deep(source) {
        return None;
    }
    let allocator = Allocator::default();
    let kind = if is_module { SourceType::mjs() } else { SourceType::script() };
    let parsed = Parser::new(&allocator, source, kind.with_jsx(false)).parse();
    let problem = parsed.diagnostics.iter().next()?;
    Some((problem.message.to_string(), problem.labels.iter().next().map_or(0, |label| label.offset())))
}

/// Why a text is not a sequence of `import` and `export` statements.
pub struct NoModule {
    /// In the parser's words.
    pub message: String,
    /// The byte of the text where it stops being one.
    pub offset: u32,
    /// More text may make it one.
    pub is_unfinished: bool,
}

/// Is `source` a sequence of `import` and `export` statements?
pub fn check_module(source: &str) -> Result<(), NoModule> {
    if is_too_deep(source) {
        return Err(NoModule { message: TOO_DEEP.to_owned(), offset: 0, is_unfinished: false });
    }
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, source_type()).parse();
    if let Some(problem) = parsed.diagnostics.iter().next() {
        let offset = problem.labels.iter().next().map_or(0, |label| label.offset());
        let message = problem.message.to_string();
        let is_unfinished = is_unfinished(source, &message, offset as usize);
        return Err(NoModule { message, offset, is_unfinished });
    }
    let all_modules = parsed.program.body.iter().all(|statement| statement.as_module_declaration().is_some());
    if all_modules && !parsed.program.body.is_empty() {
        return Ok(());
    }
    let other = parsed.program.body.iter().find(|statement| statement.as_module_declaration().is_none());
    let offset = other.map_or(0, |statement| oxc_span::GetSpan::span(statement).start);
    let message = "only `import` and `export` statements may stand here".to_owned();
    Err(NoModule { message, offset, is_unfinished: false })
}

/// Does the parser stop because the text does: at its end, in a string or comment, or in the text of an element?
fn is_unfinished(source: &str, message: &str, offset: usize) -> bool {
    let (Some(before), Some(rest)) = (source.get(..offset), source.get(offset..)) else { return true };
    rest.trim().is_empty()
        || message.starts_with("Unterminated")
        || (before.ends_with(['>', '}']) && !rest.contains(['<', '{']))
}

fn source_type() -> SourceType {
    SourceType::tsx().with_module(true)
}

fn first_message(problems: Diagnostics) -> String {
    let message = problems.iter().next().map(|problem| problem.message.to_string());
    plain(&message.unwrap_or_else(|| "syntax error".to_owned()))
}

/// The parser's message as the part of a sentence, for people who do not know how it names things.
pub fn plain(message: &str) -> String {
    // Expressions are read in parentheses of our own.
    let message = message
        .replace("`,` or `)` but found `EOF`", "more before the end")
        .replace("`,` or `)`", "the end")
        .replace("`=>` but found `EOF`", "a value")
        .replace("`EOF`", "the end")
        .replace("`Identifier`", "another word");
    let mut characters = message.chars();
    match characters.next() {
        Some(first) => first.to_lowercase().chain(characters).collect(),
        None => "it cannot be read".to_owned(),
    }
}

/// Values that need no parser: they are most of what pages hold.
fn literal(source: &str) -> Option<Value> {
    let text = source.trim();
    match text {
        "" => return Some(Value::Undefined),
        "true" => return Some(Value::Bool(true)),
        "false" => return Some(Value::Bool(false)),
        "null" => return Some(Value::Null),
        "undefined" => return Some(Value::Undefined),
        _ => {}
    }
    let first = *text.as_bytes().first()?;
    if first.is_ascii_digit() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return text
            .parse()
            .ok()
            .filter(|_| !(text.len() > 1 && text.starts_with('0') && !text.starts_with("0.")))
            .map(Value::Number);
    }
    if matches!(first, b'"' | b'\'') && text.len() >= 2 && text.as_bytes()[text.len() - 1] == first {
        let inner = &text[1..text.len() - 1];
        if !inner.bytes().any(|byte| byte == b'\\' || byte == first || byte == b'\n') {
            return Some(Value::String(inner.to_owned()));
        }
    }
    None
}

fn is_identifier(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(|c| c.is_alphabetic() || c == '_' || c == '$')
        && characters.all(|c| c.is_alphanumeric() || c == '_' || c == '$')
        && !matches!(
            text,
            "if" | "for"
                | "while"
                | "return"
                | "new"
                | "in"
                | "do"
                | "var"
                | "let"
                | "const"
                | "class"
                | "function"
                | "default"
                | "case"
                | "switch"
                | "try"
                | "catch"
                | "throw"
                | "with"
                | "delete"
                | "typeof"
                | "void"
                | "import"
                | "export"
                | "else"
                | "break"
                | "continue"
                | "enum"
                | "super"
                | "extends"
                | "finally"
        )
}

/// Nothing but comments?
/// True for nothing but comments and white space.
pub fn is_comment(source: &str) -> bool {
    let mut rest = source.trim();
    while !rest.is_empty() {
        let end = if rest.starts_with("/*") {
            rest.find("*/").map(|at| at + 2)
        } else if rest.starts_with("//") {
            Some(rest.find('\n').unwrap_or(rest.len()))
        } else {
            None
        };
        let Some(end) = end else { return false };
        rest = rest[end..].trim_start();
    }
    true
}
