//! Who may connect to a channel: what its servers and its operations ask for, versions 2 and 3.

use serde_json::Value as Json;

use super::super::markup::{Word, element, field_facts, labelled, markdown, section, string};
use super::super::security::{asked_list, scheme_facts};
use super::exchange::{Exchange, Operation};
use super::traits::{said, with_traits};
use crate::api::ApiDescription;
use crate::api::asyncapi::{RequiredScheme, required_schemes};
use crate::api::operation::text as text_of;
use crate::api::words::Words;
use crate::page::ast::Node;
use crate::page::heading::{IdCounter, field_part};

/// Most schemes that one page shows.
const MAX_SCHEMES: usize = 50;

/// A scheme with the scopes that are asked for.
struct Asked<'a> {
    name: String,
    scheme: &'a Json,
    scopes: Vec<&'a str>,
    /// The operations that ask for it, when neither a server nor all of them do.
    only_for: Vec<String>,
}

/// What is needed together.
type Needed<'a> = Vec<Asked<'a>>;

/// What is asked for by whom.
pub(super) struct Security<'a> {
    /// One of these for the connection.
    of_servers: Vec<Needed<'a>>,
    /// And for each operation that has a say one of its own.
    of_operations: Vec<(&'a Operation<'a>, Word, Vec<Needed<'a>>)>,
    /// Whether all operations ask for the same, so that it holds for the channel.
    is_shared: bool,
}

impl<'a> Security<'a> {
    pub(super) fn of(
        description: &'a ApiDescription,
        servers: impl Iterator<Item = &'a Json>,
        exchanges: &'a [Exchange<'a>],
    ) -> Self {
        let of_servers = needed(description, servers.filter_map(|server| server.get("security")));
        let operations = exchanges
            .iter()
            .flat_map(|exchange| exchange.operations.iter().map(|operation| (operation, exchange.title)));
        let of_operations: Vec<_> = operations
            .map(|(operation, title)| {
                let owners = with_traits(description, operation.written);
                (operation, title, needed(description, said(&owners, "security").into_iter()))
            })
            .collect();
        let is_shared = match of_operations.split_first() {
            Some(((.., first), rest)) => rest.iter().all(|(.., other)| titles(other) == titles(first)),
            None => true,
        };
        Self { of_servers, of_operations, is_shared }
    }

    /// The section about credentials; nothing without any.
    pub(super) fn section(&self, words: &Words) -> Vec<Node> {
        let mut all: Vec<Asked<'a>> = Vec::new();
        let add = |all: &mut Vec<Asked<'a>>, asked: &Asked<'a>, only_for: Option<String>| {
            let Some(known) = all.iter_mut().find(|known| known.name == asked.name) else {
                let only_for = only_for.into_iter().collect();
                let (name, scopes) = (asked.name.clone(), asked.scopes.clone());
                return all.push(Asked { name, scheme: asked.scheme, scopes, only_for });
            };
            let scopes = asked.scopes.iter().copied();
            let more: Vec<&str> = scopes.filter(|scope| !known.scopes.contains(scope)).collect();
            known.scopes.extend(more);
            let is_new = |name: &String| !known.only_for.is_empty() && !known.only_for.contains(name);
            let only_for = only_for.filter(is_new);
            known.only_for.extend(only_for);
        };
        self.of_servers.iter().flatten().for_each(|asked| add(&mut all, asked, None));
        for (operation, title, needed) in &self.of_operations {
            let label = || operation.name.clone().unwrap_or_else(|| title(words).clone());
            for asked in needed.iter().flatten() {
                add(&mut all, asked, (!self.is_shared).then(label));
            }
        }
        all.truncate(MAX_SCHEMES);
        if all.is_empty() {
            return Vec::new();
        }
        let shared = self.of_operations.first().filter(|_| self.is_shared).map(|(.., needed)| needed);
        let mut choices = vec![titles(&self.of_servers)];
        choices.extend(shared.map(|needed| titles(needed)));
        choices.dedup();
        let mut nodes = vec![section(words, |words| &words.authorizations)];
        for choice in choices.iter().filter(|choice| choice.len() > 1) {
            let named = |title: &String| match title.is_empty() {
                true => words.no_credentials.clone(),
                false => title.clone(),
            };
            nodes.push(labelled(&words.one_of, choice.iter().map(named)));
        }
        let mut ids = IdCounter::default();
        nodes.extend(all.iter().map(|asked| field(asked, words, &mut ids)));
        nodes
    }

    /// What an operation asks for beside what the servers do, where others do not.
    pub(super) fn of_operation(&self, operation: &Operation<'_>, words: &Words) -> Vec<Node> {
        let mut own = self.of_operations.iter().filter(|(known, ..)| std::ptr::eq(*known, operation));
        match own.next().filter(|(.., needed)| !self.is_shared && !needed.is_empty()) {
            Some((.., needed)) => {
                let names = |asked: &'_ Needed<'_>| asked.iter().map(|asked| asked.name.clone()).collect();
                asked_list(&needed.iter().map(names).collect::<Vec<_>>(), words, |_| String::new())
            }
            None => Vec::new(),
        }
    }
}

