//! YAML text to JSON values, under limits: the one place that names the YAML crate.
//!
//! Front matter and API descriptions come from outside, so aliases, nesting and size are bounded. The rules are
//! those of the YAML 1.2 core schema: only `true` and `false` are booleans, dates stay text, keys are text.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use serde_saphyr::options::{DuplicateKeyPolicy, NonFiniteFloatPolicy};

mod plain;

/// Deepest nesting that is read; bounded by the stack of a worker thread.
const MAX_DEPTH: usize = 64;
/// Most nodes that one document may have after aliases are expanded.
const MAX_NODES: usize = 4_000_000;
/// Most nodes that aliases may add.
const MAX_ALIAS_NODES: usize = 200_000;

/// What the parser says of quoted text that goes on too far to the left.
const QUOTED_TOO_FAR_LEFT: &str = "invalid indentation in multiline quoted scalar";
/// The same of lists and objects in brackets.
const FLOW_TOO_FAR_LEFT: &str = "invalid indentation in flow construct";
/// What it says of a key that stands twice.
const REPEATED: &str = "duplicate mapping key";
/// Most lines of both that are moved to the right to be read.
const MAX_MOVED: usize = 64;
/// Most bytes that are read again for that.
const MAX_READ_AGAIN: usize = 64 << 20;

/// Why a text is not YAML, or more than is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct YamlError {
    /// A sentence without a place.
    pub message: String,
    /// Line from 1; 0 when unknown.
    pub line: u32,
    /// Column in characters from 1; 0 when unknown.
    pub column: u32,
}

/// Reads a document as [`parse_yaml`] does, and tells where the first key stands that another one of its object has, too.
pub fn parse_with_repeated(text: &str) -> Result<(Value, Option<YamlError>), YamlError> {
    match parse_strictly(text, DuplicateKeyPolicy::Error) {
        Ok(value) => Ok((value, None)),
        Err(error) => {
            let value = parse_yaml(text)?;
            Ok((value, Some(error).filter(|error| error.message.starts_with(REPEATED))))
        }
    }
}

/// Reads one YAML document. Keys keep their order; of two equal keys the last one wins; empty text is `null`.
///
/// Quoted text and brackets that go on in a line too far to the left, which the grammar forbids and most programs read,
/// are read as if the line stood further to the right: the space before it is no part of the value.
pub fn parse_yaml(text: &str) -> Result<Value, YamlError> {
    if let Some(fields) = plain::fields(text) {
        return Ok(Value::Object(fields));
    }
    let first = match parse_strictly(text, DuplicateKeyPolicy::LastWins) {
        Err(error) if [QUOTED_TOO_FAR_LEFT, FLOW_TOO_FAR_LEFT].contains(&error.message.as_str()) => error,
        result => return result,
    };
    let mut moved = text.to_owned();
    let mut error = first.clone();
    let times = (MAX_READ_AGAIN / text.len().max(1)).min(MAX_MOVED);
    for _ in 0..times {
        let Some(at) = line_start(&moved, error.line) else { break };
        if error.message == QUOTED_TOO_FAR_LEFT && is_like_an_entry(&moved[at..]) {
            break;
        }
        moved.insert_str(at, &" ".repeat(MAX_DEPTH));
        match parse_strictly(&moved, DuplicateKeyPolicy::LastWins) {
            Ok(value) => return Ok(value),
            // The same line again: that was not what is wrong with it.
            Err(next) if next.line <= error.line => break,
            Err(next) => error = next,
        }
        if ![QUOTED_TOO_FAR_LEFT, FLOW_TOO_FAR_LEFT].contains(&error.message.as_str()) {
            break;
        }
    }
    Err(first)
}

/// Whether a line begins like an entry of an object or a list: then the quotes before it were never closed.
fn is_like_an_entry(rest: &str) -> bool {
    let line = rest.lines().next().unwrap_or("").trim();
    let key = line.split_once(':').filter(|(_, after)| after.is_empty() || after.starts_with(' '));
    line.starts_with("- ") || key.is_some_and(|(key, _)| !key.contains(' '))
}

/// Where a line, counted from 1, begins.
fn line_start(text: &str, line: u32) -> Option<usize> {
    let before = line.checked_sub(1)? as usize;
    match before.checked_sub(1) {
        None => Some(0),
        Some(last) => text.match_indices('\n').nth(last).map(|(at, _)| at + 1),
    }
}

fn parse_strictly(text: &str, duplicate_keys: DuplicateKeyPolicy) -> Result<Value, YamlError> {
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_events: MAX_NODES.saturating_mul(2),
            max_nodes: MAX_NODES,
            max_depth: MAX_DEPTH,
            max_total_scalar_bytes: 256 << 20,
            max_documents: 2,
            // Generators name one response and use it everywhere; what that costs is bounded below.
            enforce_alias_anchor_ratio: false,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: MAX_ALIAS_NODES,
            max_replay_stack_depth: 32,
        },
        // Nobody reads them, and a parser that hands them on refuses a file with many in a row.
        emit_comments: false,
        duplicate_keys: duplicate_keys,
        non_finite_float_policy: NonFiniteFloatPolicy::AsString,
        strict_booleans: true,
        ignore_binary_tag_for_string: true,
        with_snippet: false,
    };
    if text.trim().is_empty() {
        return Ok(Value::Null);
    }
    let node: Result<Node, _> = serde_saphyr::from_str_with_options(text, options);
    node.map(|node| node.0).map_err(|error| {
        let place = error.location();
        let number = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
        YamlError {
            message: plain_message(&error.to_string()),
            line: place.map_or(0, |place| number(place.line())),
            column: place.map_or(0, |place| number(place.column())),
        }
    })
}

