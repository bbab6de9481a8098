//! The text of a schema as its definitions, in order: the only place that knows the parser.
//!
//! What the parser could not read is a problem with its place; what stands around it is read all the same. Whether names
//! lead anywhere is not asked here.

use apollo_parser::cst::{self, CstNode};
use apollo_parser::{Parser, SyntaxKind, SyntaxNode};
use serde_json::{Map, Value as Json};

use super::{DefaultValue, Field, Place, Type, TypeKind, TypeRef};
use crate::panics;
use crate::text::Span;

/// Most pieces of text that are read: a schema of fifty megabytes.
const MAX_TOKENS: usize = 10_000_000;
/// Deepest nesting of lists and values. Nobody writes more, and the parser takes a frame of the stack for each.
const MAX_DEPTH: usize = 100;

/// A text, taken apart.
#[derive(Default)]
pub(super) struct Written {
    pub(super) definitions: Vec<Definition>,
    /// The types whose fields are operations, as `schema { … }` names them.
    pub(super) roots: Vec<(Place, String)>,
    /// Whether there is such a block: then no other type is one by its name.
    pub(super) has_roots: bool,
    /// Every name of a type that is referred to, with its place.
    pub(super) names: Vec<(String, Span)>,
    pub(super) problems: Vec<(String, Span)>,
}

/// A definition, or an extension of one.
pub(super) struct Definition {
    pub(super) of: Type,
    pub(super) is_extension: bool,
    /// Where its name stands.
    pub(super) place: Span,
}

/// Takes a text apart.
pub(super) fn read(text: &str) -> Written {
    // That there is nothing is told by who asks for it.
    if text.trim().is_empty() {
        return Written::default();
    }
    panics::catch(|| parse(text)).unwrap_or_else(|reason| Written {
        problems: vec![(format!("this schema cannot be read ({reason})"), Span::default())],
        ..Written::default()
    })
}

fn parse(text: &str) -> Written {
    let tree = Parser::new(text).recursion_limit(MAX_DEPTH).token_limit(MAX_TOKENS).parse();
    let mut written = Written::default();
    for error in tree.errors() {
        let end = error.index() + error.data().len().max(1);
        written.problems.push((plain(error.message()), Span::new(error.index(), end)));
    }
    for definition in tree.document().definitions() {
        written.definition(definition);
    }
    written
}

/// A message of the parser with the characters that it calls by names of its own.
fn plain(message: &str) -> String {
    const NAMES: [(&str, &str); 10] = [
        ("L_CURLY", "`{`"),
        ("R_CURLY", "`}`"),
        ("L_PAREN", "`(`"),
        ("R_PAREN", "`)`"),
        ("L_BRACK", "`[`"),
        ("R_BRACK", "`]`"),
        ("COLON", "`:`"),
        ("BANG", "`!`"),
        ("<EOF>", "the end of the file"),
        ("EOF", "the end of the file"),
    ];
    let named = |text: String, (name, shown): &(&str, &str)| text.replace(name, shown);
    NAMES.iter().fold(message.trim_end_matches('.').to_owned(), named)
}

/// Definitions of types have the same parts, each kind some of them.
macro_rules! type_of {
    ($written:ident, $node:ident, $kind:ident, $extends:literal, [$($part:ident),*]) => {{
        let Some((name, place)) = named($node.name()) else { return };
        let directives = directives($node.directives());
        #[allow(unused_mut)]
        let mut of = Type {
            name,
            kind: TypeKind::$kind,
            description: None,
            interfaces: Vec::new(),
            fields: Vec::new(),
            members: Vec::new(),
            specified_by: argument(&directives, "specifiedBy", "url"),
            is_one_of: directives.iter().any(|(name, _)| name == "oneOf"),
        };
        $(type_of!(@ $part $written $node of);)*
        $written.definitions.push(Definition { of, is_extension: $extends, place });
    }};
    (@ description $written:ident $node:ident $of:ident) => { $of.description = description($node.description()); };
    (@ interfaces $written:ident $node:ident $of:ident) => {
        $of.interfaces = $written.type_names($node.implements_interfaces().map(|all| all.named_types()));
    };
    (@ fields $written:ident $node:ident $of:ident) => {
        let fields = $node.fields_definition().into_iter().flat_map(|all| all.field_definitions());
        $of.fields = fields.filter_map(|field| $written.field(field)).collect();
    };
    (@ inputs $written:ident $node:ident $of:ident) => {
        let fields = $node.input_fields_definition().into_iter().flat_map(|all| all.input_value_definitions());
        $of.fields = fields.filter_map(|field| $written.input(field)).collect();
    };
    (@ values $written:ident $node:ident $of:ident) => {
        let values = $node.enum_values_definition().into_iter().flat_map(|all| all.enum_value_definitions());
        $of.fields = values.filter_map(enum_value).collect();
    };
    (@ members $written:ident $node:ident $of:ident) => {
        $of.members = $written.type_names($node.union_member_types().map(|all| all.named_types()));
    };
}