/// The requirements of lists, each once.
fn needed<'a>(description: &'a ApiDescription, lists: impl Iterator<Item = &'a Json>) -> Vec<Needed<'a>> {
    let mut all: Vec<Needed<'a>> = Vec::new();
    for written in lists.filter_map(Json::as_array).flatten() {
        let needed = asked(description, written);
        // One that names nothing that there is says nothing.
        let is_known = !needed.is_empty() || written.as_object().is_some_and(serde_json::Map::is_empty);
        if is_known && all.iter().all(|other| title(other) != title(&needed)) {
            all.push(needed);
        }
    }
    all
}

/// The names of what is needed together, as in the pages of requests.
fn title(needed: &Needed<'_>) -> String {
    needed.iter().map(|asked| asked.name.as_str()).collect::<Vec<_>>().join(" & ")
}

fn titles(all: &[Needed<'_>]) -> Vec<String> {
    all.iter().map(title).collect()
}

fn asked<'a>(description: &'a ApiDescription, written: &'a Json) -> Vec<Asked<'a>> {
    let schemes = required_schemes(description, written).into_iter();
    let asked = |RequiredScheme { name, scheme, scopes: wanted }| Asked {
        name,
        scheme,
        scopes: scopes(wanted),
        only_for: Vec::new(),
    };
    schemes.map(asked).collect()
}

fn scopes(written: Option<&Json>) -> Vec<&str> {
    written.and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str).collect()
}

fn field(asked: &Asked<'_>, words: &Words, ids: &mut IdCounter) -> Node {
    let scheme = asked.scheme;
    let kind = text_of(scheme, "type").unwrap_or_default();
    let http = text_of(scheme, "scheme").unwrap_or_default().to_lowercase();
    let place = match text_of(scheme, "in").as_deref() {
        Some("query") => "query",
        Some("header") => "header",
        Some("cookie") => "cookie",
        _ => "name",
    };
    let named = || text_of(scheme, "name").unwrap_or_else(|| asked.name.clone());
    let (place, name, said) = match (kind.as_str(), http.as_str()) {
        ("http", "bearer") => ("header", "Authorization".to_owned(), words.bearer_value.as_str()),
        ("http", "basic") => ("header", "Authorization".to_owned(), words.basic_value.as_str()),
        ("http", _) => ("header", "Authorization".to_owned(), words.credentials.as_str()),
        ("oauth2" | "openIdConnect", _) => (place, named(), words.access_token.as_str()),
        ("userPassword", _) => (place, named(), words.user_password.as_str()),
        ("plain" | "scramSha256" | "scramSha512" | "gssapi", _) => (place, named(), words.sasl.as_str()),
        ("apiKey", _) => match text_of(scheme, "in").as_deref() {
            Some("user") => (place, named(), words.api_key_user.as_str()),
            Some("password") => (place, named(), words.api_key_password.as_str()),
            _ => (place, named(), words.api_key.as_str()),
        },
        ("httpApiKey", _) => (place, named(), words.api_key.as_str()),
        ("X509", _) => (place, named(), words.certificate.as_str()),
        _ => (place, named(), ""),
    };
    let described = text_of(scheme, "description").unwrap_or_else(|| said.to_owned());
    let mut children: Vec<Node> = Vec::new();
    if !described.is_empty() {
        children.push(markdown(&described));
    }
    let mut facts = scheme_facts(scheme, &asked.scopes, words);
    if !asked.only_for.is_empty() {
        facts.insert(0, labelled(&words.operation, asked.only_for.iter().cloned()));
    }
    if !facts.is_empty() {
        children.push(field_facts(facts));
    }
    let id = ids.repeated(&format!("authorization-{}", field_part(&asked.name)));
    let label = if name == asked.name { kind } else { format!("{kind}: {}", asked.name) };
    let attributes = vec![(place, string(name)), ("id", string(id)), ("type", string(label))];
    element("ParamField", attributes, children)
}
