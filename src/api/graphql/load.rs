//! From the text of a schema to a [`Schema`]: extensions joined to what they extend, operations found, and every name
//! looked up.
//!
//! What is wrong costs the part that it stands in, never the schema: a field whose type nobody defines is shown without
//! a link.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::catalog::Catalog;
use super::read::{Definition, Written, read};
use super::{BUILT_IN, Field, Place, Schema, Type, TypeKind};
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::text::{SourceText, Span};

/// Most problems of one kind that are told one by one.
const MAX_TOLD: usize = 20;

/// Loads a schema; `None` when the text defines nothing.
pub fn load(source: &SourceText) -> (Option<Schema>, Vec<Diagnostic>) {
    let mut written = read(&source.text);
    let mut report = Report { source, diagnostics: Vec::new(), told: BTreeMap::new() };
    for (message, place) in written.problems.drain(..) {
        let problem =
            Diagnostic::warning("graphql-syntax", format!("this is not a GraphQL schema here: {message}"));
        report.tell(problem.hint("what stands around it is read; correct this place"), place);
    }
    let types = joined(std::mem::take(&mut written.definitions), &mut report);
    let by_name: BTreeMap<String, usize> =
        types.iter().enumerate().map(|(at, of)| (of.name.clone(), at)).collect();
    let roots = roots(&written, &by_name);
    report.unknown_names(&written.names, &by_name);
    report.finish();
    let path = &source.path;
    let is_operation = |of: &Type| roots.iter().flatten().any(|root| *root == of.name);
    if !types.iter().any(|of| !is_operation(of) || !of.fields.is_empty()) {
        let problem =
            Diagnostic::warning("graphql-empty", format!("{path} defines no types and no operations"));
        let problem = problem.hint("a schema is written in SDL: `type Query { user(id: ID!): User }`");
        report.diagnostics.push(problem.in_file(path));
        return (None, report.diagnostics);
    }
    let mut schema = Schema {
        catalog: Arc::default(),
        types,
        by_name,
        roots,
        uses: BTreeMap::new(),
        implementers: BTreeMap::new(),
    };
    schema.catalog = Arc::new(Catalog::of(path, &schema));
    schema.uses = schema.all_uses();
    schema.implementers = schema.all_implementers();
    (Some(schema), report.diagnostics)
}

/// The types in order of their first definition, each with its extensions.
fn joined(definitions: Vec<Definition>, report: &mut Report<'_>) -> Vec<Type> {
    let (extensions, definitions): (Vec<_>, Vec<_>) =
        definitions.into_iter().partition(|definition| definition.is_extension);
    let mut types: Vec<Type> = Vec::new();
    let mut by_name: BTreeMap<String, usize> = BTreeMap::new();
    for Definition { of, place, .. } in definitions {
        if by_name.contains_key(&of.name) {
            report.twice(&of.name, place);
            continue;
        }
        by_name.insert(of.name.clone(), types.len());
        types.push(of);
    }
    for Definition { of, place, .. } in extensions {
        match by_name.get(&of.name).and_then(|at| types.get_mut(*at)) {
            Some(extended) if extended.kind == of.kind => extend(extended, of),
            Some(_) => report.other_kind(&of.name, place),
            // Several files are often put together to one without the definition that all of them extend.
            None => {
                if !matches!(of.name.as_str(), "Query" | "Mutation" | "Subscription") {
                    report.extends_nothing(&of.name, place, by_name.keys());
                }
                by_name.insert(of.name.clone(), types.len());
                types.push(of);
            }
        }
    }
    for of in &mut types {
        let mut seen = BTreeSet::new();
        of.fields.retain(|field| seen.insert(field.name.clone()));
    }
    types
}

fn extend(extended: &mut Type, of: Type) {
    let new = |known: &[String], more: Vec<String>| -> Vec<String> {
        more.into_iter().filter(|name| !known.contains(name)).collect()
    };
    let interfaces = new(&extended.interfaces, of.interfaces);
    extended.interfaces.extend(interfaces);
    let members = new(&extended.members, of.members);
    extended.members.extend(members);
    let known: BTreeSet<String> = extended.fields.iter().map(|field| field.name.clone()).collect();
    let fields: Vec<Field> = of.fields.into_iter().filter(|field| !known.contains(&field.name)).collect();
    extended.fields.extend(fields);
    extended.specified_by = extended.specified_by.take().or(of.specified_by);
    extended.is_one_of |= of.is_one_of;
}

