//! What a page in a browser is told: that it is another one now, what of the files that it loads is, and what is
//! wrong with its sources. Each only when it differs from what was told before.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Map, Value, json};

/// More changed files than this are told as "all".
const MOST_FILES: usize = 100;
/// Errors that are told.
const MOST_PROBLEMS: usize = 20;

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Told {
    /// As on a terminal.
    pub text: String,
    /// Whether it is in the page itself.
    pub own: bool,
}

/// A page as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Now {
    /// Changes with its bytes; `None` while that is not known.
    pub page: Option<String>,
    /// Where it went.
    pub to: Option<String>,
    pub problems: Vec<Told>,
}

/// Files that pages load, and that are others now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changed(Option<Value>);

impl Changed {
    /// Of these addresses.
    pub fn new(addresses: BTreeSet<String>) -> Self {
        Self(match addresses.len() {
            0 => None,
            count if count > MOST_FILES => Some(json!("all")),
            _ => Some(json!(addresses)),
        })
    }
}

/// Somebody who looks at a page.
pub struct Listener {
    /// Its path below the base, decoded.
    pub path: String,
    known: Now,
    send: Box<dyn Fn(String) -> bool + Send>,
}

impl Listener {
    /// Who looks at `path` as it was when it was `page`; messages go to `send`, which says whether anybody is there.
    pub fn new(path: String, page: String, send: Box<dyn Fn(String) -> bool + Send>) -> Self {
        Self { path, known: Now { page: Some(page), ..Now::default() }, send }
    }

    /// The first message, which comes whatever there is to tell.
    pub fn greet(&mut self, now: Now) {
        let mut message = self.difference(now);
        message.entry("problems").or_insert_with(|| json!([]));
        (self.send)(Value::Object(message).to_string());
    }

    /// Tells what is another now; whether anybody is there.
    pub fn tell(&mut self, now: Now, changed: &Changed) -> bool {
        let mut message = self.difference(now);
        if let Some(files) = &changed.0 {
            message.insert("files".to_owned(), files.clone());
        }
        message.is_empty() || (self.send)(Value::Object(message).to_string())
    }

    fn difference(&mut self, now: Now) -> Map<String, Value> {
        let mut message = Map::new();
        // Where a page went may be known later than that it went.
        let is_found = now.to.is_some() && now.to != self.known.to;
        if now.page.is_some() && (now.page != self.known.page || is_found) {
            message.insert("page".to_owned(), json!(now.page));
            if let Some(to) = &now.to {
                message.insert("to".to_owned(), json!(to));
            }
            (self.known.page, self.known.to) = (now.page, now.to);
        }
        if now.problems != self.known.problems {
            let told: Vec<&Told> = now.problems.iter().take(MOST_PROBLEMS).collect();
            message.insert("problems".to_owned(), json!(told));
            self.known.problems = now.problems;
        }
        message
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn only_what_is_new_is_told() {
        let (sender, told) = channel();
        let mut listener =
            Listener::new("a".to_owned(), "1".to_owned(), Box::new(move |text| sender.send(text).is_ok()));
        let now = |page: &str, problems: &[&str]| Now {
            page: Some(page.to_owned()),
            to: None,
            problems: problems.iter().map(|text| Told { text: (*text).to_owned(), own: true }).collect(),
        };
        listener.greet(now("1", &[]));
        listener.tell(now("1", &[]), &Changed::default());
        listener.tell(now("2", &["wrong"]), &Changed::default());
        listener.tell(now("2", &["wrong"]), &Changed::new(["/look.css".to_owned()].into()));
        listener.tell(now("2", &[]), &Changed::default());
        drop(listener);
        let told: Vec<String> = told.iter().collect();
        let expected = [
            r#"{"problems":[]}"#,
            r#"{"page":"2","problems":[{"text":"wrong","own":true}]}"#,
            r#"{"files":["/look.css"]}"#,
            r#"{"problems":[]}"#,
        ];
        assert_eq!(told, expected);
    }
}
