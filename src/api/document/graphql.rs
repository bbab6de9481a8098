//! The page bodies of GraphQL schemas: an operation with its arguments, its result and an example, and a type with its
//! fields and its definition (GQL-01).

use super::Manner;
use super::markup::{
    code, code_block, element, inline_markdown, link, markdown, paragraph, section, separated, string,
    switch, text,
};
use super::page_description;
use crate::api::graphql::{Place, Sample, Shown, ShownField, ShownType, TypeKind, TypeLink, Use};
use crate::api::words::Words;
use crate::config::api::Expanded;
use crate::page::ast::{Node, Value};
use crate::page::heading::{IdCounter, field_part};
use crate::text::{Slug, encode_path};

/// The body of the page at `slug`: links lead to its neighbours.
pub fn document(shown: &Shown, slug: &Slug, manner: Manner<'_>) -> Vec<Node> {
    let folder = slug.as_str().rsplitn(3, '/').nth(2).unwrap_or_default();
    let base = if folder.is_empty() { String::new() } else { format!("/{folder}") };
    let mut page = Page { base, manner, ids: IdCounter::default() };
    let keyword = shown.of_type.as_ref().map_or(shown.place.keyword(), |of| of.kind.keyword());
    let head = vec![
        ("method", string(keyword)),
        ("path", string(shown.name.as_str())),
        ("deprecated", switch(shown.deprecated.is_some())),
    ];
    let mut nodes = vec![element("ApiEndpoint", head, Vec::new())];
    nodes.extend(shown.deprecated.as_deref().map(|reason| warning(reason, manner.words)));
    nodes.extend(shown.description.as_deref().map(page_description));
    match &shown.of_type {
        Some(of) => nodes.extend(page.of_type(shown, of)),
        None => nodes.extend(page.operation(shown)),
    }
    nodes
}

struct Page<'a> {
    /// What addresses begin with.
    base: String,
    manner: Manner<'a>,
    ids: IdCounter,
}