/// The types whose fields are operations: those that the schema names, else those with the usual names.
fn roots(written: &Written, types: &BTreeMap<String, usize>) -> [Option<String>; 3] {
    [(Place::Query, "Query"), (Place::Mutation, "Mutation"), (Place::Subscription, "Subscription")].map(
        |(place, usual)| {
            let named = written.roots.iter().find(|(of, _)| *of == place).map(|(_, name)| name.clone());
            let usual = (!written.has_roots).then(|| usual.to_owned());
            named.or(usual).filter(|name| types.contains_key(name))
        },
    )
}

/// Collects problems of one schema.
struct Report<'a> {
    source: &'a SourceText,
    diagnostics: Vec<Diagnostic>,
    /// How many problems of each kind there are.
    told: BTreeMap<&'static str, usize>,
}

impl Report<'_> {
    fn tell(&mut self, problem: Diagnostic, place: Span) {
        let told = self.told.entry(problem.code).or_default();
        *told += 1;
        if *told <= MAX_TOLD {
            self.diagnostics.push(problem.at(self.source, place));
        }
    }

    /// The type that was meant by a name that nothing defines. Only for problems that are told: thousands of names
    /// against thousands of types would take seconds.
    fn near<'n>(&self, name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
        let told = self.told.get("graphql-type-unknown").copied().unwrap_or_default();
        if told < MAX_TOLD { did_you_mean(name, known) } else { None }
    }

    /// Tells how many problems there are besides those that were told.
    fn finish(&mut self) {
        let path = &self.source.path;
        for (code, count) in self.told.iter().filter(|(_, count)| **count > MAX_TOLD) {
            let message = format!("{path} has {} more problems of this kind", count - MAX_TOLD);
            self.diagnostics.push(Diagnostic::warning(code, message).in_file(path));
        }
    }

    fn twice(&mut self, name: &str, place: Span) {
        let problem = Diagnostic::warning("graphql-type-twice", format!("`{name}` is defined twice"));
        self.tell(problem.hint("the first definition counts; write `extend` before the second one"), place);
    }

    fn other_kind(&mut self, name: &str, place: Span) {
        let message = format!("this extends `{name}`, which is of another kind");
        let problem = Diagnostic::warning("graphql-type-twice", message);
        self.tell(
            problem.hint("an extension has the keyword of what it extends; this one is left out"),
            place,
        );
    }

    fn extends_nothing<'n>(&mut self, name: &str, place: Span, known: impl Iterator<Item = &'n String>) {
        let problem =
            Diagnostic::warning("graphql-type-unknown", format!("`{name}` is extended and defined nowhere"));
        let hint = match self.near(name, known.map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "the extension is shown as the type; define it without `extend`".to_owned(),
        };
        self.tell(problem.hint(hint), place);
    }

    /// Tells of each name once that nothing defines.
    fn unknown_names(&mut self, names: &[(String, Span)], types: &BTreeMap<String, usize>) {
        let mut seen = BTreeSet::new();
        for (name, place) in names {
            if name.starts_with("__")
                || BUILT_IN.contains(&name.as_str())
                || types.contains_key(name)
                || !seen.insert(name)
            {
                continue;
            }
            let known = types.keys().map(String::as_str).chain(BUILT_IN);
            let hint = match self.near(name, known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "define it, or write the type that is meant; it is shown without a link".to_owned(),
            };
            let message = format!("the type `{name}` is not defined");
            self.tell(Diagnostic::warning("graphql-type-unknown", message).hint(hint), *place);
        }
    }
}

impl Schema {
    /// What implements each interface, in the order of the text.
    fn all_implementers(&self) -> BTreeMap<String, Vec<String>> {
        let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for of in self.types.iter().filter(|of| matches!(of.kind, TypeKind::Object | TypeKind::Interface)) {
            for interface in &of.interfaces {
                all.entry(interface.clone()).or_default().push(of.name.clone());
            }
        }
        all
    }
}
