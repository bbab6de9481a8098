//! Following references through the documents of a description.

use serde_json::Value;

use super::part::split;
use super::pointer::escaped;
use super::slices::Slices;
use super::source::{Document, PartId};
use super::{ApiDescription, ApiTarget, Found};
use crate::hash::{ContentHash, KeyHasher};
use crate::text::SourcePath;

/// Most references in a row.
pub(super) const MAX_STEPS: usize = 32;
/// Most values of an example whose references are followed.
const MAX_DATA: usize = 20_000;
/// Bytes of text behind references that count as one more.
const DATA_TEXT: usize = 50;
/// Deepest nesting of one.
const MAX_DATA_DEPTH: usize = 200;

impl ApiDescription {
    /// Follows `$ref`s, at most 32 in a row. A value whose reference leads nowhere is returned as it is.
    pub fn resolve<'a>(&'a self, value: &'a Value) -> &'a Value {
        let mut current = value;
        for _ in 0..MAX_STEPS {
            let Some(reference) = current.get("$ref").and_then(Value::as_str) else { break };
            match self.target(reference) {
                Some(target) => current = target,
                None => break,
            }
        }
        current
    }

    /// An example or a default, which may be written as a reference: to a named example, to a part of one, or to the
    /// value of another place. What leads nowhere is a value like any other.
    pub fn data<'a>(&'a self, value: &'a Value) -> &'a Value {
        let mut current = value;
        for _ in 0..MAX_STEPS {
            let Some(target) = self.data_target(current) else { break };
            current = target;
        }
        current
    }

    /// The same, with the references inside of it followed, too: the author's own words when that becomes too much.
    pub fn whole_data(&self, value: &Value) -> Value {
        let mut left = MAX_DATA;
        self.copied(value, &mut left, (0, 0)).unwrap_or_else(|| value.clone())
    }

    fn copied(&self, value: &Value, left: &mut usize, (depth, steps): (usize, usize)) -> Option<Value> {
        // What is written once may be named many times.
        let cost = |text: &str| if steps > 0 { 1 + text.len() / DATA_TEXT } else { 1 };
        let names = value.as_object().into_iter().flatten().map(|(name, _)| cost(name)).sum::<usize>();
        let own = cost(value.as_str().unwrap_or_default()) + names;
        *left = left.checked_sub(own).filter(|_| depth < MAX_DATA_DEPTH)?;
        if let Some(target) = self.data_target(value) {
            // One that leads back to itself ends in the author's words.
            return if steps < MAX_STEPS { self.copied(target, left, (depth + 1, steps + 1)) } else { None };
        }
        let mut inside = |value| self.copied(value, left, (depth + 1, steps));
        Some(match value {
            Value::Array(items) => Value::Array(items.iter().map(inside).collect::<Option<_>>()?),
            Value::Object(fields) => {
                let fields = fields.iter().map(|(name, value)| Some((name.clone(), inside(value)?)));
                Value::Object(fields.collect::<Option<_>>()?)
            }
            plain => plain.clone(),
        })
    }

    /// What a reference in data names: of an example among the components, its value.
    fn data_target<'a>(&'a self, value: &'a Value) -> Option<&'a Value> {
        let reference = value.get("$ref")?.as_str()?;
        let target = self.target(reference)?;
        let is_example = |(_, name): (&str, &str)| !name.contains('/');
        let named = reference.split_once("#/components/examples/").is_some_and(is_example);
        Some(target.get("value").filter(|_| named).unwrap_or(target))
    }

    /// What the `$ref` of `value` names; `None` without one, or when it leads nowhere.
    pub fn resolve_once<'a>(&'a self, value: &'a Value) -> Option<&'a Value> {
        self.target(value.get("$ref")?.as_str()?)
    }

    /// What a reference names.
    pub fn target(&self, reference: &str) -> Option<&Value> {
        let (base, pointer) = reference.split_once('#').unwrap_or((reference, ""));
        self.document(base)?.target(pointer)
    }

    /// The reference that stands at another one.
    pub(super) fn reference_at(&self, reference: &str) -> Option<&str> {
        let (base, pointer) = reference.split_once('#').unwrap_or((reference, ""));
        self.document(base)?.reference_at(pointer)
    }

    /// An entry of a section, such as a channel.
    pub(super) fn entry(&self, section: &str, name: &str) -> Option<&Value> {
        let document = self.main();
        document.value(document.entry(document.entry(0, section)?, name)?)
    }

    /// The entries of a section in written order.
    pub(super) fn section(&self, section: &str) -> impl Iterator<Item = (&str, &Value)> {
        let document = self.main();
        let entries = document.entry(0, section).map_or(&[][..], |part| document.entries(part));
        entries.iter().filter_map(|(name, part)| Some((&**name, document.value(*part)?)))
    }

