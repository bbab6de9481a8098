//! The text of one page.

use std::fmt::Write as _;

use super::code::{code_block, code_body, indented};
use super::random::{Random, quantile, spread};
use super::words::{ICONS, TYPES, prose, title, words};
use super::{Kind, Plan, Shape};

/// Quantiles of page sizes in bytes: tenths of a percent, and the size there. Beyond the 99th percentile
/// the real curve reaches 4 MB; it is cut here so that the mean stays at the real 7 KB.
const PAGE_BYTES: &[(u64, u64)] =
    &[(0, 90), (100, 214), (500, 3196), (900, 13_200), (990, 56_654), (1000, 200_000)];

/// Blocks of a page and how often they occur, in hundredths of an average page.
const BLOCKS: &[(Block, u64)] = &[
    (Block::Paragraph, 250),
    (Block::Heading, 900),
    (Block::BulletList, 370),
    (Block::NumberedList, 55),
    (Block::Table, 79),
    (Block::Code, 420),
    (Block::Quote, 26),
    (Block::Rule, 30),
    (Block::Image, 36),
    (Block::Callout, 84),
    (Block::Cards, 19),
    (Block::Accordions, 14),
    (Block::CodeGroup, 23),
    (Block::Steps, 11),
    (Block::Frame, 28),
    (Block::Tabs, 11),
    (Block::ParamFields, 7),
    (Block::ResponseFields, 5),
    (Block::Math, 1),
    (Block::Tooltip, 1),
];

#[derive(Clone, Copy)]
enum Block {
    Paragraph,
    Heading,
    BulletList,
    NumberedList,
    Table,
    Code,
    Quote,
    Rule,
    Image,
    Callout,
    Cards,
    Accordions,
    CodeGroup,
    Steps,
    Frame,
    Tabs,
    ParamFields,
    ResponseFields,
    Math,
    Tooltip,
}

const CALLOUTS: &[(&str, u64)] = &[("Note", 108), ("Warning", 52), ("Info", 58), ("Tip", 49), ("Check", 7)];

/// Writes one page.
pub struct PageWriter<'a> {
    random: Random,
    shape: &'a Shape,
    plan: &'a Plan,
    index: usize,
    target: usize,
    out: String,
    /// Ids of the headings so far, for links within the page.
    ids: Vec<String>,
    /// Level of the last heading; 1 is the title.
    level: usize,
}

impl<'a> PageWriter<'a> {
    /// A writer for the `index`-th page of the plan.
    pub fn new(shape: &'a Shape, plan: &'a Plan, index: usize) -> Self {
        let mut random = Random::new(shape.seed, index as u64);
        let target = quantile(PAGE_BYTES, spread(index, shape.seed ^ 0xA5), &mut random) as usize;
        let target = match shape.kind {
            Kind::LargePage(bytes) if index == 0 => bytes,
            _ => target,
        };
        Self { random, shape, plan, index, target, out: String::new(), ids: Vec::new(), level: 1 }
    }

    /// The whole page, about as long as the size curve wants it.
    pub fn page(mut self) -> String {
        self.front_matter();
        if self.random.chance(10) && self.room() > 300 {
            let part = self.random.below(self.shape.snippets.max(1) as u64);
            let _ = write!(self.out, "import Part from \"/snippets/part-{part}.mdx\"\n\n<Part />\n\n");
        }
        self.paragraph();
        while self.room() > 40 {
            match *self.random.weighted(BLOCKS) {
                Block::Paragraph => self.paragraph(),
                Block::Heading => self.heading(),
                Block::BulletList => self.list(ListKind::Bullet),
                Block::NumberedList => self.list(ListKind::Numbered),
                Block::Table => self.table(),
                Block::Code => self.code(),
                Block::Quote => self.block(60, |page| format!("> {}\n\n", page.sentence())),
                Block::Rule => self.out.push_str("---\n\n"),
                Block::Image => self.block(100, |page| format!("{}\n\n", page.image())),
                Block::Callout => self.callout(),
                Block::Cards => self.cards(),
                Block::Accordions => self.accordions(),
                Block::CodeGroup => self.code_group(),
                Block::Steps => self.steps(),
                Block::Frame => self.frame(),
                Block::Tabs => self.tabs(),
                Block::ParamFields => self.param_fields(),
                Block::ResponseFields => self.response_fields(),
                Block::Math => {
                    self.block(80, |_| String::from("$$\nE = m c^2 + \\sum_{i=1}^{n} x_i\n$$\n\n"))
                }
                Block::Tooltip => self.block(120, |page| {
                    let tip = page.words(5);
                    format!("This is a <Tooltip tip=\"{tip}\">{}</Tooltip> of its own.\n\n", page.words(1))
                }),
            }
        }
        while self.out.ends_with("\n\n") {
            self.out.pop();
        }
        self.out
    }

