//! Finds the tokens of a code block: with `lexer` for the most frequent languages, and for the others with
//! TextMate-style grammars, being the one place that names `syntect` and `two-face` (CODE-01).
//!
//! The result holds token classes, never colours. It is a pure function of language and code; the set of
//! grammars is a constant of the program that is unpacked when the first block needs it. `diff`, `ansi`,
//! shell sessions and plain text are read line by line in `line_languages`.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::OnceLock;

use syntect::parsing::{ClearAmount, ParseState, Scope, ScopeStackOp, SyntaxReference, SyntaxSet};

use super::language;
use super::lexer;
use super::line_languages;
use super::tokens::{Token, TokenClass, Tokens, finish_line, push_token};
use crate::text::bytes;

pub mod grammar_file;

/// Longer lines are not read by a grammar (behaviour 7).
const MAX_LINE_CHARACTERS: usize = 1_000;

/// Longer blocks are shown as plain text (CODE-16).
pub const MAX_LINES: usize = 5_000;

/// The tokens of `code`, written in `language` (any name or alias). An unknown language has none.
pub fn tokenize(language: &str, code: &str) -> Tokens {
    tokenize_while(language, code, &mut || true)
}

/// The same; `goes_on` is asked after each line that a grammar has read whether there is time for another. When
/// there is not, the block has no tokens: an expression that does not end well must not hold up a build.
pub fn tokenize_while(language: &str, code: &str, goes_on: &mut dyn FnMut() -> bool) -> Tokens {
    let Some(found) = language::find(language) else { return Tokens::default() };
    if bytes::lines(code).nth(MAX_LINES).is_some() {
        return Tokens::default();
    }
    match found.name {
        "diff" => line_languages::diff(code),
        "ansi" => line_languages::ansi(code),
        "shellsession" => line_languages::shell_session(code, |command| {
            tokenize("shellscript", command).lines.into_iter().next().unwrap_or_default()
        }),
        // A grammar that trips over some code costs the colours of that block.
        name => lexer::lex(name, code)
            .or_else(|| crate::panics::catch(|| by_grammar(found.grammar, code, goes_on)).ok().flatten())
            .unwrap_or_default(),
    }
}

/// Whether tokens of this language are worth keeping between processes: those that a grammar finds.
pub fn is_slow(language: &str) -> bool {
    language::find(language).is_some_and(|found| !found.grammar.is_empty() && !lexer::knows(found.name))
}

/// The tokens that the grammar of `language` finds, also where there is a lexer: for comparing the two.
pub fn tokenize_by_grammar(language: &str, code: &str) -> Tokens {
    language::find(language)
        .and_then(|found| by_grammar(found.grammar, code, &mut || true))
        .unwrap_or_default()
}

fn by_grammar(grammar: &str, code: &str, goes_on: &mut dyn FnMut() -> bool) -> Option<Tokens> {
    if grammar.is_empty() {
        return None;
    }
    let grammars = grammars();
    // Samples of PHP often begin without the sign that switches from HTML to code.
    let grammar = if grammar == "PHP" && !code.contains("<?") { "PHP Source" } else { grammar };
    let syntax = grammars.by_name.get(grammar).and_then(|index| grammars.set.syntaxes().get(*index))?;
    by_syntax(&grammars.set, syntax, code, goes_on)
}

fn by_syntax(
    set: &SyntaxSet,
    syntax: &SyntaxReference,
    code: &str,
    goes_on: &mut dyn FnMut() -> bool,
) -> Option<Tokens> {
    if bytes::lines(code).nth(MAX_LINES).is_some() {
        return None;
    }
    let mut reader = Reader::new(syntax);
    let mut lines = Vec::new();
    let mut with_break = String::new();
    for line in bytes::lines(code) {
        if line.len() > MAX_LINE_CHARACTERS && line.chars().nth(MAX_LINE_CHARACTERS).is_some() {
            lines.push(Vec::new());
            continue;
        }
        with_break.clear();
        with_break.push_str(line);
        with_break.push('\n');
        lines.push(reader.line(&with_break, set)?);
        if !goes_on() {
            return None;
        }
    }
    while lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    Some(Tokens { lines })
}

/// Reads one block, line after line.
struct Reader {
    state: ParseState,
    /// Open scopes, and the class of the text under each.
    stack: Vec<(Scope, TokenClass)>,
    cleared: Vec<Vec<(Scope, TokenClass)>>,
}

impl Reader {
    fn new(syntax: &SyntaxReference) -> Self {
        Self { state: ParseState::new(syntax), stack: Vec::new(), cleared: Vec::new() }
    }

