//! The info string of a code fence, and what in its lines is for the generator.

use super::Style;

/// Words of other generators behind the language that mean nothing here.
const MEANINGLESS: &[&str] = &[
    "showLineNumbers",
    "twoslash",
    "copy",
    "noInline",
    "live",
    "metastring",
    "run",
    "ignore",
    "no_run",
    "should_panic",
    "editable",
    "runnable",
    "tab",
    "wrap=false",
    "vue",
    "raw",
    "annotate",
    "no-copy",
    "select",
    "no-select",
];

/// What an info string says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Info {
    pub language: String,
    pub title: Option<String>,
    highlight: String,
    lines: bool,
    npm: bool,
    /// What lines begin with that readers of mdBook do not see, where the block says so itself.
    pub hidden: Option<String>,
}

/// What is said of a code block by what stands around it.
#[derive(Debug, Default)]
pub(crate) struct Around {
    pub title: Option<String>,
    pub has_numbers: bool,
}

impl Info {
    /// Takes what is said around the block where the block says nothing itself.
    pub fn within(&mut self, around: Around) {
        self.title = self.title.take().or(around.title);
        self.lines |= around.has_numbers;
    }

    /// Reads an info string, of whatever generator.
    pub fn read(info: &str, style: Style) -> Self {
        let mut out = Self::default();
        let info = info.trim();
        // `{ .py title="x" }` of Python's Markdown.
        let inner = info
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'))
            .filter(|rest| rest.trim_start().starts_with('.') || rest.contains('='));
        let words = words(inner.unwrap_or(info));
        // mdBook separates words by commas.
        let is_list = |word: &String| style == Style::Plain && !word.contains(['{', '"']);
        let words = words.iter().flat_map(|word| match is_list(word) {
            true => word.split(',').collect(),
            false => vec![word.as_str()],
        });
        for (number, word) in words.filter(|word| !word.is_empty()).enumerate() {
            out.word(word, number == 0, inner.is_some(), style);
        }
        out
    }

    fn word(&mut self, word: &str, is_first: bool, is_listed: bool, style: Style) {
        if let Some((key, value)) = word.split_once('=') {
            let value = value.trim_matches(['"', '\'']);
            match key {
                "title" | "filename" | "name" => self.title = Some(value.to_owned()),
                "hl_lines" => self.highlight = value.split_whitespace().collect::<Vec<_>>().join(","),
                "linenums" => self.lines = true,
                "hidelines" => self.hidden = Some(value.to_owned()),
                "lang" if self.language.is_empty() || self.language == "diff" => {
                    self.language = value.to_owned()
                }
                _ if key.contains(":line-numbers") => self.word(key, is_first, is_listed, style),
                _ => {}
            }
        } else if let Some(marks) = word.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
            self.marks(marks);
        } else if let Some(title) = word.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            // `[~/icons/x.svg]` and the like are pictures of plug-ins.
            self.title = Some(title.split('~').next().unwrap_or(title).trim().to_owned());
        } else if is_listed && let Some(class) = word.strip_prefix('.') {
            if self.language.is_empty() && !MEANINGLESS.contains(&class) {
                self.language = class.to_owned();
            }
        } else if is_first {
            let (name, rest) = word.split_at(word.find(['{', ':', ',']).unwrap_or(word.len()));
            self.language = name.trim_end_matches("-vue").to_owned();
            self.lines |= rest.contains(":line-numbers");
            if let Some(marks) = rest.split_once('{').and_then(|(_, rest)| rest.split_once('}')) {
                self.marks(marks.0);
            }
        } else if word == "npm2yarn" {
            self.npm = true;
        } else if matches!(word, "showLineNumbers" | "line-numbers" | ":line-numbers") {
            self.lines = true;
        } else if style == Style::Plain
            || MEANINGLESS.contains(&word)
            || word.starts_with(['"', '\'', '/', ':', '.'])
        {
            // Marks of words, tests, switches.
        }
    }

    fn marks(&mut self, marks: &str) {
        let is_marks = marks.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '-' | ' '));
        if is_marks && !marks.trim().is_empty() {
            self.highlight = marks.replace(' ', "");
        }
    }

    /// Adds lines that were marked inside the code.
    pub fn mark(&mut self, lines: &[usize]) {
        for line in lines {
            if self.highlight.split(',').any(|known| *known == line.to_string()) {
                continue;
            }
            if !self.highlight.is_empty() {
                self.highlight.push(',');
            }
            self.highlight.push_str(&line.to_string());
        }
    }

    /// As it is written here.
    pub fn write(&self) -> String {
        let language = match self.language.as_str() {
            "" if self.title.is_some() || !self.highlight.is_empty() || self.lines => "text",
            language => language,
        };
        let mut out = language.to_owned();
        if let Some(title) = self.title.as_ref().filter(|title| !title.is_empty()) {
            out.push_str(&format!(" title=\"{}\"", title.replace('"', "'")));
        }
        if !self.highlight.is_empty() {
            out.push_str(&format!(" {{{}}}", self.highlight));
        }
        if self.lines {
            out.push_str(" lines");
        }
        if self.npm {
            out.push_str(" npm2yarn");
        }
        out
    }
}

