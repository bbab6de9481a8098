//! Built-in components that code draws, as far as the code itself says: what may be drawn in a browser only is made
//! ready for it.

use oxc_ast::ast::*;

use crate::page::jsx::decode_entities;

/// A built-in component as it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct BuiltIn {
    pub name: String,
    /// Properties in order; those that are spread over it are not known.
    pub props: Vec<(String, Given)>,
}

/// The value of a property.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    Text(String),
    Number(f64),
    Switch(bool),
    /// Known when the code runs.
    Later,
}

/// The object that some code takes built-in components from: then a name that is bound may be one of them.
pub const BUILT_IN: &str = "MintlifyComponents";

/// Whether code takes some from there.
pub(super) fn are_taken(source: &str) -> bool {
    source.contains(BUILT_IN)
}

/// What stands in an opening tag.
pub(super) fn built_in(name: &str, attributes: &[JSXAttributeItem<'_>]) -> BuiltIn {
    let prop = |item: &JSXAttributeItem<'_>| {
        let JSXAttributeItem::Attribute(attribute) = item else { return None };
        let JSXAttributeName::Identifier(name) = &attribute.name else { return None };
        Some((name.name.to_string(), given(attribute.value.as_ref())))
    };
    BuiltIn { name: name.to_owned(), props: attributes.iter().filter_map(prop).collect() }
}

fn given(value: Option<&JSXAttributeValue<'_>>) -> Given {
    match value {
        None => Given::Switch(true),
        Some(JSXAttributeValue::StringLiteral(text)) => Given::Text(decode_entities(&text.value)),
        Some(JSXAttributeValue::ExpressionContainer(container)) => match &container.expression {
            JSXExpression::StringLiteral(text) => Given::Text(text.value.to_string()),
            JSXExpression::NumericLiteral(number) => Given::Number(number.value),
            JSXExpression::BooleanLiteral(switch) => Given::Switch(switch.value),
            _ => Given::Later,
        },
        Some(_) => Given::Later,
    }
}
