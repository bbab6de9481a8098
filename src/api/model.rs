//! Schemas that have a page of their own, and what uses each of them (OAS-50, `api.schemas`).
//!
//! They are those that listed operations use, by themselves or by way of others. What uses what is known from the
//! references in the description; no schema is read for it.

use std::collections::{BTreeMap, BTreeSet};

use super::pointer::escaped;
use super::slices::Target;
use super::{ApiCatalog, ApiDescription, ApiTarget, GeneratedPage, Operation, Visibility, slug};
use crate::hash::{ContentHash, KeyHasher};

/// The folder of these pages in that of the description's.
const FOLDER: &str = "schemas";

/// How a schema is called by links within a description.
pub fn link(name: &str) -> String {
    format!("schema/{name}")
}

/// The name of the schema that such a link means; some name it as references do.
pub fn linked(link: &str) -> Option<&str> {
    ["schema/", "/components/schemas/", "/definitions/"].iter().find_map(|before| link.strip_prefix(before))
}

/// A schema that has a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// Its name in the description.
    pub name: String,
    pub description: Option<String>,
    pub deprecated: bool,
}

impl Model {
    /// Its page; `None` when nothing of its name can stand in an address.
    pub fn page(&self, catalog: &ApiCatalog, directory: Option<&str>) -> Option<GeneratedPage> {
        let file = slug::clean_file_name(&self.name).filter(|file| !file.is_empty())?;
        Some(GeneratedPage {
            slug: slug::page_slug(directory, FOLDER, &file),
            alias: None,
            title: self.name.clone(),
            sidebar_title: None,
            description: self.description.clone(),
            source: catalog.path.clone(),
            target: ApiTarget::Model { name: self.name.clone() },
            method_label: None,
            deprecated: self.deprecated,
            visibility: Visibility::Listed,
            metadata: Default::default(),
            groups: Vec::new(),
        })
    }
}

/// All such schemas of a description in written order, each with what refers to it and is none of them, or is the next
/// of them on the way.
#[derive(Debug, Default)]
pub(super) struct Models(Vec<(Model, Users)>);

#[derive(Debug, Default)]
struct Users {
    /// Numbers of operations.
    operations: Vec<usize>,
    /// Names of schemas.
    models: Vec<String>,
}

impl ApiDescription {
    /// The schemas that have pages, in written order.
    pub fn models(&self) -> impl Iterator<Item = &Model> {
        self.known_models().0.iter().map(|(model, _)| model)
    }

    /// The operations that use a schema, and the names of the schemas that do.
    pub fn users_of(&self, name: &str) -> (Vec<&Operation>, &[String]) {
        let known = self.known_models().0.iter().find(|(model, _)| model.name == name);
        let Some((_, users)) = known else { return (Vec::new(), &[]) };
        let operations = users.operations.iter().filter_map(|number| self.operations.get(*number));
        (operations.collect(), &users.models)
    }

    /// The hash of all that the page of a schema shows.
    pub(super) fn model_key(&self, name: &str) -> ContentHash {
        let mut key = KeyHasher::new("api model");
        key.part(self.schema_key(name).as_bytes());
        let (operations, models) = self.users_of(name);
        operations.into_iter().for_each(|operation| operation.row_key(&mut key));
        key.value(models);
        key.finish()
    }

    fn known_models(&self) -> &Models {
        self.models.get_or_init(|| self.find_models())
    }

    fn find_models(&self) -> Models {
        let (pointer, part) = self.schemas_part();
        let entries = part.map_or(&[][..], |part| self.main().entries(part));
        let number = |(number, (_, part)): (usize, &(Box<str>, _))| ((0, *part), number);
        let mut numbers: BTreeMap<Target, usize> = entries.iter().enumerate().map(number).collect();
        // Many are written in files of their own, and operations refer to these.
        let written: Vec<Option<Target>> = entries
            .iter()
            .map(|(name, _)| self.written_at(&format!("#{pointer}/{}", escaped(name))))
            .collect();
        for (number, target) in written.iter().enumerate().filter_map(|(at, target)| Some((at, (*target)?))) {
            numbers.entry(target).or_insert(number);
        }
        let used_by_model = |number: usize| {
            let own = entries.get(number).map(|(_, part)| (0, *part));
            let mut used = self.uses(own.into_iter().chain(written.get(number).copied().flatten()), &numbers);
            used.remove(&number);
            used
        };
        let used: Vec<BTreeSet<usize>> = (0..entries.len()).map(used_by_model).collect();

        let mut users: Vec<Users> = entries.iter().map(|_| Users::default()).collect();
        let mut shown = BTreeSet::new();
        let mut open = Vec::new();
        for (at, operation) in
            self.operations.iter().enumerate().filter(|(_, operation)| operation.is_listed())
        {
            let parts = self.shown_parts(operation).into_iter().map(|part| (0, part));
            for number in self.uses(parts, &numbers) {
                users.get_mut(number).into_iter().for_each(|users| users.operations.push(at));
                open.push(number);
            }
        }
        while let Some(number) = open.pop() {
            if !shown.insert(number) {
                continue;
            }
            open.extend(used.get(number).into_iter().flatten());
            // A base shows what extends it.
            let name = entries.get(number).map_or("", |(name, _)| name);
            let children = self.children_of(&format!("#{pointer}/{}", escaped(name))).iter();
            open.extend(children.filter_map(|child| numbers.get(&self.part_of(child)?)));
        }
        for number in &shown {
            let Some((name, _)) = entries.get(*number) else { continue };
            for other in used.get(*number).into_iter().flatten() {
                users.get_mut(*other).into_iter().for_each(|users| users.models.push(name.to_string()));
            }
        }
        let model = |(number, users): (usize, Users)| {
            let (name, part) = entries.get(number).filter(|_| shown.contains(&number))?;
            let target = written.get(number).copied().flatten().unwrap_or((0, *part));
            let said = self.documents().get(target.0)?.pick(target.1, &["description", "deprecated"]);
            let description = said.get("description").and_then(|text| text.as_str()).map(str::to_owned);
            let deprecated = said.get("deprecated").and_then(|value| value.as_bool()) == Some(true);
            Some((Model { name: name.to_string(), description, deprecated }, users))
        };
        Models(users.into_iter().enumerate().filter_map(model).collect())
    }

    /// Where a schema is written that is no more than a reference.
    fn written_at(&self, reference: &str) -> Option<Target> {
        self.part_of(self.reference_at(reference)?)
    }

    /// The schemas that parts refer to, without those behind these.
    fn uses(
        &self,
        parts: impl Iterator<Item = Target>,
        numbers: &BTreeMap<Target, usize>,
    ) -> BTreeSet<usize> {
        let (mut used, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut open: Vec<Target> = parts.collect();
        while let Some((document, part)) = open.pop() {
            let Some(document) = self.documents().get(document) else { continue };
            for reference in document.references_of(part) {
                let Some(target) = self.part_of(&reference) else { continue };
                match numbers.get(&target) {
                    Some(number) => drop(used.insert(*number)),
                    // What is not there would be all that it could be in.
                    None if seen.insert(target) && self.target(&reference).is_some() => open.push(target),
                    None => {}
                }
            }
        }
        used
    }
}