/// Words of an info string; what is in quotes or braces is one with what stands before it.
fn words(info: &str) -> Vec<String> {
    let (mut words, mut word, mut until) = (Vec::new(), String::new(), None);
    for c in info.chars() {
        match until {
            Some(end) => {
                word.push(c);
                if c == end {
                    until = None;
                }
            }
            None if c.is_whitespace() => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            None => {
                word.push(c);
                until = match c {
                    '"' | '\'' => Some(c),
                    '{' => Some('}'),
                    '[' => Some(']'),
                    _ => None,
                };
            }
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// Takes comments such as `// highlight-next-line` out of code; gives the numbers of the lines that they mean.
pub(crate) fn without_comments(code: Vec<String>) -> (Vec<String>, Vec<usize>) {
    let (mut out, mut marked): (Vec<String>, Vec<usize>) = (Vec::new(), Vec::new());
    let (mut is_next, mut is_inside) = (false, false);
    for line in code {
        let words = line.trim().trim_start_matches(['/', '#', '*', '{', '<', '!', '-', ' ', ';', '%']);
        let words = words.trim_end_matches(['/', '*', '}', '>', '-', ' ']).trim();
        match words {
            "highlight-next-line" => is_next = true,
            "highlight-start" => is_inside = true,
            "highlight-end" => is_inside = false,
            _ => {
                out.push(line);
                if is_next || is_inside {
                    marked.push(out.len());
                }
                is_next = false;
            }
        }
    }
    (out, marked)
}

/// Takes lines out of code that readers of mdBook do not see, and the marks of those that only look like them; gives
/// whether there were any.
pub(crate) fn without_hidden(code: Vec<String>, info: &Info) -> (Vec<String>, bool) {
    let before = code.len();
    let is_rust = matches!(info.language.as_str(), "rust" | "rs");
    let out: Vec<String> = match (&info.hidden, is_rust) {
        (Some(mark), _) if !mark.is_empty() => {
            code.into_iter().filter(|line| !line.trim_start().starts_with(mark.as_str())).collect()
        }
        (_, true) => code.into_iter().filter_map(shown).collect(),
        _ => code,
    };
    let is_less = out.len() < before;
    (out, is_less)
}

/// A line of Rust as readers see it: `# let a` is hidden, `##` is a `#`, `#[attribute]` stays.
fn shown(line: String) -> Option<String> {
    let Some(rest) = line.trim_start().strip_prefix('#') else { return Some(line) };
    match rest.chars().next() {
        Some('#') => {
            let indent = &line[..line.len() - rest.len() - 1];
            Some(format!("{indent}{rest}"))
        }
        Some('!' | '[') => Some(line),
        None | Some(' ') => None,
        Some(_) => Some(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(info: &str) -> String {
        Info::read(info, Style::Python).write()
    }

    #[test]
    fn infos_of_all_generators() {
        assert_eq!(
            written("js title=\"a b.js\" {1,3-4} showLineNumbers"),
            "js title=\"a b.js\" {1,3-4} lines"
        );
        assert_eq!(written("js{4}"), "js {4}");
        assert_eq!(written("ts:line-numbers {1}"), "ts {1} lines");
        assert_eq!(written("ts [config.ts]"), "ts title=\"config.ts\"");
        assert_eq!(written("{ .py .annotate title=\"x\" hl_lines=\"1 3-4\" }"), "py title=\"x\" {1,3-4}");
        assert_eq!(written("python {test=\"skip\"}"), "python");
        assert_eq!(written(""), "");
        assert_eq!(written("bash npm2yarn"), "bash npm2yarn");
        assert_eq!(written("title=\".github\""), "text title=\".github\"");
    }
}
