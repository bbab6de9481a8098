//! Which messages go which way over a channel, versions 2 and 3.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::super::facts::shown;
use super::super::markup::Word;
use super::traits::{said, with_traits};
use crate::api::operation::text as text_of;
use crate::api::pointer::pointer;
use crate::api::words::{ENGLISH, Words};
use crate::api::{ApiDescription, Channel};
use crate::page::heading::{IdCounter, heading_slug};

/// Messages that go one way.
pub(super) struct Exchange<'a> {
    pub(super) title: Word,
    /// Who sends them, as the same word is said of either side; `None` when the description does not tell.
    pub(super) side: Option<Word>,
    pub(super) is_received: bool,
    pub(super) operations: Vec<Operation<'a>>,
    pub(super) messages: Vec<Message<'a>>,
}

/// A message with its name and the id of its heading.
pub(super) struct Message<'a> {
    pub(super) name: String,
    pub(super) id: String,
    pub(super) written: &'a Json,
}

/// An operation as written, for what it says itself.
pub(super) struct Operation<'a> {
    /// What it is called: by itself, or as version 3 has a name for each.
    pub(super) name: Option<String>,
    /// Whether it says its name itself.
    pub(super) is_named: bool,
    pub(super) written: &'a Json,
    /// Which of the messages of its direction are its own.
    pub(super) messages: Vec<usize>,
}

/// Groups the messages by direction, as the reader sees it. Version 2 has `publish` and `subscribe` in the channel,
/// which say what clients do; version 3 has operations that name the channel and say what the server does, so that
/// `receive` is what the reader sends.
pub(super) fn exchanges<'a>(
    description: &'a ApiDescription,
    channel: &Channel,
    value: &'a Json,
    words: &Words,
) -> Vec<Exchange<'a>> {
    let named = messages_of_channel(description, value);
    let empty = |title: Word, side: Option<Word>| Exchange {
        title,
        side,
        is_received: true,
        operations: Vec::new(),
        messages: Vec::new(),
    };
    let sent = |title: Word| {
        let side: Word = |words| &words.reader_sends;
        Exchange { is_received: false, ..empty(title, Some(side)) }
    };
    let received = |title: Word| empty(title, Some(|words| &words.reader_receives));
    let mut exchanges = [
        sent(|words| &words.send),
        received(|words| &words.receive),
        sent(|words| &words.publish),
        received(|words| &words.subscribe),
        empty(|words| &words.messages, None),
    ];
    // Where the messages are that a direction has already: many operations may have all of them.
    let mut places: BTreeMap<(usize, *const Json, String), usize> = BTreeMap::new();
    let mut add =
        |at: usize, operation: Option<(Option<&'a str>, &'a Json)>, messages: Vec<(String, &'a Json)>| {
            let Some(exchange) = exchanges.get_mut(at) else { return };
            let mut own = Vec::new();
            for (name, written) in messages {
                let next = exchange.messages.len();
                let place = *places.entry((at, std::ptr::from_ref(written), name.clone())).or_insert(next);
                if place == next {
                    exchange.messages.push(Message { name, id: String::new(), written });
                }
                own.push(place);
            }
            exchange.operations.extend(operation.map(|(key, written)| {
                let said = said(&with_traits(description, written), "operationId").map(shown);
                let is_named = said.is_some();
                Operation { is_named, name: said.or_else(|| key.map(str::to_owned)), written, messages: own }
            }));
        };
    let pointer = pointer(&["channels", &channel.id]);
    let names_channel = |owner: &Json| {
        owner.get("channel").is_some_and(|reference| {
            reference.get("$ref").and_then(Json::as_str) == Some(&pointer)
                || std::ptr::eq(description.resolve(reference), value)
        })
    };
    let chosen = |owner: &'a Json| {
        let messages = owner.get("messages").and_then(Json::as_array);
        messages.map(|messages| {
            messages.iter().map(|message| named_message(description, message, words)).collect()
        })
    };
    let mut has_operation = false;
    for (name, operation) in description.section("operations") {
        let operation = description.resolve(operation);
        let receives = operation.get("action").and_then(Json::as_str) == Some("receive");
        if names_channel(operation) {
            has_operation = true;
            add(
                usize::from(!receives),
                Some((Some(name), operation)),
                chosen(operation).unwrap_or_else(|| named.clone()),
            );
        }
        // The reply to a request goes the other way.
        if let Some(reply) = operation.get("reply").map(|reply| description.resolve(reply))
            && names_channel(reply)
        {
            has_operation = true;
            add(usize::from(receives), None, chosen(reply).unwrap_or_else(|| named.clone()));
        }
    }
    for (key, at) in [("publish", 2), ("subscribe", 3)] {
        let Some(operation) = value.get(key).map(|operation| description.resolve(operation)) else {
            continue;
        };
        has_operation = true;
        let message = operation.get("message").map(|message| description.resolve(message));
        let members = message.and_then(|message| message.get("oneOf")?.as_array());
        let messages = match (members, operation.get("message")) {
            (Some(members), _) => {
                members.iter().map(|message| named_message(description, message, words)).collect()
            }
            (None, Some(message)) => vec![named_message(description, message, words)],
            (None, None) => Vec::new(),
        };
        add(at, Some((None, operation)), messages);
    }
    if !has_operation {
        add(4, None, named);
    }
    let mut exchanges = Vec::from(exchanges);
    exchanges.retain(|exchange| !exchange.messages.is_empty() || !exchange.operations.is_empty());
    give_ids(&mut exchanges, words);
    exchanges
}

/// The ids that the headings of messages get: one may go both ways, or be called as a section is.
fn give_ids(exchanges: &mut [Exchange<'_>], words: &Words) {
    let mut ids = IdCounter::default();
    let titles = exchanges.iter().map(|exchange| exchange.title);
    let sections: [Word; 4] = [
        |words| &words.authorizations,
        |words| &words.path_parameters,
        |words| &words.headers,
        |words| &words.payload,
    ];
    titles.chain(sections).for_each(|title| ids.reserve(&heading_slug(title(&ENGLISH))));
    for message in exchanges.iter_mut().flat_map(|exchange| &mut exchange.messages) {
        message.id = ids.heading(&message.plain_id(words));
    }
}

impl Message<'_> {
    /// One without a name is called what it is; its ids are those of the English word.
    pub(super) fn is_unnamed(&self, words: &Words) -> bool {
        self.name == words.message
    }

    /// The id of its heading where no other one asks for it.
    pub(super) fn plain_id(&self, words: &Words) -> String {
        heading_slug(if self.is_unnamed(words) { &ENGLISH.message } else { &self.name })
    }
}

fn messages_of_channel<'a>(description: &'a ApiDescription, value: &'a Json) -> Vec<(String, &'a Json)> {
    let messages = value.get("messages").and_then(Json::as_object);
    messages
        .into_iter()
        .flatten()
        .map(|(key, message)| {
            let message = description.resolve(message);
            (message_title(message).unwrap_or_else(|| key.clone()), message)
        })
        .collect()
}

/// A message with its name: its title or name, else the last part of the reference to it.
pub(super) fn named_message<'a>(
    description: &'a ApiDescription,
    written: &'a Json,
    words: &Words,
) -> (String, &'a Json) {
    let message = description.resolve(written);
    let referenced = || written.get("$ref")?.as_str()?.rsplit('/').next().map(str::to_owned);
    (message_title(message).or_else(referenced).unwrap_or_else(|| words.message.clone()), message)
}

fn message_title(message: &Json) -> Option<String> {
    text_of(message, "title").or_else(|| text_of(message, "name"))
}
