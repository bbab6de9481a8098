//! Members that a value is chosen from: `oneOf`, `anyOf`, discriminators, and fields that depend on others (OAS-44,
//! OAS-45, OAS-47).

use std::collections::BTreeSet;
use std::rc::Rc;

use serde_json::Value as Json;

use super::facts::{Owner, shown};
use super::fields::{MAX_LISTED, Place, Row, Rows, mark};
use super::known::Known;
use super::markup::{code, element, field_facts, labelled, literal, paragraph, sentence, string, text};
use super::repeats::{Alike, is_part};
use crate::api::schema::{Choice, ChoiceKind, Discriminator, Schema, reference_name};
use crate::api::words::{Words, filled};
use crate::page::ast::{Node, Value};

/// Most members that stand under tabs; more are a list.
const MAX_TABS: usize = 50;
/// Most members that one choice shows.
const MAX_MEMBERS: usize = 2_000;

/// A member with the name that readers choose it by.
pub(super) struct Variant<'a> {
    title: String,
    pub(super) schema: Rc<Known<'a>>,
}

impl Variant<'_> {
    /// Whether a name, or a reference, is that of its schema.
    fn is_named(&self, name: &str) -> bool {
        let own = self.schema.own_references().first();
        own.is_some_and(|own| *own == name || reference_name(own) == reference_name(name))
    }
}

/// What a value is chosen from.
pub(super) struct Alternatives<'a> {
    kind: ChoiceKind,
    pub(super) variants: Vec<Variant<'a>>,
    /// Whether there are more.
    is_cut: bool,
}

impl<'a> Rows<'a> {
    /// The members of every `oneOf` and `anyOf`, as tabs, when they say more than the type of the row does. A base
    /// whose discriminator has a mapping is chosen from what that names.
    pub(super) fn choices(&mut self, schema: &Known<'a>, place: &Place) -> Vec<Node> {
        let discriminator = Discriminator::of(schema);
        if schema.choices.is_empty() && discriminator.is_none() {
            return Vec::new();
        }
        let mut nodes = Vec::new();
        for choice in self.alternatives(schema, discriminator.as_ref()).iter() {
            if choice.is_cut {
                self.note_cut();
            }
            if let Some(names) = only_requirements(schema, &choice.variants) {
                let sentence = match choice.kind {
                    ChoiceKind::One => &self.words.exactly_one_required,
                    ChoiceKind::Any => &self.words.at_least_one_required,
                };
                let facts = vec![labelled(sentence, names)];
                nodes.push(self.counted(field_facts(facts)));
                continue;
            }
            let mut shown =
                self.variants(schema, choice.kind, &choice.variants, discriminator.as_ref(), place);
            if shown.len() > 1
                && let Some(default) = discriminator.as_ref().and_then(|chosen| chosen.default)
            {
                let named = choice.variants.iter().find(|variant| variant.is_named(default));
                let title = named.map_or(reference_name(default), |variant| variant.title.as_str());
                let default = labelled(&self.words.default_line, [title.to_owned()]);
                shown.insert(1, self.counted(default));
            }
            nodes.extend(shown);
        }
        nodes
    }

