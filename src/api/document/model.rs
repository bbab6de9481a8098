//! The body of a schema's page (OAS-50).

use super::fields::{Place, Requirement, RowKind, Rows};
use super::markup::{code, code_block, element, link, paragraph, section, separated, text};
use super::tag::operations_table;
use super::{Manner, cut_note, located, page_description};
use crate::api::schema::Direction;
use crate::api::words::Words;
use crate::api::{ApiDescription, example, model};
use crate::page::ast::Node;

/// Most operations and schemas that are listed as users.
const MOST_USERS: usize = 200;

/// The fields of a schema and an example, as the page of an author shows them.
pub fn fields(description: &ApiDescription, name: &str, manner: Manner<'_>) -> Vec<Node> {
    let Some(reference) = description.schema_pointer(name) else { return Vec::new() };
    let Some(schema) = description.target(&reference) else { return Vec::new() };
    let place = Place::new(RowKind::Response, Direction::Response, "schema");
    let roots = located::roots_at(description, &reference);
    let (mut nodes, is_cut) = Rows::fitted(description, manner, (roots, Vec::new()), &|rows| {
        rows.of_value(&place, name, schema, Requirement::Optional)
    });
    if is_cut {
        nodes.push(cut_note(description, manner.words));
    }
    if let Some(value) = example::generated(description, schema, Direction::Response) {
        let block = code_block("json", name, example::printed(&value, "application/json"));
        nodes.push(element("ResponseExample", Vec::new(), vec![block]));
    }
    nodes
}

/// A page that nobody wrote: what the description says of the schema, its fields, and what uses it. Links name operations
/// and schemas as links of descriptions do: whoever shows the body knows their pages.
pub fn document(description: &ApiDescription, name: &str, manner: Manner<'_>) -> Vec<Node> {
    let words = manner.words;
    let said =
        description.models().find(|model| model.name == name).and_then(|model| model.description.as_deref());
    let mut nodes: Vec<Node> = said.map(page_description).into_iter().collect();
    nodes.extend(fields(description, name, manner));
    let (operations, models) = description.users_of(name);
    if operations.is_empty() && models.is_empty() {
        return nodes;
    }
    nodes.push(section(words, |words| &words.used_by));
    let more = operations.len().saturating_sub(MOST_USERS) + models.len().saturating_sub(MOST_USERS);
    nodes.extend(operations_table(operations.into_iter().take(MOST_USERS), words, |it| Some(it.link())));
    if !models.is_empty() {
        let linked = |name: &String| link(&format!("#{}", model::link(name)), vec![code(name.as_str())]);
        nodes.push(paragraph(separated(models.iter().take(MOST_USERS).map(linked))));
    }
    if more > 0 {
        nodes.push(paragraph(vec![text(&Words::with(&words.and_more, &more.to_string()))]));
    }
    nodes
}
