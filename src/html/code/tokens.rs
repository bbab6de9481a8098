//! What highlighting makes of a code block: token classes, independent of any colour theme.
//!
//! A theme gives each class a colour (`palette`); the grammars that find the classes are in `highlight`.

/// The role of a piece of code. The number is the `N` of the CSS class `tN`; it is stored, so entries are
/// only ever added at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum TokenClass {
    /// Anything else, brackets and commas among it: the block's own colour. They are so many that
    /// colouring them would add half to the size of a page.
    #[default]
    Plain = 0,
    /// Comments.
    Comment = 1,
    /// Strings.
    String = 2,
    /// Numbers.
    Number = 3,
    /// `true`, `null`, named constants.
    Constant = 4,
    /// Control flow and other keywords.
    Keyword = 5,
    /// `const`, `function`, `public`.
    Storage = 6,
    /// Names of types and classes.
    Type = 7,
    /// Names of functions.
    Function = 8,
    /// Variables that stand out: `this`, `self`, `$x`.
    Variable = 9,
    /// Function parameters.
    Parameter = 10,
    /// Keys and properties.
    Property = 11,
    /// Element names.
    Tag = 12,
    /// Attribute names, annotations.
    Attribute = 13,
    /// Operators.
    Operator = 14,
    /// Regular expressions.
    Regexp = 15,
    /// Escape sequences and placeholders in strings.
    Escape = 16,
    /// Headings in markup.
    Heading = 17,
    /// Links in markup.
    Link = 18,
    /// Added lines.
    Inserted = 19,
    /// Removed lines.
    Deleted = 20,
    /// Namespaces and modules.
    Namespace = 21,
    /// Bold text in markup.
    Strong = 22,
    /// Text in italics in markup.
    Emphasis = 23,
    /// Control sequences that are not shown.
    Hidden = 24,
}

impl TokenClass {
    /// All classes that a theme colours.
    pub const COLOURED: [TokenClass; 23] = [
        Self::Comment,
        Self::String,
        Self::Number,
        Self::Constant,
        Self::Keyword,
        Self::Storage,
        Self::Type,
        Self::Function,
        Self::Variable,
        Self::Parameter,
        Self::Property,
        Self::Tag,
        Self::Attribute,
        Self::Operator,
        Self::Regexp,
        Self::Escape,
        Self::Heading,
        Self::Link,
        Self::Inserted,
        Self::Deleted,
        Self::Namespace,
        Self::Strong,
        Self::Emphasis,
    ];

    /// The class with this number.
    pub fn from_number(number: u8) -> Option<Self> {
        match number {
            0 => Some(Self::Plain),
            24 => Some(Self::Hidden),
            number => Self::COLOURED.get(number as usize - 1).copied(),
        }
    }

    /// The name of the CSS class; `None` for plain text.
    pub fn css_class(self) -> Option<&'static str> {
        const NAMES: [&str; 25] = [
            "", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9", "t10", "t11", "t12", "t13", "t14",
            "t15", "t16", "t17", "t18", "t19", "t20", "t21", "t22", "t23", "",
        ];
        NAMES.get(self as usize).copied().filter(|name| !name.is_empty())
    }
}

/// A piece of one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token {
    /// Its role.
    pub class: TokenClass,
    /// Its length in bytes.
    pub len: u32,
}

/// The tokens of a block, line by line. A line without entry, and what follows the last token of a
/// line, is plain.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tokens {
    /// One list for each line.
    pub lines: Vec<Vec<Token>>,
}

impl Tokens {
    /// A short form for the store: for each line the number of tokens, then class and length of each.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for line in &self.lines {
            push_number(&mut out, line.len() as u32);
            for token in line {
                out.push(token.class as u8);
                push_number(&mut out, token.len);
            }
        }
        out
    }

    /// Reads what [`Tokens::to_bytes`] wrote; `None` for anything else.
    pub fn from_bytes(mut bytes: &[u8]) -> Option<Self> {
        let mut lines = Vec::new();
        while !bytes.is_empty() {
            let count = take_number(&mut bytes)?;
            let mut line = Vec::with_capacity((count as usize).min(bytes.len()));
            for _ in 0..count {
                let (class, rest) = bytes.split_first()?;
                bytes = rest;
                line.push(Token { class: TokenClass::from_number(*class)?, len: take_number(&mut bytes)? });
            }
            lines.push(line);
        }
        Some(Self { lines })
    }
}

/// Appends a token; neighbours of one class become one, and plain text at the end is left out by
/// [`finish_line`].
pub fn push_token(line: &mut Vec<Token>, class: TokenClass, len: usize) {
    let len = u32::try_from(len).unwrap_or(u32::MAX);
    match line.last_mut() {
        _ if len == 0 => {}
        Some(last) if last.class == class => last.len = last.len.saturating_add(len),
        _ => line.push(Token { class, len }),
    }
}

/// Drops plain text at the end of a line.
pub fn finish_line(mut line: Vec<Token>) -> Vec<Token> {
    while line.last().is_some_and(|token| token.class == TokenClass::Plain) {
        line.pop();
    }
    line
}

/// Seven bits a byte, lowest first.
fn push_number(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn take_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0u32;
    for shift in (0..35).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_round_trip() {
        let token = |class, len| Token { class, len };
        let tokens = Tokens {
            lines: vec![
                vec![],
                vec![
                    token(TokenClass::Hidden, 3),
                    token(TokenClass::Plain, 200),
                    token(TokenClass::Emphasis, u32::MAX),
                ],
                vec![token(TokenClass::Keyword, 70_000)],
            ],
        };
        assert_eq!(Tokens::from_bytes(&tokens.to_bytes()), Some(tokens));
        assert_eq!(Tokens::from_bytes(&[1, 99, 1]), None);
        assert_eq!(Tokens::from_bytes(&[1, 1]), None);
    }
}