impl Written {
    fn definition(&mut self, definition: cst::Definition) {
        use cst::Definition as D;
        match definition {
            // A schema that is sent along with its operations is a schema all the same.
            D::OperationDefinition(_) | D::FragmentDefinition(_) | D::DirectiveDefinition(_) => {}
            D::SchemaDefinition(node) => {
                self.has_roots = true;
                self.roots(node.root_operation_type_definitions());
            }
            D::SchemaExtension(node) => self.roots(node.root_operation_type_definitions()),
            D::ObjectTypeDefinition(node) => {
                type_of!(self, node, Object, false, [description, interfaces, fields]);
            }
            D::ObjectTypeExtension(node) => type_of!(self, node, Object, true, [interfaces, fields]),
            D::InterfaceTypeDefinition(node) => {
                type_of!(self, node, Interface, false, [description, interfaces, fields]);
            }
            D::InterfaceTypeExtension(node) => type_of!(self, node, Interface, true, [interfaces, fields]),
            D::InputObjectTypeDefinition(node) => type_of!(self, node, Input, false, [description, inputs]),
            D::InputObjectTypeExtension(node) => type_of!(self, node, Input, true, [inputs]),
            D::EnumTypeDefinition(node) => type_of!(self, node, Enum, false, [description, values]),
            D::EnumTypeExtension(node) => type_of!(self, node, Enum, true, [values]),
            D::UnionTypeDefinition(node) => type_of!(self, node, Union, false, [description, members]),
            D::UnionTypeExtension(node) => type_of!(self, node, Union, true, [members]),
            D::ScalarTypeDefinition(node) => type_of!(self, node, Scalar, false, [description]),
            D::ScalarTypeExtension(node) => type_of!(self, node, Scalar, true, []),
        }
    }

    fn roots(&mut self, written: cst::CstChildren<cst::RootOperationTypeDefinition>) {
        for root in written {
            let Some(operation) = root.operation_type() else { continue };
            let place = match operation {
                _ if operation.query_token().is_some() => Place::Query,
                _ if operation.mutation_token().is_some() => Place::Mutation,
                _ => Place::Subscription,
            };
            if let Some((name, span)) = root.named_type().and_then(|of| named(of.name())) {
                self.names.push((name.clone(), span));
                self.roots.push((place, name));
            }
        }
    }

    fn type_names(&mut self, written: Option<cst::CstChildren<cst::NamedType>>) -> Vec<String> {
        let named: Vec<(String, Span)> =
            written.into_iter().flatten().filter_map(|of| named(of.name())).collect();
        self.names.extend(named.iter().cloned());
        named.into_iter().map(|(name, _)| name).collect()
    }

    fn field(&mut self, node: cst::FieldDefinition) -> Option<Field> {
        let arguments = node.arguments_definition().into_iter().flat_map(|all| all.input_value_definitions());
        Some(Field {
            name: named(node.name())?.0,
            description: description(node.description()),
            arguments: arguments.filter_map(|argument| self.input(argument)).collect(),
            of: self.type_ref(node.ty()?),
            default: None,
            deprecated: deprecated(&directives(node.directives())),
        })
    }

