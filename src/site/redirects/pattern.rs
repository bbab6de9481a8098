//! Source patterns of redirects (behaviour 12): `:name` is one segment, `*` any run of characters, `:name*` the
//! same with a name. Everything else, a full stop too, stands for itself, and the whole path must match.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// Placeholders that stand for "anything" when two patterns are compared; they occur in no path.
const ONE_SEGMENT: &str = "\u{1}";
const MANY_SEGMENTS: &str = "\u{1}/\u{1}";

/// Variable parts that are read; later ones stand for themselves. Hosts number them with one digit.
const MAX_VARIABLES: usize = 9;

/// A parsed source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pattern {
    tokens: Vec<Token>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Token {
    Literal(String),
    /// `:name`
    Segment(String),
    /// `*`, or `:name*`
    Any(Option<String>),
}

/// A part of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourcePart<'a> {
    Text(&'a str),
    /// One segment, or a part of one: the variable part of this number, from 1.
    Segment(usize),
    /// Any run of characters.
    Any(usize),
}

/// A part of a destination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    Text(String),
    /// What the variable part of this number stood for, from 1.
    Part(usize),
}

impl Pattern {
    /// Parses a source.
    pub fn new(source: &str) -> Self {
        let source = super::normal(source);
        let mut tokens = Vec::new();
        let mut literal = String::new();
        let mut variables = 0;
        let mut rest = source.as_str();
        while let Some(c) = rest.chars().next() {
            let (token, length) = match placeholder(rest) {
                _ if variables == MAX_VARIABLES => (None, c.len_utf8()),
                Some((name, length)) if rest.get(length..).is_some_and(|tail| tail.starts_with('*')) => {
                    (Some(Token::Any(Some(name.to_owned()))), length + 1)
                }
                Some((name, length)) => (Some(Token::Segment(name.to_owned())), length),
                None if c == '*' => (Some(Token::Any(None)), 1),
                None => (None, c.len_utf8()),
            };
            match token {
                Some(token) => {
                    if !literal.is_empty() {
                        tokens.push(Token::Literal(std::mem::take(&mut literal)));
                    }
                    tokens.push(token);
                    variables += 1;
                }
                None => literal.push(c),
            }
            rest = rest.get(length..).unwrap_or("");
        }
        if !literal.is_empty() {
            tokens.push(Token::Literal(literal));
        }
        Self { tokens }
    }

    /// Whether it has no variable part.
    pub fn is_exact(&self) -> bool {
        self.tokens.iter().all(|token| matches!(token, Token::Literal(_)))
    }

    /// Whether it has a part that may reach over several segments.
    pub fn is_wildcard(&self) -> bool {
        self.tokens.iter().any(|token| matches!(token, Token::Any(_)))
    }

    /// Matches a whole path; the variable parts take as much as they can. What they stood for, in their order.
    pub fn captures(&self, path: &str) -> Option<Vec<String>> {
        let mut ends = Vec::with_capacity(self.tokens.len());
        let mut dead = BTreeSet::new();
        if !self.matches_from(0, path, 0, &mut ends, &mut dead) {
            return None;
        }
        let mut captures = Vec::new();
        let mut start = 0;
        for (token, end) in self.tokens.iter().zip(ends) {
            if !matches!(token, Token::Literal(_)) {
                captures.push(path.get(start..end).unwrap_or("").to_owned());
            }
            start = end;
        }
        Some(captures)
    }

