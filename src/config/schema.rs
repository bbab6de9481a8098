//! The vocabulary in which the fields of `docs.json` are described: shapes, objects, fields.
//!
//! The description itself is in `fields` and `containers`. It is read three times: `check` validates with
//! it, `json_schema` prints it for editors, and the typed configuration is read from what `check` lets
//! through.

use super::form::Form;

/// What a value may look like.
#[derive(Clone, Copy)]
pub enum Shape {
    /// A string of a certain form.
    Text(Form),
    /// One of a list of strings.
    Choice(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// Any number.
    Number,
    /// An object with known keys.
    Object(&'static Object),
    /// An array.
    List(&'static List),
    /// An object with free keys.
    Map(&'static Map),
    /// Alternatives, told apart by their JSON type.
    Either(&'static [Shape]),
}

/// An array whose items have one shape.
pub struct List {
    /// Shape of each item.
    pub item: Shape,
    /// Fewest items.
    pub min: usize,
    /// Most items.
    pub max: Option<usize>,
    /// What may not be repeated.
    pub unique: Unique,
}

/// What may occur only once in a list.
#[derive(Clone, Copy)]
pub enum Unique {
    /// Anything may be repeated.
    Nothing,
    /// The strings themselves.
    Text,
    /// The value of this key.
    Key(&'static str),
}

/// An object with free keys and one shape of value.
pub struct Map {
    /// The keys that are allowed; empty for any.
    pub keys: &'static [&'static str],
    /// Shape of each value.
    pub value: Shape,
}

/// An object with known keys.
pub struct Object {
    /// Its name in the JSON Schema.
    pub name: &'static str,
    /// Its keys.
    pub fields: &'static [Field],
    /// What happens to other keys.
    pub unknown: Unknown,
    /// Keys of older configuration files, with what to write instead.
    pub retired: &'static [(&'static str, &'static str)],
    /// Keys that other tools know and we do nothing with, with what they would make.
    pub unsupported: &'static [(&'static str, &'static str)],
    /// Rules over several keys.
    pub rules: &'static [Rule],
}

impl Object {
    /// An object that tolerates unknown keys and has no further rules.
    pub const fn new(name: &'static str, fields: &'static [Field]) -> Self {
        Self { name, fields, unknown: Unknown::Tolerated, retired: &[], unsupported: &[], rules: &[] }
    }

    /// Makes an unknown key an error (behaviour 2.2 lists the objects where it is).
    pub const fn strict(mut self) -> Self {
        self.unknown = Unknown::Refused;
        self
    }

    /// Names the keys of older files.
    pub const fn retired(mut self, retired: &'static [(&'static str, &'static str)]) -> Self {
        self.retired = retired;
        self
    }

    /// The same object with keys that other tools know and we do nothing with, and what they would make.
    pub const fn unsupported(mut self, unsupported: &'static [(&'static str, &'static str)]) -> Self {
        self.unsupported = unsupported;
        self
    }

    /// Adds rules over several keys.
    pub const fn rules(mut self, rules: &'static [Rule]) -> Self {
        self.rules = rules;
        self
    }
}

/// What happens to a key that is not described.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Unknown {
    /// A warning with a did-you-mean.
    Tolerated,
    /// An error with a did-you-mean.
    Refused,
    /// An error unless the object also has this key.
    RefusedWithout(&'static str),
}

/// A rule that looks at more than one key.
#[derive(Clone, Copy)]
pub enum Rule {
    /// The first key needs the second beside it.
    Needs(&'static str, &'static str),
    /// The second key may only be left out when `type` is one of the values.
    RequiredUnlessType(&'static str, &'static [&'static str]),
    /// `href` should be a repository address when `type` is `github`.
    Repository,
    /// Only one theme shows this key: `(key, theme)`.
    OnlyInTheme(&'static str, &'static str),
    /// What `false` asks for at this key is not to be had, as the sentence says: `(key, sentence)`.
    NotToBeHad(&'static str, &'static str),
    /// A key should be there that leads somewhere, or nobody can go there.
    LeadsSomewhere,
    /// Other tools make something of this key, and docs does not; the sentence says what to do: `(key, sentence)`.
    NotApplied(&'static str, &'static str),
}

/// One key of an object.
pub struct Field {
    /// The key.
    pub key: &'static str,
    /// What its value looks like.
    pub shape: Shape,
    /// Whether it may be left out.
    pub presence: Presence,
    /// How bad a wrong value is.
    pub standing: Standing,
    /// One sentence for editors.
    pub about: &'static str,
    /// The value that counts when it is left out, as JSON.
    pub default: Option<&'static str>,
}

/// Whether a key may be left out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    Optional,
    Required,
}

/// How bad a wrong value is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// An error.
    Contract,
    /// A warning: the key is an addition that many configurations never had checked.
    Addition,
}

/// An optional key of the specification.
pub const fn field(key: &'static str, shape: Shape, about: &'static str) -> Field {
    Field { key, shape, presence: Presence::Optional, standing: Standing::Contract, about, default: None }
}

impl Field {
    /// The key must be there.
    pub const fn required(mut self) -> Self {
        self.presence = Presence::Required;
        self
    }

    /// The key is newer than the specification: a wrong value is only a warning.
    pub const fn addition(mut self) -> Self {
        self.standing = Standing::Addition;
        self
    }

    /// What counts when the key is left out.
    pub const fn default(mut self, json: &'static str) -> Self {
        self.default = Some(json);
        self
    }
}