    /// Bytes until the page has its size.
    fn room(&self) -> usize {
        self.target.saturating_sub(self.out.len())
    }

    /// Adds what `make` gives when there is room for it.
    fn block(&mut self, needs: usize, make: impl FnOnce(&mut Self) -> String) {
        if self.room() >= needs {
            let text = make(self);
            self.out.push_str(&text);
        }
    }

    fn front_matter(&mut self) {
        let title = &self.plan.pages[self.index].title;
        let _ = write!(self.out, "---\ntitle: {title}\n");
        if self.target > 200 && self.random.chance(65) {
            let text = prose(&mut self.random, 60);
            let _ = writeln!(self.out, "description: \"{}\"", text.trim());
        }
        if self.random.chance(32) {
            let first = title.split(' ').next().unwrap_or(title);
            let _ = writeln!(self.out, "sidebarTitle: {first}");
        }
        if self.random.chance(25) {
            let _ = writeln!(self.out, "icon: {}", self.random.pick(ICONS));
        }
        if self.random.chance(3) {
            self.out.push_str("mode: wide\n");
        }
        self.out.push_str("---\n\n");
    }

    fn heading(&mut self) {
        if self.room() < 100 {
            return self.paragraph();
        }
        // Four in ten headings are of the third level. No level is skipped on the way down.
        self.level = match self.random.below(100) {
            0..40 => 3.min(self.level + 1),
            40..47 => 4.min(self.level + 1),
            _ => 2,
        };
        let count = self.random.between(1, 4) as usize;
        let text = title(&mut self.random, count);
        let _ = write!(self.out, "{} {text}\n\n", "#".repeat(self.level));
        let id = text.to_lowercase().replace(' ', "-");
        if !self.ids.contains(&id) {
            self.ids.push(id);
        }
        self.paragraph();
    }

    fn paragraph(&mut self) {
        let length = self.random.between(50, 380) as usize;
        let text = self.prose(length.min(self.room().max(20)));
        self.out.push_str(&text);
        self.out.push_str("\n\n");
    }

    /// Prose with the usual share of links, code and emphasis.
    fn prose(&mut self, length: usize) -> String {
        let mut text = prose(&mut self.random, length);
        if length > 80 && self.random.chance(45) {
            let link = self.link();
            let _ = write!(text, " See {link}.");
        }
        if length > 80 && self.random.chance(60) {
            let (name, word) = (self.identifier(), self.words(2));
            let _ = write!(text, " Use `{name}` with **{word}**.");
        }
        text
    }

    fn link(&mut self) -> String {
        let text = self.words(2);
        match self.random.below(100) {
            0..62 => format!("[{text}](https://example.com/{})", text.replace(' ', "/")),
            62..93 => format!("[{text}](/{})", self.other_page()),
            _ if self.ids.is_empty() => format!("[{text}](/{})", self.other_page()),
            _ => {
                let last = self.ids.len() as u64;
                format!("[{text}](#{})", self.ids[self.random.below(last) as usize])
            }
        }
    }

