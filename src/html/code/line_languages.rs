//! Languages that are read line by line, without a grammar: `diff`, `ansi` and shell sessions (CODE-14).

use super::tokens::{Token, TokenClass, Tokens, finish_line, push_token};

/// A unified diff: the first characters of a line say what it is.
pub fn diff(code: &str) -> Tokens {
    let class = |line: &str| {
        let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| line.starts_with(prefix));
        if starts(&["+++ ", "--- ", "diff ", "index ", "new file", "deleted file", "rename ", "similarity "])
        {
            TokenClass::Comment
        } else if line.starts_with("@@") {
            TokenClass::Heading
        } else if starts(&["+", ">"]) {
            TokenClass::Inserted
        } else if starts(&["-", "<"]) {
            TokenClass::Deleted
        } else if line.starts_with('!') {
            TokenClass::Constant
        } else {
            TokenClass::Plain
        }
    };
    by_line(code, |line, tokens| push_token(tokens, class(line), line.len()))
}

/// A terminal log with colour sequences. The sequences become [`TokenClass::Hidden`]; colours become the
/// class that has about that colour in most themes.
pub fn ansi(code: &str) -> Tokens {
    let mut class = TokenClass::Plain;
    by_line(code, |line, tokens| {
        let mut from = 0;
        while let Some((at, end)) = escape_sequence(line, from) {
            push_token(tokens, class, at - from);
            push_token(tokens, TokenClass::Hidden, end - at);
            class = after_sequence(class, &line[at..end]);
            from = end;
        }
        push_token(tokens, class, line.len() - from);
    })
}

/// A shell session: a prompt, then a command that `tokenize_command` reads; every other line is output.
pub fn shell_session(code: &str, tokenize_command: impl Fn(&str) -> Vec<Token>) -> Tokens {
    by_line(code, |line, tokens| {
        let Some(prompt) = prompt_len(line) else { return };
        push_token(tokens, TokenClass::Comment, prompt);
        for token in tokenize_command(&line[prompt..]) {
            push_token(tokens, token.class, token.len as usize);
        }
    })
}

/// The length of a shell prompt with the space after it: `$ `, `# `, `> `, `% `, `user@host:~$ `.
pub fn prompt_len(line: &str) -> Option<usize> {
    let at = line.find(['$', '#', '>', '%'])?;
    let head = &line[..at];
    let named = head.contains('@') && !head.trim().contains(' ') && head.len() <= 80;
    let follows = line[at + 1..].starts_with(' ');
    ((head.trim().is_empty() || named) && follows).then_some(at + 2)
}

fn by_line(code: &str, mut read: impl FnMut(&str, &mut Vec<Token>)) -> Tokens {
    let read_line = |line| {
        let mut tokens = Vec::new();
        read(line, &mut tokens);
        finish_line(tokens)
    };
    Tokens { lines: code.split('\n').map(read_line).collect() }
}

/// The next `ESC [ … letter` at or after `from`.
fn escape_sequence(line: &str, from: usize) -> Option<(usize, usize)> {
    let at = from + line.get(from..)?.find("\u{1b}[")?;
    let body = &line[at + 2..];
    let len = body.find(|c: char| c.is_ascii_alphabetic()).map_or(0, |end| end + 1);
    Some((at, at + 2 + len))
}

fn after_sequence(before: TokenClass, sequence: &str) -> TokenClass {
    let Some(codes) = sequence.get(2..).and_then(|body| body.strip_suffix('m')) else { return before };
    let mut class = before;
    for code in codes.split(';') {
        class = match code {
            "" | "0" | "39" => TokenClass::Plain,
            "1" if class == TokenClass::Plain => TokenClass::Strong,
            "2" | "90" | "30" => TokenClass::Comment,
            "31" | "91" => TokenClass::Deleted,
            "32" | "92" => TokenClass::Inserted,
            "33" | "93" => TokenClass::Parameter,
            "34" | "94" => TokenClass::Function,
            "35" | "95" => TokenClass::Keyword,
            "36" | "96" => TokenClass::Type,
            "37" | "97" => TokenClass::Plain,
            _ => class,
        };
    }
    class
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ansi_hides_sequences() {
        let line = &ansi("a\u{1b}[31mred\u{1b}[0m").lines[0];
        let shown: Vec<_> = line.iter().map(|token| (token.class, token.len)).collect();
        assert_eq!(
            shown,
            [
                (TokenClass::Plain, 1),
                (TokenClass::Hidden, 5),
                (TokenClass::Deleted, 3),
                (TokenClass::Hidden, 4)
            ]
        );
    }

    #[test]
    fn prompts() {
        assert_eq!(prompt_len("$ ls"), Some(2));
        assert_eq!(prompt_len("me@host:~/x$ ls"), Some(13));
        assert_eq!(prompt_len("total $ 5"), None);
        assert_eq!(prompt_len("#"), None);
    }
}