    /// What a schema is chosen from, with the names.
    fn alternatives(
        &self,
        schema: &Known<'a>,
        discriminator: Option<&Discriminator<'a>>,
    ) -> Rc<Vec<Alternatives<'a>>> {
        if let Some(known) = self.schemas.borrow().choices(schema) {
            return known;
        }
        let mut choices = Vec::new();
        for Choice { kind, members, .. } in &schema.choices {
            let variants = members.iter().take(MAX_MEMBERS).map(|member| {
                let schema = self.member(schema, member);
                let values = discriminator.map(|chosen| chosen.values_of(self.description, member, &schema));
                let title = values.filter(|values| !values.is_empty()).map(|values| values.join(", "));
                Variant { title: title.unwrap_or_else(|| schema.name(self.description)), schema }
            });
            let mut variants: Vec<Variant<'a>> = variants.collect();
            self.tell_apart(&mut variants);
            choices.push(Alternatives { kind: *kind, variants, is_cut: members.len() > MAX_MEMBERS });
        }
        if let (true, Some(chosen)) = (schema.choices.is_empty(), discriminator) {
            let children = chosen.children(self.description, schema).take(MAX_MEMBERS);
            let variants =
                children.map(|(title, schema)| Variant { title, schema: Rc::new(Known::new(schema)) });
            let variants = variants.collect();
            choices.push(Alternatives { kind: ChoiceKind::One, variants, is_cut: false });
        }
        let choices = Rc::new(choices);
        self.schemas.borrow_mut().keep_choices(schema, &choices);
        choices
    }

    /// A member of a choice of a schema.
    pub(super) fn member(&self, schema: &Schema<'a>, member: &'a Json) -> Rc<Known<'a>> {
        let own = self.schema(&[member]);
        match own.is_formless_beside(schema) {
            true => Rc::new(Known::new(schema.member(self.description, member))),
            false => own,
        }
    }

    /// Members that are called alike are named by the property that has one value in each, and another in each: that
    /// tells them apart in an answer, whether or not a discriminator says so.
    fn tell_apart(&self, variants: &mut [Variant<'a>]) {
        if variants.len() > MAX_TABS {
            return;
        }
        let is_repeated =
            |variant: &&Variant<'a>| variants.iter().filter(|other| other.title == variant.title).count() > 1;
        let Some(title) = variants.iter().find(is_repeated).map(|variant| variant.title.clone()) else {
            return;
        };
        let alike: Vec<&Variant<'a>> = variants.iter().filter(|variant| variant.title == title).collect();
        let only_value = |variant: &&Variant<'a>, name: &str| {
            let property = self.schema(variant.schema.property(name)?);
            let value = match property.enumerated() {
                Some([only]) => *only,
                Some(_) => return None,
                None => property.keyword("const")?,
            };
            value.as_str().map(str::to_owned).or_else(|| (!value.is_object()).then(|| value.to_string()))
        };
        let values_of = |name: &&str| -> Option<Vec<String>> {
            let values: Vec<String> =
                alike.iter().map(|variant| only_value(variant, name)).collect::<Option<_>>()?;
            let different: BTreeSet<&String> = values.iter().collect();
            (different.len() == values.len()).then_some(values)
        };
        let names =
            alike.first().into_iter().flat_map(|first| &first.schema.properties).map(|(name, _)| *name);
        let Some(values) = names.take(MAX_TABS).find_map(|name| values_of(&name)) else { return };
        let alike = variants.iter_mut().filter(|variant| variant.title == title);
        for (variant, value) in alike.zip(values) {
            variant.title = value;
        }
    }

    fn variants(
        &mut self,
        around: &Known<'a>,
        kind: ChoiceKind,
        variants: &[Variant<'a>],
        discriminator: Option<&Discriminator<'a>>,
        place: &Place,
    ) -> Vec<Node> {
        if variants.is_empty() || !self.has_room(place.depth) {
            return Vec::new();
        }
        let is_listed = variants.len() > MAX_TABS || self.form().are_members_apart;
        // What extends a base is not what every value of it is, even where there is one only.
        let is_child = around.choices.is_empty();
        if let ([only], false) = (variants, is_listed || is_child) {
            let nodes = self.variant(around, &only.schema, place);
            // Of a field that may be null, the fields are folded like those of any other.
            let is_part = nodes.first().is_some_and(is_part);
            let has_fields = !only.schema.properties.is_empty() && !is_part;
            return match has_fields && !place.path.is_empty() {
                true => self.disclosure(nodes).into_iter().collect(),
                false => nodes,
            };
        }
        if is_listed {
            let nodes = self.listed(around, variants, place);
            let label =
                (variants.len() > 1 && !nodes.is_empty()).then(|| self.choice_label(kind, discriminator));
            return label.into_iter().chain(nodes).collect();
        }
        let mut tabs = Vec::new();
        let mut is_empty = true;
        for (index, variant) in variants.iter().enumerate() {
            let place = place.with_id(&format!("one-of-{index}"));
            let id = self.anchor(&place.id);
            let place = Place { id: id.clone(), ..place };
            let mut nodes = self.variant(around, &variant.schema, &place);
            is_empty &= nodes.is_empty();
            if self.is_draft {
                // The name of the type where there is nothing else, and the tab.
                self.use_nodes(if nodes.is_empty() { 3 } else { 1 });
                tabs.push(mark());
                continue;
            }
            if nodes.is_empty() {
                let label = variant.schema.type_label(self.description);
                nodes.push(self.counted(paragraph(vec![code(label)])));
            }
            let repeated = variants.iter().filter(|other| other.title == variant.title).count() > 1;
            let title = match repeated {
                true => format!("{} {}", variant.title, index + 1),
                false => variant.title.clone(),
            };
            let attributes = vec![("title", literal(&title)), ("id", string(id))];
            tabs.push(self.counted_element("Tab", attributes, nodes));
        }
        if is_empty {
            return Vec::new();
        }
        let label = self.choice_label(kind, discriminator);
        // Tabs of one name change together elsewhere; here each choice is its own.
        let attributes = vec![("sync", Some(Value::Bool(false))), ("className", string("schema-choice"))];
        vec![label, self.counted_element("Tabs", attributes, tabs)]
    }

    /// What stands before the members.
    fn choice_label(&mut self, kind: ChoiceKind, discriminator: Option<&Discriminator<'a>>) -> Node {
        if self.is_draft {
            // The paragraph and what is in it.
            self.use_nodes(if discriminator.is_some() { 4 } else { 2 });
            return mark();
        }
        self.counted(paragraph(match (kind, discriminator) {
            (_, Some(chosen)) => sentence(&self.words.one_of_these_by, code(chosen.property)),
            (ChoiceKind::One, None) => vec![text(&self.words.one_of_these)],
            (ChoiceKind::Any, None) => vec![text(&self.words.any_of_these)],
        }))
    }

    /// The members one below the other, when they are too many or too large for tabs: those with fields are in files
    /// of their own.
    fn listed(&mut self, around: &Known<'a>, variants: &[Variant<'a>], place: &Place) -> Vec<Node> {
        let mut nodes = Vec::new();
        let mut is_empty = true;
        for (index, Variant { title, schema }) in variants.iter().enumerate() {
            if !self.has_room(place.depth) {
                break;
            }
            self.work += schema.merged;
            let id = match self.is_draft {
                true => String::new(),
                false => self.ids.repeated(&format!("{}-one-of-{index}", place.id)),
            };
            if self.has_fields(schema)
                && let Some(reference) = self.part_reference(schema, usize::MAX)
            {
                is_empty = false;
                nodes.push(self.part(&reference, place.direction, &id, Some(title)));
                continue;
            }
            let place = Place { id, ..place.clone() };
            let shown = self.variant(around, schema, &place);
            is_empty &= shown.is_empty();
            if self.is_draft {
                self.use_nodes(2);
                nodes.push(mark());
                continue;
            }
            let name = if shown.is_empty() { schema.type_label(self.description) } else { title };
            nodes.push(self.counted(paragraph(vec![code(name)])));
            nodes.extend(shown);
        }
        if is_empty { Vec::new() } else { nodes }
    }

    fn counted_element(
        &mut self,
        name: &'static str,
        attributes: Vec<(&'static str, Option<Value>)>,
        nodes: Vec<Node>,
    ) -> Node {
        if self.is_draft {
            self.use_nodes(1);
            return mark();
        }
        let empty = self.counted(element(name, attributes, Vec::new()));
        Node { children: nodes, ..empty }
    }

    /// What one member says.
    fn variant(&mut self, around: &Known<'a>, schema: &Known<'a>, place: &Place) -> Vec<Node> {
        if let Some(elsewhere) = self.elsewhere(Alike::Value, schema, place.direction, place.depth) {
            return vec![self.same_fields(Alike::Value, schema, elsewhere, &place.id)];
        }
        self.within(schema, (&place.id, place.direction, place.depth), |rows| {
            let mut nodes = Vec::new();
            // What is said of the whole is not said again of what it may be.
            let said = schema.text("description").filter(|own| around.text("description") != Some(own));
            nodes.extend(said.map(|description| rows.text_of(description)));
            nodes.extend(rows.facts(schema, &[], Owner::Value));
            // What it defines itself has a row that says it.
            nodes.extend(rows.requirements(around, schema, |name| {
                schema.properties.is_empty()
                    || (around.property(name).is_some() && schema.property(name).is_none())
            }));
            if schema.properties.is_empty() {
                nodes.extend(rows.below(schema, &Place { path: trimmed(&place.path), ..place.clone() }));
            } else {
                nodes.extend(rows.properties_beside(Some(around), schema, place));
                nodes.extend(rows.choices(schema, &place.deeper()));
                nodes.extend(rows.conditions(schema, place));
            }
            nodes
        })
    }

    /// What a member makes required of the properties around it, of those that are to be told.
    fn requirements(
        &mut self,
        around: &Known<'a>,
        schema: &Schema<'a>,
        is_told: impl Fn(&str) -> bool,
    ) -> Option<Node> {
        let names = schema.required.iter().filter(|name| !around.required.contains(*name));
        let names: Vec<&str> = names.filter(|name| is_told(name)).copied().collect();
        if names.is_empty() {
            return None;
        }
        let names = names.into_iter().map(str::to_owned);
        Some(self.counted(labelled(&self.words.requires, names)))
    }

    /// `if`, `then`, `else` and `dependentSchemas` as rows with the words of their condition.
    pub(super) fn conditions(&mut self, schema: &Known<'a>, place: &Place) -> Vec<Node> {
        let mut branches: Vec<(String, &'a Json)> = Vec::new();
        if let Some(condition) = schema.keyword("if") {
            let condition = self.condition(condition);
            branches.extend(
                schema.keyword("then").map(|then| (Words::with(&self.words.attributes_if, &condition), then)),
            );
            branches.extend(
                schema
                    .keyword("else")
                    .map(|other| (Words::with(&self.words.attributes_unless, &condition), other)),
            );
        }
        for key in ["dependentSchemas", "dependencies"] {
            let dependent = schema.keyword(key).and_then(Json::as_object).into_iter().flatten();
            let dependent = dependent.filter(|(_, part)| part.is_object());
            branches
                .extend(dependent.map(|(name, part)| (Words::with(&self.words.attributes_with, name), part)));
        }
        let mut nodes = Vec::new();
        for (title, branch) in branches.into_iter().take(MAX_LISTED) {
            if !self.has_room(place.depth) {
                break;
            }
            let branch = self.schema(&[branch]);
            let place = place.with_id("if").deeper();
            let mut rows: Vec<Node> = self.requirements(schema, &branch, |_| true).into_iter().collect();
            match self.elsewhere(Alike::Value, &branch, place.direction, place.depth) {
                Some(elsewhere) => rows.push(self.same_fields(Alike::Value, &branch, elsewhere, &place.id)),
                None => {
                    let shown = (place.id.as_str(), place.direction, place.depth);
                    rows.extend(self.within(&branch, shown, |rows| {
                        let mut nodes = rows.facts_of_object(&branch);
                        nodes.extend(rows.dependent_rows(schema, &branch, &place));
                        nodes.extend(rows.choices(&branch, &place));
                        nodes.extend(rows.conditions(&branch, &place));
                        nodes
                    }));
                }
            }
            if !rows.is_empty() {
                let attributes = vec![("title", string(title))];
                nodes.push(self.counted_element("Expandable", attributes, rows));
            }
        }
        nodes
    }

    /// The properties of a branch; what it makes required is told once.
    fn dependent_rows(&mut self, around: &Schema<'a>, branch: &Schema<'a>, place: &Place) -> Vec<Node> {
        let mut rows = Vec::new();
        for (name, definitions) in &branch.properties {
            // What must not be there is told as a rule.
            if self.schema(definitions).is_left_out(place.direction) {
                continue;
            }
            let required = around.required.contains(name) || branch.required.contains(name);
            rows.extend(
                self.row(&Row { name, required, parts: definitions.to_vec(), ..Row::default() }, place),
            );
        }
        rows
    }

    /// A condition in a few words: `kind is card`.
    fn condition(&self, condition: &'a Json) -> String {
        let schema = Schema::of(self.description, &[condition]);
        let mut words: Vec<String> = Vec::new();
        for (name, definitions) in &schema.properties {
            let property = Schema::of(self.description, definitions);
            let values = property.enumerated().into_iter().flatten().copied();
            let values: Vec<String> = values.chain(property.keyword("const")).map(shown).collect();
            let (sentence, value) = match values.is_empty() {
                false => (&self.words.value_is, Words::joined(&self.words.or, &values)),
                true => match property.constraints(self.words).into_iter().next() {
                    Some(limit) => (&self.words.value_has, limit),
                    None => (&self.words.value_of_type, property.type_label(self.description)),
                },
            };
            words.push(filled(sentence, &[("name", name), ("value", &value)]));
        }
        if words.is_empty() {
            words.extend(schema.required.iter().map(|name| Words::with(&self.words.value_given, name)));
        }
        if words.is_empty() { self.words.a_condition.clone() } else { Words::joined(&self.words.and, &words) }
    }
}

/// What each member makes required, when all of them do no more than that (`anyOf: [{required: [a]}, …]`).
fn only_requirements(around: &Known<'_>, variants: &[Variant<'_>]) -> Option<Vec<String>> {
    let names = |schema: &Known<'_>| {
        let is_plain = schema.properties.is_empty()
            && schema.choices.is_empty()
            && schema.says_no_more_than(&["type", "title"]);
        let names: Vec<&str> = schema.required.iter().copied().collect();
        (is_plain && !names.is_empty() && names.iter().all(|name| around.defines(name)))
            .then(|| names.join(" + "))
    };
    let all: Option<Vec<String>> = variants.iter().map(|variant| names(&variant.schema)).collect();
    all.filter(|all| all.len() > 1)
}

/// The path without the dot at its end, which [`Rows::below`] adds again.
fn trimmed(path: &str) -> String {
    path.strip_suffix('.').unwrap_or(path).to_owned()
}