    /// Mostly a neighbour, now and then any page.
    fn other_page(&mut self) -> &'a str {
        let plan = self.plan;
        let count = plan.pages.len() as u64;
        let near = (self.index as u64 + self.random.below(20)) % count;
        let index = if self.random.chance(70) { near } else { self.random.below(count) };
        &plan.pages[index as usize].path
    }

    fn list(&mut self, kind: ListKind) {
        self.block(80, |page| {
            let mut text = String::new();
            for number in 1..=page.random.between(2, 7) {
                if text.len() + 60 > page.room() {
                    break;
                }
                match kind {
                    ListKind::Bullet => text.push_str("- "),
                    ListKind::Numbered => drop(write!(text, "{number}. ")),
                }
                let length = page.random.between(20, 110) as usize;
                let item = page.prose(length);
                let _ = writeln!(text, "{item}");
            }
            text + "\n"
        });
    }

    fn table(&mut self) {
        self.block(260, |page| {
            let columns = page.random.between(2, 5) as usize;
            let mut text = String::new();
            let row = |page: &mut Self| {
                let cells: Vec<String> = (0..columns).map(|_| page.cell()).collect();
                format!("| {} |\n", cells.join(" | "))
            };
            let heads: Vec<String> = (0..columns).map(|_| title(&mut page.random, 1)).collect();
            let _ = writeln!(text, "| {} |\n|{}", heads.join(" | "), "---|".repeat(columns));
            for _ in 0..page.random.between(2, 14) {
                if text.len() + 80 > page.room() {
                    break;
                }
                let line = row(page);
                text.push_str(&line);
            }
            text + "\n"
        });
    }

    fn cell(&mut self) -> String {
        match self.random.below(4) {
            0 => format!("`{}`", self.identifier()),
            1 => self.random.below(10_000).to_string(),
            _ => self.words(4),
        }
    }

    fn code(&mut self) {
        if self.room() >= 80 {
            let text = code_block(&mut self.random, self.target - self.out.len());
            self.out.push_str(&text);
            self.out.push('\n');
        }
    }

    fn code_group(&mut self) {
        self.block(500, |page| {
            let mut text = String::from("<CodeGroup>\n");
            for (language, name) in [("python", "Python"), ("typescript", "TypeScript"), ("bash", "cURL")] {
                let body = code_body(&mut page.random, language, 6);
                let _ = write!(text, "```{language} {name}\n{body}```\n\n");
            }
            text + "</CodeGroup>\n\n"
        });
    }

    fn image(&mut self) -> String {
        let number = self.random.below(self.shape.images.max(1) as u64);
        format!("![{}](/images/figure-{number}.svg)", self.words(4))
    }

    fn callout(&mut self) {
        self.block(120, |page| {
            let name = page.random.weighted(CALLOUTS);
            let length = page.random.between(40, 200) as usize;
            format!("<{name}>\n  {}\n</{name}>\n\n", page.prose(length))
        });
    }

    fn frame(&mut self) {
        self.block(150, |page| {
            let (caption, image) = (page.words(5), page.image());
            format!("<Frame caption=\"{caption}\">\n  {image}\n</Frame>\n\n")
        });
    }

    fn cards(&mut self) {
        self.block(500, |page| {
            let mut text = format!("<CardGroup cols={{{}}}>\n", page.random.between(2, 3));
            for _ in 0..page.random.between(2, 6) {
                let (name, icon) = (title(&mut page.random, 2), page.random.pick(ICONS));
                let (href, body) = (page.other_page(), prose(&mut page.random, 60));
                let _ = writeln!(
                    text,
                    "  <Card title=\"{name}\" icon=\"{icon}\" href=\"/{href}\">\n    {body}\n  </Card>"
                );
            }
            text + "</CardGroup>\n\n"
        });
    }

    fn accordions(&mut self) {
        self.block(500, |page| {
            let mut text = String::from("<AccordionGroup>\n");
            for _ in 0..page.random.between(2, 4) {
                let (name, body) = (title(&mut page.random, 4), page.prose(160));
                let _ = writeln!(text, "  <Accordion title=\"{name}\">\n    {body}\n  </Accordion>");
            }
            text + "</AccordionGroup>\n\n"
        });
    }

    fn steps(&mut self) {
        self.block(900, |page| {
            let mut text = String::from("<Steps>\n");
            for _ in 0..page.random.between(2, 5) {
                let (name, body) = (title(&mut page.random, 3), page.prose(140));
                let code = indented(&code_block(&mut page.random, 160), 4);
                let _ = writeln!(text, "  <Step title=\"{name}\">\n    {body}\n\n{code}  </Step>");
            }
            text + "</Steps>\n\n"
        });
    }

    fn tabs(&mut self) {
        self.block(900, |page| {
            let mut text = String::from("<Tabs>\n");
            for name in ["macOS", "Linux", "Windows"] {
                let body = page.prose(140);
                let code = indented(&code_block(&mut page.random, 160), 4);
                let _ = writeln!(text, "  <Tab title=\"{name}\">\n    {body}\n\n{code}  </Tab>");
            }
            text + "</Tabs>\n\n"
        });
    }

    fn param_fields(&mut self) {
        self.block(600, |page| {
            let mut text = String::new();
            for _ in 0..page.random.between(2, 6) {
                let place = page.random.pick(&["path", "body", "body", "query", "header"]);
                let (name, kind) = (page.identifier(), page.random.pick(TYPES));
                let required = if page.random.chance(28) { " required" } else { "" };
                let body = page.prose(90);
                let _ = write!(
                    text,
                    "<ParamField {place}=\"{name}\" type=\"{kind}\"{required}>\n  {body}\n</ParamField>\n\n"
                );
            }
            text
        });
    }

    fn response_fields(&mut self) {
        self.block(600, |page| {
            let (name, body) = (page.identifier(), page.prose(90));
            let mut text = format!("<ResponseField name=\"{name}\" type=\"object\">\n  {body}\n\n");
            text.push_str("  <Expandable title=\"properties\">\n");
            for _ in 0..page.random.between(2, 5) {
                let (name, kind, body) = (page.identifier(), page.random.pick(TYPES), page.prose(70));
                let _ = write!(text, "    <ResponseField name=\"{name}\" type=\"{kind}\">\n      {body}\n    </ResponseField>\n");
            }
            text + "  </Expandable>\n</ResponseField>\n\n"
        });
    }

    fn sentence(&mut self) -> String {
        prose(&mut self.random, 60)
    }

    fn words(&mut self, count: usize) -> String {
        words(&mut self.random, count)
    }

    fn identifier(&mut self) -> String {
        words(&mut self.random, 2).replace(' ', "_")
    }
}

#[derive(Clone, Copy)]
enum ListKind {
    Bullet,
    Numbered,
}