    /// The parts in their order, for the formats of hosts.
    pub fn parts(&self) -> impl Iterator<Item = SourcePart<'_>> {
        let mut number = 0;
        self.tokens.iter().map(move |token| {
            number += usize::from(!matches!(token, Token::Literal(_)));
            match token {
                Token::Literal(text) => SourcePart::Text(text),
                Token::Segment(_) => SourcePart::Segment(number),
                Token::Any(_) => SourcePart::Any(number),
            }
        })
    }

    /// The name that a destination gives to the only `*` of the source: the only `:name*` in it that the source
    /// does not have. There is nothing else that either of them could mean.
    pub fn star_name<'d>(&self, destination: &'d str) -> Option<&'d str> {
        let is_named = |name: &str| {
            let is_it = |token: &Token| matches!(token, Token::Segment(known) | Token::Any(Some(known)) if known == name);
            self.tokens.iter().any(is_it)
        };
        if self.tokens.iter().filter(|token| matches!(token, Token::Any(None))).count() != 1 {
            return None;
        }
        let starred = destination.match_indices(':').filter_map(|(at, _)| {
            let rest = destination.get(at..)?;
            let (name, length) = placeholder(rest)?;
            let is_starred = rest.get(length..)?.starts_with('*');
            (is_starred && !is_named(name)).then_some(name)
        });
        let names: BTreeSet<&str> = starred.collect();
        names.first().copied().filter(|_| names.len() == 1)
    }

    /// What a destination is made of: `:name` and `:name*` by name, each `*` in order. A `*` also takes the last
    /// named part when the source has no star of its own; unknown names stay as written, but for that of
    /// [`Pattern::star_name`].
    pub fn destination(&self, destination: &str) -> Vec<Piece> {
        let star_name = self.star_name(destination);
        let variables: Vec<&Token> =
            self.tokens.iter().filter(|token| !matches!(token, Token::Literal(_))).collect();
        let stars: Vec<usize> = (1..=variables.len())
            .filter(|number| matches!(variables.get(number - 1), Some(Token::Any(None))))
            .collect();
        let fallback = stars.last().copied().or(Some(variables.len()).filter(|last| *last > 0));
        let mut stars = stars.into_iter();
        let mut pieces = Vec::new();
        let mut literal = String::new();
        let mut rest = destination;
        while let Some(c) = rest.chars().next() {
            let named = placeholder(rest).and_then(|(name, length)| {
                let star = rest.get(length..).is_some_and(|tail| tail.starts_with('*'));
                let is_of_star = star && star_name == Some(name);
                let known = |token: &&Token| match token {
                    Token::Segment(known) | Token::Any(Some(known)) => known == name,
                    Token::Any(None) => is_of_star,
                    Token::Literal(_) => false,
                };
                let number = variables.iter().position(known)? + 1;
                Some((number, length + usize::from(star)))
            });
            let (part, length) = match (named, c, fallback) {
                (Some((number, length)), _, _) => (Some(number), length),
                (None, '*', Some(fallback)) => (Some(stars.next().unwrap_or(fallback)), 1),
                _ => (None, c.len_utf8()),
            };
            match part {
                Some(number) => {
                    if !literal.is_empty() {
                        pieces.push(Piece::Text(std::mem::take(&mut literal)));
                    }
                    pieces.push(Piece::Part(number));
                }
                None => literal.push(c),
            }
            rest = rest.get(length..).unwrap_or("");
        }
        if !literal.is_empty() {
            pieces.push(Piece::Text(literal));
        }
        pieces
    }

    /// Whether it matches every path that `other` matches, as far as can be told from the texts.
    pub fn covers(&self, other: &Pattern) -> bool {
        let sample = |any: &str| -> String {
            let part = |token: &Token| match token {
                Token::Literal(text) => text.clone(),
                Token::Segment(_) => ONE_SEGMENT.to_owned(),
                Token::Any(_) => any.to_owned(),
            };
            other.tokens.iter().map(part).collect()
        };
        ["", ONE_SEGMENT, MANY_SEGMENTS].iter().all(|any| self.captures(&sample(any)).is_some())
    }

    /// Records the end of each token; `dead` holds positions known not to match, which bounds the work.
    fn matches_from(
        &self,
        token: usize,
        path: &str,
        start: usize,
        ends: &mut Vec<usize>,
        dead: &mut BTreeSet<(usize, usize)>,
    ) -> bool {
        let Some(current) = self.tokens.get(token) else { return start == path.len() };
        if dead.contains(&(token, start)) {
            return false;
        }
        let rest = path.get(start..).unwrap_or("");
        let (shortest, longest) = match current {
            Token::Literal(text) if rest.starts_with(text.as_str()) => (text.len(), text.len()),
            Token::Literal(_) => (1, 0),
            Token::Segment(_) => (1, rest.find('/').unwrap_or(rest.len())),
            Token::Any(_) => (0, rest.len()),
        };
        for length in (shortest..=longest).rev().filter(|length| rest.is_char_boundary(*length)) {
            ends.push(start + length);
            if self.matches_from(token + 1, path, start + length, ends, dead) {
                return true;
            }
            ends.pop();
        }
        dead.insert((token, start));
        false
    }
}

/// A destination with the captured parts put in.
pub fn fill(pieces: &[Piece], captures: &[String]) -> String {
    let text = |piece: &Piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Part(number) => captures.get(number - 1).cloned().unwrap_or_default(),
    };
    pieces.iter().map(text).collect()
}

/// A `:name` at the beginning of `text`: the name, and the length with its colon.
fn placeholder(text: &str) -> Option<(&str, usize)> {
    let name = text.strip_prefix(':')?;
    let end = name.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(name.len());
    let name =
        name.get(..end).filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))?;
    Some((name, end + 1))
}
