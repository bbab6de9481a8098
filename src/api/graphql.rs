//! GraphQL schemas: from a text in SDL to the operations and types in it, the pages that they make, and what each of
//! these shows (GQL-01).
//!
//! The way of a schema: `read` takes the text apart, [`load`] joins what belongs together and looks whether all names
//! lead somewhere, [`Catalog`] is what the navigation knows of it, [`Schema::shown`] collects what one page says, and
//! `document::graphql_document` makes that a page body. Everything here is a pure function of the text; no schema is
//! asked of a server, and no operation is checked against one.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

mod catalog;
mod load;
mod read;
mod sample;
mod sdl;
mod shown;

pub use catalog::{Catalog, Entry, pages};
pub use load::load;
pub use sample::Sample;
pub use shown::{Shown, ShownField, ShownType, TypeLink, Use};

/// Output folder of the pages of a schema when its source names none.
pub const DEFAULT_DIRECTORY: &str = "graphql-reference";

/// Scalars that every schema has and none defines.
const BUILT_IN: [&str; 5] = ["Int", "Float", "String", "Boolean", "ID"];

/// Where something of a schema is listed: the three kinds of operations, then the types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Place {
    Query,
    Mutation,
    Subscription,
    Type,
}

impl Place {
    /// All of them, in the order of the sidebar.
    pub const ALL: [Self; 4] = [Self::Query, Self::Mutation, Self::Subscription, Self::Type];

    /// The keyword of GraphQL for it.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Query => "query",
            Self::Mutation => "mutation",
            Self::Subscription => "subscription",
            Self::Type => "type",
        }
    }
}

/// One loaded schema.
#[derive(Debug, PartialEq)]
pub struct Schema {
    pub catalog: Arc<Catalog>,
    /// In the order of the text, without those whose names begin with two underscores.
    types: Vec<Type>,
    by_name: BTreeMap<String, usize>,
    /// The names of the types whose fields are operations, in the order of [`Place::ALL`].
    roots: [Option<String>; 3],
    uses: BTreeMap<String, Vec<Use>>,
    implementers: BTreeMap<String, Vec<String>>,
}

/// What kind a type is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TypeKind {
    Object,
    Input,
    Enum,
    Interface,
    Union,
    Scalar,
}

impl TypeKind {
    /// The keyword of GraphQL for it.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Object => "type",
            Self::Input => "input",
            Self::Enum => "enum",
            Self::Interface => "interface",
            Self::Union => "union",
            Self::Scalar => "scalar",
        }
    }
}

/// A named type with all its extensions.
#[derive(Clone, Debug, PartialEq)]
struct Type {
    name: String,
    kind: TypeKind,
    description: Option<String>,
    interfaces: Vec<String>,
    /// Of an enum its values, which have no type of their own.
    fields: Vec<Field>,
    /// Of a union.
    members: Vec<String>,
    /// The address in `@specifiedBy`.
    specified_by: Option<String>,
    /// `@oneOf`: exactly one of the fields is given.
    is_one_of: bool,
}

/// A field, an argument, or a value of an enum.
#[derive(Clone, Debug, Default, PartialEq)]
struct Field {
    name: String,
    description: Option<String>,
    arguments: Vec<Field>,
    of: TypeRef,
    default: Option<DefaultValue>,
    /// The reason in `@deprecated`; empty without one.
    deprecated: Option<String>,
}

/// A type as it is written at a field: `[User!]!` has `[` before the name and `!]!` after it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TypeRef {
    pub before: String,
    pub name: String,
    pub after: String,
}

impl TypeRef {
    /// Whether a value must be there.
    fn is_required(&self) -> bool {
        self.after.ends_with('!')
    }

    /// As it is written.
    fn text(&self) -> String {
        format!("{}{}{}", self.before, self.name, self.after)
    }
}

/// The value that an argument has when none is given.
#[derive(Clone, Debug, PartialEq)]
struct DefaultValue {
    /// As it is written, in one line.
    text: String,
    value: Json,
}

impl Schema {
    fn named(&self, name: &str) -> Option<&Type> {
        self.types.get(*self.by_name.get(name)?)
    }

    /// The type whose fields are the operations of a kind.
    fn root(&self, place: Place) -> Option<&Type> {
        self.named(self.roots.get(place as usize)?.as_deref()?)
    }

    fn is_root(&self, name: &str) -> bool {
        self.roots.iter().flatten().any(|root| root == name)
    }
}