    /// The tokens of a line that ends in a line break; `None` when the grammar is broken.
    fn line(&mut self, line: &str, set: &SyntaxSet) -> Option<Vec<Token>> {
        let changes = self.state.parse_line(line, set).ok()?;
        let text = line.strip_suffix('\n').unwrap_or(line);
        let mut tokens = Vec::new();
        let mut from = 0;
        for (at, change) in changes {
            let at = at.min(text.len());
            if at > from {
                push_text(&mut tokens, self.class(), text.get(from..at)?);
                from = at;
            }
            self.apply(&change);
        }
        push_text(&mut tokens, self.class(), text.get(from..)?);
        Some(finish_line(tokens))
    }

    fn class(&self) -> TokenClass {
        self.stack.last().map_or(TokenClass::Plain, |(_, class)| *class)
    }

    fn apply(&mut self, change: &ScopeStackOp) {
        match change {
            ScopeStackOp::Push(scope) => self.push(*scope),
            ScopeStackOp::Pop(count) => self.stack.truncate(self.stack.len().saturating_sub(*count)),
            ScopeStackOp::Clear(amount) => {
                let kept = match amount {
                    ClearAmount::TopN(count) => self.stack.len().saturating_sub(*count),
                    ClearAmount::All => 0,
                };
                self.cleared.push(self.stack.split_off(kept));
            }
            ScopeStackOp::Restore => {
                for (scope, _) in self.cleared.pop().unwrap_or_default() {
                    self.push(scope);
                }
            }
            ScopeStackOp::Noop => {}
        }
    }

    fn push(&mut self, scope: Scope) {
        let outer = self.class();
        let class = match (outer, meaning_cached(scope)) {
            (outer, Meaning::Inherit) => outer,
            // A quoted key is a key, and signs in a comment belong to the comment.
            (TokenClass::Property, Meaning::Class(TokenClass::String)) => TokenClass::Property,
            (TokenClass::Comment, Meaning::Class(TokenClass::Plain)) => TokenClass::Comment,
            (_, Meaning::Class(class)) => class,
        };
        self.stack.push((scope, class));
    }
}

/// Appends text; white space takes the class before it, so that it never needs an element of its own.
fn push_text(tokens: &mut Vec<Token>, class: TokenClass, text: &str) {
    let blank = text.trim_start().is_empty();
    let class = match tokens.last() {
        Some(last) if blank => last.class,
        None if blank => TokenClass::Plain,
        _ => class,
    };
    push_token(tokens, class, text.len());
}

/// The grammars of the program.
struct Grammars {
    set: SyntaxSet,
    by_name: HashMap<String, usize>,
}

fn grammars() -> &'static Grammars {
    static GRAMMARS: OnceLock<Grammars> = OnceLock::new();
    GRAMMARS.get_or_init(|| {
        let set = two_face::syntax::extra_newlines();
        let by_name =
            set.syntaxes().iter().enumerate().map(|(index, syntax)| (syntax.name.clone(), index)).collect();
        Grammars { set, by_name }
    })
}

/// [`RULES`], ready to compare.
fn rules() -> &'static [(Scope, Meaning)] {
    static ALL: OnceLock<Vec<(Scope, Meaning)>> = OnceLock::new();
    ALL.get_or_init(|| {
        RULES
            .iter()
            .flat_map(|(meaning, scopes)| scopes.split(' ').map(|scope| (scope, *meaning)))
            .filter_map(|(scope, meaning)| Some((Scope::new(scope).ok()?, meaning)))
            .collect()
    })
}

/// What a scope does to the class of the text under it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Meaning {
    /// Text gets this class.
    Class(TokenClass),
    /// Text keeps the class it has from outside.
    Inherit,
}