    fn input(&mut self, node: cst::InputValueDefinition) -> Option<Field> {
        let default = node.default_value().and_then(|default| default.value());
        Some(Field {
            name: named(node.name())?.0,
            description: description(node.description()),
            arguments: Vec::new(),
            of: self.type_ref(node.ty()?),
            default: default
                .map(|written| DefaultValue { text: one_line(written.syntax()), value: value(&written) }),
            deprecated: deprecated(&directives(node.directives())),
        })
    }

    fn type_ref(&mut self, node: cst::Type) -> TypeRef {
        let mut of = TypeRef::default();
        for token in node.syntax().descendants_with_tokens().filter_map(|element| element.into_token()) {
            match token.kind() {
                SyntaxKind::L_BRACK => of.before.push('['),
                SyntaxKind::R_BRACK => of.after.push(']'),
                SyntaxKind::BANG => of.after.push('!'),
                SyntaxKind::IDENT => {
                    let range = token.text_range();
                    of.name = token.text().to_owned();
                    self.names.push((of.name.clone(), Span::new(range.start().into(), range.end().into())));
                }
                _ => {}
            }
        }
        of
    }
}

fn enum_value(node: cst::EnumValueDefinition) -> Option<Field> {
    Some(Field {
        name: named(node.enum_value()?.name())?.0,
        description: description(node.description()),
        deprecated: deprecated(&directives(node.directives())),
        ..Field::default()
    })
}

/// A name and where it stands; `None` for one that is missing or reserved for questions about the schema.
fn named(node: Option<cst::Name>) -> Option<(String, Span)> {
    let token = node?.ident_token()?;
    let range = token.text_range();
    let name = token.text().trim();
    let is_own = !name.is_empty() && !name.starts_with("__");
    is_own.then(|| (name.to_owned(), Span::new(range.start().into(), range.end().into())))
}

/// What a description says; nothing for an empty one.
fn description(node: Option<cst::Description>) -> Option<String> {
    let text = String::from(node?.string_value()?);
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Directives by their names, with their arguments.
type Applied = Vec<(String, Map<String, Json>)>;

fn directives(node: Option<cst::Directives>) -> Applied {
    let directive = |node: cst::Directive| {
        let arguments = node.arguments().into_iter().flat_map(|all| all.arguments());
        let arguments =
            arguments.filter_map(|argument| Some((named(argument.name())?.0, value(&argument.value()?))));
        Some((named(node.name())?.0, arguments.collect()))
    };
    node.into_iter().flat_map(|all| all.directives()).filter_map(directive).collect()
}

/// A text that is an argument of a directive.
fn argument(directives: &Applied, directive: &str, name: &str) -> Option<String> {
    let (_, arguments) = directives.iter().find(|(known, _)| known == directive)?;
    arguments.get(name)?.as_str().map(str::to_owned)
}

fn deprecated(applied: &Applied) -> Option<String> {
    applied
        .iter()
        .any(|(name, _)| name == "deprecated")
        .then(|| argument(applied, "deprecated", "reason").unwrap_or_default().trim().to_owned())
}

/// A value as JSON; names of enums are texts there.
fn value(node: &cst::Value) -> Json {
    match node {
        cst::Value::StringValue(text) => Json::String(String::from(text)),
        cst::Value::IntValue(_) | cst::Value::FloatValue(_) => {
            let text = one_line(node.syntax());
            serde_json::from_str(&text).unwrap_or(Json::String(text))
        }
        cst::Value::BooleanValue(value) => Json::Bool(value.true_token().is_some()),
        cst::Value::EnumValue(_) => Json::String(one_line(node.syntax())),
        cst::Value::ListValue(list) => list.values().map(|item| value(&item)).collect(),
        cst::Value::ObjectValue(object) => {
            let fields = object.object_fields();
            Json::Object(
                fields.filter_map(|field| Some((named(field.name())?.0, value(&field.value()?)))).collect(),
            )
        }
        cst::Value::NullValue(_) | cst::Value::Variable(_) => Json::Null,
    }
}

/// The text of a node with single spaces.
fn one_line(node: &SyntaxNode) -> String {
    let text = node.text().to_string();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