/// What the parser says in words of its own, by the beginning, and what it means.
const PLAIN: [(&str, &str); 7] = [
    ("alias replay limit exceeded", "the aliases of this file stand for more than is read"),
    ("budget breached: Depth", "this is nested too deep to be read"),
    ("budget breached: MergeKeys", "this file merges keys (`<<`) more often than is read"),
    ("budget breached", "this file has more parts than are read"),
    (
        "multiple YAML documents",
        "a second document begins before this line (`---`), and only a file of one is read",
    ),
    ("recursive references require", "this alias stands inside of what it stands for, so it has no end"),
    ("unexpected character: `\\u{", "there is a control character here, which YAML does not allow"),
];

/// The first line of the message, in lower case at its start and without the place, which is told apart.
fn plain_message(message: &str) -> String {
    let line = message.lines().next().unwrap_or("").trim();
    let line = line.split_once(" at line ").map_or(line, |(before, _)| before);
    let line = line.strip_prefix("error: ").unwrap_or(line);
    let mut characters = line.chars();
    let Some(first) = characters.next() else { return "the text is not valid".to_owned() };
    let line: String = first.to_lowercase().chain(characters).collect();
    let plain = PLAIN.iter().find(|(begins, _)| line.starts_with(begins));
    plain.map_or(line, |(_, plain)| (*plain).to_owned())
}

/// A value whose keys may be written as numbers, booleans or `null`.
struct Node(Value);

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor).map(Node)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(Node(item)) = sequence.next_element()? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<Option<String>>()? {
            let Node(value) = entries.next_value()?;
            map.insert(key.unwrap_or_else(|| "null".to_owned()), value);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn scalars_follow_the_core_schema() {
        let text = "b: true\nc: True\nn: no\no: on\nd: 2024-01-02\nv: 1.10\ns: '1'\nz: ~\nt: 2024-01-02T03:04:05Z\ni: 42\nneg: -3";
        let expected = json!({"b": true, "c": true, "n": "no", "o": "on", "d": "2024-01-02", "v": 1.1, "s": "1",
            "z": null, "t": "2024-01-02T03:04:05Z", "i": 42, "neg": -3});
        assert_eq!(parse_yaml(text), Ok(expected));
    }

    #[test]
    fn keys_are_text_and_keep_their_order() {
        let value = parse_yaml("z: 1\n200: ok\ntrue: x\n~: y\na: 2\nz: 3").unwrap_or_default();
        let keys: Vec<&String> = value.as_object().map(|map| map.keys().collect()).unwrap_or_default();
        assert_eq!(keys, ["z", "200", "true", "null", "a"]);
        assert_eq!(value["z"], 3);
    }

    #[test]
    fn empty_text_is_null() {
        assert_eq!(parse_yaml(""), Ok(Value::Null));
        assert_eq!(parse_yaml("# only a comment\n"), Ok(Value::Null));
    }

    #[test]
    fn comments_are_never_too_many() {
        let comments = "  # a line\n".repeat(300);
        let text = format!("{comments}a:\n{comments}  b: 1\n{comments}  c:\n{comments}    - 2\n{comments}");
        assert_eq!(parse_yaml(&text), Ok(json!({ "a": { "b": 1, "c": [2] } })));
    }

    #[test]
    fn anchors_and_merge_keys_work() {
        let text = "base: &b {x: 1}\nuse: *b\nmerged:\n  <<: *b\n  y: 2";
        assert_eq!(
            parse_yaml(text),
            Ok(json!({"base": {"x": 1}, "use": {"x": 1}, "merged": {"x": 1, "y": 2}}))
        );
    }

    #[test]
    fn bombs_and_deep_nesting_are_refused() {
        let mut bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n".to_owned();
        for level in 1..12 {
            let previous = format!("*a{}", level - 1);
            bomb.push_str(&format!("a{level}: &a{level} [{}]\n", [previous.as_str(); 9].join(",")));
        }
        assert!(parse_yaml(&bomb).is_err());
        assert!(parse_yaml(&"[".repeat(100_000)).is_err());
        assert!(parse_yaml(&format!("{}{}", "[".repeat(5_000), "]".repeat(5_000))).is_err());
        let deep: String = (0..3_000).map(|level| format!("{}a:\n", " ".repeat(level))).collect();
        assert!(parse_yaml(&deep).is_err());
    }

    #[test]
    fn lines_too_far_to_the_left_are_read_where_nothing_else_can_be_meant() {
        let text = "a:\n  b:\n    t: \"one\n    two\n  three\"\n    u: 'four\n\nfive'\n    l: [\n      x,\n    y\n    ]\nc: 1";
        let expected =
            json!({ "a": { "b": { "t": "one two three", "u": "four\nfive", "l": ["x", "y"] } }, "c": 1 });
        assert_eq!(parse_yaml(text), Ok(expected));
        // Quotes that are never closed end nowhere else than before.
        for text in ["a:\n  b: \"one\n  c: 3\nd: \"e\"\n", "a: \"one\nb: two\"\n", "a:\n  b: \"one\n  two\n"]
        {
            let error = parse_yaml(text).unwrap_err();
            assert_eq!((error.line > 1, error.message.contains("indentation")), (true, true), "{error:?}");
        }
    }

    #[test]
    fn errors_name_their_place() {
        let error = parse_yaml("a: 1\nb: [1, 2\nc: 3\n").unwrap_err();
        assert!(error.line >= 2, "{error:?}");
        assert!(!error.message.is_empty());
        let error = parse_yaml("a: 1\n---\nb: 2\n").unwrap_err();
        assert_eq!((error.line, error.message.contains("second document")), (3, true), "{error:?}");
    }
}