/// Scopes and what they mean. The longest matching scope wins, so order is for readers only.
const RULES: &[(Meaning, &str)] = &{
    use Meaning::{Class, Inherit};
    use TokenClass::*;
    [
        // Embedded code starts afresh.
        (Class(Plain), "source text meta.interpolation meta.template.expression meta.embedded"),
        (
            Class(Plain),
            "string.interpolated meta.string.interpolated variable.other.readwrite variable.other.object",
        ),
        (Class(Plain), "meta.function-call.arguments meta.group.regexp meta.jsx.js entity.name.label"),
        (Class(Comment), "comment punctuation.definition.comment meta.shebang"),
        (Class(String), "string punctuation.definition.string meta.string markup.raw markup.inline.raw"),
        (Class(Number), "constant.numeric keyword.other.unit constant.other.color"),
        (Class(Constant), "constant support.constant variable.other.constant entity.name.constant"),
        (
            Class(Escape),
            "constant.character.escape constant.other.placeholder punctuation.section.interpolation",
        ),
        (Class(Escape), "punctuation.definition.template-expression punctuation.section.embedded"),
        (
            Class(Keyword),
            "keyword keyword.operator.word keyword.operator.logical.python keyword.operator.new",
        ),
        (Class(Keyword), "keyword.operator.expression keyword.operator.logical.sql keyword.declaration"),
        (Class(Keyword), "storage.type.import storage.modifier.import keyword.operator.assignment.as"),
        (Class(Storage), "storage"),
        (
            Class(Type),
            "entity.name.type entity.name.class entity.name.struct entity.name.enum entity.name.trait",
        ),
        (
            Class(Type),
            "entity.name.interface entity.name.union entity.name.impl entity.other.inherited-class",
        ),
        (Class(Type), "support.type support.class storage.type.primitive support.other.type variable.type"),
        (Class(Type), "storage.type.numeric.go storage.type.rust meta.type.name entity.name.message"),
        (
            Class(Function),
            "entity.name.function support.function variable.function meta.function-call.identifier",
        ),
        (
            Class(Function),
            "variable.annotation meta.annotation variable.other.member.function entity.name.macro",
        ),
        (Class(Function), "support.macro meta.function-call.generic"),
        (
            Class(Variable),
            "variable.language variable.other.php variable.other.normal.shell punctuation.definition.variable",
        ),
        (Class(Variable), "support.variable variable.other.bracket.shell variable.other.readwrite.shell"),
        (
            Class(Variable),
            "variable.other.readwrite.instance variable.other.readwrite.ruby variable.other.global",
        ),
        (Class(Parameter), "variable.parameter"),
        (
            Class(Property),
            "meta.mapping.key variable.other.property variable.other.object.property support.type.property-name",
        ),
        (
            Class(Property),
            "meta.object-literal.key meta.property.object entity.name.tag.yaml entity.name.tag.toml",
        ),
        (
            Class(Property),
            "entity.name.tag.json support.type.map.key constant.other.symbol variable.other.member.key",
        ),
        (
            Class(Property),
            "string.unquoted.label.js meta.structure.dictionary.key keyword.key entity.name.table",
        ),
        (
            Class(Property),
            "variable.other.key string.quoted.double.dictionary.key.json entity.name.section.toml",
        ),
        (Class(Property), "meta.mapping.key.json meta.property-name support.constant.property-name"),
        (Class(Tag), "entity.name.tag support.class.component punctuation.definition.tag.jsx"),
        (Class(Attribute), "entity.other.attribute-name entity.name.function.decorator meta.attribute.rust"),
        (Class(Attribute), "entity.other.attribute-name.class.css"),
        (
            Class(Operator),
            "keyword.operator punctuation.separator.key-value.operator punctuation.accessor.arrow",
        ),
        (Class(Operator), "storage.type.function.arrow keyword.declaration.function.arrow"),
        (Class(Plain), "punctuation meta.brace meta.delimiter"),
        (Class(Regexp), "string.regexp constant.other.character-class"),
        (Class(Heading), "markup.heading punctuation.definition.heading entity.name.section"),
        (Class(Link), "markup.underline.link string.other.link constant.other.reference.link"),
        (Class(Strong), "markup.bold"),
        (Class(Emphasis), "markup.italic"),
        (Class(Comment), "markup.quote punctuation.definition.blockquote"),
        (Class(Inserted), "markup.inserted"),
        (Class(Deleted), "markup.deleted invalid.deprecated.deleted"),
        (Class(Namespace), "entity.name.namespace entity.name.module support.other.namespace"),
        (Class(Keyword), "punctuation.definition.list_item punctuation.definition.keyword"),
        // Signs that belong to what they stand in.
        (
            Inherit,
            "punctuation.definition.string.begin.json punctuation.definition.annotation punctuation.definition.bold",
        ),
        (
            Inherit,
            "punctuation.definition.string.end.json punctuation.definition.italic punctuation.definition.raw",
        ),
        (Inherit, "meta punctuation.definition.keyword.inner punctuation.definition.constant"),
    ]
};

/// The rule with the longest scope that `scope` begins with.
fn meaning(scope: Scope) -> Meaning {
    rules()
        .iter()
        .filter(|(rule, _)| rule.is_prefix_of(scope))
        .max_by_key(|(rule, _)| rule.len())
        .map_or(Meaning::Inherit, |(_, meaning)| *meaning)
}

/// [`meaning`], remembered: there are some thousand scopes and millions of pushes.
fn meaning_cached(scope: Scope) -> Meaning {
    thread_local! {
        static KNOWN: RefCell<HashMap<Scope, Meaning>> = RefCell::new(HashMap::new());
    }
    KNOWN.with_borrow_mut(|known| *known.entry(scope).or_insert_with(|| meaning(scope)))
}
