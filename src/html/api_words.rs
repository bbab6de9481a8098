//! The words of a generated API page in the language of the page (I18N-02).
//!
//! What is made of a description is in English, as are the ids of its sections: these stay, so that links and the
//! playground find them in every language. What authors wrote is not there yet when this runs.

use crate::page::ast::{Node, NodeKind};
use crate::page::heading::heading_slug;

use super::labels::{ENGLISH, Labels};

/// The texts that sections and facts begin with, and the heads of tables.
const WORDS: [fn(&Labels) -> &String; 17] = [
    |labels| &labels.authorizations,
    |labels| &labels.path_parameters,
    |labels| &labels.query_parameters,
    |labels| &labels.headers,
    |labels| &labels.cookies,
    |labels| &labels.body,
    |labels| &labels.response,
    |labels| &labels.callbacks,
    |labels| &labels.method,
    |labels| &labels.path,
    |labels| &labels.summary,
    |labels| &labels.available_options,
    |labels| &labels.allowed,
    |labels| &labels.example,
    |labels| &labels.examples,
    |labels| &labels.parts,
    |labels| &labels.links,
];

/// Puts the words of `labels` in place of the English ones.
pub fn translate(nodes: &mut [Node], labels: &Labels) {
    if *labels != *ENGLISH {
        nodes.iter_mut().for_each(|node| node_in(node, labels));
    }
}

fn node_in(node: &mut Node, labels: &Labels) {
    if let NodeKind::Heading { id, .. } = &mut node.kind
        && let [only] = node.children.as_mut_slice()
        && let NodeKind::Text(text) = &mut only.kind
        && let Some(own) = word(text, labels)
    {
        id.get_or_insert_with(|| heading_slug(text));
        own.clone_into(text);
        return;
    }
    if matches!(node.kind, NodeKind::Paragraph | NodeKind::TableCell)
        && let Some(NodeKind::Text(text)) = node.children.first_mut().map(|first| &mut first.kind)
        && let Some(own) = word(text, labels)
    {
        own.clone_into(text);
        return;
    }
    node.children.iter_mut().for_each(|child| node_in(child, labels));
}

fn word<'l>(english: &str, labels: &'l Labels) -> Option<&'l String> {
    WORDS.iter().find(|word| word(&ENGLISH) == english).map(|word| word(labels))
}
