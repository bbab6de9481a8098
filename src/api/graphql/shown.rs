//! All that one page shows of a schema, as data. Its hash is what the page depends on: an edit of a schema makes those
//! pages again whose data is another, and no others.

use std::collections::BTreeMap;

use serde::Serialize;

use super::sample::{Sample, sample};
use super::{Field, Place, Schema, Type, TypeKind, TypeRef, sdl};
use crate::hash::{ContentHash, KeyHasher};

/// Most fields that stand below an argument or a result; all of them are on the page of their type.
const MAX_BELOW: usize = 40;
/// Most places that a type names where it is used.
const MAX_USES: usize = 60;

/// What a page shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shown {
    pub place: Place,
    pub name: String,
    pub description: Option<String>,
    /// The reason; empty without one.
    pub deprecated: Option<String>,
    /// Of an operation.
    pub arguments: Vec<ShownField>,
    pub returns: Option<ShownField>,
    pub sample: Option<Sample>,
    /// Of a type.
    pub of_type: Option<ShownType>,
}

/// What the page of a type shows besides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShownType {
    pub kind: TypeKind,
    pub fields: Vec<ShownField>,
    pub interfaces: Vec<TypeLink>,
    /// What a union or an interface may be.
    pub possible: Vec<TypeLink>,
    pub specified_by: Option<String>,
    pub is_one_of: bool,
    pub uses: Vec<Use>,
    /// Further uses, which are not named.
    pub more_uses: usize,
    /// It in SDL, without descriptions.
    pub definition: String,
}

/// A field, an argument or a value of an enum.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShownField {
    pub name: String,
    pub description: Option<String>,
    pub of: TypeLink,
    /// Whether a value must be given.
    pub is_required: bool,
    pub default: Option<String>,
    pub deprecated: Option<String>,
    pub arguments: Vec<ShownField>,
    /// The fields of its type.
    pub below: Vec<ShownField>,
    /// How many more there are.
    pub more: usize,
}

/// A type with the address of its page below the folder of the schema.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TypeLink {
    pub of: TypeRef,
    pub file: Option<String>,
}

/// Where a type is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Use {
    /// `createUser`, or `User.posts`.
    pub name: String,
    pub file: String,
}

/// Whether values are given or received.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Given,
    Received,
}

impl Schema {
    /// All that the page of an operation or a type shows; `None` when there is no such page.
    pub fn shown(&self, place: Place, name: &str) -> Option<Shown> {
        self.catalog.entry(place, name)?;
        if place == Place::Type {
            return self.named(name).map(|of| self.shown_type(of));
        }
        let field = self.root(place)?.fields.iter().find(|field| field.name == name)?;
        let mut returns = self.shown_field(field, Side::Received);
        returns.arguments = Vec::new();
        returns.description = None;
        returns.deprecated = None;
        self.add_below(&mut returns, Side::Received);
        let mut arguments = self.shown_fields(&field.arguments, Side::Given);
        arguments.iter_mut().for_each(|argument| self.add_below(argument, Side::Given));
        Some(Shown {
            place,
            name: name.to_owned(),
            description: field.description.clone(),
            deprecated: field.deprecated.clone(),
            arguments,
            returns: Some(returns),
            sample: Some(sample(self, place, field)),
            of_type: None,
        })
    }

    /// The hash of all that a page shows.
    pub fn shown_key(&self, place: Place, name: &str) -> ContentHash {
        let mut key = KeyHasher::new("graphql page");
        key.value(&self.shown(place, name)).finish()
    }

    fn shown_type(&self, of: &Type) -> Shown {
        let side = if of.kind == TypeKind::Input { Side::Given } else { Side::Received };
        let possible = match of.kind {
            TypeKind::Interface => self.implementers.get(&of.name).map_or(&[][..], Vec::as_slice),
            _ => &of.members,
        };
        let uses = self.uses.get(&of.name).map_or(&[][..], Vec::as_slice);
        Shown {
            place: Place::Type,
            name: of.name.clone(),
            description: of.description.clone(),
            deprecated: None,
            arguments: Vec::new(),
            returns: None,
            sample: None,
            of_type: Some(ShownType {
                kind: of.kind,
                fields: self.shown_fields(&of.fields, side),
                interfaces: of.interfaces.iter().map(|name| self.link_to(name)).collect(),
                possible: possible.iter().map(|name| self.link_to(name)).collect(),
                specified_by: of.specified_by.clone(),
                is_one_of: of.is_one_of,
                uses: uses.iter().take(MAX_USES).cloned().collect(),
                more_uses: uses.len().saturating_sub(MAX_USES),
                definition: sdl::definition(of),
            }),
        }
    }

    fn shown_fields(&self, fields: &[Field], side: Side) -> Vec<ShownField> {
        fields.iter().map(|field| self.shown_field(field, side)).collect()
    }

    fn shown_field(&self, field: &Field, side: Side) -> ShownField {
        ShownField {
            name: field.name.clone(),
            description: field.description.clone(),
            of: self.link(&field.of),
            is_required: side == Side::Given && field.of.is_required() && field.default.is_none(),
            default: field.default.as_ref().map(|default| default.text.clone()),
            deprecated: field.deprecated.clone(),
            arguments: self.shown_fields(&field.arguments, Side::Given),
            below: Vec::new(),
            more: 0,
        }
    }

    /// The fields of its type, one level deep: what is deeper is a link away.
    fn add_below(&self, field: &mut ShownField, side: Side) {
        let Some(of) = self.named(&field.of.of.name).filter(|of| of.kind != TypeKind::Enum) else { return };
        let mut below = self.shown_fields(of.fields.get(..MAX_BELOW).unwrap_or(&of.fields), side);
        // What arguments a field takes is a matter of its own type.
        below.iter_mut().for_each(|field| field.arguments = Vec::new());
        field.more = of.fields.len() - below.len();
        field.below = below;
    }

    fn link(&self, of: &TypeRef) -> TypeLink {
        TypeLink { of: of.clone(), file: self.catalog.file_of_type(&of.name).map(str::to_owned) }
    }

    fn link_to(&self, name: &str) -> TypeLink {
        self.link(&TypeRef { name: name.to_owned(), ..TypeRef::default() })
    }

    /// Where each type is used: the operations first, then the fields of types, each once.
    pub(super) fn all_uses(&self) -> BTreeMap<String, Vec<Use>> {
        let mut all: BTreeMap<String, Vec<Use>> = BTreeMap::new();
        let entries = |place: Place| self.catalog.entries.iter().filter(move |entry| entry.place == place);
        // The catalog has the operations of a root in the order of its fields.
        let operations = Place::ALL.into_iter().filter_map(|place| Some((place, self.root(place)?)));
        let operations = operations
            .flat_map(|(place, root)| entries(place).zip(root.fields.iter().map(std::slice::from_ref)));
        let types = entries(Place::Type)
            .filter_map(|entry| Some((entry, self.named(&entry.name)?.fields.as_slice())));
        for (entry, fields) in operations.chain(types) {
            for field in fields {
                let name = match entry.place {
                    Place::Type => format!("{}.{}", entry.name, field.name),
                    _ => field.name.clone(),
                };
                for used in std::iter::once(&field.of).chain(field.arguments.iter().map(|of| &of.of)) {
                    if self.catalog.file_of_type(&used.name).is_none() {
                        continue;
                    }
                    let uses = all.entry(used.name.clone()).or_default();
                    if uses.last().is_none_or(|last| last.name != name || last.file != entry.file) {
                        uses.push(Use { name: name.clone(), file: entry.file.clone() });
                    }
                }
            }
        }
        all
    }
}