    /// Where these schemas stand, and the part that holds them.
    pub(super) fn schemas_part(&self) -> (&'static str, Option<PartId>) {
        let document = self.main();
        let components = document.entry(0, "components").and_then(|part| document.entry(part, "schemas"));
        match components {
            Some(part) => ("/components/schemas", Some(part)),
            None => ("/definitions", document.entry(0, "definitions")),
        }
    }

    /// The description itself.
    pub(super) fn main(&self) -> &Document {
        // There is always one: `load` begins the list with it.
        static NOTHING: std::sync::LazyLock<Document> = std::sync::LazyLock::new(Document::empty);
        self.documents.first().map_or(&NOTHING, |document| document)
    }

    /// The description, then the files that it refers to.
    pub(super) fn documents(&self) -> &[std::sync::Arc<Document>] {
        &self.documents
    }

    /// The files of the project that it refers to.
    pub fn files(&self) -> impl Iterator<Item = SourcePath> {
        self.documents.iter().filter_map(|document| document.base().strip_prefix('/').map(SourcePath::new))
    }

    /// The document whose references begin with `base`.
    pub(super) fn document(&self, base: &str) -> Option<&Document> {
        self.documents.iter().find(|document| document.base() == base).map(|document| &**document)
    }

    /// The part of a document that a reference depends on.
    pub(super) fn part_of(&self, reference: &str) -> Option<(usize, PartId)> {
        let (base, pointer) = reference.split_once('#').unwrap_or((reference, ""));
        let number = self.documents.iter().position(|document| document.base() == base)?;
        Some((number, self.documents.get(number)?.part_of(pointer)))
    }

    /// The hash of all that the page of an operation, a webhook or a channel is made from; another one when anything
    /// that it shows is different.
    pub fn slice_key(&self, target: &ApiTarget) -> ContentHash {
        let mut key = KeyHasher::new("api page");
        if let ApiTarget::Schema { reference, .. } = target {
            return self.reference_key(reference);
        }
        if let ApiTarget::Tag { name } = target {
            return self.tag_key(name);
        }
        if let ApiTarget::Model { name } = target {
            return self.model_key(name);
        }
        let Ok(found) = self.find(target) else { return key.finish() };
        let slices = self.slices.get_or_init(|| Slices::new(self));
        let document = self.main();
        let parts = match found {
            Found::Operation(operation) => self.shown_parts(operation),
            Found::Channel(channel) => {
                // Which operations name the channel is known only to those who look at all of them.
                let own = document.entry(0, "channels").and_then(|part| document.entry(part, &channel.id));
                own.into_iter().chain(document.entry(0, "operations")).collect()
            }
        };
        key.part(slices.key(self, &parts).as_bytes());
        for name in ["info", "servers", "security"] {
            // A server may be a reference.
            key.value(&document.entry(0, name).map(|part| slices.key(self, &[part])));
        }
        let schemes =
            document.entry(0, "components").and_then(|part| document.entry(part, "securitySchemes"));
        key.part(slices.key(self, &schemes.into_iter().collect::<Vec<_>>()).as_bytes());
        key.finish()
    }

    /// The hash of all that it is read from.
    pub fn whole_key(&self) -> ContentHash {
        let mut key = KeyHasher::new("api description");
        for document in &self.documents {
            key.part(document.hash(0).as_bytes());
        }
        key.finish()
    }

    /// The hash of what the references of a part name and of everything that it refers to.
    pub(super) fn reference_key(&self, reference: &str) -> ContentHash {
        let slices = self.slices.get_or_init(|| Slices::new(self));
        let mut key = KeyHasher::new("api references");
        for target in split(reference).filter_map(|one| self.part_of(one)) {
            key.part(slices.of_target(self, target).as_bytes());
        }
        key.finish()
    }

    /// The reference to a schema by its name.
    pub fn schema_pointer(&self, name: &str) -> Option<String> {
        let name = escaped(name);
        let places = ["#/components/schemas/", "#/definitions/", "#/$defs/"];
        places.iter().map(|place| format!("{place}{name}")).find(|reference| self.target(reference).is_some())
    }

    /// The hash of all that the page of a schema is made from.
    pub fn schema_key(&self, name: &str) -> ContentHash {
        let slices = self.slices.get_or_init(|| Slices::new(self));
        let part = self.schema_pointer(name).and_then(|reference| self.part_of(&reference));
        slices.key(self, &part.map(|(_, part)| part).into_iter().collect::<Vec<_>>())
    }
}
