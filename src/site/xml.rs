//! Text in XML: the only way from a text into the sitemap and the feeds.

/// Text of an element or of an attribute in double quotes; characters that XML cannot hold are left out.
pub struct XmlText<'a>(pub &'a str);

impl std::fmt::Display for XmlText<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        use std::fmt::Write;
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&apos;")?,
                '\u{0}'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// Writes a document element by element: names are ours, texts and values are escaped.
#[derive(Default)]
pub struct XmlWriter {
    out: String,
    depth: usize,
}

/// Attributes with their values.
type Attributes<'a> = [(&'static str, &'a str)];

impl XmlWriter {
    /// A document without elements.
    pub fn new() -> Self {
        Self { out: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned(), depth: 0 }
    }

    /// Begins an element that holds others.
    pub fn open(&mut self, name: &'static str, attributes: &Attributes<'_>) {
        self.start(name, attributes);
        self.out.push_str(">\n");
        self.depth += 1;
    }

    /// Ends it.
    pub fn close(&mut self, name: &'static str) {
        self.depth = self.depth.saturating_sub(1);
        self.indent();
        self.out.push_str(&format!("</{name}>\n"));
    }

    /// An element with a text.
    pub fn leaf(&mut self, name: &'static str, attributes: &Attributes<'_>, text: &str) {
        self.start(name, attributes);
        self.out.push_str(&format!(">{}</{name}>\n", XmlText(text)));
    }

    /// An element without content.
    pub fn empty(&mut self, name: &'static str, attributes: &Attributes<'_>) {
        self.start(name, attributes);
        self.out.push_str("/>\n");
    }

    /// The document.
    pub fn finish(self) -> String {
        self.out
    }

    fn start(&mut self, name: &'static str, attributes: &Attributes<'_>) {
        self.indent();
        self.out.push_str(&format!("<{name}"));
        for (name, value) in attributes {
            self.out.push_str(&format!(" {name}=\"{}\"", XmlText(value)));
        }
    }

    fn indent(&mut self) {
        self.out.extend(std::iter::repeat_n("  ", self.depth));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_escaped_and_what_xml_cannot_hold_is_left_out() {
        assert_eq!(
            XmlText("a<b>&\"c\"'\u{0}\u{b}\t\n\u{fffe}é").to_string(),
            "a&lt;b&gt;&amp;&quot;c&quot;&apos;\t\né"
        );
    }
}