impl Page<'_> {
    fn operation(&mut self, shown: &Shown) -> Vec<Node> {
        let words = self.manner.words;
        let mut nodes = Vec::new();
        if !shown.arguments.is_empty() {
            nodes.push(section(words, |words| &words.arguments));
            nodes.extend(shown.arguments.iter().map(|field| self.row("ParamField", field, "argument", "")));
        }
        if let Some(returns) = &shown.returns {
            nodes.push(section(words, |words| &words.returns));
            // As it stands in an answer.
            nodes.push(self.row("ResponseField", returns, "returns", "data."));
        }
        nodes.extend(shown.sample.iter().flat_map(|sample| examples(sample, shown.place, words)));
        nodes
    }

    fn of_type(&mut self, shown: &Shown, of: &ShownType) -> Vec<Node> {
        let words = self.manner.words;
        let mut nodes = Vec::new();
        if let Some(url) = &of.specified_by {
            let address = match url.contains("://") {
                true => link(url, vec![text(url)]),
                false => code(url.as_str()),
            };
            nodes.push(paragraph(vec![text(&format!("{} ", words.specification)), address]));
        }
        if !of.fields.is_empty() {
            let is_enum = of.kind == TypeKind::Enum;
            nodes.push(match is_enum {
                true => section(words, |words| &words.values),
                false => section(words, |words| &words.fields),
            });
            if of.is_one_of {
                nodes.push(paragraph(vec![text(&words.exactly_one)]));
            }
            let id = if is_enum { "value" } else { "field" };
            nodes.extend(of.fields.iter().map(|field| self.row("ResponseField", field, id, "")));
        }
        if !of.interfaces.is_empty() {
            nodes.push(section(words, |words| &words.implements));
            nodes.push(self.types(&of.interfaces));
        }
        if !of.possible.is_empty() {
            nodes.push(section(words, |words| &words.possible_types));
            nodes.push(self.types(&of.possible));
        }
        if !of.uses.is_empty() {
            nodes.push(section(words, |words| &words.used_by));
            nodes.extend(self.uses(of));
        }
        let definition = code_block("graphql", &shown.name, of.definition.clone());
        let definition = element("CodeGroup", Vec::new(), vec![definition]);
        nodes.push(element("Panel", Vec::new(), vec![definition]));
        nodes
    }

    /// A field with what is below it.
    fn row(&mut self, name: &'static str, field: &ShownField, id: &str, parent: &str) -> Node {
        let words = self.manner.words;
        let part = field_part(&field.name);
        let id = self.ids.repeated(&format!("{id}-{}", if part.is_empty() { "field" } else { &part }));
        let mut children = Vec::new();
        // Why not to use it comes before what it is; that it should not be is said beside its name.
        let reason = field.deprecated.as_deref().filter(|reason| !reason.is_empty());
        children.extend(reason.map(markdown));
        children.extend(field.description.as_deref().map(markdown));
        let path = format!("{parent}{}.", field.name);
        if !field.arguments.is_empty() {
            let rows = field.arguments.iter().map(|field| self.row("ParamField", field, &id, "")).collect();
            children.push(self.disclosure(Some(&words.field_arguments), rows));
        }
        if !field.below.is_empty() {
            let mut rows: Vec<Node> =
                field.below.iter().map(|field| self.row(name, field, &id, &path)).collect();
            if field.more > 0 {
                rows.push(paragraph(vec![text(&Words::with(&words.and_more, &field.more.to_string()))]));
            }
            children.push(self.disclosure(None, rows));
        }
        let attributes = vec![
            ("name", string(field.name.as_str())),
            ("id", string(id)),
            ("parent", (!parent.is_empty()).then(|| Value::String(parent.to_owned()))),
            ("type", self.type_of(&field.of)),
            ("required", switch(field.is_required)),
            ("deprecated", switch(field.deprecated.is_some())),
            ("default", field.default.clone().and_then(string)),
        ];
        element(name, attributes, children)
    }

    fn disclosure(&self, title: Option<&str>, rows: Vec<Node>) -> Node {
        let open = self.manner.settings.params.expanded == Expanded::All;
        element("Expandable", vec![("title", title.and_then(string)), ("defaultOpen", switch(open))], rows)
    }

    /// A type as it is written, with a link to its page.
    fn type_of(&self, of: &TypeLink) -> Option<Value> {
        let TypeLink { of: written, file } = of;
        if written.name.is_empty() {
            return None;
        }
        let Some(file) = file else {
            return string(format!("{}{}{}", written.before, written.name, written.after));
        };
        let mut nodes = vec![link(&self.address(file), vec![text(&written.name)])];
        if !written.before.is_empty() {
            nodes.insert(0, text(&written.before));
        }
        if !written.after.is_empty() {
            nodes.push(text(&written.after));
        }
        Some(Value::Nodes(nodes))
    }

    fn types(&self, types: &[TypeLink]) -> Node {
        listed(types.iter().map(|of| self.linked(&of.of.name, of.file.as_deref())))
    }

    fn uses(&self, of: &ShownType) -> Vec<Node> {
        let mut nodes = vec![listed(of.uses.iter().map(|Use { name, file }| self.linked(name, Some(file))))];
        if of.more_uses > 0 {
            let more = Words::with(&self.manner.words.and_more, &of.more_uses.to_string());
            nodes.push(paragraph(vec![text(&more)]));
        }
        nodes
    }

    fn linked(&self, name: &str, file: Option<&str>) -> Node {
        match file {
            Some(file) => link(&self.address(file), vec![code(name)]),
            None => code(name),
        }
    }

    fn address(&self, file: &str) -> String {
        encode_path(&format!("{}/{file}", self.base))
    }
}

/// Names in one quiet paragraph.
fn listed(names: impl Iterator<Item = Node>) -> Node {
    element("div", vec![("className", string("media-types"))], vec![paragraph(separated(names))])
}

/// Says of an operation that it should not be used any more.
fn warning(reason: &str, words: &Words) -> Node {
    let said = match reason.is_empty() {
        true => vec![text(&words.is_deprecated)],
        false => vec![text(&format!("{} ", words.deprecated_because)), inline_markdown(reason)],
    };
    element("Warning", Vec::new(), vec![paragraph(said)])
}

/// The operation with its variables, and the answer.
fn examples(sample: &Sample, place: Place, words: &Words) -> Vec<Node> {
    let title = match place {
        Place::Mutation => &words.mutation,
        Place::Subscription => &words.subscription,
        Place::Query | Place::Type => &words.query,
    };
    let mut blocks = vec![code_block("graphql", title, sample.operation.clone())];
    blocks.extend(sample.variables.clone().map(|values| code_block("json", &words.variables, values)));
    let answer = code_block("json", &words.response, sample.response.clone());
    vec![element("RequestExample", Vec::new(), blocks), element("ResponseExample", Vec::new(), vec![answer])]
}
